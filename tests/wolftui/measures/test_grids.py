"""Cross tables as grids: what their cells show of counts and intervals."""

from __future__ import annotations

from wolfcore.metrics import TABLES, TableCell
from wolftui.measures.grids import grids

TABLE = next(table for table in TABLES if table.shown == "always")


def cell(row: str, n: int, low: float | None = None, high: float | None = None) -> TableCell:
    return TableCell(TABLE, row, "Seer", n, 0.5, games=n, low=low, high=high)


def shown(*cells: TableCell) -> list[tuple[str, ...]]:
    ((title, grid),) = grids(cells, games=3)
    assert title.startswith(f"{TABLE.name}: ")
    return grid


def test_a_single_observation_hides_no_interval_or_count_of_another_cell() -> None:
    assert shown(cell("day 1", 8, 0.2, 0.8), cell("day 2", 1)) == [
        ("", "Seer"),
        ("day 1", "0.50 [0.20, 0.80] (8)"),
        ("day 2", "0.50 (1)"),
    ]


def test_where_every_cell_is_a_single_observation_no_count_is_shown() -> None:
    grid = shown(cell("day 1", 1), cell("day 2", 1))
    assert all("(1)" not in row[1] for row in grid[1:])
    assert [row[0] for row in grid] == ["", "day 1", "day 2"]
