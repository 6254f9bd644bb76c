"""Every metric and every table as `wolftui metrics` has them: the same numbers, with what they mean before what they are called."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.metrics import CHAPTERS, TABLES, MetricRow, TableCell
from wolftui.figures.forms import MetricResults
from wolftui.figures.grids import ENTROPY, cell_text, titles_of
from wolftui.figures.numerals import interval_text, pooled_text, value_text

from .content import Cell, Column, Dots, Mark, Section, Table, TableRow
from .gathering import ReportData
from .played import count_cell

_HEADLINE_METRICS = ("seer", "witch", "hunter", "guard", "werewolves", "sheriff", "irp", "ksr", "kre", "vss")
"""The shares that the papers print, which a plot shows side by side."""


def metrics_section(material: ReportData) -> Section:
    """Every metric that has a value, in a table a chapter."""
    rows = {row.metric.name: row for row in material.figures.rows if row.n and not row.group}
    glance = [rows[name] for name in _HEADLINE_METRICS if name in rows and rows[name].value is not None]
    marks = tuple(Mark(row.metric.name, row.value, row.low, row.high) for row in glance if row.value is not None)
    plots = (Dots("glance", "What the papers measure, at a glance", marks),) if marks else ()
    return Section("measured", "What was measured", tuple(_words(material.figures)), (*plots, *_chapters(material.figures, "")))


def group_section(figures: MetricResults) -> Section:
    """Every metric apart by what was asked for."""
    title = f"Apart by {' and '.join(figures.by)}"
    return Section("apart", title, (), tuple(_chapters(figures, "apart-")))


def _words(figures: MetricResults) -> list[str]:
    """What the columns are."""
    missing = [row.metric.name for row in figures.rows if not row.n]
    words = [
        "Value: the mean of the games, each weighing the same (of all days, where the last column says so). Pooled: all games "
        "counted together. n: games that have a value; a game that has nothing to divide by has none, and is not 0. The column "
        "“by” says how the interval was made; the last section has each way in words."
    ]
    return [*words, f"Without a value in these games: {', '.join(missing)}."] if missing else words


def _chapters(figures: MetricResults, before: str) -> list[Table]:
    """A table a chapter; their names begin with `before`."""
    found: list[Table] = []
    for number, (title, chapter) in enumerate(CHAPTERS, 1):
        names = {metric.name for metric in chapter}
        rows = [row for row in figures.rows if row.n and row.metric.name in names]
        if rows:
            by = tuple(dict.fromkeys(name for row in rows for name in row.group))
            columns = (Column("measure", words=True), *(Column(name, words=True) for name in by), Column("value"))
            columns += (Column("95 %"), Column("by", words=True, rank=2), Column("n"), Column("pooled", rank=1))
            found.append(Table(f"{before}chapter-{number}", title, columns, tuple(_metric(row, by) for row in rows)))
    return found


def _metric(row: MetricRow, by: Sequence[str]) -> TableRow:
    """A metric's row."""
    assert row.value is not None
    bounds = () if row.low is None or row.high is None else (row.low, row.high)
    below = (row.numerator,) if row.metric.kind == "count" else (row.numerator, row.denominator)
    days = "; mean of all days" if row.metric.aggregation == "days" else ""
    group = (Cell(row.group.get(name, "")) for name in by)
    numbers = (Cell(value_text(row), (row.value,)), Cell(interval_text(row), bounds), Cell(row.how + days), count_cell(row.n))
    heading = Cell(row.metric.meaning, name=row.metric.name)
    return TableRow((heading, *group, *numbers, Cell(pooled_text(row), below)), row.metric.name, row.group)


def tables_section(entries: Sequence[TableCell], games: int) -> Section:
    """The tables that many games fill together."""
    parts: list[Table] = []
    for table in TABLES:
        cells = [cell for cell in entries if cell.table is table]
        if cells and (table.shown == "always" or (table.shown == "one game" and games == 1)):
            parts.append(_table(cells))
    words = "In brackets stands the interval, and behind it over how many observations a number runs."
    return Section("tables", "Who beat whom, and what was done in fixed situations", (words,), tuple(parts))


def _table(cells: Sequence[TableCell]) -> Table:
    """One of them."""
    table, alone = cells[0].table, all(cell.n == 1 for cell in cells)
    found = {(cell.row, cell.column): cell for cell in cells}
    titles = titles_of(cells)
    rows = [
        TableRow((Cell(row), *(_table_cell(found.get((row, title)), alone=alone) for title in titles)), table.name, {"row": row})
        for row in dict.fromkeys(cell.row for cell in cells)
    ]
    columns = (Column(table.unit, words=True), *(Column(title) for title in titles))
    return Table(f"table-{table.name.replace('_', '-')}", table.meaning, columns, tuple(rows), f"`{table.name}`: {table.formula}.")


def _table_cell(cell: TableCell | None, *, alone: bool) -> Cell:
    """A cell with its exact number, and its interval where it has one."""
    if cell is None:
        return Cell("")
    bounds = () if cell.column == ENTROPY or cell.low is None or cell.high is None else (cell.low, cell.high)
    return Cell(cell_text(cell, alone=alone), (cell.value, *bounds))
