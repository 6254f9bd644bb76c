"""The order in which games are read, which random ids decide, changes no digit of any number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

import wolfcore
from wolfcore.metrics import Crosstabs, Dimension, Groups, MeasuredGame, from_game_log, measure
from wolfcore.records import SeatSpec, header_of

DEALS, TIMES = 4, 3
NUMBERS = ("value", "low", "high", "by_range", "numerator", "denominator", "pooled")


@cache
def measured() -> tuple[MeasuredGame, ...]:
    """Games of house bots of several levels, each deal several times."""
    found: list[MeasuredGame] = []
    for number in range(DEALS * TIMES):
        level = ("easy", "normal", "hard")[number % TIMES]
        game = wolfcore.play("duel6", seed=number // TIMES, seats={"*": f"bot:{level}"})
        seats = [SeatSpec("bot", (level,))] * 6
        found.append(measure(from_game_log(f"g{number}", header_of(game.spec), game.log, seats)))
    return tuple(found)


def numbers(games: Sequence[MeasuredGame], by: Sequence[Dimension]) -> list[str]:
    """Every digit of all metrics and tables."""
    groups, tables = Groups(by), Crosstabs()
    for game in games:
        groups.add(game)
        tables.add(game)
    return [
        *(
            repr([getattr(row, field) for field in NUMBERS]) + row.metric.name + str(row.group)
            for row in groups.rows()
        ),
        # The similarity of consecutive games is that of games in the order of reading.
        *(repr(cell) for cell in tables.cells() if "consecutive" not in cell.column),
    ]


@pytest.mark.parametrize("by", [(), ("player",), ("team", "day")])
def test_shuffled_games_give_equal_digits(by: tuple[Dimension, ...]) -> None:
    games = list(measured())
    before = numbers(games, by)
    assert len(before) > 100
    chance = Random(1)
    for _ in range(4):
        chance.shuffle(games)
        assert [
            pair for pair in zip(before, numbers(games, by), strict=True) if len(set(pair)) > 1
        ] == []
