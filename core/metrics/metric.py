"""What a metric is: a pure fold over one game, with its name, source, range, direction and meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from .tables import Tables
from .values import Value, ValueKind

Direction = Literal["higher", "lower", "neither"]

WWP = "Xia et al. 2025, WereWolf-Plus"
HELMSMAN = "Du and Zhang 2024, Helmsman"
XU = "Xu et al. 2023"
SLA = "Xu et al. 2023, Strategic Language Agents"
OURS = "wolftui"


class Metric(Struct, frozen=True):
    """A number that a game has.

    Attributes:
        name: How it is called everywhere.
        of: The fold: the tables of a game to its value.
        source: The paper and its equation or section.
        low: The least that it can be; None for no bound.
        high: The most that it can be; None for no bound.
        direction: Whether more of it is better.
        meaning: One line for a person.
        kind: How the parts of a game make one value.
        trials: What a share is a share of, for its interval: `counted` where numerator and denominator count things, `games`
            where a game is one trial however many seats it has, None where the value is no share.
        apart: Whether it says something only for each team apart.
        by_day: Whether games are pooled by days: every day weighs the same, in whatever game it was.
    """

    name: str
    of: Callable[[Tables], Value]
    source: str
    low: float | None
    high: float | None
    direction: Direction
    meaning: str
    kind: ValueKind = "ratio"
    trials: Literal["counted", "games"] | None = "counted"
    apart: bool = False
    by_day: bool = False


class Cell(Struct, frozen=True, gc=False):
    """One observation for a table.

    Attributes:
        row: Its row.
        column: Its column; the number of the game in its series where the table has `series`.
        value: What was observed, 0..1; None where only how often counts.
        words: What was said, for tables of speech; each once.
        spoken: How many of them, repetitions counted.
    """

    row: str
    column: str = ""
    value: float | None = None
    words: frozenset[str] = frozenset()
    spoken: int = 0


TableKind = Literal["shares", "rates", "words"]


class MetricTable(Struct, frozen=True):
    """A table that many games fill together.

    Attributes:
        name: How it is called everywhere.
        of: The fold: the tables of a game to its observations.
        source: The paper and its section.
        direction: Whether more in a cell is better.
        meaning: One line for a person.
        kind: `shares`: how often each column was observed in a row, with the row's entropy; `rates`: the mean of the values
            in a cell, 0..1; `words`: how varied the speech of a row is.
        series: Whether the columns count the games of a row in the order in which they were played.
    """

    name: str
    of: Callable[[Tables], tuple[Cell, ...]]
    source: str
    direction: Direction
    meaning: str
    kind: TableKind
    series: bool = False
    low: float | None = 0
    high: float | None = 1
