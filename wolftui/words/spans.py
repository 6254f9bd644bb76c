"""Text as data: spans with style roles, lines, blocks of a transcript, and searching blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

MODERATOR_EYES = -1


PUBLIC_EYES = 0


BlockKind = Literal["divider", "speech", "note", "votes"]


class Span(NamedTuple):
    """A piece of text in one style role.

    The style roles are `text`, `strong`, `quiet`, `dim`, `accent`, `night`, `good`, `warn`,
    `danger`, `seat-N`, `role-NAME`, `wolves` and `village`.
    """

    text: str
    style: str = "text"


Line = tuple[Span, ...]


class Block(Struct, frozen=True):
    """Something that is read at once.

    Attributes:
        kind: What it is.
        lines: Its logical lines, not wrapped. Of a speech, the words; of a ballot, a row a voter
            and the count.
        head: Who speaks, the title of a ballot, or the words of a divider; empty for a note.
        seat: Who speaks, or 0.
        secret: Whether only some may know this.
        day: The day it belongs to.
        night: Whether it belongs to the night.
        phase: The part of the day.
        thought: What the speaker thought (moderator's eyes only).
        fact_count: How many facts of these eyes have been told when this block is complete.
    """

    kind: BlockKind
    lines: tuple[Line, ...] = ()
    head: Line = ()
    seat: int = 0
    secret: bool = False
    day: int = 0
    night: bool = False
    phase: str = ""
    thought: str = ""
    fact_count: int = 0

    @property
    def text(self) -> str:
        """All its words, for search and for plain lines."""
        return "\n".join(
            filter(
                None,
                (
                    "".join(s.text for s in self.head),
                    *("".join(s.text for s in line) for line in self.lines),
                ),
            )
        )


class Search:
    """A search over the blocks of one pair of eyes.

    Attributes:
        words: What is searched for; empty while nothing is.
        matches: The numbers of the blocks that hold the words, case ignored, ascending.
        position: Which of `found` is shown, or -1.
    """

    def __init__(self) -> None:
        self.words = ""
        self.matches: tuple[int, ...] = ()
        self.position = -1

    def search(self, blocks: Sequence[Block], words: str) -> None:
        """Search for words; what is shown stays where it is found again."""
        before = self.block
        self.words = words.strip()
        key = self.words.casefold()
        self.matches = (
            tuple(number for number, block in enumerate(blocks) if key in block.text.casefold())
            if key
            else ()
        )
        self.position = self.matches.index(before) if before in self.matches else -1

    def step(self, step: int, near: int) -> int:
        """To the next (1) or previous (-1) place; the first time to the one nearest to block `near`. Returns its block, or -1."""
        if not self.matches:
            self.position = -1
        elif self.position < 0:
            later = [place for place, number in enumerate(self.matches) if number >= near]
            self.position = later[0] if later and step > 0 else len(self.matches) - 1
        else:
            self.position = (self.position + step) % len(self.matches)
        return self.block

    @property
    def block(self) -> int:
        """The block that is shown, or -1."""
        return self.matches[self.position] if 0 <= self.position < len(self.matches) else -1

    @property
    def count(self) -> str:
        """How many were found, in words."""
        if not self.words:
            return ""
        if not self.matches:
            return "not found"
        return (
            f"{self.position + 1} of {len(self.matches)}"
            if self.position >= 0
            else f"{len(self.matches)} found"
        )
