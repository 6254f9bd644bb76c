"""Games that were never played, one by one; those that are drawn are the ones of `bench
calibration`."""

from __future__ import annotations

from collections.abc import Sequence

from bench.drawn_games import SIDES, draw_games, every_pair, rotating_tables, teams
from wolfcore.arena.rating import FinishedGame

__all__ = ["draw_games", "every_pair", "game", "rotating_tables", "teams"]

ROLES = ("Seer", "Guard", "Villager", "Villager", "Villager", "Werewolf", "Werewolf")


def game(
    players: Sequence[str],
    winner: str | None,
    *,
    deal: int = 0,
    board: str = "sla7",
    repeat: int = 0,
) -> FinishedGame:
    """One game of seven."""
    return FinishedGame(
        board=board,
        deal=deal,
        repeat=repeat,
        players=tuple(players),
        roles=ROLES,
        sides=SIDES,
        winner=winner,
    )
