"""No sentence of the program names a key that a person may have given another: it asks the table of
actions."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import wolftui
from tests.wolftui.screen.stage import app_for, sit, text_of, until_asked
from wolftui.settings.config import Config

PROGRAM = Path(wolftui.__file__).parent
ROOMS = ("games", "measures", "screen", "views", "words")
"""What the screen says is written here. Lines that are read without a screen have no keys to
change."""
NAMED = re.compile(
    r"\bF\d\d?\b(?! of| Yes| No)|\bCtrl-[A-Z]\b|\b[Ss]pace (?:holds|goes|plays|pauses)"
    r"|\b(?:End|Home|PgUp|PgDn) (?:goes|returns|reads|leads)"
    r"|(?<![\w'.-])[b-zB-HJ-Z&/?+<>] (?:shows|goes|holds|opens|reads|returns|writes|hides"
    r"|adds|jumps|leads|changes?|faster)\b"
    r"|\+ and -|`\S`"
)
"""A key that can be given to something else. Enter, Esc and Tab keep what they do (`STEADY`), so
that they may be named."""


def texts() -> list[tuple[str, str]]:
    """Each string that is no documentation, with where it stands; the words of an f-string with
    `{}` for what is put in."""
    found: list[tuple[str, str]] = []
    files = [
        file
        for room in ROOMS
        for file in ([PROGRAM / room] if room.endswith(".py") else (PROGRAM / room).rglob("*.py"))
    ]
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        documents = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        for each in ast.walk(tree):
            if isinstance(each, ast.JoinedStr):
                words = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "{}"
                    for part in each.values
                )
            elif (
                isinstance(each, ast.Constant)
                and isinstance(each.value, str)
                and id(each) not in documents
            ):
                words = each.value
            else:
                continue
            found.append((f"{file.relative_to(PROGRAM)}:{each.lineno}", words))
    return found


@pytest.mark.slow
def test_no_sentence_names_a_key_that_can_be_given_away() -> None:
    assert len(texts()) > 1000
    assert [(where, words) for where, words in texts() if NAMED.search(words)] == []


@pytest.mark.parametrize(
    "words",
    [
        "F2 writes",
        "leave with Ctrl-Q and",
        "Space goes on.",
        "End returns",
        "s shows your seat",
        "+ goes faster",
        "`i` shows why",
    ],
)
def test_what_names_a_key_is_found(words: str) -> None:
    assert NAMED.search(words)


async def test_a_pause_is_ended_by_the_key_that_is_named(tmp_path: Path) -> None:
    config = Config(keys={"play_pause": ("f8",), "quit": ("f9",), "end": ("f7",)})
    async with app_for(sit(tmp_path, "sla7", 5, "4=human"), config).run_test(
        size=(50, 12)
    ) as pilot:
        await until_asked(pilot)
        assert "Or leave with F9 and go on in lines" in text_of(pilot)
        await pilot.resize_terminal(120, 36)
        await pilot.press("escape", "home")
        await pilot.pause()
        assert " F7 returns" in text_of(pilot)
