"""Who plays each seat of a game now, and how that came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wolfcore.errors import SeatError
from wolfcore.records import SeatSpec

from .watching import Watcher


class TookOver(NamedTuple):
    """Somebody else plays a seat from now on.

    Attributes:
        seat: The seat.
        player: Who, as on the command line.
        why: Why the player of before gave no output, without the seat.
    """

    seat: int
    player: str
    why: str


class Lineup(Watcher):
    """Keeps who plays each seat of a table, whether the game is saved or not.

    Args:
        seats: Who sits on each seat at the start, in seat order.

    Attributes:
        current: Who sits there now.
        took_over: Every change, in order.
    """

    def __init__(self, seats: Sequence[SeatSpec]) -> None:
        self.current = tuple(seats)
        self.took_over: list[TookOver] = []

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        """As `Watcher.seated`."""
        if spec == self.current[seat - 1]:
            return
        self.current = (*self.current[: seat - 1], spec, *self.current[seat:])
        self.took_over.append(TookOver(seat, spec.text, error.problem))
