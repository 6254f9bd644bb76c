"""How many paired deals tell two players apart, before one is played."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, expm1, log
from statistics import NormalDist

from msgspec import Struct

from wolfcore.errors import ConfigError

from .sequential import GUESSED_VARIANCE, SequentialTest

_STILL = 1e-9


class DealsNeeded(Struct, frozen=True, kw_only=True):
    """How many deals it takes; each is played once by A and once by B.

    Attributes:
        difference: The gain that is to be told from none.
        alpha: How often one sees it where it is none.
        beta: How often one misses it where it is there.
        variance: The variance of the differences of deals that is reckoned with.
        fixed: The deals of a test whose number is fixed before.
        if_none: The deals that `SequentialTest` reads on the average where there is no gain.
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
    difference: float, *, alpha: float = 0.05, beta: float = 0.05, pilot: Sequence[float] = (), variance: float = GUESSED_VARIANCE
) -> DealsNeeded:
    """How many paired deals tell a gain of `difference` from none.

    The fixed number is that of a one-sided test of a mean: the quantiles of both error rates, squared, times the variance over the
    squared difference, with Guenther's (1981) half square for the variance being estimated. For a two-sided 95 % interval that
    leaves 0 out, `alpha` is 0.025. The numbers of the sequential test are Wald's, for a walk without overshoot.

    Args:
        difference: The gain, as a difference of shares of games won, above 0 and below 1.
        alpha: How often one may see a gain where there is none, above 0 and below 0.5.
        beta: How often one may miss it.
        pilot: Differences of deals that were played before, -1 to 1; one more is reckoned with, as far from them as can be, since
            few deals, or equal ones, promise too little variance.
        variance: What is reckoned with where no pilot was played: two independent games that are won half the time.

    Raises:
        ConfigError: A number is out of its range.
    """
    if not 0 < difference < 1:
        hint = "It is in shares of games won, such as 0.05."
        raise ConfigError(f"a difference of {difference:g} is not between 0 and 1", hint=hint)
    test = SequentialTest(low=0.0, high=difference, alpha=alpha, beta=beta)
    if not 0 < variance <= 1:
        raise ConfigError(f"a variance of {variance:g} is not above 0 and at most 1")
    spread = variance_of(pilot) if pilot else variance
    false, missed = NormalDist().inv_cdf(1 - alpha), NormalDist().inv_cdf(1 - beta)
    fixed = (false + missed) ** 2 * spread / difference**2 + false**2 / 2
    none, there, between = (ceil(expected_deals(test, gain, spread)) for gain in (0.0, difference, difference / 2))
    return DealsNeeded(
        difference=difference, alpha=alpha, beta=beta, variance=spread, fixed=ceil(fixed), if_none=none, if_there=there,
        between=between,
    )  # fmt: skip


def variance_of(differences: Sequence[float]) -> float:
    """The variance of the differences of deals, at least one, and of one more: 1 or -1, whichever is farther from their mean."""
    more = [*differences, -1.0 if sum(differences) > 0 else 1.0]
    mean = sum(more) / len(more)
    return sum([(difference - mean) ** 2 for difference in more]) / (len(more) - 1)


def expected_deals(test: SequentialTest, gain: float, variance: float) -> float:
    """How many deals a test reads on the average from its start (Wald 1945), without what it overshoots its ends by.

    Args:
        test: The test; how far it is plays no part.
        gain: What A gains in truth.
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
    """How probably a walk ends at `above` before -`below`; twice its drift over its variance is `pull`, above 0."""
    return expm1(-pull * below) / expm1(-pull * (above + below))
