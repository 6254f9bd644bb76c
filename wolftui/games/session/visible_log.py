"""The log filtered for one pair of eyes, folds over its facts, and where days end.

A place counts log entries; a fact count counts visible facts. Each fact is folded once, however the
cursor moves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from wolfcore.game import ALL, Entry, State
from wolfcore.game import facts as f
from wolftui.words.fact_wording import Presenter
from wolftui.words.spans import MODERATOR_EYES, Block, Line

T = TypeVar("T")


class VisibleLog:
    """The log filtered for one pair of eyes; maps places (entries) to counts of visible facts.

    Args:
        presenter: Presents the facts to these eyes; it has no facts yet.
        remarks: Lines that are no facts of the game, each with the number of entries before it, in
            that order.

    Attributes:
        eyes: MODERATOR_EYES, PUBLIC_EYES or a seat.
        facts: All facts visible to these eyes.
    """

    def __init__(self, presenter: Presenter, remarks: Iterable[tuple[int, Line]] = ()) -> None:
        self._remarks = deque(remarks)
        self.eyes, self.facts = presenter.eyes, list[f.Fact]()
        self._presenter = presenter
        self._end = 0
        self._at: list[int] = []
        self._states: list[State] = [presenter.state]
        self._trails: dict[Fold[Any], FoldValues[Any]] = {}

    def append(self, entries: Sequence[Entry], start: int) -> list[f.Fact]:
        """Add entries of which the first has the place `start`; returns the visible facts."""
        new: list[f.Fact] = []
        for index, entry in enumerate(entries, start):
            if self.eyes == MODERATOR_EYES or entry.to == ALL or self.eyes in entry.to:
                self._write_remarks(index)
                new.append(entry.fact)
                self._at.append(index)
                self._presenter.add(entry.fact)
                self._states.append(self._presenter.state)
        self.facts += new
        self._end = max(self._end, start + len(entries))
        self._write_remarks(self._end)
        return new

    def remark(self, place: int, line: Line) -> None:
        """Add a remark after all entries that are there.

        Args:
            place: The number of these entries.
            line: The remark.
        """
        self._remarks.append((place, line))
        self._write_remarks(self._end)

    def _write_remarks(self, place: int) -> None:
        """Write the remarks that have at most `place` entries before them."""
        while self._remarks and self._remarks[0][0] <= place:
            self._presenter.note(*self._remarks.popleft()[1])

    def fact_count(self, place: int) -> int:
        """Return the number of visible facts before a place."""
        return bisect_left(self._at, place)

    def place_after(self, count: int, end: int) -> int:
        """Return the furthest place that shows only the first `count` facts; `end` for all."""
        return end if count >= len(self._at) else self._at[count]

    def state(self, count: int = -1) -> State:
        """Return the game state after the first `count` visible facts; -1 for all."""
        return self._states[count]

    def fold_values(self, fold: Fold[T]) -> FoldValues[T]:
        """Return the cached values of a fold over the visible facts."""
        return self._trails.setdefault(fold, FoldValues(fold))

    @property
    def blocks(self) -> Sequence[Block]:
        """All text blocks."""
        return self._presenter.blocks

    def block_count_at(self, place: int) -> int:
        """Return the number of text blocks at a place.

        The last block may grow while ballots are read out.
        """
        return bisect_right(self.blocks, self.fact_count(place), key=lambda block: block.fact_count)


class Fold(Generic[T]):
    """A fold over facts, with a start value and a step function.

    Folds are compared by identity, so each is created once and kept.

    Args:
        start: The value before the first fact.
        step: Returns the value after one more fact, given the number of facts so far; the same
            object if nothing changes. Values are cached and must not be mutated.
        kinds: The fact types that `step` handles; other facts are skipped at no cost.
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
        """Return the value after the first `fact_count` facts, folding further facts if needed."""
        self.fold_to(facts, fact_count)
        return self._values[bisect_right(self._after, fact_count) - 1]

    def fold_to(self, facts: Sequence[f.Fact], fact_count: int, most: int | None = None) -> bool:
        """Fold up to `fact_count` facts; returns whether that was reached.

        Stops after `most` facts of the fold's kinds; None for no limit.
        """
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
    """Return each day's number and the number of log entries before its end.

    Omitted are the day after a game that ends at dawn, a day that still goes on, and a day on which
    the village wins, after which nothing is left to guess.
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
