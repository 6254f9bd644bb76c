"""Games that were never played, one by one; those that are drawn are the ones of `bench calibration`."""

from __future__ import annotations

from collections.abc import Sequence

from bench.drawn_games import SIDES, drawn, every_pair, teams, turned
from wolfcore.rating import Finished

__all__ = ["drawn", "every_pair", "game", "teams", "turned"]

ROLES = ("Seer", "Guard", "Villager", "Villager", "Villager", "Werewolf", "Werewolf")


def game(players: Sequence[str], winner: str | None, *, deal: int = 0, board: str = "sla7", repeat: int = 0) -> Finished:
    """One game of seven."""
    return Finished(board=board, deal=deal, repeat=repeat, players=tuple(players), roles=ROLES, sides=SIDES, winner=winner)
