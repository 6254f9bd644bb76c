"""Metrics and their values: definition, numerators and denominators by seat and day, evidence.

A missing denominator gives None, never 0. What the log does not record has no part at all. Metric
and table names are stored in reports and experiment files; they never change.
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
"""What the value over many games is a mean of."""


AGGREGATIONS: dict[Aggregation, str] = {
    "games": "mean of the games that have a value",
    "days": "mean of all days of all games, so that a long game weighs more",
    "terms": "a x mean of the games' ksr + (1-a) x mean over roles of each role's mean of games",
}
"""How games make one value, in words."""


NO_SUCH_SPEECH = (
    "null where speech is not recorded, not English, or too little of its claims was read "
    "(see claims_read)"
)


class Metric(Struct, frozen=True, kw_only=True):
    """A number that a game has.

    Attributes:
        name: How it is called everywhere.
        of: The fold: the tables of a game to its value.
        source: The paper and its equation or section.
        low: The least that it can be; None for no bound.
        high: The most that it can be; None for no bound.
        direction: Whether more of it is better.
        meaning: One line for a person.
        formula: How a game's value is computed, in words and signs.
        unit: What the value counts, or is a share of: a `share of` things divides counts of them.
        null: When a game has no value.
        aggregation: How games make one value.
        kind: How the parts of a game make one value.
        per_team: Whether it says something only for each team apart.
        open_range: Whether its range, though it has ends, is so wide that values never come near
            them: its interval is then that of values without bounds.
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
        """Whether numerator and denominator are counts that say more than the value."""
        return self.kind == "ratio" and self.unit.startswith("share of ")

    @property
    def range(self) -> tuple[float, float] | None:
        """The ends between which every value lies, where both are near enough to tell something."""
        return (
            None
            if self.low is None or self.high is None or self.open_range
            else (self.low, self.high)
        )


class Observation(Struct, frozen=True, gc=False):
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


class MetricTable(Struct, frozen=True, kw_only=True):
    """A table that many games fill together.

    Attributes:
        name: How it is called everywhere.
        of: The fold: the tables of a game to its observations.
        source: The paper and its section.
        direction: Whether more in a cell is better.
        meaning: One line for a person.
        formula: How a cell is computed, in words and signs.
        unit: What a cell counts, or is a share of.
        null: When a game adds nothing.
        aggregation: How games make a cell, in words.
        kind: `shares`: how often each column was observed in a row, with the row's entropy;
            `rates`: the mean of the values in a cell, 0..1; `words`: how varied the speech of a row
            is.
        series: Whether the columns count the games of a row in the order in which they were played.
        shown: Whether people see it unasked: `always`; of `one game` alone; or never (`files`), and
            it is in JSON and CSV.
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
    shown: Literal["always", "one game", "files"] = "always"
    low: float | None = 0
    high: float | None = 1


ValueKind = Literal["ratio", "mean", "count"]
"""How parts make one value: sum over sum; the mean of their own values; the sum of their
numerators."""


class Part(Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat's share in a value, or one day's.

    Attributes:
        seat: Whose it is, 1..N; 0 where it is the whole table's.
        numerator: What is counted.
        denominator: Out of how much.
        day: Which day, or 0 where no day is meant.
        entries: The places in the log that make it, from 0.
        quotes: The lines spoken that make it.
    """

    seat: int
    numerator: float
    denominator: float = 1
    day: int = 0
    entries: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()

    @property
    def value(self) -> float | None:
        """Numerator by denominator, or None without a denominator."""
        return self.numerator / self.denominator if self.denominator else None


class Value(Struct, frozen=True, gc=False):
    """What a metric finds in one game.

    Attributes:
        parts: The shares, by seat where the metric knows seats.
        whole: The value of the whole game where it is not made of `parts`.
    """

    parts: tuple[Part, ...] = ()
    whole: Part | None = None


UNKNOWN = Value()
"""The log does not tell, or there is nothing to measure."""


class Total(NamedTuple):
    """Parts put together: numerator, denominator, and the value or None."""

    numerator: float
    denominator: float
    value: float | None


NO_TOTAL = Total(0, 0, None)


def combine_parts(kind: ValueKind, parts: Sequence[Part]) -> Total:
    """One value of some parts of one game; None where there is nothing to divide by."""
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
    """The value of the whole game."""
    return combine_parts(kind, (value.whole,) if value.whole else value.parts)


class CountedEvent(NamedTuple):
    """Something that a count counts: who did it, when, how much of it, and where it stands."""

    seat: int
    day: int
    entry: int
    quote: str = ""
    weight: float = 1


def count_by_seat_and_day(
    seat_days: Iterable[tuple[int, int]], events: Iterable[CountedEvent]
) -> Value:
    """A count by seat and day. A seat that was there and did nothing counts 0, which is not unknown.

    Args:
        seat_days: Every seat with every day on which it could have done what is counted.
        events: What happened.
    """
    zeros = {(seat, day): Part(seat, 0, 1, day) for seat, day in seat_days}
    found: dict[tuple[int, int], list[CountedEvent]] = {}
    for event in events:
        found.setdefault((event.seat, event.day), []).append(event)
    parts = {**zeros, **{place: _sum_events(here) for place, here in found.items()}}
    return Value(tuple(parts.values()))


def _sum_events(events: Sequence[CountedEvent]) -> Part:
    """What one seat did on one day."""
    quotes = tuple([event.quote for event in events if event.quote])
    entries = tuple([event.entry for event in events])
    return Part(
        events[0].seat, sum([event.weight for event in events]), 1, events[0].day, entries, quotes
    )
