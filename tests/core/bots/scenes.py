"""The seats, words and mornings from which tests of the bots make their scenes."""

from __future__ import annotations

from wolfcore.game import Fact
from wolfcore.game import facts as f

ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL = range(1, 8)
QUIET_NIGHT: tuple[Fact, ...] = (
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
)
"""The second night, in which nobody dies, until the next turn."""


def says(seat: int, text: str) -> f.Said:
    """A turn of a seat in the discussion."""
    return f.Said(seat, "speak", text)
