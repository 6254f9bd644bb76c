"""Draws: the random numbers of one ask, taken in order from one keyed hash.

The order and number of draws decide what a bot does: an additional draw changes every later
choice of the ask, and with it recorded games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TypeVar

from wolfcore.game import Dice

T = TypeVar("T")


_POOL = 1 << 480


_RESERVE = 1 << 96
"""Below this the pool is filled anew; no single draw takes more than 53 bits."""


class Draws:
    """Draws from the dice of one ask, in the order in which they are asked for."""

    __slots__ = ("_dice", "_filled", "_number")

    def __init__(self, dice: Dice) -> None:
        self._dice, self._filled, self._number = dice, 0, 0

    def below(self, n: int) -> int:
        """A whole number 0..n-1."""
        if self._number < _RESERVE:
            self._fill()
        self._number, drawn = divmod(self._number, n)
        return drawn

    def _fill(self) -> None:
        self._number = self._dice.draw(f"bot.{self._filled}", _POOL)
        self._filled += 1

    def random(self) -> float:
        """A float in [0, 1)."""
        if self._number < _RESERVE:
            self._fill()
        drawn = self._number & 0xFFFF_FFFF
        self._number >>= 32
        return drawn / (1 << 32)

    def happens(self, probability: float) -> bool:
        """True with this probability."""
        return self.random() < probability

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`, which must not be empty."""
        return items[self.below(len(items))]

    def softmax_index(self, scores: Sequence[float], sharpness: float) -> int:
        """A place in `scores`, likelier the higher its score.

        Args:
            scores: At least one; all finite.
            sharpness: How much a score point counts (a softmax's inverse temperature); the odds of
                two places are exp(sharpness x the difference of their scores).
        """
        top = max(scores)
        return self.weighted_index([exp(max(-60.0, sharpness * (score - top))) for score in scores])

    def weighted_index(self, weights: Sequence[float]) -> int:
        """A place in `weights`, likelier the higher its weight; the last one where all are 0."""
        left = self.random() * sum(weights)
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        return len(weights) - 1
