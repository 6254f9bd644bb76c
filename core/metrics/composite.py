"""A weighted sum of means over games, each over the games that have its value, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from .intervals import MOST_RESAMPLED, Interval, Z, percentiles, resamples

Term = tuple[float, Sequence[int], Sequence[float]]
"""A weight, and the mean's games with their values."""


def composite(terms: Sequence[Term], games: int) -> tuple[float, Interval]:
    """The sum of weight x mean, and its 95 % interval with whole games resampled.

    Args:
        terms: The means; none without a game.
        games: How many games there are; those of the terms are 0..games-1.
    """
    value = sum(weight * sum(values) / len(values) for weight, _, values in terms)
    concerned = sorted({game for _, places, _ in terms for game in places})
    if len(concerned) < 2:
        return value, Interval()
    if len(concerned) > MOST_RESAMPLED:
        return value, _normal(terms, value, games)
    return value, _bootstrap(terms, {game: number for number, game in enumerate(concerned)})


def _normal(terms: Sequence[Term], value: float, games: int) -> Interval:
    """From how far each game alone moves the sum (the delta method)."""
    moves = [0.0] * games
    for weight, places, values in terms:
        mean = sum(values) / len(values)
        for game, found in zip(places, values, strict=True):
            moves[game] += weight * (found - mean) / len(values)
    spread = sqrt(sum(move * move for move in moves))
    return Interval(value - Z * spread, value + Z * spread, "normal")


def _bootstrap(terms: Sequence[Term], numbers: dict[int, int]) -> Interval:
    found: list[float] = []
    for counts in resamples(len(numbers)):
        total = 0.0
        for weight, places, values in terms:
            drawn = [counts[numbers[game]] for game in places]
            below = sum(drawn)
            if not below:
                break  # a resample without any game of a role has no such mean
            total += weight * sum(count * each for count, each in zip(drawn, values, strict=True)) / below
        else:
            found.append(total)
    return percentiles(found) if found else Interval()
