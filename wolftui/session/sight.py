"""What one pair of eyes may know of a log: its facts, what follows from them, their words, and where in the log each stands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from wolfcore.game import ALL, Entry, State
from wolfcore.game import facts as f
from wolftui.text.spans import MODERATOR_EYES, Block
from wolftui.text.wording import Presenter

from .folding import Fold, FoldValues

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
