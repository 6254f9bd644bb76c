"""Where the days of a game end: before the first word of the night after each, or of the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import Entry
from wolfcore.game import facts as f

_NOT_BY_DAY = ("setup", "night", "dawn")


def day_ends(entries: Sequence[Entry]) -> tuple[tuple[int, int], ...]:
    """The number of each day and its place: how many entries of the log lie before its end.

    A game that ends at dawn has no further day, a day that is still going on has no end yet, and a day on which the village wins
    leaves nothing to be found out at its end.
    """
    ends: list[tuple[int, int]] = []
    day = 0
    for place, entry in enumerate(entries):
        match entry.fact:
            case f.Began(phase="night") | f.Ended():
                if day and not (isinstance(entry.fact, f.Ended) and entry.fact.winner == "village"):
                    ends.append((day, place))
                day = 0
            case f.Began(day=number, phase=phase) if phase not in _NOT_BY_DAY:
                day = number
            case _:
                pass
    return tuple(ends)
