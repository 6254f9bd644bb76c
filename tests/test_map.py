"""The map of the packages: names of modules, and constructors that a reader can take in."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

PACKAGES = [Path(str(files(name))) for name in ("wolfcore", "wolftui")]
GERUNDS = {"streaming", "retrying", "wrapping", "voting", "spending", "fact_wording"}
"""Module names in -ing that are nouns, or that the trade uses."""
LIMIT = 8
"""The most parameters that a constructor takes; more are a frozen struct."""


def modules() -> Iterator[tuple[Path, Path]]:
    """Each module of the packages with the folder of its package."""
    for package in PACKAGES:
        for file in sorted(package.rglob("*.py")):
            if file.stem not in ("__init__", "__main__"):
                yield package, file


def test_no_module_name_is_found_in_more_than_two_packages() -> None:
    places = defaultdict[str, set[Path]](set)
    for _, file in modules():
        places[file.stem].add(file.parent)
    assert {name: sorted(found) for name, found in places.items() if len(found) > 2} == {}


def test_no_module_name_begins_with_the_name_of_its_package() -> None:
    """A prefix is no way round: `games/games_index.py` says no more than `games/index.py`."""
    prefixed = [file for _, file in modules() if file.stem.startswith(f"{file.parent.name}_")]
    assert prefixed == []


def test_modules_are_named_by_nouns() -> None:
    gerunds = {
        file.stem for _, file in modules() if file.stem.endswith("ing") and file.stem not in GERUNDS
    }
    assert gerunds == set()


def parameters(file: Path) -> Iterator[tuple[str, int]]:
    """Each constructor of a module, `__init__` or a class method, with how many parameters it takes."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    decorators = {ast.unparse(decorator) for decorator in each.decorator_list}
                    if each.name == "__init__" or "classmethod" in decorators:
                        taken = [*each.args.posonlyargs, *each.args.args, *each.args.kwonlyargs]
                        yield f"{node.name}.{each.name}", len(taken) - 1


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_constructors_take_few_parameters(package: Path) -> None:
    wide = {
        f"{file.relative_to(package)} {name}": count
        for root, file in modules()
        if root == package
        for name, count in parameters(file)
        if count > LIMIT
    }
    assert wide == {}
