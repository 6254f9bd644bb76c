"""Rows of text aligned in columns, and the cross tables of metrics in that form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from wolfcore.metrics import TABLES, TableCell, label_key

from .metric_numbers import number_text

ENTROPY = "entropy"
"""The column that stands last."""


Grid: TypeAlias = list[tuple[str, ...]]
"""Rows of cells; the first row holds the titles of the columns, and the first column those of the
rows."""


def grids(entries: Sequence[TableCell], games: int) -> list[tuple[str, Grid]]:
    """The tables of metrics that people see unasked, each as a title and a grid.

    Args:
        entries: Their cells.
        games: How many games they were filled from.
    """
    found: list[tuple[str, Grid]] = []
    for table in TABLES:
        cells = [cell for cell in entries if cell.table is table]
        if cells and (table.shown == "always" or (table.shown == "one game" and games == 1)):
            found.append((f"{table.name}: {table.meaning}", _grid(cells)))
    return found


def _grid(cells: Sequence[TableCell]) -> Grid:
    """The cells of one table."""
    alone = all(cell.n == 1 for cell in cells)
    found = {(cell.row, cell.column): cell_text(cell, alone=alone) for cell in cells}
    titles = titles_of(cells)
    rows = dict.fromkeys(cell.row for cell in cells)
    return [
        ("", *titles),
        *((row, *(found.get((row, title), "") for title in titles)) for row in rows),
    ]


def titles_of(cells: Sequence[TableCell]) -> list[str]:
    """The titles of the columns of one table, in their order."""
    return list(
        dict.fromkeys(
            sorted(
                (cell.column for cell in cells),
                key=lambda title: (title == ENTROPY, label_key(title)),
            )
        )
    )


def cell_text(cell: TableCell, *, alone: bool) -> str:
    """A cell for people, with its interval; how often it was observed stands in brackets unless that is once everywhere."""
    if cell.column == ENTROPY:
        return f"{cell.value:.2f} bits"
    if alone:
        return number_text(cell.value)
    bounds = "" if cell.low is None or cell.high is None else f" [{cell.low:.2f}, {cell.high:.2f}]"
    return f"{cell.value:.2f}{bounds} ({cell.n})"


def fit_grid(grid: Grid, width: int) -> list[str]:
    """A grid as lines; where it is too wide, a line a cell."""
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
    """Rows as lines; columns from `right` on stand at their right edge, the others at their left."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    sides = [str.rjust if place >= right else str.ljust for place in range(len(widths))]
    return [
        "  ".join(side(cell, width) for side, cell, width in zip(sides, row, widths, strict=True))
        for row in rows
    ]
