"""Two players or line-ups on the same deals: what one gains over the other, deal by deal.

Whether a village wins depends more on its deal than on who plays it, so that a deal is one observation however often it is played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import atanh, log, tanh
from typing import NamedTuple

from msgspec import Struct

from wolfcore.intervals import IntervalMethod, bounded_mean_interval


class Pair(NamedTuple):
    """One deal played by two line-ups: its number, and what each made of it, -1 to 1 apart; None for a game that broke."""

    deal: int
    a: float | None
    b: float | None


class Gain(Struct, frozen=True, kw_only=True):
    """What A gains over B.

    Attributes:
        pairs: How many pairs of games were compared.
        deals: Of how many deals.
        broken: How many pairs were left out, since one game of them or both stopped before the end.
        differ: How many pairs came out otherwise.
        a: The mean of A; None without a pair.
        b: The mean of B.
        gain: The mean of A less that of B.
        low: The lower end of the 95 % interval of `gain`; None where there is none.
        high: The upper end.
        how: How the interval was found, or why there is none (`intervals.INTERVAL_METHODS`).
    """

    pairs: int
    deals: int
    broken: int
    differ: int
    a: float | None = None
    b: float | None = None
    gain: float | None = None
    low: float | None = None
    high: float | None = None
    how: IntervalMethod = ""


def gain_of(pairs: Sequence[Pair]) -> Gain:
    """What A gains over B: the mean difference of all pairs of games that came to their end.

    The interval is Gaffke's (`intervals.bounded_mean_interval`), with a deal as one observation between -1 and 1. It never promises too much,
    not even where hardly any deal comes out otherwise, of which Student's and bootstrap intervals make too little or nothing. It
    is for a number of deals that was fixed before: where one plays until something shows, `SequentialTest` says when.

    Args:
        pairs: Pairs of games; those of one deal stand together for one observation.
    """
    whole = [(pair.deal, pair.a, pair.b) for pair in pairs if pair.a is not None and pair.b is not None]
    broken = len(pairs) - len(whole)
    sums, many = sum_differences((deal, a - b) for deal, a, b in whole)
    differ = sum(a != b for _, a, b in whole)
    if not whole:
        return Gain(pairs=0, deals=0, broken=broken, differ=0)
    found = bounded_mean_interval(list(sums.values()), list(many.values()), -1, 1)
    a, b = (sum(values) / len(whole) for values in ([a for _, a, _ in whole], [b for _, _, b in whole]))
    return Gain(
        pairs=len(whole), deals=len(sums), broken=broken, differ=differ, a=a, b=b, gain=a - b, low=found.low, high=found.high,
        how=found.how,
    )  # fmt: skip


def differences_of(pairs: Iterable[Pair]) -> list[float]:
    """What A made of each deal less what B made of it, -1 to 1: the mean of its whole pairs, by rising number of the deal.

    Deals of which no pair came to its end are left out.
    """
    sums, many = sum_differences((pair.deal, pair.a - pair.b) for pair in pairs if pair.a is not None and pair.b is not None)
    return [sums[deal] / many[deal] for deal in sorted(sums)]


def elo_of_gain(gain: float) -> float:
    """A gain in games of one against the other, above -1 and below 1, on the scale of chess: 0.05 is 17.4 points."""
    return 800 / log(10) * atanh(gain)


def gain_of_elo(points: float) -> float:
    """The share of games that somebody wins less that of the other, -1 to 1, who is so many points of chess behind."""
    return tanh(points * log(10) / 800)


def sum_differences(differences: Iterable[tuple[int, float]]) -> tuple[Mapping[int, float], Mapping[int, int]]:
    """The sum of the differences of each deal, and how many there are."""
    sums, many = defaultdict[int, float](float), defaultdict[int, int](int)
    for deal, difference in differences:
        sums[deal] += difference
        many[deal] += 1
    return sums, many
