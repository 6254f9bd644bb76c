"""Text as data: spans with style roles, lines, blocks of a transcript, and searching blocks."""

from __future__ import annotations

from bisect import bisect_left
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


BARE_VOTE = 3
"""The number of spans in a ballot's row: voter, arrow, target. A line said with it comes after."""


class Block(Struct, frozen=True):
    """One unit of a transcript: a divider, a speech, a note or a ballot.

    Attributes:
        kind: The kind of block.
        lines: Its logical lines, not wrapped: the words of a speech; or a row per voter and the
            count.
        head: The speaker, the title of a ballot, or the words of a divider; empty for a note.
        seat: The speaker, or 0.
        secret: Whether only some viewers may know it.
        day: The day it belongs to.
        night: Whether it belongs to the night.
        phase: The part of the day.
        thought: The speaker's thought, for the moderator's view only.
        slip: The secret that the speech tells by mistake, for the moderator's view only.
        fact_count: The number of the viewer's facts up to and including this block.
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
    slip: str = ""
    fact_count: int = 0

    @property
    def text(self) -> str:
        """The whole text of the block, for search and plain lines."""
        return "\n".join(
            filter(
                None,
                (
                    "".join(s.text for s in self.head),
                    *("".join(s.text for s in line) for line in self.lines),
                    self.slip,
                ),
            )
        )


class Search:
    """A text search over the blocks of one viewer.

    Attributes:
        words: The search text; empty without a search.
        matches: The indices of the blocks that contain the text, ignoring case, ascending.
        position: The index in `matches` of the current match, or -1.
    """

    def __init__(self) -> None:
        self.words = ""
        self.matches: tuple[int, ...] = ()
        self.position = -1

    def search(self, blocks: Sequence[Block], words: str) -> None:
        """Start a search; the current block stays current if it matches again."""
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
        """Move to the next (1) or previous (-1) match and return its block, or -1 without matches.

        0 stays at the current match. Without one, 0 and 1 move to the first match from block `near`
        on and -1 to the last one before it, each round the end where there is none.
        """
        if not self.matches:
            self.position = -1
        elif self.position < 0:
            before = bisect_left(self.matches, near)
            self.position = (before if step >= 0 else before - 1) % len(self.matches)
        else:
            self.position = (self.position + step) % len(self.matches)
        return self.block

    @property
    def block(self) -> int:
        """The index of the block of the current match, or -1."""
        return self.matches[self.position] if 0 <= self.position < len(self.matches) else -1

    @property
    def count(self) -> str:
        """The position and number of matches: `2 of 5`, `5 found`; empty without a search."""
        if not self.words:
            return ""
        if not self.matches:
            return "not found"
        return (
            f"{self.position + 1} of {len(self.matches)}"
            if self.position >= 0
            else f"{len(self.matches)} found"
        )
