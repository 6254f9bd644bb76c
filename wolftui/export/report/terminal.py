"""A report as terminal lines: wrapped text, tables fitted to the width, and text plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from wolfcore.visible import blank_invisible
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of, wrap

from .document import Plot, Report, Section, Table, TableRow

PlotDrawer: TypeAlias = Callable[[Plot, int], Sequence[Line]]
"""A function that draws a plot as lines of at most the given number of cells."""


_GAP = 2


_BROADEST, _PROSE = 64, 100
"""The most cells of a text column, and of a line of prose."""


_ENOUGH = 24
"""The least cells in which the meaning of a metric is readable."""


def report_lines(report: Report, width: int, drawing: PlotDrawer | None) -> list[Line]:
    """Lay out a report as lines of spans.

    Args:
        report: The report.
        width: The most cells of a line.
        drawing: Draws the plots; None to leave them out.
    """
    found: list[Line] = [(Span(report.title, "strong"),)]
    for sentence in report.lead:
        found += _prose(sentence, width, "text")
    for section in report.sections:
        found += [(), *_section(section, width, drawing)]
    return found


def _prose(text: str, width: int, style: str) -> list[Line]:
    return wrap((Span(blank_invisible(text), style),), min(width, _PROSE))


def _section(section: Section, width: int, drawing: PlotDrawer | None) -> list[Line]:
    found: list[Line] = [(Span(section.title, "accent"),)]
    for words in section.words:
        found += _prose(words, width, "quiet")
    told = ""
    for part in section.parts:
        if isinstance(part, Table):
            title: list[Line] = (
                [] if part.title == told else [*wrap((Span(part.title, "strong"),), width)]
            )
            found += [(), *title, *_table(part, width)]
        elif drawing and (plot := drawing(part, width)):
            told = part.title
            found += [(), *wrap((Span(told, "strong"),), width), *plot]
    return found


def _table(table: Table, width: int) -> list[Line]:
    """Render a table; columns that do not fit are dropped, the least important first.

    If the columns that must stay do not fit either, each cell takes a line.
    """
    places = list(range(len(table.columns)))
    widths = [_width(table, place) for place in places]
    while _total_width(widths, places) > width and any(
        table.columns[place].rank for place in places
    ):
        places.remove(max(places, key=lambda place: (table.columns[place].rank, place)))
    if _total_width(widths, places) > width:
        return _cell_by_cell(table, width)
    heads = [_title(table, place) for place in places]
    found = [(Span(_aligned(table, places, heads, widths), "dim"),)]
    return [*found, *(_row(table, row, places, widths, width) for row in table.rows)]


def _row(
    table: Table, row: TableRow, places: Sequence[int], widths: Sequence[int], width: int
) -> Line:
    """Render a row, followed by the meaning of its metric where there is room."""
    line = Span(_aligned(table, places, [_shown(row, place) for place in places], widths))
    room = width - _total_width(widths, places) - _GAP
    if not row.cells[0].name or room < _ENOUGH:
        return (line,)
    return (line, Span(" " * _GAP), *truncate((Span(row.cells[0].text, "quiet"),), room))


def _shown(row: TableRow, place: int) -> str:
    """Return a cell's text; a metric's name if it has one, for its meaning follows the row."""
    cell = row.cells[place]
    return cell.name or _cut(blank_invisible(cell.text))


def _title(table: Table, place: int) -> str:
    return _cut(blank_invisible(table.columns[place].title))


def _cut(text: str) -> str:
    return "".join(span.text for span in truncate((Span(text),), _BROADEST))


def _width(table: Table, place: int) -> int:
    texts = [_title(table, place), *(_shown(row, place) for row in table.rows)]
    return max(width_of((Span(text),)) for text in texts)


def _total_width(widths: Sequence[int], places: Sequence[int]) -> int:
    return sum(widths[place] + _GAP for place in places) - _GAP


def _aligned(
    table: Table, places: Sequence[int], texts: Sequence[str], widths: Sequence[int]
) -> str:
    """Align the cells of a line in their columns: text at the left, numbers at the right."""
    cells: list[str] = []
    for place, text in zip(places, texts, strict=True):
        blanks = " " * (widths[place] - width_of((Span(text),)))
        cells.append(f"{text}{blanks}" if table.columns[place].words else f"{blanks}{text}")
    return (" " * _GAP).join(cells)


def _cell_by_cell(table: Table, width: int) -> list[Line]:
    """Render a table that is too wide: a heading per row, then its cells on lines of their own."""
    found: list[Line] = []
    for row in table.rows:
        found.append(truncate((Span(_shown(row, 0), "text"),), width))
        for place in range(1, len(row.cells)):
            if row.cells[place].text:
                words = (Span(blank_invisible(row.cells[place].text)),)
                found += wrap(
                    words, width, (Span(f"  {_title(table, place)}: ", "dim"),), (Span("    "),)
                )
    return found
