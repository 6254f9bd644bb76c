"""A move in the words of every manner, for somebody who chooses among them: each says exactly what the move means.

Bots find their words in `voice`, one line at a time; a person sees them side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.bots.belief.record import Record
from wolfcore.bots.draws import Draws
from wolfcore.bots.manners import MANNERS
from wolfcore.speech import LAST_NIGHT, Act, ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved, read

from .filling import in_words
from .line_files import PLAIN, lines_in
from .moves import Move, acts_of

VOICES = (PLAIN, *MANNERS)
_DATED = (ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved)
_NEEDS = {"{target}": "target", "{other}": "other", "{day}": "day", "{then}": "day", "{night}": "night", "{when}": "night"}
"""What a move must tell where a line leaves it open."""


class Saying(NamedTuple):
    """A sentence and its manner."""

    manner: str
    text: str


def sayings(move: Move, record: Record, draws: Draws, language: str = "en") -> tuple[Saying, ...]:
    """A sentence a manner, in the order of VOICES; a manner that has no line of its own for this is left out.

    Whoever hears one of them hears the acts of the move and no other.

    Args:
        move: What to say.
        record: What the speaker knows; nothing of it is changed.
        draws: The chance that picks among the lines of a manner.
        language: A folder of lines.
    """
    meant = acts_of(move, record.me)
    found: dict[str, str] = {}
    for manner in VOICES:
        texts = (in_words(way, move, record, draws).text for way in _ways(move, record, draws, manner, language))
        text = next((text for text in texts if text not in found.values() and heard_in(text, record) == meant), "")
        if text:
            found[manner] = text
    return tuple(Saying(manner, text) for manner, text in found.items())


def heard_in(text: str, record: Record) -> tuple[Act, ...]:
    """What the table hears when the record's seat says `text`, with "last night" as the number of that night."""
    acts = read(text, record.me, record.names, record.size)
    return tuple(replace(act, night=record.day) if isinstance(act, _DATED) and act.night == LAST_NIGHT else act for act in acts)


def _ways(move: Move, record: Record, draws: Draws, manner: str, language: str) -> Iterator[str]:
    """All ways of saying it in a manner, beginning at a drawn one."""
    lines = lines_in(language, manner).get(move.intent, ())
    ways = [way for line in lines if line.fits(move, record) for way in line.ways if _is_whole(way, move)]
    start = draws.upto(len(ways)) if ways else 0
    yield from ways[start:]
    yield from ways[:start]


def _is_whole(way: str, move: Move) -> bool:
    """Whether the move tells all that a line leaves open."""
    return all(getattr(move, field) for slot, field in _NEEDS.items() if slot in way)
