"""Number formats of metrics: values, intervals, fractions.

Imports no metrics at run time, since screens load it before anything is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wolfcore.metrics import MetricRow

NO_VALUE = "-"


def number_text(value: float | None) -> str:
    """Format a number without exponent; a dash for None.

    Whole numbers have no decimals, others three below 10 and one from 10 on.
    """
    if value is None:
        return NO_VALUE
    if abs(value - round(value)) < 1e-9:
        return str(round(value))
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"


def value_text(row: MetricRow) -> str:
    """Format a metric's value: shares and means with decimals, counts as they are, else a dash."""
    return _like(row, row.value)


def interval_text(row: MetricRow) -> str:
    """Format the 95 % interval as `[0.210, 0.430]`; empty if there is none."""
    return (
        ""
        if row.low is None or row.high is None
        else f"[{_like(row, row.low)}, {_like(row, row.high)}]"
    )


def range_notes(rows: Iterable[MetricRow]) -> list[str]:
    """Describe the intervals that suppose nothing but the range, a sentence for each row with one.

    They belong to metrics whose interval supposes more (`Metric.open_range`).
    """
    notes: list[str] = []
    for row in rows:
        low, high, _ = row.by_range
        if low is not None and high is not None:
            group = "".join(f", {label}" for label in row.group.values())
            ends = f"{number_text(row.metric.low)} to {number_text(row.metric.high)}"
            notes.append(
                f"{row.metric.name}{group}: [{_like(row, low)}, {_like(row, high)}] is the 95 % "
                f"interval that supposes only the range {ends}; the one in the table supposes "
                "that no rare deal lies far beyond those seen."
            )
    return notes


def _like(row: MetricRow, value: float | None) -> str:
    share = row.metric.kind != "count" and row.metric.high == 1
    return number_text(value) if value is None or not share else f"{value:.3f}"


def fraction_text(row: MetricRow) -> str:
    """Format numerator and denominator as `4/7`; for a count, the numerator alone."""
    above, below = number_text(row.numerator), number_text(row.denominator)
    return above if row.metric.kind == "count" else f"{above}/{below}"


def pooled_text(row: MetricRow) -> str:
    """Format the value pooled over all games with its fraction, `0.571 (4/7)`; a count as a sum."""
    if row.metric.kind == "count":
        return fraction_text(row)
    return f"{_like(row, row.pooled)} ({fraction_text(row)})"
