"""Measured numbers as lines: plain words first, the value and what it is made of, and the paper's name behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wolftui.figures.numerals import fraction, value_of
from wolftui.text.spans import Span

from .book import Book
from .page import Cell, Writer, widths_of

if TYPE_CHECKING:
    from core.metrics import Row

_MEANING = 44
"""Cells that the meaning keeps where there is not room for all."""


def figure_lines(book: Book, writer: Writer, rows: Sequence[Row]) -> None:
    """A line a number. Where there is no room for all of a line, its name in the papers is left to its explanation."""
    wide = max((len(value_of(row)) for row in rows), default=0)
    values = [book.number(row, "strong", text=f"{value_of(row):>{wide}}") for row in rows]
    lines: list[list[Cell]] = [
        [_words(row), (value,), (Span(_made(row), "quiet"),), (Span(row.metric.name, "dim"),)]
        for row, value in zip(rows, values, strict=True)
    ]
    widths = widths_of(lines)
    while len(widths) > 2 and writer.width - sum(widths[1:]) - 2 * len(widths[1:]) < min(_MEANING, widths[0]):
        widths.pop()
    widths[0] = min(widths[0], max(writer.width - sum(widths[1:]) - 2 * len(widths[1:]), 1))
    for line in lines:
        writer.row(line[: len(widths)], widths)


def _words(row: Row) -> Cell:
    """What it tells, with the team that it tells it of."""
    team = row.group.get("team", "")
    return (*((Span(f"{team}: ", team),) if team else ()), Span(row.metric.meaning, "text"))


def _made(row: Row) -> str:
    """What it is made of, in brief: `3 of 8 ballots`, `2.500 / 3`, and of a count what it counts."""
    if row.metric.kind == "count":
        return row.metric.unit
    if row.metric.counted and row.metric.kind == "ratio":
        return f"{fraction(row).replace('/', ' of ')} {row.metric.unit.removeprefix('share of ')}"
    return fraction(row).replace("/", " / ")
