"""The map of the packages: names of modules, and constructors that a reader can take in."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
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


# -- calls of cached functions, whose arguments no type checker sees


def _cached(tree: ast.Module) -> Iterator[tuple[str, int, float]]:
    """Each cached function of a module: name, fewest and most arguments."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            re.match(r"(functools\.)?(lru_)?cache\b", ast.unparse(each))
            for each in node.decorator_list
        ):
            args = node.args
            named = [*args.posonlyargs, *args.args]
            needed = len(named) - len(args.defaults) + args.kw_defaults.count(None)
            most = len(named) + len(args.kwonlyargs)
            yield node.name, needed, float("inf") if args.vararg or args.kwarg else most


def _calls(tree: ast.AST) -> Iterator[tuple[str, int, int]]:
    """Each call of a name with its line and how many arguments it has; calls with `*` are left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            spread = any(isinstance(each, ast.Starred) for each in node.args)
            if not spread and all(each.arg for each in node.keywords):
                yield node.func.id, node.lineno, len(node.args) + len(node.keywords)


def wrong_calls(sources: Mapping[str, str]) -> list[str]:
    """The calls of cached functions with too few or too many arguments, as `file:line name`.

    Args:
        sources: The source text of each module by its file. A call is one of a cached function
            where its module defines it or imports it from there.
    """
    trees = {file: ast.parse(text) for file, text in sources.items()}
    limits = defaultdict[str, list[tuple[Path, int, float]]](list)
    for file, tree in trees.items():
        for name, needed, most in _cached(tree):
            limits[name].append((Path(file), needed, most))
    return [
        f"{file}:{line} {name}"
        for file, tree in trees.items()
        for origins in [_origins(tree)]
        for name, line, given in _calls(tree)
        for home, needed, most in limits.get(name, ())
        if (file == str(home) or origins.get(name) in (home.stem, home.parent.name))
        and not needed <= given <= most
    ]


def _origins(tree: ast.Module) -> dict[str, str]:
    """The last part of the module that each imported name comes from."""
    return {
        each.asname or each.name: (node.module or "").rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }


@pytest.mark.slow
def test_cached_functions_are_called_with_their_arguments() -> None:
    assert wrong_calls({str(file): file.read_text("utf-8") for _, file in modules()}) == []


def test_a_call_that_forgets_an_argument_is_found() -> None:
    home = "@lru_cache(maxsize=8)\ndef claims(names, roles, *, sure=False): ...\n"
    caller = "from home import claims\nclaims(names)\nclaims(names, roles)\nclaims(*both)\n"
    assert wrong_calls({"home": home, "caller": caller}) == ["caller:2 claims"]
