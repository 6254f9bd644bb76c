"""The numbers of a report as CSV: a line a number, with what it is a number of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wolfcore.metrics import DIMENSIONS, MetricRow, TableCell

from .gathering import ReportData
from .rows import csv_lines

_NUMBERS = (
    "n", "games", "mean", "mean_of", "low", "high", "interval", "pooled", "numerator", "denominator",
)  # fmt: skip


def numbers_csv(material: ReportData) -> str:
    """All numbers of a report; ends with a line end.

    The first column says where in the report it stands: `all` games together, the slices by their names, `apart` by what was
    asked for, or the `tables`. The others are those of `wolftui metrics --csv`.
    """
    parts: list[tuple[str, Sequence[MetricRow]]] = [("all", material.figures.rows), *material.slices.items()]
    if material.by_group:
        parts.append(("apart", material.by_group.rows))
    found = {name for _, rows in parts for row in rows for name in row.group}
    names = [dimension for dimension in DIMENSIONS if dimension in found]
    lines = [("part", "name", *names, "row", "column", *_NUMBERS)]
    metrics = [_metric(part, row, names) for part, rows in parts for row in rows]
    return csv_lines([*lines, *metrics, *_cells(material.figures.entries, len(names))])


def _metric(part: str, row: MetricRow, names: Sequence[str]) -> tuple[object, ...]:
    group = [row.group.get(name, "") for name in names]
    mean = (row.n, row.n, row.value, row.metric.aggregation, row.low, row.high, row.how)
    return (part, row.metric.name, *group, "", "", *mean, row.pooled, row.numerator, row.denominator)


def _cells(entries: Sequence[TableCell], dimensions: int) -> Iterator[tuple[object, ...]]:
    blank = [""] * dimensions
    for cell in entries:
        bounds = (cell.low, cell.high, cell.how)
        yield ("tables", cell.table.name, *blank, cell.row, cell.column, cell.n, cell.games, "", "", *bounds, cell.value, "", "")
