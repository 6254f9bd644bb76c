"""What a metric finds in one game: parts, each with its numerator, its denominator and the entries behind it.

Nothing to divide by is no value (None), never 0. What a log does not tell has no part at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

ValueKind = Literal["ratio", "mean", "count"]
"""How parts make one value: sum over sum; the mean of their own values; the sum of their numerators."""


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
        return Total(sum(found), len(found), sum(found) / len(found)) if found else Total(0, 0, None)
    numerator = denominator = 0.0
    for part in parts:
        numerator += part.numerator
        denominator += part.denominator
    if kind == "count":
        return Total(numerator, 1, numerator)
    return Total(numerator, denominator, numerator / denominator) if denominator else Total(numerator, 0, None)


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


def count_by_seat_and_day(quiet: Mapping[tuple[int, int], Part], events: Iterable[CountedEvent]) -> Value:
    """A count by seat and day: also where a seat was there and nothing happened, which is 0 and not unknown.

    Args:
        quiet: The parts of 0 of every seat with every day on which it could have done what is counted.
        events: What happened.
    """
    found: dict[tuple[int, int], list[CountedEvent]] = {}
    for event in events:
        found.setdefault((event.seat, event.day), []).append(event)
    if not found:
        return Value(tuple(quiet.values()))
    parts = {**quiet, **{place: _sum_events(here) for place, here in found.items()}}
    return Value(tuple(parts.values()))


def _sum_events(events: Sequence[CountedEvent]) -> Part:
    """What one seat did on one day."""
    quotes = tuple([event.quote for event in events if event.quote])
    entries = tuple([event.entry for event in events])
    return Part(events[0].seat, sum([event.weight for event in events]), 1, events[0].day, entries, quotes)
