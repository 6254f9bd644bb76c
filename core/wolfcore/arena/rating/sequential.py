"""A sequential test of A against B over paired deals, and how many deals it will need.

Testing by betting (Waudby-Smith and Ramdas 2024): two hypotheses bet against each other, and the
test ends when one has won enough. Error rates hold for any distribution (Ville's inequality),
unlike those of the normal-likelihood SPRT of chess engines. Deals are read by number, not in the
order in which they end: deals that end early are not a fair sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, expm1, log, log1p
from random import Random
from statistics import NormalDist
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError

from .significance import betting_interval

Verdict = Literal["accept", "reject"]
"""`accept`: the gain is above `low`, as if it were `high`; `reject`: it is below `high`."""


GUESSED_VARIANCE = 0.5
"""The prior variance of differences.

It is that of two independent games that each side wins half the time.
"""


GUESSED_DEALS = 10
"""The number of deals that the prior variance counts as."""


MOST_STAKED = 0.75
"""The largest part of a bettor's wealth that one deal may lose."""


class SequentialTest(Struct, frozen=True, kw_only=True):
    """A sequential test and its state, as plain data that can be stored and resumed.

    Attributes:
        low: H0: A gains `low` or less, as a difference of shares of games won, -1 to 1
            (`gain_of_elo` for Elo points).
        high: H1: A gains `high` or more; above `low`.
        alpha: The probability of accepting where H0 is true, above 0 and below 0.5.
        beta: The probability of rejecting where H1 is true.
        deals: The number of deals read; after the verdict, those on which it rests.
        total: The sum of their differences.
        squares: The sum of the squares of their differences.
        for_high: The logarithm of the wealth of the bettor against H0; decided at log(1 / alpha).
        for_low: The logarithm of the wealth of the bettor against H1; decided at log(1 / beta).
        decided: The verdict, or None so far.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    deals: int = 0
    total: float = 0.0
    squares: float = 0.0
    for_high: float = 0.0
    for_low: float = 0.0
    decided: Verdict | None = None

    def __post_init__(self) -> None:
        if not -1 < self.low < self.high < 1:
            hint = "They are gains as shares of games won, such as 0 and 0.05."
            raise ConfigError(
                f"`low` {self.low:g} and `high` {self.high:g} must be between -1 and 1, "
                "and `low` below `high`",
                hint=hint,
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ConfigError(f"an error rate of {rate:g} is not between 0 and 0.5", key=name)

    @property
    def gain(self) -> float | None:
        """The mean difference of the deals read; None without any.

        Where a test stops early this mean is too extreme on average.
        """
        return self.total / self.deals if self.deals else None

    @property
    def variance(self) -> float:
        """The variance that sets the next stake: that of the deals read, mixed with the prior."""
        mean = self.total / self.deals if self.deals else 0.0
        spread = max(0.0, self.squares - self.deals * mean * mean)
        return (GUESSED_DEALS * GUESSED_VARIANCE + spread) / (GUESSED_DEALS + self.deals)

    def updated(self, difference: float) -> SequentialTest:
        """Return the test after one more deal; a verdict stays, whatever comes after it.

        Args:
            difference: The points of A on the deal minus those of B, -1 to 1.

        Raises:
            ValueError: The difference is out of range.
        """
        if not -1 <= difference <= 1:
            raise ValueError(f"a difference of {difference} is not between -1 and 1")
        if self.decided:
            return self
        apart = self.high - self.low
        # Nearly Kelly's stake, mean / second moment, as if the true difference were the other
        # bound.
        stake = apart / (self.variance + apart * apart)
        for_high = self.for_high + log1p(
            min(stake, MOST_STAKED / (1 + self.low)) * (difference - self.low)
        )
        for_low = self.for_low + log1p(
            min(stake, MOST_STAKED / (1 - self.high)) * (self.high - difference)
        )
        return replace(
            self,
            deals=self.deals + 1,
            total=self.total + difference,
            squares=self.squares + difference * difference,
            for_high=for_high,
            for_low=for_low,
            decided=self._verdict(for_high, for_low),
        )

    def updated_all(self, differences: Iterable[float]) -> SequentialTest:
        """Return the test after more deals, as `differences_of` gives them."""
        test = self
        for difference in differences:
            test = test.updated(difference)
        return test

    def _verdict(self, for_high: float, for_low: float) -> Verdict | None:
        above, below = for_high + log(self.alpha), for_low + log(self.beta)
        if max(above, below) < 0:
            return None
        return "accept" if above >= below else "reject"


class StoppedGain(Struct, frozen=True, kw_only=True):
    """The gain of the deals that a stopped test read.

    Attributes:
        mean: Their mean difference, which is too extreme on average: it is what stopped the test.
        corrected: The mean less its bias, which is measured by running the test again on deals
            drawn from these with replacement (bootstrap).
        low: The lower end of the 95 % interval by betting, which holds whenever play stops.
        high: The upper end.
    """

    mean: float
    corrected: float
    low: float | None
    high: float | None


_RERUNS, _MOST_REREAD, _LONGEST_RERUN = 200, 400_000, 20
"""The runs of a bootstrap, the deals that all may read together, and the deals that one may read as
a multiple of those of the test."""


def stopped_gain(start: SequentialTest, differences: Sequence[float]) -> StoppedGain:
    """Estimate the gain behind a stopped test; equal arguments give equal estimates.

    Args:
        start: The test before its first deal.
        differences: The differences of the deals that it read, at least one, in any order.
    """
    # Sorted, so that the draws depend on the differences alone.
    known, chance = sorted(differences), Random(0)
    mean, longest = sum(known) / len(known), _LONGEST_RERUN * len(known)
    read = runs = 0
    total = 0.0
    while runs < _RERUNS and read < _MOST_REREAD:
        test = start
        while not test.decided and test.deals < longest:
            test = test.updated(chance.choice(known))
        read, runs, total = read + test.deals, runs + 1, total + (test.gain or 0.0)
    found = betting_interval(known, -1, 1)
    corrected = min(max(2 * mean - total / runs, -1.0), 1.0)
    return StoppedGain(mean=mean, corrected=corrected, low=found.low, high=found.high)


_STILL = 1e-9


class DealsNeeded(Struct, frozen=True, kw_only=True):
    """The number of deals needed; each is played once by A and once by B.

    Attributes:
        difference: The gain to detect.
        alpha: The probability of detecting it where there is none.
        beta: The probability of missing it where it is there.
        variance: The assumed variance of the differences of deals.
        fixed: The deals of a test whose number is fixed before.
        if_none: The mean number of deals that `SequentialTest` reads where there is no gain.
        if_there: The same where the gain is as large as `difference`.
        between: The same where it is half as large, which is where it takes longest.
    """

    difference: float
    alpha: float
    beta: float
    variance: float
    fixed: int
    if_none: int
    if_there: int
    between: int


def deals_needed(
    difference: float,
    *,
    alpha: float = 0.05,
    beta: float = 0.05,
    pilot: Sequence[float] = (),
    variance: float = GUESSED_VARIANCE,
) -> DealsNeeded:
    """Return how many paired deals are needed to tell a gain of `difference` from none.

    The fixed number is that of a one-sided test of a mean: the quantiles of both error rates,
    summed and squared, times the variance over the squared difference, with Guenther's (1981) half
    square for the variance being estimated. For a two-sided 95 % interval that excludes 0, `alpha`
    is 0.025. The numbers of the sequential test are Wald's, for a walk without overshoot.

    Args:
        difference: The gain, as a difference of shares of games won, above 0 and below 1.
        alpha: The probability of detecting a gain where there is none, above 0 and below 0.5.
        beta: The probability of missing it.
        pilot: Differences of deals played before, -1 to 1. One more is added, as far from them as
            possible, since few deals, or equal ones, give too small a variance.
        variance: The variance assumed without a pilot: two independent games that are won half the
            time.

    Raises:
        ConfigError: A number is out of its range.
    """
    if not 0 < difference < 1:
        hint = "It is a share of games won, such as 0.05."
        raise ConfigError(f"a difference of {difference:g} is not between 0 and 1", hint=hint)
    test = SequentialTest(low=0.0, high=difference, alpha=alpha, beta=beta)
    if not 0 < variance <= 1:
        raise ConfigError(f"a variance of {variance:g} is not above 0 and at most 1")
    spread = variance_of(pilot) if pilot else variance
    false, missed = NormalDist().inv_cdf(1 - alpha), NormalDist().inv_cdf(1 - beta)
    fixed = (false + missed) ** 2 * spread / difference**2 + false**2 / 2
    none, there, between = (
        ceil(expected_deals(test, gain, spread)) for gain in (0.0, difference, difference / 2)
    )
    return DealsNeeded(
        difference=difference,
        alpha=alpha,
        beta=beta,
        variance=spread,
        fixed=ceil(fixed),
        if_none=none,
        if_there=there,
        between=between,
    )


def variance_of(differences: Sequence[float]) -> float:
    """Return the variance of the differences of deals, at least one, with one extreme value added.

    The added value is 1 or -1, whichever is farther from their mean.
    """
    more = [*differences, -1.0 if sum(differences) > 0 else 1.0]
    mean = sum(more) / len(more)
    return sum([(difference - mean) ** 2 for difference in more]) / (len(more) - 1)


def expected_deals(test: SequentialTest, gain: float, variance: float) -> float:
    """Return the mean number of deals that a test reads from its start (Wald 1945), no overshoot.

    Args:
        test: The test; its state is ignored.
        gain: The true gain of A.
        variance: The variance of the differences of deals, above 0.
    """
    apart, middle = test.high - test.low, (test.low + test.high) / 2
    above, below = log(1 / test.alpha), log(1 / test.beta)
    drift, spread = apart * (gain - middle) / variance, apart * apart / variance
    pull = 2 * drift / spread
    if abs(pull) < _STILL:
        return above * below / spread
    accepts = _upwards(pull, above, below) if pull > 0 else 1 - _upwards(-pull, below, above)
    return (above * accepts - below * (1 - accepts)) / drift


def _upwards(pull: float, above: float, below: float) -> float:
    """Return the probability that a walk ends at `above` before -`below`.

    `pull` is twice its drift over its variance, above 0.
    """
    return expm1(-pull * below) / expm1(-pull * (above + below))
