"""Searching what may be read: which blocks hold the words, and going from one to the next. No widgets."""

from __future__ import annotations

from collections.abc import Sequence

from .spans import Block


class Search:
    """A search over the blocks of one pair of eyes.

    Attributes:
        words: What is searched for; empty while nothing is.
        found: The numbers of the blocks that hold the words, case ignored, ascending.
        at: Which of `found` is shown, or -1.
    """

    def __init__(self) -> None:
        self.words = ""
        self.found: tuple[int, ...] = ()
        self.at = -1

    def look(self, blocks: Sequence[Block], words: str) -> None:
        """Search for words; what is shown stays where it is found again."""
        before = self.block
        self.words = words.strip()
        key = self.words.casefold()
        self.found = tuple(number for number, block in enumerate(blocks) if key in block.text.casefold()) if key else ()
        self.at = self.found.index(before) if before in self.found else -1

    def go(self, step: int, near: int) -> int:
        """To the next (1) or previous (-1) place; the first time to the one nearest to block `near`. Returns its block, or -1."""
        if not self.found:
            self.at = -1
        elif self.at < 0:
            later = [place for place, number in enumerate(self.found) if number >= near]
            self.at = later[0] if later and step > 0 else len(self.found) - 1
        else:
            self.at = (self.at + step) % len(self.found)
        return self.block

    @property
    def block(self) -> int:
        """The block that is shown, or -1."""
        return self.found[self.at] if 0 <= self.at < len(self.found) else -1

    @property
    def count(self) -> str:
        """How many were found, in words."""
        if not self.words:
            return ""
        if not self.found:
            return "not found"
        return f"{self.at + 1} of {len(self.found)}" if self.at >= 0 else f"{len(self.found)} found"
