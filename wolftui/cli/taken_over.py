"""What is said of seats that a house bot took over where nobody looked on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wolfcore.table import TookOver


class Takeovers:
    """Collects who took over in one game or several."""

    def __init__(self) -> None:
        self._games = 0
        self._found: dict[tuple[str, str], list[tuple[int, int]]] = {}

    def add(self, took_over: Iterable[TookOver]) -> None:
        """Note who took over in one more game."""
        self._games += 1
        for change in took_over:
            self._found.setdefault((change.player, change.why), []).append((self._games, change.seat))

    def print(self) -> None:
        """Say on standard error who took over where, and why; nothing where nobody did."""
        for (player, why), found in self._found.items():
            games = len({game for game, _ in found})
            seats = seats_text(seat for _, seat in found)
            where = seats if self._games == 1 else f"{len(found)} seats in {games} of {self._games} games"
            sys.stderr.write(f"wolftui: {player} took over {where}: {why.rstrip('.')}.\n")


def takeovers_text(changes: Iterable[TookOver]) -> str:
    """Who took over which seats of a game, as a clause; empty where nobody did."""
    players: dict[str, list[int]] = {}
    for change in changes:
        players.setdefault(change.player, []).append(change.seat)
    return ", ".join(f"{player} took over {seats_text(seats)}" for player, seats in players.items())


def seats_text(seats: Iterable[int]) -> str:
    """`seat 4`, or `seats 1, 2 and 5`."""
    *others, last = sorted(set(seats))
    return f"seats {', '.join(map(str, others))} and {last}" if others else f"seat {last}"
