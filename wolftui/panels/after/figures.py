"""Measured numbers as lines: plain words first, the value and what it is made of, and the paper's name behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wolftui.figures.numerals import fraction_text, value_text
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import wrap

from .book import GameNumbers
from .page import Cell, PageWriter, widths_of

if TYPE_CHECKING:
    from wolfcore.metrics import MetricRow

_MEANING = 44
"""Cells that the meaning keeps where there is not room for all."""
_NAMED_FROM = 92
"""From this width on the papers' names stand behind: in all blocks of a page or in none."""


def metric_lines(book: GameNumbers, writer: PageWriter, rows: Sequence[MetricRow]) -> None:
    """A line a number, more where its words are long; its name in the papers is left to its explanation where there is no room."""
    wide = max((len(value_text(row)) for row in rows), default=0)
    values = [book.number(row, "strong", text=f"{value_text(row):>{wide}}") for row in rows]
    lines: list[list[Cell]] = [
        [_words(row), (value,), (Span(_short_fraction(row), "quiet"),), (Span(row.metric.name, "dim"),)]
        for row, value in zip(rows, values, strict=True)
    ]
    widths = widths_of(lines)[: None if writer.width >= _NAMED_FROM else -1]
    while len(widths) > 2 and writer.width - sum(widths[1:]) - 2 * len(widths[1:]) < min(_MEANING, widths[0]):
        widths.pop()
    widths[0] = min(widths[0], max(writer.width - sum(widths[1:]) - 2 * len(widths[1:]), 1))
    for row, line in zip(rows, lines, strict=True):
        first, *rest = wrap(_words(row), widths[0], (), (Span("  "),))
        writer.row([first, *line[1 : len(widths)]], widths)
        for words in rest:
            writer.add(*words)


def title_note(writer: PageWriter, words: str, *names: str) -> str:
    """What stands behind a title: words, and what the papers call it where there is room for names."""
    return "   ".join(part for part in (words, ", ".join(names) if writer.width >= _NAMED_FROM else "") if part)


def _words(row: MetricRow) -> Line:
    """What it tells, with the team that it tells it of."""
    team = row.group.get("team", "")
    return (*((Span(f"{team}: ", team),) if team else ()), Span(row.metric.meaning, "text"))


def _short_fraction(row: MetricRow) -> str:
    """What it is made of, in brief: `3 of 8 ballots`, `2.500 / 3`, of a count what it counts; nothing of a mean of one."""
    if row.metric.kind == "count":
        return singular(row.metric.unit) if row.value == 1 else row.metric.unit
    if row.metric.shows_counts and row.metric.kind == "ratio":
        return f"{fraction_text(row).replace('/', ' of ')} {row.metric.unit.removeprefix('share of ')}"
    return fraction_text(row).replace("/", " / ") if row.denominator != 1 else ""


def singular(unit: str) -> str:
    """What one is called of a unit that counts many: `deed` of `deeds`, `speech` of `speeches`; `money` stays."""
    return unit.removesuffix("es") if unit.endswith("ches") else unit.removesuffix("s")
