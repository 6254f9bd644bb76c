"""Models: JSON as models write it, mended by json-repair, in bounded work.

The time that json-repair takes may grow with the cube of the length and more. So every character that it looks at is counted each
time that it looks at it, and where the last look is spent the text counts as beyond repair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsIndex, cast

MAX_LOOKS = 500_000
"""Characters that json-repair may look at, each time that it looks at one: a second of work or less."""


class WorkLimitReached(Exception):
    """json-repair has looked at as much as it may."""


def repair_json(text: str, none: object) -> object:
    """The value of a text after repair; `none` where it is beyond that."""
    from json_repair import loads

    try:
        return cast("object", loads(CountedText(text, WorkBudget(MAX_LOOKS)), skip_json_loads=True))
    except (ValueError, RecursionError, WorkLimitReached):
        return none


class WorkBudget:
    """How many characters may still be looked at.

    Args:
        left: That number.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, number: int) -> None:
        """Look at so many.

        Raises:
            Spent: There are not so many left.
        """
        self.left -= number
        if self.left < 0:
            raise WorkLimitReached


class CountedText(str):
    """A text of which every look at a character counts, and so of every text that is made of it.

    Args:
        text: The text.
        looks: How many may be looked at.
    """

    __slots__ = ("_looks",)
    _looks: WorkBudget

    def __new__(cls, text: str, looks: WorkBudget) -> CountedText:
        """A text whose looks are taken from `looks`, which others may share."""
        counted = super().__new__(cls, text)
        counted._looks = looks
        return counted

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        piece = super().__getitem__(place)
        if isinstance(place, slice):
            self._looks.take(len(piece))
            return CountedText(piece, self._looks)
        self._looks.take(1)
        return piece

    def __iter__(self) -> Iterator[str]:
        self._looks.take(len(self))
        return super().__iter__()

    def __add__(self, other: str) -> str:
        return CountedText(super().__add__(other), self._looks)

    def __radd__(self, other: str) -> str:
        return CountedText(other + str(self), self._looks)

    def find(self, *sought: Any) -> int:
        """As `str.find`; what is passed over is looked at."""
        found = super().find(*sought)
        start = sought[1] if len(sought) > 1 else 0
        self._looks.take(max(0, (found if found >= 0 else len(self)) - start))
        return found
