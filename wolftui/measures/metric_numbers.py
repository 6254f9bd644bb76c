"""Number formats of metrics: values, intervals, fractions.

Imports no metrics at run time, since screens load it before anything is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wolfcore.metrics import MetricRow

NO_VALUE = "-"


def number_text(value: float | None) -> str:
    """A number for people: three digits that count, no exponent; a dash for none."""
    if value is None:
        return NO_VALUE
    if abs(value - round(value)) < 1e-9:
        return str(round(value))
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"


def value_text(row: MetricRow) -> str:
    """A metric's value for people: a share or a mean of shares with its decimals, a count as it is, a dash for none."""
    return _like(row, row.value)


def interval_text(row: MetricRow) -> str:
    """The 95 % interval as `[0.210, 0.430]`, or an empty string."""
    return (
        ""
        if row.low is None or row.high is None
        else f"[{_like(row, row.low)}, {_like(row, row.high)}]"
    )


def _like(row: MetricRow, value: float | None) -> str:
    share = row.metric.kind != "count" and row.metric.high == 1
    return number_text(value) if value is None or not share else f"{value:.3f}"


def fraction_text(row: MetricRow) -> str:
    """Numerator by denominator; only the numerator of a count."""
    above, below = number_text(row.numerator), number_text(row.denominator)
    return above if row.metric.kind == "count" else f"{above}/{below}"


def pooled_text(row: MetricRow) -> str:
    """The value pooled over all games, with what it is made of: `0.571 (4/7)`; the sum of a count."""
    if row.metric.kind == "count":
        return fraction_text(row)
    return f"{_like(row, row.pooled)} ({fraction_text(row)})"
