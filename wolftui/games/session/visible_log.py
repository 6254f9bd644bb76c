"""The log filtered for one pair of eyes, folds over its facts, and where days end.

A place counts log entries; a fact count counts visible facts. Each fact is folded once, however
the cursor moves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from wolfcore.game import ALL, Entry, State
from wolfcore.game import facts as f
from wolftui.words.fact_wording import Presenter
from wolftui.words.spans import MODERATOR_EYES, Block

T = TypeVar("T")


class VisibleLog:
    """A log through one pair of eyes. A place is a number of entries of the log; `told` is how many facts these eyes had by then.

    Args:
        presenter: Tells these eyes what they see; nothing has been told yet.

    Attributes:
        eyes: Whose they are: MODERATOR_EYES, PUBLIC_EYES or a seat.
        facts: All facts of these eyes.
    """

    def __init__(self, presenter: Presenter) -> None:
        self.eyes, self.facts = presenter.eyes, list[f.Fact]()
        self._presenter = presenter
        self._at: list[int] = []
        self._states: list[State] = [presenter.state]
        self._trails: dict[Fold[Any], FoldValues[Any]] = {}

    def append(self, entries: Iterable[Entry], start: int) -> list[f.Fact]:
        """More of the log, of which the first entry has the place `start`; returns what these eyes see of it."""
        new: list[f.Fact] = []
        for index, entry in enumerate(entries, start):
            if self.eyes == MODERATOR_EYES or entry.to == ALL or self.eyes in entry.to:
                new.append(entry.fact)
                self._at.append(index)
                self._presenter.add(entry.fact)
                self._states.append(self._presenter.state)
        self.facts += new
        return new

    def fact_count(self, place: int) -> int:
        """How many facts of these eyes lie before a place."""
        return bisect_left(self._at, place)

    def place_after(self, told: int, end: int) -> int:
        """The place just behind the `told`-th fact, past what these eyes cannot see; `end` behind the last one."""
        return end if told >= len(self._at) else self._at[told]

    def state(self, told: int = -1) -> State:
        """What these eyes know after that many facts; after all if nothing is said."""
        return self._states[told]

    def fold_values(self, fold: Fold[T]) -> FoldValues[T]:
        """What a fold makes of the facts of these eyes."""
        return self._trails.setdefault(fold, FoldValues(fold))

    @property
    def blocks(self) -> Sequence[Block]:
        """Everything that can be read."""
        return self._presenter.blocks

    def block_count_at(self, place: int) -> int:
        """How many blocks can be read at a place. The last one may grow while a round of ballots is being heard."""
        return bisect_right(self.blocks, self.fact_count(place), key=lambda block: block.fact_count)


class Fold(Generic[T]):
    """How something follows from facts. It is told apart by identity, so it is made once and kept.

    Args:
        start: What is so before the first fact.
        step: What is so after one more fact, given how many facts that makes; the same object where
            nothing changes. Values are kept, so none is ever altered.
        kinds: The facts that `step` is given; it has no use for others, and going over them costs
            nothing.
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


_NOT_BY_DAY = ("setup", "night", "dawn")


def day_ends(entries: Sequence[Entry]) -> tuple[tuple[int, int], ...]:
    """The number of each day and its place: how many entries of the log lie before its end.

    A game that ends at dawn has no further day, a day that is still going on has no end yet, and a
    day on which the village wins leaves nothing to be found out at its end.
    """
    ends: list[tuple[int, int]] = []
    day = 0
    for place, entry in enumerate(entries):
        match entry.fact:
            case f.Began(phase="night") | f.Ended():
                if day and not (isinstance(entry.fact, f.Ended) and entry.fact.winner == "village"):
                    ends.append((day, place))
                day = 0
            case f.Began(day=number, phase=phase) if phase not in _NOT_BY_DAY:
                day = number
            case _:
                pass
    return tuple(ends)
