"""A report without a format: sections, tables and plots; numbers keep their exact values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct


def count_cell(number: int) -> Cell:
    """A number of things."""
    return Cell(f"{number:,}", (number,))


MarkColour = Literal["plain", "village", "wolves"]
"""What a mark stands for; the forms give it a colour and a shape."""


class Cell(Struct, frozen=True):
    """A cell of a table.

    Attributes:
        text: What people read.
        exact: The numbers that it rounds, in their order.
        name: What files and programs call it; empty where that is the same or nothing.
    """

    text: str
    exact: tuple[float, ...] = ()
    name: str = ""


class Column(Struct, frozen=True):
    """A column of a table.

    Attributes:
        title: Its title.
        words: Whether it holds words, which stand at their left edge, or numbers.
        rank: Where lines are short, the columns of the highest rank go first; those of rank 0
            always stay.
    """

    title: str
    words: bool = False
    rank: int = 0


class TableRow(Struct, frozen=True):
    """A row of a table.

    Attributes:
        cells: Its cells; the first one is its heading.
        name: The metric or table that it belongs to, or an empty string.
        group: What it is apart by: the label of each dimension, or the row and column of a table of
            metrics.
    """

    cells: tuple[Cell, ...]
    name: str = ""
    group: Mapping[str, str] = {}


class Table(Struct, frozen=True):
    """A table.

    Attributes:
        name: A word for it: small letters and hyphens.
        title: What it shows.
        columns: Its columns.
        rows: Its rows.
        words: What there is to know of it; may be empty.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    words: str = ""


class Mark(Struct, frozen=True):
    """A value with its interval.

    Attributes:
        label: What it is the value of.
        value: The value, 0..1.
        low: The lower end of its interval, or None for none.
        high: The upper end.
        ink: What it stands for.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    ink: MarkColour = "plain"


class Dots(Struct, frozen=True):
    """Shares side by side, a line each, with their intervals.

    Attributes:
        name: A word for it: small letters and hyphens.
        title: What it shows.
        marks: The values, from the top.
        middle: Whether one half is where neither side is ahead.
    """

    name: str
    title: str
    marks: tuple[Mark, ...]
    middle: bool = False


Stack: TypeAlias = tuple[str, MarkColour, tuple[int, ...]]
"""A title, what it stands for, and how often in each column."""


class Bars(Struct, frozen=True):
    """How often something was so, in columns.

    Attributes:
        name: A word for it: small letters and hyphens.
        title: What it shows.
        axis: What the columns are.
        columns: Their labels.
        stacks: What each column is made of, from the bottom.
    """

    name: str
    title: str
    axis: str
    columns: tuple[str, ...]
    stacks: tuple[Stack, ...]


class Heat(Struct, frozen=True):
    """Shares of rows by columns.

    Attributes:
        name: A word for it: small letters and hyphens.
        title: What it shows.
        down: What the rows are.
        across: What the columns are.
        rows: Their labels.
        columns: Their labels.
        cells: The share and of how many games, by row and column; nothing where there is none.
    """

    name: str
    title: str
    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[float, int]]


Plot: TypeAlias = Dots | Bars | Heat


class Section(Struct, frozen=True):
    """A section.

    Attributes:
        name: A word for it: small letters and hyphens.
        title: What it is about.
        words: What it says, a paragraph each.
        parts: Its plots and tables.
    """

    name: str
    title: str
    words: tuple[str, ...] = ()
    parts: tuple[Plot | Table, ...] = ()


class Report(Struct, frozen=True):
    """A report.

    Attributes:
        title: Its title.
        lead: What it says first, a sentence each.
        sections: The rest.
    """

    title: str
    lead: tuple[str, ...]
    sections: tuple[Section, ...]


def plot_description(plot: Plot) -> str:
    """A plot for those who do not see it, in a few sentences."""
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
    return f"{plot.title}. {'; '.join(told)}."


def _share(mark: Mark) -> str:
    bounds = (
        ""
        if mark.low is None or mark.high is None
        else f", between {mark.low:.1%} and {mark.high:.1%}"
    )
    return f"{mark.value:.1%}{bounds}"
