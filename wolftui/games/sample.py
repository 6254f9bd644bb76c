"""The guided game: a real one at a small table of house bots, the same cards every time, so that a coach knows what to expect."""

from __future__ import annotations

from wolfcore.game import get_board
from wolftui.text.glyphs import FANCY, Glyphs

from .arranging import PlayOptions
from .running import RunningGame

BOARD, SEED, SEAT, SPEED = "duel6", 753, 4, 2.0
"""With this seed whoever does what the coach says wins, mostly on the second day, whomever they check first."""
ROLE = get_board(BOARD).holder("check")


def sample(glyphs: Glyphs = FANCY) -> RunningGame:
    """The guided game, from its first ask. It is not saved: it is no game of its player's own choosing."""
    options = PlayOptions(board=BOARD, seats=(f"{SEAT}=human",), seed=SEED, deal=f"{SEAT}={ROLE}", save=False)
    return RunningGame.start(options, glyphs=glyphs)
