"""Metrics and the metric registry as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.installed import installed
from wolfcore.metrics import (
    AGGREGATIONS,
    INTERVAL_METHODS,
    METRICS,
    TABLES,
    Metric,
    MetricRow,
    MetricTable,
    Part,
    TableCell,
    installed_metric,
)
from wolfcore.metrics.metric import NO_SUCH_SPEECH

from .grids import Grid, aligned_lines, fit_grid, grids, unread_cells_notes
from .metric_numbers import interval_text, number_text, pooled_text, range_notes, value_text

OutputForm = Literal["text", "md", "csv", "json"]


_BETTER = {"higher": "higher is better", "lower": "lower is better", "neither": "neither is better"}


class MetricResults(Struct, frozen=True):
    """The metrics and tables measured over some games.

    Attributes:
        games: The number of measured games.
        rows: The metrics by group.
        entries: The cells of the tables.
        by: The dimensions of the groups.
        zero_fill: Whether nulls without a denominator count as 0.
        alpha: The weight a of the equations with two terms.
        left_out: The games that were not measured, each with the reason.
    """

    games: int
    rows: Sequence[MetricRow]
    entries: Sequence[TableCell]
    by: tuple[str, ...] = ()
    zero_fill: bool = False
    alpha: float = 0.5
    left_out: tuple[tuple[str, str], ...] = ()


def render_results(figures: MetricResults, form: OutputForm, width: int = 80) -> str:
    """Render all results in one output form; the text ends with a line end.

    Args:
        figures: The results.
        form: The output form.
        width: The most columns of a line of text.
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


_REGISTRY_FIELDS = (
    "name",
    "meaning",
    "formula",
    "unit",
    "range",
    "direction",
    "null",
    "aggregation",
    "source",
)


def render_registry(form: OutputForm, names: Sequence[str] = (), width: int = 80) -> str:
    """Describe metrics and tables in one output form; the text ends with a line end.

    Args:
        form: The output form.
        names: The metrics and tables to describe, in text in full; all if empty, in text by three
            lines each.
        width: The most columns of a line of text.

    Raises:
        ConfigError: There is no metric or table of a name.
    """
    every = _named(names)
    rows = [_explained(each) for each in every]
    match form:
        case "json":
            told = [
                dict(zip(_REGISTRY_FIELDS, row, strict=True))
                | {"low": each.low, "high": each.high, "table": isinstance(each, MetricTable)}
                for each, row in zip(every, rows, strict=True)
            ]
            return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
        case "csv":
            return _as_csv([_REGISTRY_FIELDS, *rows])
        case "md":
            return _as_markdown([_REGISTRY_FIELDS, *rows])
        case "text" if names:
            return "\n".join([_in_full(row, width) for row in rows])
        case "text":
            lines = [
                (
                    each.name,
                    each.meaning,
                    f"{range_text(each)}; {_BETTER[each.direction]}; {each.source}",
                )
                for each in every
            ]
            others = [
                f"{name}\n  {entry.source}; with --metric {name}\n"
                for name, entry in installed("metrics").items()
            ]
            shipped = [f"{name}\n  {words}\n  {more}\n" for name, words, more in lines]
            return "".join([*shipped, *others])


def _named(names: Sequence[str]) -> Sequence[Metric | MetricTable]:
    every: dict[str, Metric | MetricTable] = {each.name: each for each in (*METRICS, *TABLES)}
    for name in names:
        if name in installed("metrics"):
            every.setdefault(name, installed_metric(name))
        if name not in every:
            raise ConfigError(
                f"there is no metric `{name}`", key="--list", hint=did_you_mean(name, every)
            )
    return [every[name] for name in dict.fromkeys(names)] or list(every.values())


def _explained(each: Metric | MetricTable) -> tuple[str, ...]:
    """Return the fields of a metric or table in the order of `_REGISTRY_FIELDS`."""
    way = AGGREGATIONS[each.aggregation] if isinstance(each, Metric) else each.aggregation
    return (
        each.name,
        each.meaning,
        each.formula,
        each.unit,
        range_text(each),
        _BETTER[each.direction],
        each.null,
        way,
        each.source,
    )


def _in_full(row: Sequence[str], width: int) -> str:
    """Write one metric with a paragraph for each field."""
    lines = [row[0]]
    for title, words in zip(_REGISTRY_FIELDS[1:], row[1:], strict=True):
        lines += textwrap.wrap(
            f"{title}: {words}",
            width,
            initial_indent="  ",
            subsequent_indent="    ",
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def range_text(each: Metric | MetricTable) -> str:
    """Return the range of values of a metric in words, such as `0 to 1`, `from 0`, `any number`."""
    if each.low is None or each.high is None:
        return "any number" if each.low is None else f"from {number_text(each.low)}"
    return f"{number_text(each.low)} to {number_text(each.high)}"


# -- output forms


def _dimensions(figures: MetricResults) -> tuple[str, ...]:
    """List the dimensions by which any row is grouped, in their order."""
    return tuple(
        dict.fromkeys((*figures.by, *(name for row in figures.rows for name in row.group)))
    )


def _json(figures: MetricResults) -> str:
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
    bounds = {"low": cell.low, "high": cell.high, "interval": cell.how or None}
    seen: dict[str, Any] = {
        "n": cell.n, "games": cell.games, "deals": cell.deals, "value": cell.value
    }  # fmt: skip
    seen |= {} if cell.total is None else {"total": cell.total}
    seen |= {"unread": cell.unread} if cell.unread else {}
    seen |= {"quote": cell.quote} if cell.quote else {}
    seen |= {"why": cell.table.null} if cell.value is None else {}
    return {"name": cell.table.name, "row": cell.row, "column": cell.column} | seen | bounds


def _row(row: MetricRow) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": row.metric.name,
        "group": row.group,
        "n": row.n,
        "mean": row.value,
        "mean_of": row.metric.aggregation,
        "low": row.low,
        "high": row.high,
        "interval": row.how or None,
        "pooled": row.pooled,
        "numerator": row.numerator,
        "denominator": row.denominator,
        "deals": row.deals,
        "range_low": row.by_range.low,
        "range_high": row.by_range.high,
    }
    # Why there is none, in the words of `--list`.
    told |= {"why": row.metric.null} if row.value is None else {}
    return told | {"parts": [_part(part) for part in row.parts]} if row.parts else told


def _part(part: Part) -> dict[str, Any]:
    made = {"numerator": float(part.numerator), "denominator": float(part.denominator)}
    behind = {"entries": list(part.entries), "quotes": list(part.quotes)}
    return {"seat": part.seat or None, "day": part.day or None} | made | behind


def _csv(figures: MetricResults) -> str:
    names = _dimensions(figures)
    numbers = (
        "n",
        "games",
        "mean",
        "mean_of",
        "low",
        "high",
        "interval",
        "pooled",
        "numerator",
        "denominator",
        "deals",
        "range_low",
        "range_high",
        "why",
    )
    rows: list[tuple[object, ...]] = []
    for row in figures.rows:
        group = (row.group.get(name, "") for name in names)
        mean = (
            row.n,
            row.n,
            _exact(row.value),
            row.metric.aggregation,
            _exact(row.low),
            _exact(row.high),
            row.how,
        )
        rows.append(
            (
                row.metric.name,
                *group,
                "",
                "",
                *mean,
                *map(_exact, (row.pooled, row.numerator, row.denominator)),
                row.deals,
                *map(_exact, row.by_range[:2]),
                row.metric.null if row.value is None else "",
            )
        )
    for cell in figures.entries:
        bounds = (_exact(cell.low), _exact(cell.high), cell.how)
        blank = ("" for _ in names)
        # A cell pools its observations, so it has no mean over games.
        rows.append(
            (
                cell.table.name,
                *blank,
                cell.row,
                cell.column,
                cell.n,
                cell.games,
                "",
                "",
                *bounds,
                _exact(cell.value),
                _exact(cell.total),
                "" if cell.total is None else _exact(cell.n),
                cell.deals,
                "",
                "",
                cell.table.null if cell.value is None else "",
            )
        )
    return _as_csv([("name", *names, "row", "column", *numbers), *rows])


def _exact(value: float | None) -> str:
    return "" if value is None else repr(int(value) if value == int(value) else value)


def _as_csv(rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _markdown(figures: MetricResults) -> str:
    names = _dimensions(figures)
    rows = [
        (*_text_row(row, names, figures.games), row.metric.meaning) for row in figures.rows if row.n
    ]
    tables = [f"\n{title}\n\n{_as_markdown(grid)}" for title, grid in _tables(figures)]
    notes = "".join(f"\n{note}\n" for note in _notes(figures))
    return (
        f"{_games(figures)}\n\n"
        f"{_as_markdown([(*_head(names, figures.games), 'meaning'), *rows])}"
        f"{''.join(tables)}{notes}"
    )


def _as_markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]) + "\n"


def _text(figures: MetricResults, width: int) -> str:
    names = _dimensions(figures)
    rows = [_text_row(row, names, figures.games) for row in figures.rows if row.n]
    meanings = [row.metric.meaning for row in figures.rows if row.n]
    lines = aligned_lines([_head(names, figures.games), *rows], right=len(names) + 1)
    room = width - max(map(len, lines)) - 2
    if room >= max(map(len, meanings), default=0):
        lines = [
            lines[0],
            *(f"{line}  {words}" for line, words in zip(lines[1:], meanings, strict=True)),
        ]
    for title, grid in _tables(figures):
        lines += ["", *textwrap.wrap(title, width), *fit_grid(grid, width)]
    for note in _notes(figures):
        lines += ["", *textwrap.wrap(note, width, break_on_hyphens=False)]
    return f"{_games(figures)}\n\n" + "\n".join([line.rstrip() for line in lines]) + "\n"


def _head(names: Sequence[str], games: int) -> tuple[str, ...]:
    """List the column titles; a single game has no columns for mean and interval."""
    return (
        ("metric", *names, "value", "pooled")
        if games == 1
        else ("metric", *names, "mean", "95 %", "by", "n", "pooled")
    )


def _text_row(row: MetricRow, names: Sequence[str], games: int) -> tuple[str, ...]:
    """Format a row under the titles of `_head`."""
    group = (row.metric.name, *(row.group.get(name, "") for name in names))
    bounds = () if games == 1 else (interval_text(row), row.how, str(row.n))
    return (*group, value_text(row), *bounds, pooled_text(row))


def _notes(figures: MetricResults) -> list[str]:
    """Write the notes below the results: mean and pooled, interval methods, what is left out."""
    shown = [row for row in figures.rows if row.n]
    notes: list[str] = []
    if figures.games > 1:
        other = list(
            dict.fromkeys(row.metric.name for row in shown if row.metric.aggregation == "days")
        )
        days = f" (of days for {', '.join(other)})" if other else ""
        notes.append(
            f"mean: of the games, with equal weights{days}; pooled: over all games together. "
            "n: games with a value."
        )
        if any(row.deals < row.n for row in shown):
            notes.append(
                "Games of one deal (same roles on the same seats) are one observation of the "
                "intervals."
            )
        notes += range_notes(shown)
        ways = {row.how for row in shown}
        notes += [f"{how}: {words}." for how, words in INTERVAL_METHODS.items() if how in ways]
    elif figures.games:
        notes.append("A single game has no intervals.")
    hidden = [
        table.name
        for table in TABLES
        if table.shown == "files" and any(cell.table is table for cell in figures.entries)
    ]
    if hidden and not figures.by:
        notes.append(f"Only in --json and --csv: {', '.join(hidden)}.")
    missing = [row.metric.name for row in figures.rows if not row.n]
    if missing:
        notes.append(f"Without a value: {', '.join(missing)}.")
    notes += unread_notes(figures.rows)
    return notes if figures.by else [*notes, *unread_cells_notes(figures.entries)]


def unread_notes(rows: Sequence[MetricRow]) -> list[str]:
    """Say why metrics of speech have no value, if that is so: a sentence, or nothing."""
    if all(row.n for row in rows if row.metric.null == NO_SUCH_SPEECH):
        return []
    read = next((row for row in rows if row.metric.name == "speech_read" and row.n), None)
    share = (
        f" Read: {number_text(read.numerator)} of {number_text(read.denominator)} sentences."
        if read and not read.group
        else ""
    )
    return [f"A metric of what was said is {NO_SUCH_SPEECH}.{share}"]


def _tables(figures: MetricResults) -> list[tuple[str, Grid]]:
    """Make the grids shown by default; empty if the metrics are grouped."""
    return [] if figures.by else grids(figures.entries, figures.games)


def _games(figures: MetricResults) -> str:
    return f"{figures.games} {'game' if figures.games == 1 else 'games'}"
