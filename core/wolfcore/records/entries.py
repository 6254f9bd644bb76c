"""The lines of `game.jsonl` after the header: encode, decode and validate entries and the result.

Equal entries give equal bytes. A decoded entry may still name a seat that the board does not have,
or hold control characters (somebody edited the file): check it with `entry_problem` before folding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast, get_args

import msgspec
from msgspec import Struct

from wolfcore.files import JsonReader
from wolfcore.game import ALL, Entry, Result
from wolfcore.game.asks import is_ask_id
from wolfcore.game.facts import (
    Badge,
    Began,
    Believed,
    Dealt,
    Ended,
    Exiled,
    Fact,
    Fallback,
    QuietNight,
    Said,
    Thought,
    Whispered,
)
from wolfcore.visible import shortened


class ResultLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished log."""

    result: Result


_RESULT = JsonReader(ResultLine)


ENTRY_READER = JsonReader(Entry)


def decode_result(line: bytes) -> Result | None:
    """The result that a line holds, or None if it holds another thing."""
    try:
        result = _RESULT.decode(line).result
    except msgspec.DecodeError:
        return None
    return result if 0 <= result.days <= MOST_DAYS else None


def decode_entry(line: bytes) -> Entry:
    """The entry that a line holds.

    Raises:
        msgspec.DecodeError: It holds none.
    """
    return ENTRY_READER.decode(line)


CONTROL_CHARACTERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tab and line feed, and marks that turn the direction of writing."""


MOST_DAYS = 1000
"""No board lets a game last as long."""


_LONGEST = 100_000
"""Characters of one text; what a player may say or think is a fifth of that."""


_SHOWN = 40
"""Characters of a word that is wrong."""


_SEAT_FIELDS, _GROUP_FIELDS = ("seat", "seer", "voter", "target", "by"), ("seats", "among")


_ZERO_ALLOWED = ("target", "by")


_FACTS = cast("tuple[type[Struct], ...]", get_args(Fact))


def _fields(names: tuple[str, ...]) -> dict[type[Struct], tuple[str, ...]]:
    """Which of `names` each fact has."""
    return {
        fact: tuple(name for name in names if name in fact.__struct_fields__) for fact in _FACTS
    }


_SEATS_OF, _GROUPS_OF = _fields(_SEAT_FIELDS), _fields(_GROUP_FIELDS)


def entry_problem(entry: Entry, size: int) -> str:
    """What is wrong with an entry on a board of `size` seats, as a clause; empty where nothing is."""
    fact = entry.fact
    for seat, least in _seats(entry):
        if not least <= seat <= size:
            return f"there is no seat {seat}"
    if isinstance(fact, Said | Whispered | Thought):
        if has_control_characters(fact.text):
            return "the text holds control characters"
        if len(fact.text) > _LONGEST:
            return "the text is endless"
    elif isinstance(fact, Began | QuietNight | Ended) and not 0 <= fact.day <= MOST_DAYS:
        return f"there is no day {fact.day}"
    if isinstance(fact, Thought | Believed | Fallback) and not is_ask_id(fact.ask):
        return f"`{shortened(fact.ask, _SHOWN)}` is no ask"
    return ""


class MissingDeal(NamedTuple):
    """A game that goes on at an entry, by its place from 0, before a seat was dealt a role."""

    position: int
    seat: int


def find_missing_deal(entries: Sequence[Entry], size: int) -> MissingDeal | None:
    """Where the log of a game played here goes on from the setup without the deal of a seat; None where it has every deal so far.

    That any other line is missing only the rules can tell.
    """
    missing = list(range(1, size + 1))
    for place, entry in enumerate(entries):
        fact = entry.fact
        if isinstance(fact, Dealt) and fact.seat in missing:
            missing.remove(fact.seat)
        elif isinstance(fact, Began) and fact.day:
            return MissingDeal(place, missing[0]) if missing else None
    return None


def has_control_characters(text: str) -> bool:
    """Whether a terminal would obey a part of `text`."""
    return CONTROL_CHARACTERS.search(text) is not None


def _seats(entry: Entry) -> Iterator[tuple[int, int]]:
    """Every seat that an entry names, with the least that it may be: 0 where nobody may be meant."""
    fact = entry.fact
    kind = type(fact)
    if entry.to != ALL:
        yield from ((seat, 1) for seat in entry.to)
    for name in _SEATS_OF[kind]:
        nobody = name in _ZERO_ALLOWED or isinstance(fact, Badge | Exiled)
        yield cast(int, getattr(fact, name)), 0 if nobody else 1
    for name in _GROUPS_OF[kind]:
        yield from ((seat, 1) for seat in cast("tuple[int, ...]", getattr(fact, name)))
    if isinstance(fact, Believed):
        yield from ((belief.seat, 1) for belief in fact.beliefs)


_ENCODER = msgspec.json.Encoder()


def encode_entries(entries: Sequence[Entry]) -> bytes:
    """The lines of `entries`, each with its line end."""
    return _ENCODER.encode_lines(entries)


def encode_result(result: Result) -> bytes:
    """The line of a result, with its line end."""
    return _ENCODER.encode(ResultLine(result)) + b"\n"
