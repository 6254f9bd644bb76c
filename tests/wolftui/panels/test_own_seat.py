"""The own seat says how one wins, and what happened so far, from what its eyes know."""

from __future__ import annotations

import pytest

from core.game import ALL, Entry, Team, get_board
from core.game import facts as f
from wolftui.panels.own_seat import own_seat
from wolftui.session.session import GameSession
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import FANCY
from wolftui.text.typesetting import plain, width_of
from wolftui.text.winning import goal_of

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")


def panel(*facts: f.Fact, width: int = 31) -> str:
    session = GameSession(get_board("sla7"), NAMES, people=(4,))
    session.entries([Entry(ALL, fact) for fact in (f.Dealt(4, "Villager"), *facts)])
    session.go_end()
    lines = own_seat(ShownGame(session, "play"), FANCY, width, "F2")
    assert max(width_of(line) for line in lines) <= width
    return "\n".join(plain(line).rstrip() for line in lines)


def test_it_says_how_one_wins() -> None:
    words = " ".join(panel(f.Began(1, "night")).split())
    assert "You win when both wolves are out, and lose as soon as the wolves are as many as all others alive." in words


def test_at_night_a_villager_sees_the_days_and_the_last_vote() -> None:
    first = [f.Voted(1, 2, "lean"), f.Voted(2, 1, "lean")]
    last = [f.Voted(1, 3, "vote"), f.Voted(2, 3, "vote"), f.Voted(4, 0, "vote")]
    told = panel(
        f.Began(1, "night"), f.Began(1, "dawn"), f.Died(6), f.Began(1, "discussion"), *first, *last, f.Exiled(3), f.Died(3),
        f.Began(2, "night"),
    )  # fmt: skip
    assert "SO FAR" in told
    assert "night 1 6 Fay died" in " ".join(told.split())
    assert "day 1 3 Cleo exiled" in " ".join(told.split())
    assert "3 Cleo ← 1 2" in told
    assert "nobody ← 4" in told
    assert "1 Ada ←" not in told


def test_before_anything_happened_nothing_is_told() -> None:
    assert "SO FAR" not in panel()


@pytest.mark.parametrize(
    ("board", "team", "words"),
    [
        ("xu7", "village", "no plain Villager is alive"),
        ("xu7", "wolves", "You win as soon as no plain Villager is alive"),
        ("plus12", "wolves", "more than all others alive"),
        ("classic9", "village", "You win when all 3 wolves are out"),
        ("classic9", "wolves", "all plain Villagers are dead, or all villagers with a power"),
    ],
)
def test_the_goal_is_the_boards(board: str, team: Team, words: str) -> None:
    assert words in goal_of(get_board(board), team)
