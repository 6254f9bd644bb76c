"""Types for metrics and their values: definitions, numerators and denominators by seat and day.

A value with denominator 0 is None, never 0. Events that the log does not record have no part.
Metric and table names are stored in reports and experiment files; they never change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from .game_tables import GameTables

Direction = Literal["higher", "lower", "neither"]


WWP = "Xia et al. 2025, WereWolf-Plus"


HELMSMAN = "Du and Zhang 2024, Helmsman"


XU = "Xu et al. 2023"


SLA = "Xu et al. 2023, Strategic Language Agents"


OURS = "wolftui"


Aggregation = Literal["games", "days", "terms"]
"""What the value over many games is a mean of: games, days, or the two terms of `kre`."""


AGGREGATIONS: dict[Aggregation, str] = {
    "games": "mean of the games that have a value",
    "days": "mean of all days of all games, so that a long game weighs more",
    "terms": "a x mean of the games' ksr + (1-a) x mean over roles of each role's mean of games",
}
"""A description of each aggregation over games, for reports."""


NO_SUCH_SPEECH = (
    "null where speech is not recorded, not English, or too little of its claims was read "
    "(see claims_read)"
)


class Metric(Struct, frozen=True, kw_only=True):
    """The definition of one number computed from a game, with its source and value range.

    Attributes:
        name: The name in reports and files.
        of: Computes the value from the tables of a game.
        source: The paper and its equation or section.
        low: The smallest possible value; None for no bound.
        high: The largest possible value; None for no bound.
        direction: Whether higher or lower values are better, or neither.
        meaning: A one-line explanation for users.
        formula: How a game's value is computed, in words and signs.
        unit: What the value counts or is a share of; `share of X` means that the denominator counts
            X.
        null: When a game has no value.
        aggregation: How the values of many games are combined.
        kind: How the parts of one game are combined.
        per_team: Whether the value is only meaningful for each team separately.
        open_range: Whether the range has ends but is so wide that values never come near them; the
            interval is then computed as for unbounded values, and the one that supposes nothing but
            the range stands beside it.
    """

    name: str
    of: Callable[[GameTables], Value]
    source: str
    low: float | None
    high: float | None
    direction: Direction
    meaning: str
    formula: str
    unit: str
    null: str
    aggregation: Aggregation
    kind: ValueKind = "ratio"
    per_team: bool = False
    open_range: bool = False

    @property
    def shows_counts(self) -> bool:
        """Whether numerator and denominator are counts worth showing beside the value."""
        return self.kind == "ratio" and self.unit.startswith("share of ")

    @property
    def ends(self) -> tuple[float, float] | None:
        """The lowest and highest value; None if a bound is missing."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def range(self) -> tuple[float, float] | None:
        """The lowest and highest value; None if a bound is missing or `open_range` is set."""
        return None if self.open_range else self.ends


class Observation(Struct, frozen=True, gc=False):
    """One observation that a game adds to a table.

    Attributes:
        row: The row of the table.
        column: The column; ignored if the table has `series`, whose column is the number of the
            game.
        value: The observed value, 0..1, or the sum of `times` values. None in tables of shares,
            where only the count matters, and in a table of rates for what could not be read.
        words: For tables of speech: the set of distinct word pairs spoken.
        spoken: For tables of speech: the number of word pairs, repetitions counted.
        times: The number of observations that this one stands for.
        quote: A sentence spoken that is an example; may be empty.
    """

    row: str
    column: str = ""
    value: float | None = None
    words: frozenset[str] = frozenset()
    spoken: int = 0
    times: int = 1
    quote: str = ""


TableKind = Literal["shares", "rates", "words"]


class MetricTable(Struct, frozen=True, kw_only=True):
    """The definition of a table to which many games contribute observations.

    Attributes:
        name: The name in reports and files.
        of: Computes the observations from the tables of a game.
        source: The paper and its section.
        direction: Whether higher or lower values in a cell are better, or neither.
        meaning: A one-line explanation for users.
        formula: How a cell is computed, in words and signs.
        unit: What a cell counts or is a share of.
        null: When a game adds no observation.
        aggregation: How games are combined into a cell, in words.
        kind: `shares`: the frequency of each column in a row, with the row's entropy; `rates`: the
            mean of the values in a cell, 0..1; `words`: the lexical variety of a row's speech.
        series: Whether the columns count the games of a row in the order in which they were played.
        pooled: Whether a game adds as many observations to a row as it happens to have, so that a
            long game weighs more.
        shown: When reports for people show the table: `always`; only for `one game`; or never
            (`files`). All tables are in JSON and CSV.
        low: The smallest possible value of a cell; None for no bound.
        high: The largest possible value of a cell; None for no bound.
        counted: Whether a table of rates counts events, so that a cell reads `3 of 45`.
    """

    name: str
    of: Callable[[GameTables], tuple[Observation, ...]]
    source: str
    direction: Direction
    meaning: str
    formula: str
    unit: str
    null: str
    aggregation: str
    kind: TableKind
    series: bool = False
    pooled: bool = False
    shown: Literal["always", "one game", "files"] = "always"
    low: float | None = 0
    high: float | None = 1
    counted: bool = False


ValueKind = Literal["ratio", "mean", "count"]
"""How parts are combined: `ratio`: summed numerators by summed denominators; `mean`: mean of the
parts' own values; `count`: sum of the numerators."""


class Part(Struct, frozen=True, gc=False, omit_defaults=True):
    """The contribution of one seat, or of one day, to a metric's value.

    Attributes:
        seat: The seat, 1..N; 0 for the whole table.
        numerator: The amount counted.
        denominator: The amount that the numerator is divided by.
        day: The day; 0 if the part belongs to no day.
        entries: Indices of the log entries that are the evidence, from 0.
        quotes: Sentences spoken that are the evidence.
    """

    seat: int
    numerator: float
    denominator: float = 1
    day: int = 0
    entries: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()

    @property
    def value(self) -> float | None:
        """Numerator divided by denominator; None if the denominator is 0."""
        return self.numerator / self.denominator if self.denominator else None


class Value(Struct, frozen=True, gc=False):
    """The result of one metric for one game.

    Attributes:
        parts: The parts, by seat if the metric is computed by seat.
        whole: The value of the whole game if it is not the combination of `parts`.
    """

    parts: tuple[Part, ...] = ()
    whole: Part | None = None


UNKNOWN = Value()
"""The value of a metric for which the log lacks the facts or has nothing to measure."""


class Total(NamedTuple):
    """Combined parts: summed numerator and denominator, and the value, None if there is none."""

    numerator: float
    denominator: float
    value: float | None


NO_TOTAL = Total(0, 0, None)


def combine_parts(kind: ValueKind, parts: Sequence[Part]) -> Total:
    """Combine parts of one game into one value as the metric's `kind` says.

    The value is None without parts or if every denominator is 0.
    """
    if not parts:
        return NO_TOTAL
    if kind == "mean":
        values = [part.value for part in parts]
        found = [value for value in values if value is not None]
        return (
            Total(sum(found), len(found), sum(found) / len(found)) if found else Total(0, 0, None)
        )
    numerator = denominator = 0.0
    for part in parts:
        numerator += part.numerator
        denominator += part.denominator
    if kind == "count":
        return Total(numerator, 1, numerator)
    return (
        Total(numerator, denominator, numerator / denominator)
        if denominator
        else Total(numerator, 0, None)
    )


def game_total(kind: ValueKind, value: Value) -> Total:
    """Combine a metric's value into that of the whole game: of `whole` if set, else of `parts`."""
    return combine_parts(kind, (value.whole,) if value.whole else value.parts)


class CountedEvent(NamedTuple):
    """One event of a count: seat, day, log entry, an optional quote, and a weight."""

    seat: int
    day: int
    entry: int
    quote: str = ""
    weight: float = 1


def count_by_seat_and_day(
    seat_days: Iterable[tuple[int, int]], events: Iterable[CountedEvent]
) -> Value:
    """Count events by seat and day; a seat that could act and did not counts 0, not None.

    Args:
        seat_days: Every seat with every day on which it could have caused such an event.
        events: The events to count.
    """
    zeros = {(seat, day): Part(seat, 0, 1, day) for seat, day in seat_days}
    found: dict[tuple[int, int], list[CountedEvent]] = {}
    for event in events:
        found.setdefault((event.seat, event.day), []).append(event)
    # The zeros come first, so that parts are in the order of days and seats.
    parts = {**zeros, **{place: _sum_events(here) for place, here in found.items()}}
    return Value(tuple(parts.values()))


def _sum_events(events: Sequence[CountedEvent]) -> Part:
    """Combine the events of one seat on one day into a part."""
    quotes = tuple([event.quote for event in events if event.quote])
    entries = tuple([event.entry for event in events])
    return Part(
        events[0].seat, sum([event.weight for event in events]), 1, events[0].day, entries, quotes
    )
