"""The defence: before the ballots, whoever was named most that day speaks once more."""

from __future__ import annotations

import re

from . import facts as f
from .moderator import Moderator, Script
from .voting import speaking_order

_DAY_NUMBER = re.compile(r"\b(?:night|day)s?\s+\d+", re.IGNORECASE)
"""The number of a night or a day, which names no seat."""


def defence(m: Moderator) -> Script[None]:
    """Let the seat that was named in the most speeches of today speak, the first in speaking order on a tie.

    Where nobody was named nothing happens.
    """
    counts = _mentions_today(m)
    most = max(counts.values(), default=0)
    if not most:
        return
    seat = next(seat for seat in speaking_order(m) if counts[seat] == most)
    m.begin_phase("defence")
    m.tell(f.MostNamed(seat, most))
    yield from m.ask_speech(m.begin_step("defend"), "defend", seat)


def mentions_seat(words: str, seat: int, name: str) -> bool:
    """Whether `words` hold a seat's number or name as a whole word, case ignored."""
    if words.isascii() and name.isascii() and str(seat) not in words and name.lower() not in words.lower():
        return False  # most seats are not, and a pattern for each name of each game costs more than all the rest
    return re.search(rf"(?<!\w)(?:{seat}|{re.escape(name)})(?!\w)", words, re.IGNORECASE) is not None


def _mentions_today(m: Moderator) -> dict[int, int]:
    """In how many speeches that another living seat held today each living seat was named."""
    living, called = m.state.living, m.spec.names
    counts = dict.fromkeys(living, 0)
    for entry in reversed(m.entries):
        fact = entry.fact
        if isinstance(fact, f.Began) and fact.phase == "night":
            break
        if isinstance(fact, f.Said) and fact.text and fact.seat in counts:
            words = _DAY_NUMBER.sub("", fact.text)
            for seat in living:
                if seat != fact.seat and mentions_seat(words, seat, called[seat - 1]):
                    counts[seat] += 1
    return counts
