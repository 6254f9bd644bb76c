"""The lines of `game.jsonl` after the header: encode, decode and validate entries and the result.

Equal entries give equal bytes. A decoded entry may still name a seat that the board does not have,
or hold control characters, if the file was edited: check it with `entry_problem` before folding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast, get_args

import msgspec
from msgspec import Struct

from wolfcore.decoders import JsonReader
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
    Thought,
    Voted,
)
from wolfcore.visible import shortened


class ResultLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished log.

    Attributes:
        result: The result of the game.
    """

    result: Result


_RESULT = JsonReader(ResultLine)


ENTRY_READER = JsonReader(Entry)


def decode_result(line: bytes) -> Result | None:
    """Decode a result line; return None if the line is anything else."""
    try:
        result = _RESULT.decode(line).result
    except msgspec.DecodeError:
        return None
    return result if 0 <= result.days <= MOST_DAYS else None


def decode_entry(line: bytes) -> Entry:
    """Decode one entry line.

    Raises:
        msgspec.DecodeError: The line is not an entry.
    """
    return ENTRY_READER.decode(line)


CONTROL_CHARACTERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters except tab and line feed, and the marks that change the writing direction."""


MOST_DAYS = 1000
"""The largest day number accepted; no board lets a game last as long."""


_LONGEST = 100_000
"""The most characters of one text; what a player may say or think is a fifth of that."""


_SHOWN = 40
"""The most characters of a wrong word shown in a message."""


_SEAT_FIELDS, _GROUP_FIELDS = ("seat", "seer", "voter", "target", "by"), ("seats", "among")


_ZERO_ALLOWED = ("target", "by")


_FACTS = cast("tuple[type[Struct], ...]", get_args(Fact))


def _fields(names: tuple[str, ...]) -> dict[type[Struct], tuple[str, ...]]:
    """Map each fact to those of `names` that it has as fields."""
    return {
        fact: tuple(name for name in names if name in fact.__struct_fields__) for fact in _FACTS
    }


_SEATS_OF, _GROUPS_OF = _fields(_SEAT_FIELDS), _fields(_GROUP_FIELDS)


def entry_problem(entry: Entry, size: int) -> str:
    """Return the problem of an entry on a board of `size` seats, as a clause; empty if valid."""
    fact = entry.fact
    for seat, least in _seats(entry):
        if not least <= seat <= size:
            return f"there is no seat {seat}"
    text = fact.line if isinstance(fact, Voted) else getattr(fact, "text", "")
    if has_control_characters(text):
        return "the text holds control characters"
    if len(text) > _LONGEST:
        return f"the text has more than {_LONGEST} characters"
    if isinstance(fact, Began | QuietNight | Ended) and not 0 <= fact.day <= MOST_DAYS:
        return f"there is no day {fact.day}"
    if isinstance(fact, Thought | Believed | Fallback) and not is_ask_id(fact.ask):
        return f"`{shortened(fact.ask, _SHOWN)}` is not an ask"
    return ""


class MissingDeal(NamedTuple):
    """A missing deal: the game leaves the setup before a seat was dealt a role.

    Attributes:
        position: The index, from 0, of the entry with which the game leaves the setup.
        seat: The first seat without a role.
    """

    position: int
    seat: int


def find_missing_deal(entries: Sequence[Entry], size: int) -> MissingDeal | None:
    """Find where the log of a game played here leaves the setup although a seat was dealt no role.

    Returns None where every deal so far is there. Only the rules can tell whether any other line is
    missing.
    """
    missing = list(range(1, size + 1))
    for place, entry in enumerate(entries):
        fact = entry.fact
        if isinstance(fact, Dealt) and fact.seat in missing:
            missing.remove(fact.seat)
        elif isinstance(fact, Began) and fact.day:
            # Days count from 1: the first night ends the setup.
            return MissingDeal(place, missing[0]) if missing else None
    return None


def has_control_characters(text: str) -> bool:
    """Return whether `text` holds control characters, which a terminal would obey."""
    return CONTROL_CHARACTERS.search(text) is not None


def _seats(entry: Entry) -> Iterator[tuple[int, int]]:
    """Yield every seat number in an entry with its least valid value: 0 if nobody is allowed."""
    fact = entry.fact
    kind = type(fact)
    if entry.to != ALL:
        yield from ((seat, 1) for seat in entry.to)
    for name in _SEATS_OF[kind]:
        # The fields of these two say that there is nobody by 0.
        nobody = name in _ZERO_ALLOWED or isinstance(fact, Badge | Exiled)
        yield cast(int, getattr(fact, name)), 0 if nobody else 1
    for name in _GROUPS_OF[kind]:
        yield from ((seat, 1) for seat in cast("tuple[int, ...]", getattr(fact, name)))
    if isinstance(fact, Believed):
        yield from ((belief.seat, 1) for belief in fact.beliefs)


_ENCODER = msgspec.json.Encoder()


def encode_entries(entries: Sequence[Entry]) -> bytes:
    """Encode entries as JSON lines, each with its line end."""
    return _ENCODER.encode_lines(list(entries))  # as in `journal.encode_lines`


def encode_result(result: Result) -> bytes:
    """Encode the result as the last line of a log, with its line end."""
    return _ENCODER.encode(ResultLine(result)) + b"\n"
