"""How games end: who won, how long it took, who lived, what an experience of it is worth."""

from __future__ import annotations

import pytest

from tests.core.metrics.written import (
    by_seat,
    cells,
    dawn,
    day,
    died,
    ended,
    exiled,
    night,
    summed,
    value,
    votes,
    written,
)
from wolfcore.game.facts import EndKind

WON = written(
    "WVVS",
    night(1),
    dawn(1),
    died(2, "killed"),
    day(1),
    votes("3 . 1 1"),
    exiled(1),
    ended(1, "village"),
)
"""One wolf, exiled on day 1 after one kill: the village wins with seats 3 and 4 alive."""


def ending(how: EndKind):
    return written(
        "WVVS",
        night(1),
        dawn(1),
        day(1),
        exiled(0),
        night(2),
        dawn(2),
        day(2),
        exiled(0),
        ended(2, how),
    )


def test_win_rate_is_one_for_the_seats_of_the_team_that_won_and_0_for_the_others() -> None:
    assert by_seat("win_rate", WON) == {1: (0, 1), 2: (1, 1), 3: (1, 1), 4: (1, 1)}


@pytest.mark.parametrize("how", ["draw", "stopped", "void"])
def test_a_game_that_nobody_won_has_no_win_rate(how: EndKind) -> None:
    assert value("win_rate", ending(how)) is None


@pytest.mark.parametrize(
    ("how", "draws", "stopped"),
    [("village", 0, 0), ("draw", 1, 0), ("stopped", 0, 1), ("void", None, None)],
)
def test_draws_and_stopped_games_count_apart_and_void_games_not_at_all(
    how: EndKind, draws: int | None, stopped: int | None
) -> None:
    assert value("draws", ending(how)) == draws
    assert value("stopped", ending(how)) == stopped
    assert [cell.column for cell in cells("winner", ending(how))] == (
        [] if how == "void" else [how]
    )


def test_days_and_duration_are_the_last_day_that_began() -> None:
    assert value("days", WON) == value("duration", WON) == 1
    assert value("days", ending("draw")) == 2
    last_night = written(
        "WVVS",
        night(1),
        dawn(1),
        day(1),
        exiled(0),
        night(2),
        dawn(2),
        died(2, "killed"),
        ended(2, "wolves"),
    )
    assert value("days", last_night) == 2, "night k belongs to day k"


def test_days_before_the_first_night_are_unknown() -> None:
    assert value("days", written("WVVS")) is None


def test_survivors_lived_to_the_end() -> None:
    assert summed("survivors", WON) == (2, 1, 2)


def test_an_experience_is_worth_1000_less_the_days_to_winners_and_the_days_to_losers() -> None:
    # D = 1: the village has 1000 - 1, the wolf has 1
    assert by_seat("experience", WON) == {1: (1, 1), 2: (999, 1), 3: (999, 1), 4: (999, 1)}


@pytest.mark.parametrize(("how", "worth"), [("draw", 2), ("stopped", 2), ("void", None)])
def test_an_experience_of_a_game_that_nobody_won_is_worth_its_days_and_of_a_void_game_nothing(
    how: EndKind, worth: int | None
) -> None:
    assert value("experience", ending(how)) == worth
