"""Metrics as people and programs read them: lines, Markdown, CSV, JSON. What is shown of a metric comes from its registry."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from core.metrics import METRICS, TABLES, Metric, MetricTable, Part, Row, TableCell

from .grids import Grid, columns, fitted, grids
from .numerals import fraction, interval, number, value_of

OutputForm = Literal["text", "md", "csv", "json"]
_BETTER = {"higher": "higher is better", "lower": "lower is better", "neither": "neither is better"}


class Figures(Struct, frozen=True):
    """What was found in some games.

    Attributes:
        games: How many were measured.
        rows: The metrics by group.
        entries: The cells of the tables.
        by: By which dimensions the metrics are apart.
        zero_fill: Whether nulls without a denominator count as 0.
        alpha: The weight a of the equations with two terms.
        left_out: The games that were not measured, each with why.
    """

    games: int
    rows: Sequence[Row]
    entries: Sequence[TableCell]
    by: tuple[str, ...] = ()
    zero_fill: bool = False
    alpha: float = 0.5
    left_out: tuple[tuple[str, str], ...] = ()


def written(figures: Figures, form: OutputForm, width: int = 80) -> str:
    """All that was found, in one of the forms; ends with a line end.

    Args:
        figures: What was found.
        form: The form.
        width: Columns that lines of text may have.
    """
    match form:
        case "json":
            return _json(figures)
        case "csv":
            return _csv(figures)
        case "md":
            return _markdown(figures)
        case "text":
            return _text(figures, width)


def listing(form: OutputForm) -> str:
    """All metrics and tables with source, range, direction and meaning, in one of the forms; ends with a line end."""
    every: tuple[Metric | MetricTable, ...] = (*METRICS, *TABLES)
    keys = ("name", "source", "range", "direction", "meaning")
    rows = [(each.name, each.source, _range(each), each.direction, each.meaning) for each in every]
    match form:
        case "json":
            told = [
                dict(zip(keys, row, strict=True)) | {"low": each.low, "high": each.high, "table": isinstance(each, MetricTable)}
                for each, row in zip(every, rows, strict=True)
            ]
            return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
        case "csv":
            return _as_csv([keys, *rows])
        case "md":
            return _as_markdown([keys, *rows])
        case "text":
            return "".join(f"{name}\n  {words}\n  {span}; {_BETTER[way]}; {source}\n" for name, source, span, way, words in rows)


def _range(each: Metric | MetricTable) -> str:
    if each.low is None or each.high is None:
        return "any number" if each.low is None else f"from {number(each.low)}"
    return f"{number(each.low)} to {number(each.high)}"


# -- the forms


def _dimensions(figures: Figures) -> tuple[str, ...]:
    """The dimensions that any row is apart by, in their order."""
    return tuple(dict.fromkeys((*figures.by, *(name for row in figures.rows for name in row.group))))


def _json(figures: Figures) -> str:
    found: dict[str, Any] = {
        "games": figures.games,
        "by": list(figures.by),
        "zero_fill": figures.zero_fill,
        "alpha": figures.alpha,
        "metrics": [_row(row) for row in figures.rows],
        "tables": [_entry(cell) for cell in figures.entries],
        "left_out": [{"game": game, "why": why} for game, why in figures.left_out],
    }
    return json.dumps(found, ensure_ascii=False) + "\n"


def _entry(cell: TableCell) -> dict[str, Any]:
    bounds = {"low": cell.low, "high": cell.high}
    return {"name": cell.table.name, "row": cell.row, "column": cell.column, "n": cell.n, "value": cell.value} | bounds


def _row(row: Row) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": row.metric.name,
        "group": row.group,
        "n": row.n,
        "value": row.value,
        "low": row.low,
        "high": row.high,
        "interval": row.how or None,
        "numerator": row.numerator,
        "denominator": row.denominator,
    }
    return told | {"parts": [_part(part) for part in row.parts]} if row.parts else told


def _part(part: Part) -> dict[str, Any]:
    made = {"numerator": float(part.numerator), "denominator": float(part.denominator)}
    behind = {"entries": list(part.entries), "quotes": list(part.quotes)}
    return {"seat": part.seat or None, "day": part.day or None} | made | behind


def _csv(figures: Figures) -> str:
    names = _dimensions(figures)
    head = ("name", *names, "row", "column", "n", "value", "low", "high", "interval", "numerator", "denominator")
    rows: list[tuple[object, ...]] = []
    for row in figures.rows:
        numbers = (row.n, _exact(row.value), _exact(row.low), _exact(row.high))
        group = (row.group.get(name, "") for name in names)
        rows.append((row.metric.name, *group, "", "", *numbers, row.how, _exact(row.numerator), _exact(row.denominator)))
    for cell in figures.entries:
        numbers = (cell.n, _exact(cell.value), _exact(cell.low), _exact(cell.high))
        rows.append((cell.table.name, *("" for _ in names), cell.row, cell.column, *numbers, "", "", ""))
    return _as_csv([head, *rows])


def _exact(value: float | None) -> str:
    return "" if value is None else repr(int(value) if value == int(value) else value)


def _as_csv(rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _markdown(figures: Figures) -> str:
    names = _dimensions(figures)
    head = ("metric", *names, "value", "95 %", "n", "from", "meaning")
    rows = [(*_shown(row, names), row.metric.meaning) for row in figures.rows if row.n]
    tables = [f"\n{title}\n\n{_as_markdown(grid)}" for title, grid in _tables(figures)]
    without = _without(figures)
    return f"{_games(figures)}\n\n{_as_markdown([head, *rows])}{''.join(tables)}" + (f"\n{without}\n" if without else "")


def _as_markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]) + "\n"


def _text(figures: Figures, width: int) -> str:
    names = _dimensions(figures)
    rows = [_shown(row, names) for row in figures.rows if row.n]
    meanings = [row.metric.meaning for row in figures.rows if row.n]
    lines = columns([("metric", *names, "value", "95 %", "n", "from"), *rows], right=len(names) + 1)
    room = width - max(map(len, lines)) - 2
    if room >= max(map(len, meanings), default=0):
        lines = [lines[0], *(f"{line}  {words}" for line, words in zip(lines[1:], meanings, strict=True))]
    for title, grid in _tables(figures):
        lines += ["", *textwrap.wrap(title, width), *fitted(grid, width)]
    without = textwrap.wrap(_without(figures), width, break_on_hyphens=False)
    ends = [line.rstrip() for line in (*lines, *([""] if without else []), *without)]
    return f"{_games(figures)}\n\n" + "\n".join(ends) + "\n"


def _shown(row: Row, names: Sequence[str]) -> tuple[str, ...]:
    return (row.metric.name, *(row.group.get(name, "") for name in names), value_of(row), interval(row), str(row.n), fraction(row))


def _tables(figures: Figures) -> list[tuple[str, Grid]]:
    """The tables for people, where the metrics are not apart by anything."""
    return [] if figures.by else grids(figures.entries, figures.games)


def _games(figures: Figures) -> str:
    return f"{figures.games} {'game' if figures.games == 1 else 'games'}"


def _without(figures: Figures) -> str:
    """The metrics that no game has a value of, so that nobody looks for them."""
    missing = [row.metric.name for row in figures.rows if not row.n]
    return f"Without a value here: {', '.join(missing)}." if missing else ""
