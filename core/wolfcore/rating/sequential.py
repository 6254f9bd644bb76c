"""A sequential test of A against B over paired deals: it reads deal after deal and stops as soon as enough have been played.

What chess engines are tested with (the SPRT of Wald 1945 in the generalised form of Van den Bergh, "A practical introduction to
the GSPRT") puts the empirical variance of the results into a likelihood ratio of normal distributions. That is right for many
results that often differ; where hardly a deal comes out otherwise, it errs in up to half of all tests (`python -m bench
calibration` prints it beside ours). Here the two hypotheses bet against each other (Waudby-Smith and Ramdas 2024, "Estimating means
of bounded random variables by betting"): who does not believe that the gain is as low as `low` stakes a part of what he has on
each deal, at odds that are fair if it is, and another does the same against `high`. If the gain is `low` or less, what the first
holds can grow to 1 / alpha with probability alpha at most (Ville's inequality), whatever the differences look like, however long
one plays and however often one looks. The stake is the one that grows fastest if the other hypothesis is true, by the variance
of the deals before, and then the logarithm of what is held is to second order the log-likelihood ratio of the SPRT: nearly as few
deals, and an error rate that is proved.

Deals are read in the order of their numbers, not in that of their ends: games that end early are not a fair sample.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, log1p
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError

Verdict = Literal["accept", "reject"]
"""`accept`: the gain is above `low`, as if it were `high`; `reject`: it is below `high`."""

GUESSED_VARIANCE = 0.5
"""The variance of differences before a deal was read: that of two independent games that each side wins half the time."""
GUESSED_DEALS = 10
"""As how many deals that guess counts."""
MOST_STAKED = 0.75
"""The largest part of what is held that one deal may lose."""


class SequentialTest(Struct, frozen=True, kw_only=True):
    """The test and how far it is, as plain data: kept in a file and read again, it goes on where it was.

    Attributes:
        low: H0: A gains `low` or less, as a difference of shares of games won, -1 to 1 (`gain_of_elo` for points of chess).
        high: H1: A gains `high` or more; above `low`.
        alpha: How often it may accept where H0 is true, above 0 and below 0.5.
        beta: How often it may reject where H1 is true.
        deals: How many deals have been read; once it is decided, on how many that rests.
        total: The sum of their differences.
        squares: The sum of their squares.
        for_high: The logarithm of what is held by who bets against H0; decided at log(1 / alpha).
        for_low: The same of who bets against H1; decided at log(1 / beta).
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
            hint = "They are gains in shares of games won, such as 0 and 0.05."
            raise ConfigError(f"`low` {self.low:g} and `high` {self.high:g} are not two rising numbers between -1 and 1", hint=hint)
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ConfigError(f"an error rate of {rate:g} is not between 0 and 0.5", key=name)

    @property
    def gain(self) -> float | None:
        """The mean difference of the deals that were read; where a test stops early it lies too far out on the average."""
        return self.total / self.deals if self.deals else None

    @property
    def variance(self) -> float:
        """The variance that the next stake goes by: that of the deals that were read, and the guess."""
        mean = self.total / self.deals if self.deals else 0.0
        spread = max(0.0, self.squares - self.deals * mean * mean)
        return (GUESSED_DEALS * GUESSED_VARIANCE + spread) / (GUESSED_DEALS + self.deals)

    def updated(self, difference: float) -> SequentialTest:
        """The test after one deal more; a verdict stands, whatever comes after it.

        Args:
            difference: What A made of the deal less what B made of it, -1 to 1.

        Raises:
            ValueError: The difference is none.
        """
        if not -1 <= difference <= 1:
            raise ValueError(f"a difference of {difference} is not between -1 and 1")
        if self.decided:
            return self
        apart = self.high - self.low
        stake = apart / (self.variance + apart * apart)
        for_high = self.for_high + log1p(min(stake, MOST_STAKED / (1 + self.low)) * (difference - self.low))
        for_low = self.for_low + log1p(min(stake, MOST_STAKED / (1 - self.high)) * (self.high - difference))
        return replace(
            self, deals=self.deals + 1, total=self.total + difference, squares=self.squares + difference * difference,
            for_high=for_high, for_low=for_low, decided=self._verdict(for_high, for_low),
        )  # fmt: skip

    def updated_all(self, differences: Iterable[float]) -> SequentialTest:
        """The test after some deals more, as `differences_of` gives them; `self.deals` of them have been read before."""
        test = self
        for difference in differences:
            test = test.updated(difference)
        return test

    def _verdict(self, for_high: float, for_low: float) -> Verdict | None:
        above, below = for_high + log(self.alpha), for_low + log(self.beta)
        if max(above, below) < 0:
            return None
        return "accept" if above >= below else "reject"
