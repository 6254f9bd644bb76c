"""The guided game: a real one at a small table of house bots, the same cards every time, so that a coach knows what to expect."""

from __future__ import annotations

from wolfcore.game import get_board
from wolftui.text.glyphs import FANCY, Glyphs

from .arranging import PlayOptions
from .running import RunningGame

GUIDED_BOARD, GUIDED_SEED, GUIDED_SEAT, GUIDED_SPEED = "duel6", 753, 4, 2.0
"""With this seed whoever does what the coach says wins, mostly on the second day, whomever they check first."""
ROLE = get_board(GUIDED_BOARD).role_using("check")


def guided_game(glyphs: Glyphs = FANCY) -> RunningGame:
    """The guided game, from its first ask. It is not saved: it is no game of its player's own choosing."""
    options = PlayOptions(
        board=GUIDED_BOARD, seats=(f"{GUIDED_SEAT}=human",), seed=GUIDED_SEED, deal=f"{GUIDED_SEAT}={ROLE}", save=False
    )
    return RunningGame.start(options, glyphs=glyphs)
