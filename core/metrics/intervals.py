"""95 % intervals: Wilson for a share, bootstrap by game for a mean.

No chance is in them: the resamples come from the keyed dice of the rules, so equal games give equal intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from operator import mul
from typing import NamedTuple

from core.game import Dice

Z = 1.959963984540054
"""The 97.5th percentile of the normal distribution."""
RESAMPLES = 1000
MOST_RESAMPLED = 100
"""With more games the normal limit is taken, to which the bootstrap of a mean converges and which costs one pass."""


class Interval(NamedTuple):
    """A 95 % interval and how it was found: `wilson`, `bootstrap` or `normal`; None where one game says nothing of the next."""

    low: float | None = None
    high: float | None = None
    how: str = ""

    def within(self, least: float | None, most: float | None) -> Interval:
        """The part of it that is possible."""
        if self.low is None or self.high is None:
            return self
        low = self.low if least is None else max(self.low, least)
        return Interval(low, self.high if most is None else min(self.high, most), self.how)


def wilson(hits: float, trials: float) -> Interval:
    """The score interval of a share (Wilson 1927) of `hits` in `trials`; none without trials."""
    if not trials:
        return Interval()
    share, square = hits / trials, Z * Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = Z / (1 + square / trials) * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return Interval(max(0.0, middle - half), min(1.0, middle + half), "wilson")


def of_mean(sums: Sequence[float], weights: Sequence[float]) -> Interval:
    """The interval of sum(sums) / sum(weights), games resampled whole.

    Args:
        sums: What each game adds above the line.
        weights: What each game adds below it; 1 for a plain mean of games.
    """
    games, total = len(sums), sum(weights)
    if games < 2 or not total:
        return Interval()
    middle = sum(sums) / total
    if games > MOST_RESAMPLED:
        spread = sqrt(sum((above - middle * below) ** 2 for above, below in zip(sums, weights, strict=True))) / total
        return Interval(middle - Z * spread, middle + Z * spread, "normal")
    if max(sums) == min(sums) and max(weights) == min(weights):
        return Interval(middle, middle, "bootstrap")
    found: list[float] = []
    for counts in resamples(games):
        below = sum(map(mul, counts, weights))
        if below:
            found.append(sum(map(mul, counts, sums)) / below)
    return percentiles(found)


def percentiles(found: Sequence[float]) -> Interval:
    """The middle 95 % of what resampling found."""
    ordered = sorted(found)
    cut = len(ordered) // 40
    return Interval(ordered[cut], ordered[-cut - 1], "bootstrap")


@lru_cache(maxsize=16)
def resamples(games: int) -> tuple[tuple[float, ...], ...]:
    """How often each of `games` games is in each resample."""
    dice = Dice(games, "bootstrap")
    state = dice.draw("state", 1 << 63)
    found: list[tuple[float, ...]] = []
    for _ in range(RESAMPLES):
        counts = [0.0] * games
        for _ in range(games):
            state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            counts[(state >> 33) * games >> 31] += 1.0
        found.append(tuple(counts))
    return tuple(found)
