"""What a series measures, by hand: wins, the rise, and how a person takes to sheriffs."""

from __future__ import annotations

import pytest

from tests.core.metrics.written import (
    believed,
    dawn,
    day,
    ended,
    exiled,
    near,
    night,
    phase,
    said,
    votes,
    written,
)
from wolfcore.experiments.series import GameFound, Trusts
from wolfcore.experiments.series.design import DESIGNS, Plan
from wolfcore.experiments.series.person_metrics import (
    decision_change,
    mean_slope,
    slope_of,
    survey_answers,
    trust_in_sheriffs,
    trust_shift,
    win_curve,
    win_rate,
)
from wolfcore.game import facts as f
from wolfcore.metrics import RecordedGame, tables_of


def game(won: bool | None, trusted: Trusts | None = None) -> GameFound:
    return GameFound(
        "g",
        "Villager",
        "village",
        won,
        "stopped" if won is None else "village",
        2,
        0,
        trusted or Trusts(),
        {},
    )


def test_wins_leave_out_games_that_nobody_won() -> None:
    found = win_rate([[game(True), game(None), game(False), game(True)]])
    assert (found.value, found.n) == (near(2 / 3), 3)
    low, high, how = found.interval
    assert how == "exact"
    assert (low, high) == (near(0.0943, 0.001), near(0.9916, 0.001))
    assert win_rate([[game(None)]]).value is None


def test_the_curve_is_the_share_of_series_that_won_their_kth_game() -> None:
    series = [[game(True), game(False)], [game(True), game(None)], [game(False)]]
    assert [(each.value, each.n) for each in win_curve(series, 3)] == [
        (near(2 / 3), 3),
        (0.0, 1),
        (None, 0),
    ]


def test_the_rise_is_the_slope_of_least_squares_and_a_series_is_one_observation() -> None:
    assert slope_of([0, 0, 1, 1]) == near(0.4)
    assert slope_of([1, 0]) == near(-1)
    found = mean_slope(
        [
            [game(False), game(False), game(True), game(True)],
            [game(True)] * 4,
            [game(True), game(None)],
        ]
    )
    assert (found.value, found.n) == (near(0.2), 2)
    assert mean_slope([[game(True), game(None)]]).value is None
    alone = mean_slope([[game(False), game(True)]])
    assert (alone.value, alone.interval.low) == (1, None)


def by_days(*, final: int, straw: int = 3) -> RecordedGame:
    """A game with 2 as sheriff in which 4 is the person: it leans to 3 or another, and the sheriff,
    who sums up, votes for 1."""
    return written(
        "WVVVV",
        night(1),
        dawn(1),
        f.Badge(2, "elected"),
        day(1),
        said(3, "Hello."),
        believed(4, (2, "Uncertain", 5), (3, "Werewolf", 7)),
        phase(1, "straw_vote"),
        votes(f"2 . 2 {straw} 3", "lean"),
        said(2, "Vote for Ada.", "summarise"),
        believed(4, (2, "Uncertain", 8), (3, "Werewolf", 7), (1, "Villager", 6)),
        phase(1, "vote"),
        votes(f"2 1 1 {final} 1"),
        exiled(1),
        ended(1, "village"),
        people=(4,),
    )


def test_the_last_statement_before_the_summary_counts() -> None:
    game = written(
        "WVVVV",
        night(1),
        dawn(1),
        f.Badge(2, "elected"),
        day(1),
        believed(4, (2, "Uncertain", 3)),
        said(3, "Hello."),
        believed(4, (2, "Uncertain", 7)),
        said(2, "Vote for Ada.", "summarise"),
        believed(4, (2, "Uncertain", 9)),
        phase(1, "vote"),
        votes("2 1 1 1 1"),
        exiled(1),
        ended(1, "village"),
        people=(4,),
    )
    found = trust_in_sheriffs(tables_of(game), 4)
    assert (found.before, found.after) == (7, 9)


def test_how_a_person_takes_to_a_sheriff() -> None:
    # m of the sheriff 5 before and 8 after; of the others after: 11 - 7 = 4 and 6, so 8 / 5
    assert trust_in_sheriffs(tables_of(by_days(final=1)), 4) == Trusts(
        ratio=near(8 / 5), moved=1, days=1, before=5, after=8
    )
    assert trust_in_sheriffs(tables_of(by_days(final=3)), 4).moved == 0
    assert trust_in_sheriffs(tables_of(by_days(final=1, straw=1)), 4).moved == 0, (
        "it leaned to the sheriff's choice before"
    )


def test_a_person_who_is_sheriff_or_states_nothing_tells_nothing() -> None:
    assert trust_in_sheriffs(tables_of(by_days(final=1)), 2) == Trusts()
    assert trust_in_sheriffs(tables_of(by_days(final=1)), 5) == Trusts(moved=1, days=1)


def test_days_and_shifts_over_games() -> None:
    games = [
        [game(True, Trusts(1.5, 1, 2, 5, 8)), game(True, Trusts(None, 0, 1, None, None))],
        [game(True, Trusts(1.1, 0, 1, 6, 5))],
    ]
    assert (decision_change(games).value, decision_change(games).n) == (near(1 / 4), 4)
    assert (trust_shift(games).value, trust_shift(games).n) == (near(1), 2)
    assert decision_change([[game(True)]]).value is None


def test_answers_are_means_over_people() -> None:
    plan = Plan(kind="helmsman", board="helmsman7", games=5, seat=4)
    found = survey_answers([plan, plan], [{"rules": 5, "logic": 2}, {"rules": 4}])
    assert (found["rules"].value, found["rules"].n) == (4.5, 2)
    assert (found["logic"].value, found["recognisable"].value) == (2, None)


@pytest.mark.parametrize("kind", DESIGNS)
def test_every_design_names_its_paper_and_a_board(kind: str) -> None:
    from wolfcore.game import board_names

    design = DESIGNS["sla" if kind == "sla" else "helmsman"]
    assert design.board in board_names()
    assert "20" in design.source
    assert (design.games, len(design.questions)) == {"sla": (10, 0), "helmsman": (5, 3)}[kind]
