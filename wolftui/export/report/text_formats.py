"""A report as Markdown, and its numbers as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wolfcore.metrics import DIMENSIONS, MetricRow, TableCell
from wolfcore.visible import in_one_line
from wolftui.views.block_markdown import SPECIAL_CHARACTERS

from .collection import ReportData
from .document import Cell, Report, Section, Table
from .raw_rows import csv_lines

_LIMIT = 2000


def report_markdown(report: Report) -> str:
    """Write a report as Markdown; the text ends with a line end."""
    blocks = [f"# {_plain(report.title)}", *map(_prose, report.lead)]
    for section in report.sections:
        blocks += _section(section)
    return "\n\n".join(blocks) + "\n"


def _section(section: Section) -> list[str]:
    blocks = [f"## {_plain(section.title)}", *map(_prose, section.words)]
    for part in section.parts:
        if isinstance(part, Table):
            blocks += [
                f"### {_plain(part.title)}",
                *([_prose(part.words)] if part.words else []),
                _table(part),
            ]
    return blocks


def _table(table: Table) -> str:
    sides = ["---" if column.words else "---:" for column in table.columns]
    heads = [_plain(column.title) or " " for column in table.columns]
    return "\n".join(
        map(
            _line,
            [heads, sides, *([_markdown_cell(cell) for cell in row.cells] for row in table.rows)],
        )
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_cell(cell: Cell) -> str:
    return f"{_plain(cell.text)} (`{cell.name}`)" if cell.name else _plain(cell.text)


def _plain(text: str) -> str:
    """Escape text for Markdown and put it on one line."""
    return SPECIAL_CHARACTERS.sub(r"\\\1", in_one_line(text, _LIMIT))


def _prose(text: str) -> str:
    """Escape a sentence for Markdown, with text between backticks as code."""
    parts = in_one_line(text, _LIMIT).split("`")
    if len(parts) % 2 == 0:
        return _plain(text)
    return "".join(f"`{part}`" if place % 2 else _plain(part) for place, part in enumerate(parts))


_NUMBERS = (
    "n", "games", "mean", "mean_of", "low", "high", "interval", "pooled", "numerator",
    "denominator", "deals", "range_low", "range_high", "why",
)  # fmt: skip


def numbers_csv(material: ReportData) -> str:
    """Write all numbers of a report as CSV; the text ends with a line end.

    The first column names the part of the report: `all` for all games together, a grouping's name,
    `apart` for the grouping that the user asked for, or `tables`. The other columns are those of
    `wolftui metrics --csv`.
    """
    parts: list[tuple[str, Sequence[MetricRow]]] = [
        ("all", material.figures.rows),
        *material.slices.items(),
    ]
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
    return (
        part,
        row.metric.name,
        *group,
        "",
        "",
        *mean,
        row.pooled,
        row.numerator,
        row.denominator,
        row.deals,
        *row.by_range[:2],
        row.metric.null if row.value is None else "",
    )


def _cells(entries: Sequence[TableCell], dimensions: int) -> Iterator[tuple[object, ...]]:
    blank = [""] * dimensions
    for cell in entries:
        bounds = (cell.low, cell.high, cell.how)
        yield (
            "tables",
            cell.table.name,
            *blank,
            cell.row,
            cell.column,
            cell.n,
            cell.games,
            "",
            "",
            *bounds,
            cell.value,
            cell.total,
            "" if cell.total is None else cell.n,
            cell.deals,
            "",
            "",
            cell.table.null if cell.value is None else "",
        )
