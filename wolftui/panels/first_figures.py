"""The first figures of a game that is over: a line a metric with its value, what it is made of, and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wolftui.figures.numerals import fraction, value_of
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import wrap

if TYPE_CHECKING:
    from core.metrics import Row

FIRST = (
    "irp", "vss", "seer", "witch", "hunter", "guard", "ksr", "werewolves", "sheriff", "ratio", "correlation", "correlation_moments",
    "camouflage", "leadership",
    "reasonableness",
)  # fmt: skip
"""The metrics that are shown, in this order, those that have a value."""

_NAME, _VALUE, _FROM = 19, 6, 6


def figures(rows: Sequence[Row], width: int) -> list[Line]:
    """A line a metric, wrapped under its meaning.

    Args:
        rows: What was measured.
        width: Cells that a line may have.
    """
    found = sorted((row for row in rows if row.n and row.metric.name in FIRST), key=lambda row: FIRST.index(row.metric.name))
    lines: list[Line] = []
    told: set[str] = set()
    for row in found:
        team = row.group.get("team", "")
        name = (Span(row.metric.name, "text"), Span(f" {team}" if team else "", team or "text"))
        gap = " " * max(_NAME - len(row.metric.name) - (len(team) + 1 if team else 0), 1)
        value = Span(f"{value_of(row):>{_VALUE}}", "strong")
        made = f"{fraction(row):>{_FROM}}" if row.metric.counted else " " * _FROM
        head = (*name, Span(gap), value, Span(f" {made}  ", "dim"))
        indent = (Span(" " * (_NAME + _VALUE + _FROM + 3)),)
        meaning = "" if row.metric.name in told else row.metric.meaning
        told.add(row.metric.name)
        lines += wrap((Span(meaning, "quiet"),), width, head, indent)
    return lines
