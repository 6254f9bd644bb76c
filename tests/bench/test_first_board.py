"""What one seat gets of a game: the figures of single games, their mean, and the command."""

from __future__ import annotations

import json

import pytest

from bench.first_board import Seat, means, measure, seat_of


def test_the_mean_of_each_figure() -> None:
    assert means([Seat(1, 2, 3, 4, 0, 1, 0), Seat(3, 2, 5, 0, 1, 1, 0)]) == Seat(
        2, 2, 4, 2, 0.5, 1, 0
    )


def test_who_votes_on_day_2_has_spoken_and_chosen() -> None:
    for seed in range(20):
        seat = seat_of("duel6", seed)
        assert seat.minutes > 0
        assert seat.spoke or not seat.words
        if seat.voted_twice:
            assert seat.spoke
            assert min(seat.choices, seat.words, seat.days) >= 2


def test_the_command_prints_a_row_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    measure(["--board", "duel6", "--board", "sla7", "--games", "3", "--json"])
    assert list(json.loads(capsys.readouterr().out)) == ["duel6", "sla7"]
    measure(["--board", "duel6", "--games", "3"])
    assert "duel6" in capsys.readouterr().out.splitlines()[-1]
