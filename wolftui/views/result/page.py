"""Pages of explained numbers: `Derivation`, `ExplainedSpan`, and `PageWriter` for tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of, wrap


class Derivation(Struct, frozen=True):
    """The derivation of a number: its meaning, formula, source and evidence.

    Attributes:
        title: What the number says, in plain words.
        value: The number as shown on the page.
        fraction: Its parts, such as `3 of 8 ballots`; empty if it has none.
        formula: How it is computed, a sentence without a full stop; empty if the title says it.
        paper: The metric's name and the paper it comes from; empty for what is only read off the
            log.
        entries: The indices of the log entries behind it, from 0, in order.
        quotes: The spoken lines behind it.
        games: The folders of the games behind it, for numbers over several games.
    """

    title: str
    value: str
    fraction: str = ""
    formula: str = ""
    paper: str = ""
    entries: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()
    games: tuple[Path, ...] = ()


class ExplainedSpan(NamedTuple):
    """A span of a number, with the derivation that explains it."""

    span: Span
    derivation: Derivation


class NumberSpot(NamedTuple):
    """The position of a number on a page: its line, first cell, and the cell after the last."""

    line: int
    start: int
    end: int
    derivation: Derivation


class Page(NamedTuple):
    """The content of a tab: its lines and the positions of its numbers."""

    lines: Sequence[Line]
    spots: Sequence[NumberSpot] = ()


Piece: TypeAlias = Span | ExplainedSpan


Cell: TypeAlias = Sequence[Piece]


def span_of(piece: Piece) -> Span:
    """Return the span of a piece, without its derivation."""
    return piece.span if isinstance(piece, ExplainedSpan) else piece


def cell_width(cell: Cell) -> int:
    """Return the width of a table cell in terminal cells."""
    return width_of([span_of(piece) for piece in cell])


class PageWriter:
    """Builds a page line by line and records the positions of its numbers.

    Args:
        width: The most cells of a line.
        glyphs: The signs to draw.
    """

    def __init__(self, width: int, glyphs: Glyphs) -> None:
        self.width, self.glyphs = width, glyphs
        self._lines: list[Line] = []
        self._spots: list[NumberSpot] = []

    @property
    def page(self) -> Page:
        """The page as written so far."""
        return Page(tuple(self._lines), tuple(self._spots))

    @property
    def empty(self) -> bool:
        """Whether nothing has been written yet."""
        return not self._lines

    def add(self, *pieces: Piece) -> None:
        """Add a line, cut to the width; a number that does not fit entirely cannot be selected."""
        at = 0
        for piece in pieces:
            end = at + width_of((span_of(piece),))
            if isinstance(piece, ExplainedSpan) and end <= self.width:
                lead = len(piece.span.text) - len(piece.span.text.lstrip(" "))
                self._spots.append(NumberSpot(len(self._lines), at + lead, end, piece.derivation))
            at = end
        self._lines.append(
            truncate(tuple(span_of(piece) for piece in pieces), self.width, self.glyphs.more)
        )

    def paragraph(self, *spans: Span, first: Line = (), rest: Line = ()) -> None:
        """Add wrapped text, with `first` and `rest` as prefixes of the first and further lines."""
        self._lines += wrap(spans, self.width, first, rest)

    def add_lines(self, lines: Iterable[Line]) -> None:
        """Add lines, each cut to the width."""
        self._lines += [truncate(line, self.width, self.glyphs.more) for line in lines]

    def title(self, text: str, more: str = "") -> None:
        """Add the title of a section below an empty line, with `more` beside or below it."""
        if self._lines:
            self._lines.append(())
        line = (Span(text, "dim"), *((Span(f"   {more}", "dim"),) if more else ()))
        if width_of(line) <= self.width:
            self._lines.append(line)
        else:
            self.paragraph(Span(text, "dim"))
            if more:
                self.paragraph(Span(more, "dim"), first=(Span("  "),), rest=(Span("  "),))

    def blank_line(self) -> None:
        """Add an empty line."""
        self._lines.append(())

    def row(self, cells: Sequence[Cell], widths: Sequence[int], right: int = 1_000) -> None:
        """Add one table row; columns are two cells apart.

        Columns from number `right` on are right-aligned. A cell wider than its column is truncated.
        """
        pieces: list[Piece] = []
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            held = (
                list(cell)
                if cell_width(cell) <= width
                else list(truncate(tuple(map(span_of, cell)), width, self.glyphs.more))
            )
            room = Span(" " * (width - cell_width(held)))
            pieces += [room, *held] if number >= right else [*held, room]
            pieces.append(Span("  "))
        self.add(*pieces[:-1])

    def table(self, rows: Sequence[Sequence[Cell]], right: int = 1_000) -> None:
        """Add a table; columns that do not fit are continued below, beside the first column again.

        Args:
            rows: The cells by row and column; all rows have the same columns.
            right: The number of the first right-aligned column.
        """
        widths = widths_of(rows)
        for number, group in enumerate(side_by_side(widths[1:], self.width - widths[0] - 2, 2)):
            if number:
                self.blank_line()
            places = [0, *(place + 1 for place in group)]
            for row in rows:
                self.row(
                    [row[place] for place in places], [widths[place] for place in places], right
                )


def below_each_other(first: Page, second: Page) -> Page:
    """Put a page below another one, after an empty line."""
    down = len(first.lines) + 1
    moved = [spot._replace(line=spot.line + down) for spot in second.spots]
    return Page((*first.lines, (), *second.lines), (*first.spots, *moved))


def side_by_side_pages(first: Page, second: Page, column: int) -> Page:
    """Put a page beside another one, from the cell `column` on; numbers in reading order."""
    lines: list[Line] = []
    for left, right in zip_longest(first.lines, second.lines, fillvalue=()):
        room = Span(" " * (column - width_of(left)))
        lines.append((*left, room, *right) if right else left)
    moved = [
        spot._replace(start=spot.start + column, end=spot.end + column) for spot in second.spots
    ]
    return Page(lines, sorted((*first.spots, *moved), key=lambda spot: (spot.line, spot.start)))


def widths_of(rows: Iterable[Sequence[Cell]]) -> list[int]:
    """Return the width that each column needs, in cells."""
    widths: list[int] = []
    for row in rows:
        widths += [0] * (len(row) - len(widths))
        for number, cell in enumerate(row):
            widths[number] = max(widths[number], cell_width(cell))
    return widths


def side_by_side(blocks: Sequence[int], width: int, gap: int) -> list[range]:
    """Group blocks of the given widths, in order, so that each group fits into `width`.

    A block that is too wide forms a group alone. `gap` cells separate the blocks of a group.
    """
    groups: list[range] = []
    start, used = 0, 0
    for number, block in enumerate(blocks):
        if number > start and used + gap + block > width:
            groups.append(range(start, number))
            start, used = number, 0
        used += block + (gap if number > start else 0)
    return [*groups, range(start, len(blocks))] if blocks else []
