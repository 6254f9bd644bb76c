"""ARCHITECTURE.md and the chapters of docs/how: every place and class that they name exists, the map
is complete, and ARCHITECTURE.md stays short."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
MOST_BYTES = 12_000
PLACE = re.compile(
    r"`((?:core|wolftui|tests|docs|bench|themes|experiments)/[^`\s:]*)(?:::([\w.]+))?`"
)
"""A place in the page: a path, and a name defined in that file."""


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(title: str) -> list[str]:
    """The rows of the first table in a section."""
    table = section(title).split("\n| ", 1)[1].split("\n\n", 1)[0]
    return table.splitlines()[2:]


def label(row: str) -> str:
    return row.split(" | ")[0].strip("| `")


@cache
def names_in(file: Path) -> frozenset[str]:
    """Every name that a module defines at its top, and `Class.name` for each name in a class."""
    names: set[str] = set()

    def collect(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                names.add(prefix + node.name)
                collect(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                names.add(prefix + node.name)
            elif isinstance(node, ast.Assign):
                targets = [name for each in node.targets for name in ast.walk(each)]
                names.update(prefix + name.id for name in targets if isinstance(name, ast.Name))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names.add(prefix + node.target.id)

    collect(ast.parse(file.read_text(encoding="utf-8")).body, "")
    return frozenset(names)


def missing_in(text: str) -> list[str]:
    """The places that a text names and that do not exist."""
    return [
        f"{path}::{name}" if name else path
        for path, name in PLACE.findall(text)
        if not (ROOT / path).exists() or (name and name not in names_in(ROOT / path))
    ]


def test_the_page_is_short() -> None:
    assert len(PAGE.encode()) <= MOST_BYTES


@pytest.mark.parametrize("row", rows("Where a change goes"), ids=label)
def test_a_change_goes_to_places_that_exist(row: str) -> None:
    assert PLACE.findall(row)
    assert missing_in(row) == []


def test_every_place_of_the_page_exists() -> None:
    assert missing_in(PAGE) == []


def test_a_place_that_is_gone_is_found() -> None:
    gone = "`core/wolfcore/game/roles.py::NO_ROLES`, `core/wolfcore/gone.py`, `core/wolfcore/game/`"
    assert missing_in(gone) == ["core/wolfcore/game/roles.py::NO_ROLES", "core/wolfcore/gone.py"]


@pytest.mark.parametrize("root", ["core/wolfcore", "wolftui"])
def test_the_map_has_a_row_for_every_package(root: str) -> None:
    packages = {f"{root}/{file.parent.name}/" for file in (ROOT / root).glob("*/__init__.py")}
    mapped = re.findall(rf"^\| `({root}/\w+/)` \|", section("The map"), re.MULTILINE)
    assert sorted(mapped) == sorted(packages)


def test_the_map_shows_the_layers_of_the_program_in_their_order() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each.get("containers") == ["wolftui"])
    order = [name for layer in layers for name in layer.split(" | ") if name != "__main__"]
    assert re.findall(r"^\| `wolftui/(\w+)/` \|", section("The map"), re.MULTILINE) == order


@pytest.mark.parametrize("row", rows("The map"), ids=label)
def test_the_map_says_what_a_package_imports(row: str) -> None:
    core = ROOT / "core" / "wolfcore"
    packages = {file.parent.name for file in core.glob("*/__init__.py")}
    own = row.split("/")[2]
    imported: set[str] = set()
    for file in (core / own).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wolfcore."):
                imported.add((node.module or "").split(".")[1])
            elif isinstance(node, ast.ImportFrom) and node.module == "wolfcore":
                imported.update(alias.name for alias in node.names)
    said = set(re.findall(r"\w+", row.rsplit(" | ", 1)[1])) & packages
    assert said == (imported & packages) - {own, "game", "roles"}


PACKAGES = (ROOT / "core" / "wolfcore", ROOT / "wolftui")
CHAPTERS = sorted((ROOT / "docs" / "how").glob("*.md"))


@cache
def defined() -> frozenset[str]:
    """The name of every class, function and field of the packages."""
    names = re.compile(r"^ *(?:class|(?:async )?def) (\w+)|^    (\w+):", re.MULTILINE)
    files = [file for root in PACKAGES for file in root.rglob("*.py")]
    found = [names.findall(file.read_text(encoding="utf-8")) for file in files]
    return frozenset(name or field for each in found for name, field in each)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda file: file.stem)
def test_a_chapter_names_files_and_classes_that_exist(chapter: Path) -> None:
    """A path is below the root, `core/wolfcore/` or `wolftui/`; capitals stand for any name."""
    quoted = re.findall(r"`([^`\n]+)`", chapter.read_text(encoding="utf-8"))
    path = re.compile(r"(?=.*/)[a-z][\w./+-]*(\.(py|toml|txt|md|jsonl)|/)")
    paths = [each for each in quoted if path.fullmatch(each) and "NAME" not in each]
    roots = (ROOT, *PACKAGES)
    assert [each for each in paths if not any((root / each).exists() for root in roots)] == []
    bare = [each for each in quoted if re.fullmatch(r"[a-z]\w*\.(py|txt)", each)]
    assert set(bare) <= {file.name for root in PACKAGES for file in root.rglob("*.*")}
    named = [each for each in quoted if re.fullmatch(r"[A-Z][a-z]+[A-Z]\w+(\.\w+)?", each)]
    assert [each for each in named if not defined().issuperset(each.split("."))] == []
    assert paths or named


def test_every_chapter_is_linked_from_the_index() -> None:
    index = (ROOT / "docs" / "how" / "index.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\((\w+\.md)\)", index))
    assert linked == {file.name for file in CHAPTERS} - {"index.md"}
    assert "docs/how/index.md" in PAGE
