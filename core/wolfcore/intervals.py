"""95 % confidence intervals for few games: of shares, of means and of entropies.

Methods: Clopper and Pearson, Gaffke, Student's t with Hall's correction, likelihood ratio. A deal
is one observation: its games have the same roles, and the ballots and speeches of a game depend on
each other. Quantiles of the beta and Student's t distributions are computed here (DLMF 8.17.22):
scipy would take a second to load. `python -m bench coverage` measures how often each interval
holds and how wide it is, beside Student's t and the betting interval of Waudby-Smith and Ramdas.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from math import cbrt, exp, fsum, inf, lgamma, log, log1p, log2, sqrt
from typing import Literal, NamedTuple

UPPER_QUANTILE = 0.975
"""The probability below the upper end of a two-sided 95 % interval."""


FEWEST_WITHOUT_RANGE = 15
"""The least number of deals for an interval of a mean of unbounded values; with fewer, none of the
known intervals covers 95 % where counts are as skewed as negative binomial and lognormal ones."""


FEWEST_OF_OPEN_RANGE = 7
"""The same where the values have a range that they fill little of, such as trust ratios: of these
the interval holds 95 % from 7 deals on."""


_SKEWED, _BEYOND = 0.5, 2.0
"""The skew from which a longer side is extended, and how far beyond the extreme value seen the
value of one more deal is, in distances of that extreme from the mean."""


FEWEST_OF_FREE_WEIGHT = 40
"""The least number of deals for an interval of a pooled value whose games weigh as much as they
like. Of games as rare as 1 in 12 fewer deals too often contain none, and they may outweigh all
others."""


_FLAT = 1e-12


_SHARPEST, _HALVINGS = 60.0, 40
"""The end of the path towards sharper distributions, and the bisection steps of the search along a
path."""


IntervalMethod = Literal[
    "",
    "exact",
    "range",
    "student",
    "likelihood",
    "betting",
    "one game",
    "few games",
    "no spread",
    "uneven",
]


INTERVAL_METHODS: dict[IntervalMethod, str] = {
    "exact": "Clopper and Pearson's exact interval of a share, each deal being all or nothing",
    "range": "Clopper and Pearson's interval carried over to values within a range, each deal "
    "being one observation",
    "student": "Student's t over deals, with Hall's correction and room for one more extreme deal "
    "where values are skewed; supposes that no rare deal lies far beyond those seen",
    "likelihood": "from the entropy of the most uneven to that of the most even distribution that "
    "the counts do not speak against",
    "betting": "the means against which no mixture of bets wins 40 times its stake, whenever play "
    "stops",
    "one game": "none: one deal says nothing of the next",
    "few games": f"none: values without bounds need at least {FEWEST_WITHOUT_RANGE} deals, and "
    f"ratios of a wide range {FEWEST_OF_OPEN_RANGE}",
    "no spread": "none: all deals are equal, so the spread of others is unknown",
    "uneven": "none: games that weigh more than others may be rare, and values pooled over games "
    f"of any weight need at least {FEWEST_OF_FREE_WEIGHT} deals",
}
"""The description of every interval method, and of every reason for having no interval."""


class Interval(NamedTuple):
    """A 95 % interval with its method; if there is none, ends of None and the reason in `how`."""

    low: float | None = None
    high: float | None = None
    how: IntervalMethod = ""

    def within(self, least: float | None, most: float | None) -> Interval:
        """Clip the interval to the range from `least` to `most`; None leaves a side open."""
        if self.low is None or self.high is None:
            return self
        low = self.low if least is None else max(self.low, least)
        return Interval(low, self.high if most is None else min(self.high, most), self.how)


def exact_interval(hits: int, trials: int, upper: float = UPPER_QUANTILE) -> Interval:
    """Return the exact interval of a proportion (Clopper and Pearson 1934).

    Args:
        hits: The number of successes.
        trials: The number of independent trials; for fewer than 2 there is no interval.
        upper: The probability below the upper end, and above the lower one.
    """
    if trials < 2:
        return Interval(how="one game")
    low = 0.0 if not hits else 1 - beta_quantile(upper, trials - hits + 1, hits)
    high = 1.0 if hits == trials else beta_quantile(upper, hits + 1, trials - hits)
    return Interval(low, high, "exact")


def bounded_mean_interval(
    sums: Sequence[float],
    weights: Sequence[float],
    least: float,
    most: float,
    *,
    free_weights: bool = False,
    upper: float = UPPER_QUANTILE,
) -> Interval:
    """Return the interval of the ratio sum(sums) / sum(weights) of bounded observations.

    Each sum lies between `least` and `most` times its weight. Gaffke's bound (2005): one more game
    with the worst possible value is added, and the games get weights drawn from all that sum to 1
    (a flat Dirichlet distribution). Where every game is all or nothing this is Clopper and
    Pearson's interval. Games of different weight enter with their linearised effect on the ratio,
    and the added game weighs as much as the heaviest, so that ballots clustered by game are
    covered. The quantile is that of the beta distribution with the same ends, mean and variance,
    which is exact for shares and for games that are all equal. The width follows the variance: of
    many games it is that of the normal interval. An interval by betting, whose coverage is proved
    for every distribution, was measured to be 1.1 to 2.2 times as wide for 5 to 400 games.

    Args:
        sums: The contribution of each game, or of all games of a deal, to the numerator.
        weights: Its contribution to the denominator, above 0; 1 for a plain mean of games.
        least: The least possible value of the ratio.
        most: The greatest possible value of the ratio.
        free_weights: Whether games decide themselves how much they weigh, as by the number of
            their ballots or speeches, and not the design, as by repeats of a deal. No interval
            holds whatever rare heavy games weigh, so few games have none.
        upper: The probability below the upper end, and above the lower one.
    """
    games, total = len(sums), sum(weights)
    if games < 2 or total <= 0:
        return Interval(how="one game")
    if free_weights and games < FEWEST_OF_FREE_WEIGHT:
        return Interval(how="uneven")
    even = max(weights) - min(weights) < _FLAT
    if even:
        hits = sum(
            abs(above - most * below) < _FLAT for above, below in zip(sums, weights, strict=True)
        )
        misses = sum(
            abs(above - least * below) < _FLAT for above, below in zip(sums, weights, strict=True)
        )
        if hits + misses == games:
            low, high, how = exact_interval(hits, games, upper)
            assert low is not None
            assert high is not None
            return Interval(least + low * (most - least), least + high * (most - least), how)
    rate, mean, heaviest = sum(sums) / total, total / games, max(weights)
    return gaffke_interval(
        _moved(sums, weights),
        rate + (least - rate) * heaviest / mean,
        rate + (most - rate) * heaviest / mean,
        upper,
    ).within(least, most)


def sum_by_deal(
    deals: Sequence[Hashable], sums: Sequence[float], weights: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Sum the contributions of games by deal; return the sums and the weights, one per deal.

    The pairs are sorted and the sums exact, so that no digit depends on the order of the games.

    Args:
        deals: The deal of each game.
        sums: The contribution of each game to the numerator.
        weights: Its contribution to the denominator.
    """
    found: dict[Hashable, list[tuple[float, float]]] = {}
    for deal, above, below in zip(deals, sums, weights, strict=True):
        found.setdefault(deal, []).append((above, below))
    pairs = sorted(
        [
            own[0] if len(own) == 1 else (fsum([a for a, _ in own]), fsum([b for _, b in own]))
            for own in found.values()
        ]
    )
    return [above for above, _ in pairs], [below for _, below in pairs]


def add_exactly(total: float, lost: float, value: float) -> tuple[float, float]:
    """Add a value to a sum kept as a float and what was lost in rounding (Knuth's two-sum).

    The sum of both is as exact as with twice the digits, in whatever order values are added.
    """
    whole = total + value
    of_value = whole - total
    return whole, lost + ((total - (whole - of_value)) + (value - of_value))


def gaffke_interval(
    values: Sequence[float], lowest: float, highest: float, upper: float = UPPER_QUANTILE
) -> Interval:
    """Return Gaffke's interval of the mean of two or more values from `lowest` to `highest`."""
    low = -_upper([-value for value in values], -lowest, upper)
    return Interval(low, _upper(values, highest, upper), "range")


def _upper(values: Sequence[float], highest: float, upper: float = UPPER_QUANTILE) -> float:
    """Return the quantile `upper` of a flat-Dirichlet mean of `values` and `highest`."""
    lowest, games = min(values), len(values)
    width = highest - lowest
    if width < _FLAT:
        return highest
    shares = [(value - lowest) / width for value in values]
    mean = (sum(shares) + 1) / (games + 1)
    spread = (sum([(share - mean) ** 2 for share in shares]) + (1 - mean) ** 2) / (
        (games + 1) * (games + 2)
    )
    size = mean * (1 - mean) / spread - 1
    return lowest + width * beta_quantile(upper, mean * size, (1 - mean) * size)


def unbounded_mean_interval(
    sums: Sequence[float],
    weights: Sequence[float] | None = None,
    *,
    fewest: int = FEWEST_WITHOUT_RANGE,
) -> Interval:
    """Return the interval of the ratio sum(sums) / sum(weights) of values without bounds.

    The interval is the widest one of Student's t, Hall's (1992) correction for skew, and, on the
    side to which values are skewed, Gaffke's bound with one more deal twice as far from the mean as
    the farthest seen.

    No method covers every distribution without bounds. The coverage of this one is measured on the
    distributions of games (days, calls, accusations, slips) and on exponential, negative binomial
    and lognormal ones (up to sigma 1); it does not cover means of values that are rarely enormous.

    Args:
        sums: The contribution of each deal to the numerator.
        weights: Its contribution to the denominator, above 0, such as its number of games; None
            for a plain mean.
        fewest: The least number of deals that have an interval.
    """
    games = len(sums)
    if games < 2:
        return Interval(how="one game")
    if games < fewest:
        return Interval(how="few games")
    values = _moved(sums, weights or [1.0] * games)
    mean = sum(values) / games
    spread = sqrt(sum([(value - mean) ** 2 for value in values]) / (games - 1))
    if spread <= _FLAT * max(1, abs(mean)):
        return Interval(how="no spread")
    third = sum([(value - mean) ** 3 for value in values]) * games / ((games - 1) * (games - 2))
    skew, t, error = third / spread**3, _student(games - 1), spread / sqrt(games)
    above, below = _hall_corrected_t(t, skew, games), _hall_corrected_t(-t, skew, games)
    low, high = mean - error * max(t, above), mean + error * max(t, -below)
    if skew > _SKEWED:
        high = max(high, _upper(values, mean + _BEYOND * (max(values) - mean)))
    if skew < -_SKEWED:
        beyond = _BEYOND * (mean - min(values)) - mean
        low = min(low, -_upper([-value for value in values], beyond))
    return Interval(low, high, "student")


def _moved(sums: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the linearised effect of each observation on the ratio sum(sums) / sum(weights).

    Their mean is the ratio; with equal weights of 1 they are the sums themselves.
    """
    rate, mean = sum(sums) / sum(weights), sum(weights) / len(sums)
    return [
        rate + (above - rate * below) / mean for above, below in zip(sums, weights, strict=True)
    ]


@lru_cache(maxsize=1 << 10)
def _student(freedom: int) -> float:
    return student_quantile(UPPER_QUANTILE, freedom)


def _hall_corrected_t(t: float, skew: float, games: int) -> float:
    """Return the Student's t at which Hall's transformed t equals `t`.

    Inverts the cubic transformation that removes the skew.
    """
    # Without skew the transformation is the identity, and its inverse would divide by 0.
    if abs(skew) < 1e-6:
        return t
    root = sqrt(games)
    return 3 * root / skew * (cbrt(1 + skew * (t - skew / (6 * root)) / root) - 1)


def entropy_interval(counts: Sequence[float]) -> Interval:
    """Return the interval of the entropy, in bits, of counted kinds; one observation per game.

    The plug-in entropy is too low for small counts, and near an even distribution neither a
    bootstrap nor a standard error repairs that. The interval covers the distributions that the
    likelihood ratio test (G) does not reject at 5 %, searched along paths: towards the even
    distribution for the upper end; towards the commonest kind, and towards sharper powers, for the
    lower end. As in Gaffke's bound one more game is added for either end, of the rarest kind and of
    the commonest, so that an interval of few games is not too narrow. Away from an even
    distribution it is wider than necessary.

    Args:
        counts: How often each kind was seen, over independent games; a possible kind that was not
            seen is included as 0. Where a deal has several games, their shares of it.
    """
    if sum(counts) < 2 or len(counts) < 2:
        return Interval(how="one game")
    return Interval(
        _least_entropy(_with_one_more(counts, max(counts))),
        _most_entropy(_with_one_more(counts, min(counts))),
        "likelihood",
    )


def entropy_bits(shares: Sequence[float]) -> float:
    """Return the Shannon entropy in bits of shares that sum to 1."""
    return sum([share * log2(1 / share) for share in shares if share > 0])


def _with_one_more(counts: Sequence[float], of: float) -> list[float]:
    """Return the counts with 1 added to the first count that equals `of`."""
    place = counts.index(of)
    return [*counts[:place], of + 1, *counts[place + 1 :]]


def _most_entropy(counts: Sequence[float]) -> float:
    """Return the entropy of the last accepted distribution on the path to the even one."""
    kinds, games = len(counts), sum(counts)
    return _extreme_entropy(
        counts, lambda part: [(1 - part) * count / games + part / kinds for count in counts], 1.0
    )


def _least_entropy(counts: Sequence[float]) -> float:
    """Return the lower entropy of two paths: to the commonest kind, and to sharper powers."""
    games, commonest = sum(counts), counts.index(max(counts))

    def towards(part: float) -> list[float]:
        return [
            (1 - part) * count / games + part * (kind == commonest)
            for kind, count in enumerate(counts)
        ]

    def sharpened(by: float) -> list[float]:
        weights = [(count / max(counts)) ** (1 + by) for count in counts]
        return [weight / sum(weights) for weight in weights]

    return min(
        _extreme_entropy(counts, towards, 1.0), _extreme_entropy(counts, sharpened, _SHARPEST)
    )


def _extreme_entropy(
    counts: Sequence[float], way: Callable[[float], list[float]], end: float
) -> float:
    """Return the entropy of the last distribution on a path that the G test accepts.

    The path runs from the counts (0) to `end`; the test has a level of 5 %.
    """
    games = sum(counts)
    # G is twice the sum of count x logarithm below, so that half of the quantile bounds the sum.
    room = chi_square_quantile(0.95, len(counts) - 1) / 2

    def within(place: float) -> bool:
        # A kind that was not seen adds nothing, and one that was seen cannot have the share 0.
        pairs = [(count, share) for count, share in zip(counts, way(place), strict=True) if count]
        return (
            all(share for _, share in pairs)
            and sum([count * log(count / games / share) for count, share in pairs]) <= room
        )

    if within(end):
        return entropy_bits(way(end))
    near, far = 0.0, end
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        near, far = (middle, far) if within(middle) else (near, middle)
    return entropy_bits(way(near))


_CLOSE = 1e-10


_TINY = 1e-300


_MOST_TERMS = 100_000


_MOST_STEPS = 200


_MANY = 1e6


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b), for a and b above 0.

    This is P(X <= x) of a beta distribution.
    """
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = exp(_log_front(x, a, b))
    # The continued fraction is fast only below the mean; above it I_x(a, b) = 1 - I_(1-x)(b, a).
    if x < (a + 1) / (a + b + 2):
        return front * _continued_fraction(x, a, b) / a
    return 1 - front * _continued_fraction(1 - x, b, a) / b


def _log_front(x: float, a: float, b: float) -> float:
    return lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of I_x(a, b) by Lentz's method; fast for x below the mean."""
    above, below = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    found = below
    for m in range(1, _MOST_TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            below = 1 / _nonzero(1 + term * below)
            above = _nonzero(1 + term / above)
            found *= above * below
        if abs(above * below - 1) < _CLOSE:
            break
    return found


def _nonzero(value: float) -> float:
    """Return the value, or a tiny number in place of 0, so that it can be a divisor."""
    return value if abs(value) > _TINY else _TINY


def beta_quantile(p: float, a: float, b: float) -> float:
    """Return the x with I_x(a, b) = p, to about 1e-9.

    Args:
        p: The probability, above 0 and below 1.
        a: The first shape, above 0.
        b: The second shape, above 0.
    """
    low, high, mean = 0.0, 1.0, a / (a + b)
    x = mean + (2 * p - 1) * 2 * sqrt(mean * (1 - mean) / (a + b + 1))
    x = x if low < x < high else mean
    for _ in range(_MOST_STEPS):
        off = beta_cdf(x, a, b) - p
        low, high = (low, x) if off > 0 else (x, high)
        slope = exp(_log_front(x, a, b)) / (x * (1 - x)) if 0 < x < 1 else inf
        step = x - off / slope if slope else inf
        # Newton's step if it stays within the bounds, else bisection.
        coming = step if low < step < high else (low + high) / 2
        if abs(coming - x) < 1e-9:
            return coming
        x = coming
    return x


def student_quantile(p: float, degrees_of_freedom: float) -> float:
    """Return the quantile of Student's t distribution at probability `p`, above one half."""
    x = beta_quantile(2 * (1 - p), degrees_of_freedom / 2, 0.5)
    return sqrt(degrees_of_freedom * (1 - x) / x)


def chi_square_quantile(p: float, degrees_of_freedom: int) -> float:
    """Return the quantile of the chi-square distribution at `p`, with 0 < p < 1.

    There is at least one degree of freedom. The quantile is the limit of 2 b X / (1 - X) as b
    grows, where X has a beta distribution with the shapes degrees_of_freedom / 2 and b; the result
    is within 1e-5.
    """
    odds = beta_quantile(p, degrees_of_freedom / 2, _MANY)
    return 2 * _MANY * odds / (1 - odds)
