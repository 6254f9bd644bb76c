"""A report without a format: sections, tables and plots; numbers keep their exact values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct


def count_cell(number: int) -> Cell:
    """Make a cell with an exact count."""
    return Cell(f"{number:,}", (number,))


MarkColour = Literal["plain", "village", "wolves"]
"""The meaning of a mark; each output format gives it a colour and a shape."""


class Cell(Struct, frozen=True):
    """A cell of a table.

    Attributes:
        text: The displayed text.
        exact: The exact numbers that the text rounds, in order.
        name: The identifier in files and programs; empty if it equals the text or there is none.
    """

    text: str
    exact: tuple[float, ...] = ()
    name: str = ""


class Column(Struct, frozen=True):
    """A column of a table.

    Attributes:
        title: Its title.
        words: Whether it holds text, which is left-aligned, or numbers.
        rank: Columns of the highest rank are dropped first if lines are short; rank 0 is never
            dropped.
    """

    title: str
    words: bool = False
    rank: int = 0


class TableRow(Struct, frozen=True):
    """A row of a table.

    Attributes:
        cells: Its cells; the first one is the row heading.
        name: The metric or table that it belongs to; may be empty.
        group: The group of the row: the label of each dimension, or row and column of a metric
            table.
    """

    cells: tuple[Cell, ...]
    name: str = ""
    group: Mapping[str, str] = {}


class Table(Struct, frozen=True):
    """A table of a report.

    Attributes:
        name: An identifier in lower case with hyphens.
        title: What it shows.
        columns: Its columns.
        rows: Its rows.
        words: An explanation; may be empty.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    words: str = ""


class Mark(Struct, frozen=True):
    """A value with its interval, to be plotted.

    Attributes:
        label: The label of the value.
        value: The value, 0..1.
        low: The lower end of its interval; None if it has none.
        high: The upper end; None if it has none.
        ink: The meaning of its colour.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    ink: MarkColour = "plain"


class Dots(Struct, frozen=True):
    """A dot plot: shares with their intervals, one line each.

    Attributes:
        name: An identifier in lower case with hyphens.
        title: What it shows.
        marks: The values, from the top.
        middle: Whether one half is the point at which neither side is ahead.
    """

    name: str
    title: str
    marks: tuple[Mark, ...]
    middle: bool = False


Stack: TypeAlias = tuple[str, MarkColour, tuple[int, ...]]
"""One part of each bar: its title, its colour, and its count in each column."""


class Bars(Struct, frozen=True):
    """A stacked bar chart of counts.

    Attributes:
        name: An identifier in lower case with hyphens.
        title: What it shows.
        axis: What the columns are.
        columns: Their labels.
        stacks: The parts of each bar, from the bottom.
    """

    name: str
    title: str
    axis: str
    columns: tuple[str, ...]
    stacks: tuple[Stack, ...]


class Heat(Struct, frozen=True):
    """A heat map of shares by row and column.

    Attributes:
        name: An identifier in lower case with hyphens.
        title: What it shows.
        down: What the rows are.
        across: What the columns are.
        rows: The row labels.
        columns: The column labels.
        cells: Share and number of games, by row and column; a missing key is an empty cell.
    """

    name: str
    title: str
    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[float, int]]


class Curve(Struct, frozen=True):
    """A line through points.

    Attributes:
        label: Its label.
        points: Its points, from the left; one or more.
    """

    label: str
    points: tuple[tuple[float, float], ...]


class Curves(Struct, frozen=True):
    """Lines over a common axis.

    Attributes:
        name: An identifier in lower case with hyphens.
        title: What it shows.
        across: What the horizontal axis is.
        curves: The lines.
    """

    name: str
    title: str
    across: str
    curves: tuple[Curve, ...]


Plot: TypeAlias = Dots | Bars | Heat | Curves


class Section(Struct, frozen=True):
    """A section of a report.

    Attributes:
        name: An identifier in lower case with hyphens.
        title: What it is about.
        words: Its paragraphs of text.
        parts: Its plots and tables.
    """

    name: str
    title: str
    words: tuple[str, ...] = ()
    parts: tuple[Plot | Table, ...] = ()


class Report(Struct, frozen=True):
    """A whole report.

    Attributes:
        title: Its title.
        lead: The sentences of its introduction.
        sections: Its sections.
    """

    title: str
    lead: tuple[str, ...]
    sections: tuple[Section, ...]


def plot_description(plot: Plot) -> str:
    """Describe a plot in a few sentences, as its text alternative."""
    match plot:
        case Dots():
            told = [f"{mark.label}: {_share(mark)}" for mark in plot.marks]
        case Bars():
            told = [
                f"{title}: "
                + ", ".join(
                    f"{count} at {column}"
                    for column, count in zip(plot.columns, counts, strict=True)
                    if count
                )
                for title, _, counts in plot.stacks
            ]
        case Heat():
            told = [
                f"{row} against {column}: {share:.0%} of {n} games"
                for (row, column), (share, n) in plot.cells.items()
            ]
        case Curves():
            told = [
                f"{curve.label}: {len(curve.points)} points, from {curve.points[0][1]:.4g} to "
                f"{curve.points[-1][1]:.4g}, least {min(value for _, value in curve.points):.4g}"
                for curve in plot.curves
            ]
    return f"{plot.title}. {'; '.join(told)}."


def _share(mark: Mark) -> str:
    bounds = (
        ""
        if mark.low is None or mark.high is None
        else f", between {mark.low:.1%} and {mark.high:.1%}"
    )
    return f"{mark.value:.1%}{bounds}"
