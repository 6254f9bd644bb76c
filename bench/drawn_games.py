"""Finished games drawn at random from known strengths, with games of one deal correlated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import permutations
from math import exp, sqrt
from random import Random
from statistics import NormalDist
from typing import TypeAlias

from wolfcore.arena.rating import FinishedGame

SIDES = ("village",) * 5 + ("wolves",) * 2


Seated: TypeAlias = Callable[[Random], list[tuple[str, ...]]]
"""Who sits where in each game of a deal."""


def teams(one: str, other: str) -> tuple[str, ...]:
    """A team of five against a team of two."""
    return (one,) * 5 + (other,) * 2


def every_pair(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Pair all players against each other, on both sides."""
    return [teams(one, other) for one, other in permutations(names, 2)]


def rotating_tables(names: str, games: int) -> Seated:
    """Tables of seven with everybody at them, whose seats move on from game to game."""

    def seated(chance: Random) -> list[tuple[str, ...]]:
        mixed = chance.sample(names, len(names))
        return [tuple((mixed[2 * turn :] + mixed[: 2 * turn])[:7]) for turn in range(games)]

    return seated


def draw_games(
    chance: Random,
    strengths: Mapping[str, float],
    boards: Mapping[str, float],
    deals: int,
    *,
    alike: float = 0.4,
    seated: Seated | None = None,
) -> list[FinishedGame]:
    """Draw games by the Bradley-Terry model.

    Games of one deal share the part `alike` of their luck, 0..1.

    The chance of each game is exactly the model's, however much of its luck it shares with others
    of the deal. Without `seated` everybody plays everybody.
    """
    found: list[FinishedGame] = []
    for deal in range(deals):
        for board, advantage in boards.items():
            shared = chance.gauss(0, 1)
            for players in seated(chance) if seated else every_pair(strengths):
                own, others = (
                    [strengths[name] for name in part] for part in (players[:5], players[5:])
                )
                odds = advantage + sum(own) / 5 - sum(others) / 2
                luck = NormalDist().cdf(sqrt(alike) * shared + sqrt(1 - alike) * chance.gauss(0, 1))
                winner = "village" if luck < 1 / (1 + exp(-odds)) else "wolves"
                found.append(
                    FinishedGame(
                        board=board, deal=deal, players=players, sides=SIDES, winner=winner
                    )
                )
    return found
