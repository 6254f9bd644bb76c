"""Draws: the random numbers of one ask, taken in order from one keyed hash.

The order and number of draws decide what a bot does: an additional draw changes every later choice
of the ask, and with it recorded games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TypeVar

from wolfcore.game import Dice

T = TypeVar("T")


_POOL = 1 << 480


_RESERVE = 1 << 96
"""Refill the pool when it falls below this value. No single draw takes more than 53 bits."""


class Draws:
    """Draws from the dice of one ask, in the order in which they are asked for.

    Args:
        dice: The dice of the ask.
    """

    __slots__ = ("_dice", "_filled", "_number")

    def __init__(self, dice: Dice) -> None:
        self._dice, self._filled, self._number = dice, 0, 0

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1."""
        # With 96 bits or more left the remainder is as good as uniform.
        if self._number < _RESERVE:
            self._fill()
        self._number, drawn = divmod(self._number, n)
        return drawn

    def _fill(self) -> None:
        self._number = self._dice.draw(f"bot.{self._filled}", _POOL)
        self._filled += 1

    def random(self) -> float:
        """Draw a float in [0, 1)."""
        if self._number < _RESERVE:
            self._fill()
        drawn = self._number & 0xFFFF_FFFF
        self._number >>= 32
        return drawn / (1 << 32)

    def happens(self, probability: float) -> bool:
        """Draw True with this probability (0..1)."""
        return self.random() < probability

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of `items`, each equally likely; `items` must not be empty."""
        return items[self.below(len(items))]

    def softmax_index(self, scores: Sequence[float], sharpness: float) -> int:
        """Draw an index of `scores` with softmax probabilities: the higher the score, the likelier.

        Args:
            scores: At least one; all finite.
            sharpness: The inverse temperature of the softmax. The odds of two indexes are
                exp(sharpness x the difference of their scores). An exponent more than 60 below
                that of the highest score counts as 60 below.
        """
        top = max(scores)
        return self.weighted_index([exp(max(-60.0, sharpness * (score - top))) for score in scores])

    def weighted_index(self, weights: Sequence[float]) -> int:
        """Draw an index of `weights` in proportion to its weight; the last one if all are 0."""
        left = self.random() * sum(weights)
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        # Rounding can leave a rest behind the last weight.
        return len(weights) - 1
