"""The end of a day: whoever was voted out goes."""

from __future__ import annotations

from . import facts as f
from .facts import ALL
from .falls import announce_death, hunter_shots, last_words
from .moderator import Moderator, Script
from .reckoning import check_game_end


def exile(m: Moderator, seat: int) -> Script[bool]:
    """Carry out the day's vote (0: nobody goes); returns whether the game is over."""
    m.begin_phase("exile")
    m.tell(f.Exiled(seat))
    if not seat:
        return (yield from check_game_end(m, ()))
    announce_death(m, seat, "exiled", ALL)
    if m.switches.last_words != "none":
        yield from last_words(m, (seat,))
    shot = yield from hunter_shots(m, {seat: "exiled"})
    return (yield from check_game_end(m, (seat, *shot)))
