"""What a log may not say, whoever wrote it."""

from __future__ import annotations

from typing import get_args

import pytest

from wolfcore.game import ALL, MODERATOR, AskKind, Entry
from wolfcore.game.asks import is_ask_id
from wolfcore.game.facts import Believed, Fallback, Thought
from wolfcore.records.entries import entry_problem

ASKS = [
    f"{part}2.{kind}{often}.3{ending}"
    for part in "nd"
    for kind in get_args(AskKind)
    for often in ("", 12)
    for ending in ("", ".suspect")
]
NO_ASKS = (
    "",
    ".",
    "speak",
    "d1.speak",
    "d1.speak.",
    "d1.sing.3",
    "x1.speak.3",
    "d1.speak.3.4",
    "d1.speak.3.suspect.suspect",
    "d" * 9999,
)


@pytest.mark.parametrize("ask", ASKS)
def test_every_kind_of_ask_has_an_id(ask: str) -> None:
    assert is_ask_id(ask)


@pytest.mark.parametrize("ask", NO_ASKS)
def test_what_came_with_no_ask_is_unsound(ask: str) -> None:
    for fact in (Thought(1, ask, "so"), Believed(1, ask, ()), Fallback(1, ask, "timeout")):
        said = entry_problem(Entry(MODERATOR, fact), 7)
        assert said.endswith("is not an ask")
        assert len(said) < 80
    assert not entry_problem(Entry(ALL, Thought(1, "d1.speak.1", "so")), 7)
