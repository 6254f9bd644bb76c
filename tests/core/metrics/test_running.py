"""Cost and discipline are folds over the journal, and null where it says nothing."""

from __future__ import annotations

import pytest

from tests.core.metrics.written import by_seat, night, summed, value, written
from wolfcore.game import Answer
from wolfcore.metrics import Groups, measure
from wolfcore.records import AnswerRecord, SeatSpec

JOURNAL = {
    "n1.kill.1": AnswerRecord(
        "n1.kill.1", Answer(2), 1, "xu2023@llama", 0, 1.5, 100, 20, 0.25, calls=1
    ),
    "d1.speak.1": AnswerRecord(
        "d1.speak.1",
        Answer(0, how="repaired"),
        1,
        "xu2023@llama",
        0,
        2.5,
        300,
        60,
        0.5,
        calls=2,
        tokens_cached=90,
    ),
    "d1.speak.2": AnswerRecord(
        "d1.speak.2",
        Answer(0, how="fallback"),
        2,
        "xu2023@llama",
        0,
        1,
        50,
        0,
        calls=1,
        tokens_cached=10,
    ),
    "d1.vote.2": AnswerRecord("d1.vote.2", Answer(0, how="timeout"), 2, "xu2023@llama", 0, 5),
    "d1.vote.3": AnswerRecord("d1.vote.3", Answer(1), 3, "bot", 0, 0.5),
}
PLAYERS = [
    SeatSpec("xu2023", model="llama"),
    SeatSpec("xu2023", model="llama"),
    SeatSpec("bot"),
    SeatSpec("bot"),
]
GAME = written("WSVV", night(1), journal=JOURNAL, players=PLAYERS)


def test_costs_are_sums_by_seat_and_seats_of_which_nothing_is_said_have_none() -> None:
    assert by_seat("tokens_in", GAME) == {1: (400, 1), 2: (50, 1)}
    assert value("tokens_in", GAME) == 450
    assert value("tokens_out", GAME) == 80
    assert by_seat("calls", GAME) == {1: (3, 1), 2: (1, 1)}
    assert by_seat("cached_tokens", GAME) == {1: (90, 1), 2: (10, 1)}
    assert value("money", GAME) == 0.75
    assert value("seconds", GAME) == 10.5


def test_costs_by_model_leave_players_without_one_out() -> None:
    groups = Groups(("model",))
    groups.add(measure(GAME))
    rows = {
        (row.metric.name, row.group["model"]): row.value
        for row in groups.rows()
        if row.metric.name in ("tokens_in", "seconds")
    }
    assert rows == {("tokens_in", "llama"): 450, ("seconds", "llama"): 10, ("seconds", "none"): 0.5}


def test_discipline_is_how_the_answers_came() -> None:
    assert summed("discipline_given", GAME) == (2, 5, 0.4)
    assert summed("discipline_repaired", GAME) == (1, 5, 0.2)
    assert summed("discipline_replaced", GAME) == (1, 5, 0.2)
    assert summed("discipline_timed_out", GAME) == (1, 5, 0.2)
    assert by_seat("discipline_given", GAME) == {1: (1, 2), 2: (0, 2), 3: (1, 1)}


@pytest.mark.parametrize(
    "name",
    [
        "calls",
        "tokens_in",
        "cached_tokens",
        "money",
        "seconds",
        "discipline_given",
        "discipline_timed_out",
    ],
)
def test_without_a_journal_there_is_no_value(name: str) -> None:
    assert value(name, written("WSVV", night(1))) is None


def test_a_seat_that_called_no_model_has_no_calls_rather_than_0() -> None:
    assert 3 not in by_seat("calls", GAME)
