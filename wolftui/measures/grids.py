"""Rows of text aligned in columns, and the cross tables of metrics in that form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from wolfcore.metrics import TABLES, TableCell, label_key

from .metric_numbers import number_text

ENTROPY = "entropy"
"""The title of the column that is sorted last."""


Grid: TypeAlias = list[tuple[str, ...]]
"""Rows of cells: the first row holds the column titles, the first column the row titles."""


def grids(entries: Sequence[TableCell], games: int) -> list[tuple[str, Grid]]:
    """Make a titled grid of each cross table that is shown by default.

    Args:
        entries: The cells of all tables.
        games: The number of games they were computed from.
    """
    found: list[tuple[str, Grid]] = []
    for table in TABLES:
        cells = [cell for cell in entries if cell.table is table]
        if cells and (table.shown == "always" or (table.shown == "one game" and games == 1)):
            found.append((f"{table.name}: {table.meaning}", _grid(cells)))
    return found


def _grid(cells: Sequence[TableCell]) -> Grid:
    """Arrange the cells of one table as a grid."""
    alone = all(cell.n == 1 for cell in cells)
    found = {(cell.row, cell.column): cell_text(cell, alone=alone) for cell in cells}
    titles = titles_of(cells)
    rows = dict.fromkeys(cell.row for cell in cells)
    return [
        ("", *titles),
        *((row, *(found.get((row, title), "") for title in titles)) for row in rows),
    ]


def unread_cells_notes(cells: Sequence[TableCell]) -> list[str]:
    """Say why cells of tables have no number: a sentence per table with such cells."""
    tables = dict.fromkeys(cell.table.name for cell in cells if cell.value is None)
    nulls = {cell.table.name: cell.table.null for cell in cells}
    return [f"A dash in {name} is {nulls[name]}." for name in tables]


def titles_of(cells: Sequence[TableCell]) -> list[str]:
    """List the column titles of one table, in order, with the entropy last."""
    return list(
        dict.fromkeys(
            sorted(
                (cell.column for cell in cells),
                key=lambda title: (title == ENTROPY, label_key(title)),
            )
        )
    )


def cell_text(cell: TableCell, *, alone: bool) -> str:
    """Format a cell with its interval and, in brackets, its number of observations.

    `alone` leaves both out; use it where every cell is a single observation. A cell that nothing
    could be read for is a dash, and what could not be read is counted beside what was.
    """
    unread = f", {cell.unread} unread" if cell.unread else ""
    if cell.value is None:
        return f"-{unread}"
    if cell.total is not None:
        return f"{number_text(cell.total)} of {cell.n}{unread}"
    if cell.column == ENTROPY:
        return f"{cell.value:.2f} bits"
    if alone:
        return number_text(cell.value)
    bounds = "" if cell.low is None or cell.high is None else f" [{cell.low:.2f}, {cell.high:.2f}]"
    return f"{cell.value:.2f}{bounds} ({cell.n})"


def fit_grid(grid: Grid, width: int) -> list[str]:
    """Render a grid as aligned lines; if it is too wide, with one line per cell."""
    lines = aligned_lines(grid, right=1)
    if max(map(len, lines)) <= width:
        return lines
    cells = [
        (row[0], title, cell)
        for row in grid[1:]
        for title, cell in zip(grid[0][1:], row[1:], strict=True)
        if cell
    ]
    return aligned_lines(cells, right=2)


def aligned_lines(rows: Sequence[Sequence[str]], *, right: int) -> list[str]:
    """Join rows into lines of aligned columns; columns from number `right` on are right-aligned."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    sides = [str.rjust if place >= right else str.ljust for place in range(len(widths))]
    return [
        "  ".join(side(cell, width) for side, cell, width in zip(sides, row, widths, strict=True))
        for row in rows
    ]
