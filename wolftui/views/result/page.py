"""Pages of explained numbers: `Derivation`, `ExplainedSpan`, and `PageWriter` for tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of, wrap


class Derivation(Struct, frozen=True):
    """What a number is.

    Attributes:
        title: What it tells, in plain words.
        value: The number, as it stands on the page.
        fraction: What it is made of, such as `3 of 8 ballots`; empty where it is made of nothing.
        formula: How it is found, as a sentence without a full stop; empty where the title says it.
        paper: Its name in the metrics and the source of that; empty for what is only read off the
            log.
        entries: The places in the log that make it, from 0, in order.
        quotes: The lines spoken that make it.
        games: The folders of the games that make it, where it is of many.
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
    """A piece of a line that explains itself."""

    span: Span
    derivation: Derivation


class NumberSpot(NamedTuple):
    """Where a number stands: its line, and its first cell and the one behind it."""

    line: int
    start: int
    end: int
    derivation: Derivation


class Page(NamedTuple):
    """What a tab shows."""

    lines: Sequence[Line]
    spots: Sequence[NumberSpot] = ()


Piece: TypeAlias = Span | ExplainedSpan


Cell: TypeAlias = Sequence[Piece]


def span_of(piece: Piece) -> Span:
    """The words of a piece."""
    return piece.span if isinstance(piece, ExplainedSpan) else piece


def cell_width(cell: Cell) -> int:
    """How wide a cell is."""
    return width_of([span_of(piece) for piece in cell])


class PageWriter:
    """Writes a page.

    Args:
        width: Cells that a line may have.
        glyphs: The signs to draw.
    """

    def __init__(self, width: int, glyphs: Glyphs) -> None:
        self.width, self.glyphs = width, glyphs
        self._lines: list[Line] = []
        self._spots: list[NumberSpot] = []

    @property
    def page(self) -> Page:
        """What was written."""
        return Page(tuple(self._lines), tuple(self._spots))

    @property
    def empty(self) -> bool:
        """Whether nothing was written."""
        return not self._lines

    def add(self, *pieces: Piece) -> None:
        """A line; a number that does not fit on it is cut with it and cannot be gone to."""
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
        """Words, broken to the width."""
        self._lines += wrap(spans, self.width, first, rest)

    def add_lines(self, lines: Iterable[Line]) -> None:
        """Lines that stand as they are, as far as there is room."""
        self._lines += [truncate(line, self.width, self.glyphs.more) for line in lines]

    def title(self, text: str, more: str = "") -> None:
        """The title of a part, with room above it."""
        if self._lines:
            self._lines.append(())
        beside = (Span(text, "dim"), *((Span(f"   {more}", "dim"),) if more else ()))
        if width_of(beside) <= self.width:
            self._lines.append(beside)
        else:
            self.paragraph(Span(text, "dim"))
            if more:
                self.paragraph(Span(more, "dim"), first=(Span("  "),), rest=(Span("  "),))

    def blank_line(self) -> None:
        """An empty line."""
        self._lines.append(())

    def row(self, cells: Sequence[Cell], widths: Sequence[int], right: int = 1_000) -> None:
        """A line of columns, two cells apart; columns from `right` on stand at their right edge, a wide cell is cut."""
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
        """Lines of columns under each other; where they do not all fit, more of them below, each time beside the first column.

        Args:
            rows: The cells, by row and column, a column the same in all.
            right: The first column that stands at its right edge.
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


def widths_of(rows: Iterable[Sequence[Cell]]) -> list[int]:
    """How wide each column has to be."""
    widths: list[int] = []
    for row in rows:
        widths += [0] * (len(row) - len(widths))
        for number, cell in enumerate(row):
            widths[number] = max(widths[number], cell_width(cell))
    return widths


def side_by_side(blocks: Sequence[int], width: int, gap: int) -> list[range]:
    """Which blocks of these widths stand beside each other, in order, so that each group fits; one at least in each."""
    groups: list[range] = []
    start, used = 0, 0
    for number, block in enumerate(blocks):
        if number > start and used + gap + block > width:
            groups.append(range(start, number))
            start, used = number, 0
        used += block + (gap if number > start else 0)
    return [*groups, range(start, len(blocks))] if blocks else []
