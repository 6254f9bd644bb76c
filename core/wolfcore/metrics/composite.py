"""A weighted sum of means over games, each over the games that have its value, with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.intervals import Interval, gaffke_interval

WeightedMean = tuple[float, Sequence[int], Sequence[float]]
"""A weight, and the mean's games with their values, 0..1."""


def weighted_mean_sum(terms: Sequence[WeightedMean]) -> tuple[float, Interval]:
    """The sum of weight x mean, and its 95 % interval, a game being one observation.

    A game enters with what it alone moves the sum; the one game more of Gaffke's bound (see `intervals.bounded_mean_interval`) has the worst
    value in every term.

    Args:
        terms: The means; none without a game.
    """
    means = [sum(values) / len(values) for _, _, values in terms]
    value = sum(weight * mean for (weight, _, _), mean in zip(terms, means, strict=True))
    moves: dict[int, float] = {}
    for (weight, places, values), mean in zip(terms, means, strict=True):
        for game, found in zip(places, values, strict=True):
            moves[game] = moves.get(game, 0.0) + weight * (found - mean) / len(values)
    games = len(moves)
    if games < 2:
        return value, Interval(how="one game")
    most, least = (
        value + games * sum(weight * (end - mean) / len(values) for (weight, _, values), mean in zip(terms, means, strict=True))
        for end in (1, 0)
    )
    whole = sum(weight for weight, _, _ in terms)
    return value, gaffke_interval([value + games * move for move in moves.values()], least, most).within(0, whole)
