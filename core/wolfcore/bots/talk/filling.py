"""Lines filled in: seats, roles, nights and counts where a line leaves them open."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from wolfcore.bots.belief.record import PublicRecord, SeatRecord
from wolfcore.bots.draws import Draws
from wolfcore.speech import is_speakable

from .moves import Move

COUNT_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
"""Counted voices in words; more than these are told as the last."""
_NEW_SENTENCE = re.compile(r"[.!?] [a-z]")
_SHAPES = {"target": "@", "other": "@", "dead": "@"}


class Utterance(NamedTuple):
    """Words found for a move.

    Attributes:
        text: The words.
        shape: The same in lower case with every seat as `@`.
    """

    text: str
    shape: str


def fill_line(words: str, move: Move, record: SeatRecord, draws: Draws) -> Utterance:
    """A line with its seats, roles and times filled in, its sentences beginning with capitals."""
    slots = {slot: _SLOTS[slot](move, record, draws) for slot in _slots_of(words)}
    filled = words.format_map(slots)
    shape = filled if _SHAPES.keys().isdisjoint(slots) else words.format_map(slots | _SHAPES)
    return Utterance(_NEW_SENTENCE.sub(lambda first: first[0].upper(), filled[0].upper() + filled[1:]), shape)


@lru_cache(maxsize=1 << 14)
def _slots_of(words: str) -> tuple[str, ...]:
    """What a line leaves open, in the order in which it is filled in."""
    return tuple(slot for slot in _SLOTS if f"{{{slot}}}" in words)


def _a_role(move: Move, record: SeatRecord) -> str:
    return f"a {move.role}" if record.board.roles.count(move.role) > 1 else f"the {move.role}"


def _night_words(night: int, record: SeatRecord, draws: Draws) -> str:
    """The night of a deed as people say it."""
    return "last night" if night == record.day and draws.below(5) else f"on night {night}"


def _day_words(day: int, record: SeatRecord, draws: Draws) -> str:
    """The day of a vote as people say it."""
    if day == record.day:
        return "today"
    return "yesterday" if day == record.day - 1 and draws.below(3) else f"on day {day}"


def seat_name(seat: int, record: PublicRecord) -> str:
    """A seat by its name, or by its number where the name could be taken for a word of the sentence."""
    name = record.names[seat - 1]
    return name if is_speakable(name) else f"seat {seat}"


_SLOTS: dict[str, Callable[[Move, SeatRecord, Draws], str]] = {
    "a_role": lambda move, record, _: _a_role(move, record),
    "role": lambda move, _record, _: move.role,
    "day": lambda move, _record, _: f"day {move.day}",
    "then": lambda move, record, draws: _day_words(move.day, record, draws),
    "night": lambda move, _record, _: f"night {move.night}",
    "when": lambda move, record, draws: _night_words(move.night, record, draws),
    "count": lambda move, _record, _: COUNT_WORDS[min(move.count, len(COUNT_WORDS) - 1)],
    "target": lambda move, record, _: "myself" if move.target == record.me else seat_name(move.target, record),
    "other": lambda move, record, _: seat_name(move.other, record),
    "dead": lambda move, record, _: " and ".join(seat_name(seat, record) for seat in move.dead),
}
"""What lines leave open, and what stands there."""
