"""Blocks laid out as lines of a width, and the line at which each block of a transcript begins.

`block_height` equals the number of lines of `layout_block` without making them: ten thousand
blocks are measured at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from .glyphs import FANCY, Glyphs
from .spans import BARE_VOTE, Block, Line, Span
from .wrapping import clean, plain_text, slice_line, truncate, width_of, wrap, wrapped_line_count

READING_WIDTH = 92
"""The most cells of a transcript line, for longer lines are hard to read."""


_VOTE_GAP = 3


_DEEPER = 2


class TranscriptShape(Struct, frozen=True):
    """The layout settings of a transcript.

    Attributes:
        width: The cells available.
        compact: Whether speeches begin beside the speaker's name and follow without empty lines,
            for small screens.
        thoughts: Whether thoughts are shown.
        glyphs: The signs to draw.
    """

    width: int
    compact: bool = False
    thoughts: bool = False
    glyphs: Glyphs = FANCY

    @property
    def column(self) -> int:
        """The most cells of a line, margin included."""
        return max(min(self.width - self.margin, READING_WIDTH), 12)

    @property
    def margin(self) -> int:
        """The column at which names begin."""
        return 1 if self.compact else 2

    @property
    def lead(self) -> int:
        """The column at which text begins."""
        return 3 if self.compact else 4


def block_height(block: Block, shape: TranscriptShape) -> int:
    """Count the lines that `layout_block` makes of a block, without making them."""
    match block.kind:
        case "divider":
            return 2
        case "note":
            column, lead = shape.column, shape.lead
            return sum(
                [wrapped_line_count(_words(line), column, lead, lead) for line in block.lines]
            )
        case "speech":
            return _speech_height(block, shape)
        case "votes":
            return len(_votes(block, shape))


def layout_block(block: Block, shape: TranscriptShape) -> list[Line]:
    """Lay out a block as lines that are no wider than `shape` allows."""
    match block.kind:
        case "divider":
            return [(), _divider(block, shape)]
        case "note":
            return _note(block, shape)
        case "speech":
            return _speech(block, shape)
        case "votes":
            return _votes(block, shape)


def _hang(shape: TranscriptShape) -> Line:
    return (Span(" " * shape.lead),)


def _divider(block: Block, shape: TranscriptShape) -> Line:
    """Lay out a rule with the divider's words in its middle."""
    title = tuple(
        Span(f" {span.text} ", f"{'night' if block.night else 'day'}-title") for span in block.head
    )
    room = max(min(shape.column, 60) - width_of(title) - shape.margin, 2)
    rule = shape.glyphs.rule
    return (
        Span(" " * shape.margin),
        Span(rule * (room // 2), "rule"),
        *title,
        Span(rule * (room - room // 2), "rule"),
    )


def _note(block: Block, shape: TranscriptShape) -> list[Line]:
    sign = (
        (Span(" " * (shape.lead - 2)), Span(f"{shape.glyphs.secret} ", "secret"))
        if block.secret
        else _hang(shape)
    )
    return [line for words in block.lines for line in wrap(words, shape.column, sign, _hang(shape))]


# -- speech


def _speech(block: Block, shape: TranscriptShape) -> list[Line]:
    hang, head = _hang(shape), _head(block, shape)
    lines: list[Line] = []
    if _beside(width_of(head), shape):
        lines += wrap(block.lines[0], shape.column, (*head, Span("  ")), hang)
    else:
        lines += [
            *([] if shape.compact else [()]),
            truncate(head, shape.column, shape.glyphs.more),
            *wrap(block.lines[0], shape.column, hang, hang),
        ]
    further = _further(shape)
    for words in block.lines[1:]:
        lines += wrap(words, shape.column, further, further)
    if block.slip:
        lines += wrap((Span(block.slip, "warn"),), shape.column, hang, hang)
    for text in _thought(block, shape):
        lines += wrap((Span(text, "thought"),), shape.column, hang, hang)
    return lines


def _speech_height(block: Block, shape: TranscriptShape) -> int:
    column, lead = shape.column, shape.lead
    first, *more = block.lines
    if shape.compact:
        head = _head_width(block, shape)
        beside = _beside(head, shape)
        lines = wrapped_line_count(_words(first), column, head + 2 if beside else lead, lead) + (
            0 if beside else 1
        )
    else:
        lines = wrapped_line_count(_words(first), column, lead, lead) + 2
    for line in more:
        lines += wrapped_line_count(_words(line), column, lead + _DEEPER, lead + _DEEPER)
    if block.slip:
        lines += wrapped_line_count(block.slip, column, lead, lead)
    for text in _thought(block, shape):
        lines += wrapped_line_count(text, column, lead, lead)
    return lines


def _words(line: Line) -> str:
    return line[0].text if len(line) == 1 else plain_text(line)


@lru_cache(maxsize=256)
def _cells_of(head: Line) -> int:
    """Return the width of a speech's head; cached, for a few heads recur over all speeches."""
    return sum(width_of((Span(clean(span.text)),)) for span in head)


def _head_width(block: Block, shape: TranscriptShape) -> int:
    """Return the width of `_head` without making it."""
    sign = width_of((Span(f"{shape.glyphs.secret} "),)) if block.secret else 0
    folded = (
        width_of((Span(f" {shape.glyphs.folded}"),)) if block.thought and not shape.thoughts else 0
    )
    return shape.margin + sign + _cells_of(block.head) + folded


def _further(shape: TranscriptShape) -> Line:
    """Return the indent of a speech's continuation lines.

    It is deeper than any note, so that a player's words cannot look like the moderator's.
    """
    return (Span(" " * (shape.lead + _DEEPER)),)


def _head(block: Block, shape: TranscriptShape) -> Line:
    """Lay out the speaker's name; a sign after it marks a thought that is folded away."""
    sign = (Span(f"{shape.glyphs.secret} ", "secret"),) if block.secret else ()
    folded = (
        () if shape.thoughts or not block.thought else (Span(f" {shape.glyphs.folded}", "dim"),)
    )
    return (
        Span(" " * shape.margin),
        *sign,
        *(Span(clean(span.text), span.style) for span in block.head),
        *folded,
    )


def _beside(head: int, shape: TranscriptShape) -> bool:
    """Tell whether the speech begins on the line of its head, which is `head` cells wide."""
    return shape.compact and head + 2 <= shape.column // 2


def _thought(block: Block, shape: TranscriptShape) -> list[str]:
    if not (block.thought and shape.thoughts):
        return []
    return [
        ("thinks: " if not number else "") + line
        for number, line in enumerate(block.thought.split("\n"))
    ]


# -- ballots


def _votes(block: Block, shape: TranscriptShape) -> list[Line]:
    """Lay out a ballot: title, votes in as many columns as fit, and the count below.

    Votes that came with a line follow the others, each on lines of its own.
    """
    *votes, total = block.lines
    rows = [row for row in votes if len(row) <= BARE_VOTE]
    head = (Span(f"{shape.glyphs.secret} ", "secret"), *block.head) if block.secret else block.head
    title = max(width_of(head) + 2, 8)
    room = shape.column - shape.lead - title
    cell = max((width_of(row) for row in rows), default=0) + _VOTE_GAP
    if room < cell:
        title, room = 2, shape.column - shape.lead - 2
    columns = max((room + _VOTE_GAP) // cell, 1) if rows else 1
    left = Span(" " * (shape.lead + title))
    lines: list[Line] = [] if shape.compact else [()]
    if title == 2 or not rows:
        lines.append((Span(" " * shape.lead), *head))
    for start in range(0, len(rows), columns):
        line: list[Span] = [left]
        if not start and title > 2:
            line = [Span(" " * shape.lead), *head, Span(" " * (title - width_of(head)))]
        for row in rows[start : start + columns]:
            shown = truncate(row, room, shape.glyphs.more)
            line += [*shown, Span(" " * (cell - width_of(shown)))]
        lines.append(slice_line(line, 0, len(plain_text(line).rstrip())))
    further = (Span(" " * (shape.lead + title + _DEEPER)),)
    for row in votes:
        if len(row) > BARE_VOTE:
            lines += wrap(row, shape.column, (left,), further)
    return [*lines, *wrap(total, shape.column, (left,), (left,))]


class BlockPositions:
    """An index of the first line of each block in a growing list.

    Args:
        shape: The layout settings.
        top: Lines above the first block.

    Attributes:
        shape: The layout settings.
        measured: The number of block measurements so far.
    """

    def __init__(self, shape: TranscriptShape, top: int) -> None:
        self.shape, self.measured = shape, 0
        self._blocks: list[Block] = []
        self._starts = [top]

    def measure(self, blocks: Sequence[Block], most: int | None = None) -> None:
        """Measure the first line of each block, or of at most `most` blocks not yet measured.

        `blocks` is a longer or shorter version of the list of the last call. From the first block
        that was replaced on, earlier measurements are dropped.
        """
        kept = common_prefix_length(self._blocks, blocks)
        if kept < min(len(self._blocks), len(blocks)):
            del self._blocks[kept:], self._starts[kept + 1 :]
        known = len(self._blocks)
        further = blocks[known:] if most is None else blocks[known : known + most]
        starts, shape = self._starts, self.shape
        end = starts[-1]
        for block in further:
            end += block_height(block, shape)
            starts.append(end)
        self._blocks += further
        self.measured += len(further)

    def start(self, number: int) -> int:
        """Return the first line of block `number`; past the last block, the line below it."""
        return self._starts[number]

    def block_at(self, line: int) -> int:
        """Return the index of the block at a line; the last block for lines below it."""
        return min(bisect_right(self._starts, line) - 1, max(len(self._blocks) - 1, 0))


def common_prefix_length(old: Sequence[Block], new: Sequence[Block]) -> int:
    """Count the blocks at the start of two lists that are the same objects.

    A list that only grew or shrank takes one comparison: blocks are made in order and only the last
    may be replaced, so where one is the same, so are those before it.
    """
    shorter = min(len(old), len(new))
    if not shorter or old[shorter - 1] is new[shorter - 1]:
        return shorter
    return next((place for place in range(shorter) if old[place] is not new[place]), shorter)
