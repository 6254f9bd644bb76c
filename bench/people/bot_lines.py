"""The bots' own lines found in a speech, with the seats they name, from the bots' line files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, cast, get_args

from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk.dialogue_moves import Move, MoveKind, acts_of
from wolfcore.bots.talk.line_templates import PLAIN_MANNER, manner_lines
from wolfcore.speech import Accuses, ReportsCheck

_SLOT = re.compile(r"\\\{(\w+)\\\}")


_SEAT = r"@\d+|myself"


_SEATS = ("target", "other")


class Line(NamedTuple):
    """A line of the bots found in a speech.

    Attributes:
        intent: What it was said for.
        target, other: The seats in it, 0 where it names none; a "myself" is the speaker.
        text: The words, seats by number as in `@3`.
    """

    intent: str
    target: int
    other: int
    text: str


def lines_of(
    text: str, speaker: int, names: tuple[str, ...], intents: tuple[str, ...]
) -> list[Line]:
    """Find the lines of these intentions in a speech, in order of position; lines never overlap.

    Args:
        text: The speech.
        speaker: Who speaks, 1..N.
        names: Everybody's name in seat order.
        intents: Which intentions, as `intents_like` gives them.
    """
    plain, found = with_seats(text, names), dict[int, tuple[int, Line]]()
    for intent in intents:
        for way in _ways(intent):
            for match in way.finditer(plain):
                seats = {
                    slot: _seat(match[slot], speaker) for slot in _SEATS if slot in way.groupindex
                }
                if match.end() > found.get(match.start(), (0,))[0]:
                    found[match.start()] = (
                        match.end(),
                        Line(intent, seats.get("target", 0), seats.get("other", 0), match[0]),
                    )
    lines, free = list[Line](), 0
    for start, (end, line) in sorted(found.items()):
        if start >= free:
            lines.append(line)
            free = end
    return lines


def with_seats(text: str, names: tuple[str, ...]) -> str:
    """Replace each name, as the table writes it, and each "seat 3" by `@` and the seat number."""
    return _named(names).sub(
        lambda match: f"@{names.index(match[1]) + 1 if match[1] else match[2]}", text
    )


@lru_cache(maxsize=64)
def intents_like(beginning: str) -> tuple[str, ...]:
    """Return the bots' intentions whose names begin so, at this commit."""
    return tuple(intent for intent in get_args(MoveKind) if intent.startswith(beginning))


@lru_cache(maxsize=1)
def accusing_intents() -> tuple[str, ...]:
    """Return the bots' intentions that accuse their target or report it as a wolf."""
    return tuple(
        intent
        for intent in get_args(MoveKind)
        if any(
            isinstance(act, Accuses) or (isinstance(act, ReportsCheck) and act.result == "wolves")
            for act in acts_of(Move(kind=intent, target=1, other=2), 3)
        )
    )


@lru_cache(maxsize=64)
def _named(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:({longest_first})|[Ss]eat (\d+))(?!\w)")


@lru_cache(maxsize=128)
def _ways(intent: str) -> tuple[re.Pattern[str], ...]:
    """Return a pattern for each wording of an intention.

    Wordings with the same words and other seats share a pattern.
    """
    return tuple(
        re.compile(rf"(?<![\w@]){_pattern(way)}", re.IGNORECASE)
        for way in dict.fromkeys(_every_way(intent))
    )


def _every_way(intent: str) -> Iterator[str]:
    for manner in (PLAIN_MANNER, *MANNERS):
        for line in manner_lines("en", manner).get(cast(MoveKind, intent), ()):
            yield from line.variants


def _pattern(way: str) -> str:
    named = set[str]()

    def slot(found: re.Match[str]) -> str:
        name = found[1]
        if name not in _SEATS:
            return r"[\w' -]+?"
        if name in named:
            return rf"(?P={name})"
        named.add(name)
        return rf"(?P<{name}>{_SEAT})"

    return _SLOT.sub(slot, re.escape(way))


def _seat(word: str, speaker: int) -> int:
    return speaker if word.lower() == "myself" else int(word[1:])
