"""What people read, as data: blocks of spans, each span in a style role that a theme or a plain stream gives a look."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

MODERATOR_EYES = -1
PUBLIC_EYES = 0

BlockKind = Literal["divider", "speech", "note", "votes"]


class Span(NamedTuple):
    """A piece of text in one style role.

    The style roles are `text`, `strong`, `quiet`, `dim`, `accent`, `night`, `good`, `warn`, `danger`, `seat-N`, `role-NAME`,
    `wolves` and `village`.
    """

    text: str
    style: str = "text"


Line = tuple[Span, ...]


class Block(Struct, frozen=True):
    """Something that is read at once.

    Attributes:
        kind: What it is.
        lines: Its logical lines, not wrapped. Of a speech, the words; of a ballot, a row a voter and the count.
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
            filter(None, ("".join(s.text for s in self.head), *("".join(s.text for s in line) for line in self.lines)))
        )
