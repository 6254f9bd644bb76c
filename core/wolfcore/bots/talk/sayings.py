"""A move in the words of every manner, for somebody who chooses among them: each says exactly what the move means.

Bots find their words in `voice`, one line at a time; a person sees them side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from wolfcore.bots.belief.record import SeatRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.manners import MANNERS
from wolfcore.speech import LAST_NIGHT, Act, ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved, read

from .filling import fill_line
from .line_files import PLAIN_MANNER, manner_lines
from .moves import Move, acts_of

MANNERS_AND_PLAIN = (PLAIN_MANNER, *MANNERS)
_ACTS_WITH_NIGHT = (ReportsCheck, TellsPoisoned, TellsProtected, TellsSaved)
_NEEDS = {"{target}": "target", "{other}": "other", "{day}": "day", "{then}": "day", "{night}": "night", "{when}": "night"}
"""What a move must tell where a line leaves it open."""


class Saying(NamedTuple):
    """A sentence and its manner."""

    manner: str
    text: str


def sayings(move: Move, record: SeatRecord, draws: Draws, language: str = "en") -> tuple[Saying, ...]:
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
    for manner in MANNERS_AND_PLAIN:
        texts = (fill_line(way, move, record, draws).text for way in _variants(move, record, draws, manner, language))
        text = next((text for text in texts if text not in found.values() and acts_heard_in(text, record) == meant), "")
        if text:
            found[manner] = text
    return tuple(Saying(manner, text) for manner, text in found.items())


def acts_heard_in(text: str, record: SeatRecord) -> tuple[Act, ...]:
    """What the table hears when the record's seat says `text`, with "last night" as the number of that night."""
    acts = read(text, record.me, record.names, record.size)
    return tuple(
        replace(act, night=record.day) if isinstance(act, _ACTS_WITH_NIGHT) and act.night == LAST_NIGHT else act for act in acts
    )


def _variants(move: Move, record: SeatRecord, draws: Draws, manner: str, language: str) -> Iterator[str]:
    """All ways of saying it in a manner, beginning at a drawn one."""
    lines = manner_lines(language, manner).get(move.kind, ())
    ways = [way for line in lines if line.fits(move, record) for way in line.variants if _is_whole(way, move)]
    start = draws.below(len(ways)) if ways else 0
    yield from ways[start:]
    yield from ways[:start]


def _is_whole(way: str, move: Move) -> bool:
    """Whether the move tells all that a line leaves open."""
    return all(getattr(move, field) for slot, field in _NEEDS.items() if slot in way)
