"""The end of a day: whoever was voted out goes."""

from __future__ import annotations

from . import facts as f
from .facts import ALL
from .falls import bury, last_words, shots
from .moderator import Moderator, Script
from .reckoning import reckoning


def exile(m: Moderator, seat: int) -> Script[bool]:
    """Carry out the day's vote (0: nobody goes); returns whether the game is over."""
    m.begin("exile")
    m.tell(f.Exiled(seat))
    if not seat:
        return (yield from reckoning(m, ()))
    bury(m, seat, "exiled", ALL)
    if m.switches.last_words != "none":
        yield from last_words(m, (seat,))
    shot = yield from shots(m, {seat: "exiled"})
    return (yield from reckoning(m, (seat, *shot)))
