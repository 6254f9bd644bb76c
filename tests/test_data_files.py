"""Each data file that is shipped has an origin and a licence: `core/wolfcore/DATA.md` lists all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent
PAGE = (HOME / "core/wolfcore/DATA.md").read_text(encoding="utf-8")
CARDS = sorted((HOME / "core/wolfcore/agents/policy/shipped").glob("*.safetensors"))


def shipped() -> list[str]:
    """Every file of the packages that is not code, relative to the folder of its package."""
    folders = [
        (HOME / "core", "wolfcore"), (HOME, "wolftui"), (HOME, "themes"), (HOME, "experiments"),
    ]  # fmt: skip
    return sorted(
        path.relative_to(above).as_posix()
        for above, name in folders
        for path in (above / name).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    )


def patterns() -> list[re.Pattern[str]]:
    """The files of the first column; a bare name lies in the folder of the name before it."""
    found: list[re.Pattern[str]] = []
    for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE):
        folder = ""
        for name in re.findall(r"`([^`]+)`", row):
            whole = name if "/" in name else folder + name
            folder = whole.rpartition("/")[0] + "/"
            parts = re.split(r"(\*\*|\*)", whole)
            words = {"**": ".*", "*": "[^/]*"}
            found.append(re.compile("".join(words.get(part, re.escape(part)) for part in parts)))
    return found


def test_every_data_file_is_in_the_list() -> None:
    known = patterns()
    assert [name for name in shipped() if not any(each.fullmatch(name) for each in known)] == []


def test_every_row_is_about_files_that_are_there() -> None:
    files = shipped()
    idle = [each.pattern for each in patterns() if not any(map(each.fullmatch, files))]
    # The wheel keeps these two folders under other names, which the rows mention too.
    assert idle == [r"wolftui/_experiments", r"wolftui/_themes"]


@pytest.mark.parametrize("weights", CARDS, ids=lambda path: path.stem)
def test_the_card_of_a_policy_says_its_licence_and_origin(weights: Path) -> None:
    card = weights.with_suffix(".md").read_text(encoding="utf-8")
    assert card.splitlines()[2].startswith("Origin: ")
    assert "Licence: MIT, as wolftui." in card.splitlines()[2]
