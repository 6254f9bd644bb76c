"""p-values of means, Holm's correction, and an interval that holds whenever sampling stops.

All follow from intervals that hold for every distribution within a range (`wolfcore.intervals`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import exp, log, log1p
from typing import TypeAlias

from wolfcore.intervals import UPPER_QUANTILE, Interval, bounded_mean_interval

_LEAST_P, _P_STEPS = 1e-6, 16
"""The smallest p-value that is told, and the bisection steps of its search, which find it to one in
a thousand."""


_FLAT = 1e-12


Sample: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""The sums and weights of observations, as `bounded_mean_interval` takes them."""


def p_value(sample: Sample, least: float, most: float) -> float | None:
    """Return the two-sided p-value of a mean of 0, the level of the widest interval without it.

    It is at least 1e-6. None where there is no interval.

    Args:
        sample: The observations.
        least: The least possible value of the mean, below 0.
        most: The greatest possible value, above 0.
    """

    def excludes(p: float) -> bool:
        found = bounded_mean_interval(*sample, least, most, upper=1 - p / 2)
        return found.low is not None and found.high is not None and not found.low <= 0 <= found.high

    return None if len(sample[0]) < 2 else _smallest_p(excludes)


def p_value_of_equal_means(samples: Sequence[Sample], least: float, most: float) -> float | None:
    """Return the p-value of several means being equal, however their observations hang together.

    It is the level at which simultaneous intervals (each at the level divided by the number of
    means, Bonferroni) first have no value in common. None for fewer than two means with intervals.

    Args:
        samples: The observations of each mean.
        least: The least possible value of the means.
        most: The greatest possible value.
    """
    told = [sample for sample in samples if len(sample[0]) > 1]
    if len(told) < 2:
        return None

    def apart(p: float) -> bool:
        upper = 1 - p / 2 / len(told)
        found = [bounded_mean_interval(*sample, least, most, upper=upper) for sample in told]
        lows = [each.low for each in found if each.low is not None]
        highs = [each.high for each in found if each.high is not None]
        return max(lows) > min(highs)

    return _smallest_p(apart)


def _smallest_p(is_excluded: Callable[[float], bool]) -> float:
    """Return the smallest level at which something is excluded, 1e-6 to 1."""
    if not is_excluded(1 - _FLAT):
        return 1.0
    low, high = log(_LEAST_P), 0.0
    for _ in range(_P_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_excluded(exp(middle)) else (middle, high)
    return exp(high)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number by Holm's (1979) method, in the same order.

    The chance that any of those whose hypothesis is true falls below a level is at most that level,
    whatever their dependence.
    """
    found, least = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        least = max(least, min(1.0, p_values[place] * (len(p_values) - rank)))
        found[place] = least
    return found


_STAKES, _BET_STEPS = 12, 20
"""The number of stakes that bets are mixed of, and the bisection steps of the ends."""


def betting_interval(values: Sequence[float], least: float = 0.0, most: float = 1.0) -> Interval:
    """Return the 95 % interval by betting of a mean, which holds whenever sampling stops.

    Hedged capital (Waudby-Smith and Ramdas 2024, section 4) with an even mixture of constant stakes
    in place of predictable ones (Orabona and Jun 2024): its wealth is a martingale under each mean,
    so that it holds for every distribution and every rule of stopping (Ville's inequality), and
    does not depend on the order of the values. It is wider than an interval for a fixed number.

    Args:
        values: The observations.
        least: The least possible value.
        most: The greatest possible value.
    """
    if len(values) < 2:
        return Interval(how="one game")
    width = most - least
    shares = [(value - least) / width for value in values]
    low, high = _betting_end(shares), 1 - _betting_end([1 - share for share in shares])
    return Interval(least + low * width, least + high * width, "betting")


def _betting_end(shares: Sequence[float]) -> float:
    """Return the lower end: the mean below which bets on a larger one win 40 times their stake."""
    # Sorted, so that rounding does not depend on the order either.
    counts, low = Counter(sorted(shares)), 0.0
    high = sum(share * many for share, many in counts.items()) / len(shares)
    if not high:
        return 0.0
    for _ in range(_BET_STEPS):
        middle = (low + high) / 2
        won = _log_wealth(counts, middle) >= -log(1 - UPPER_QUANTILE)
        low, high = (middle, high) if won else (low, middle)
    return low


def _log_wealth(counts: Mapping[float, int], mean: float) -> float:
    """Return the logarithm of the mean wealth of all stakes against a mean above 0."""
    ends = [
        sum([many * log1p(stake * (share / mean - 1)) for share, many in counts.items()])
        for stake in (0.01 * 99 ** (number / (_STAKES - 1)) for number in range(_STAKES))
    ]
    most = max(ends)
    return most + log(sum([exp(end - most) for end in ends]) / _STAKES)
