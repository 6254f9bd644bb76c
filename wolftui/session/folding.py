"""What follows from facts, at every one of them. Each fact is folded once, however often the cursor moves over it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from wolfcore.game import facts as f

T = TypeVar("T")


class Fold(Generic[T]):
    """How something follows from facts. It is told apart by identity, so it is made once and kept.

    Args:
        start: What is so before the first fact.
        step: What is so after one more fact, given how many facts that makes; the same object where nothing changes. Values are
            kept, so none is ever altered.
        kinds: The facts that `step` is given; it has no use for others, and going over them costs nothing.
    """

    __slots__ = ("kinds", "start", "step")

    def __init__(self, start: T, step: Callable[[T, Any, int], T], kinds: tuple[type, ...]) -> None:
        self.start, self.step, self.kinds = start, step, frozenset(kinds)


class FoldValues(Generic[T]):
    """The values of a fold along a list of facts that only grows.

    Attributes:
        folded: How many facts at the start of the list were folded.
    """

    __slots__ = ("_after", "_fold", "_values", "folded")

    def __init__(self, fold: Fold[T]) -> None:
        self._fold, self.folded = fold, 0
        self._after, self._values = [0], [fold.start]

    def value(self, facts: Sequence[f.Fact], fact_count: int) -> T:
        """What is so after the first `told` of the facts."""
        self.fold_to(facts, fact_count)
        return self._values[bisect_right(self._after, fact_count) - 1]

    def fold_to(self, facts: Sequence[f.Fact], fact_count: int, most: int | None = None) -> bool:
        """Fold on up to the `told`-th fact, and no more than `most` facts of the fold's kinds; whether that is done."""
        step, kinds, value, left = self._fold.step, self._fold.kinds, self._values[-1], most
        while self.folded < fact_count:
            fact = facts[self.folded]
            if type(fact) in kinds:
                if left is not None:
                    if not left:
                        return False
                    left -= 1
                after = step(value, fact, self.folded + 1)
                if after is not value:
                    self._after.append(self.folded + 1)
                    self._values.append(after)
                    value = after
            self.folded += 1
        return True
