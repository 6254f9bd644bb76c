"""The vector of the player: who it is and what it is asked (SLA 4.3: "player information like ID, role, etc.")."""

from __future__ import annotations

from typing import get_args

from wolfcore.game import ROLES, Ask, AskKind, View

KINDS: tuple[AskKind, ...] = get_args(AskKind)
_KIND = {kind: place for place, kind in enumerate(KINDS)}
_ROLE = {role: place for place, role in enumerate(ROLES)}
PLAYER_LENGTH = 3 + len(ROLES) + len(KINDS)
_MAX_DAYS = 8.0
"""Days; a board of seven seats has at most three."""


def player_vector(view: View, ask: Ask, day: int) -> list[float]:
    """Seat, team, day, role and ask, each about 0 to 1, `PLAYER_LENGTH` numbers.

    The seat is its place among the seats, so that a network plays at tables of any size.
    """
    row = [0.0] * PLAYER_LENGTH
    row[0] = view.seat / view.board.size
    row[1] = float(view.team == "wolves")
    row[2] = min(day / _MAX_DAYS, 1.0)
    if view.role:
        row[3 + _ROLE[view.role]] = 1.0
    row[3 + len(ROLES) + _KIND[ask.kind]] = 1.0
    return row
