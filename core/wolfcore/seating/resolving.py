"""Seating: who sits on every seat, once the roles are dealt.

Roles depend on board, seed and forced deal alone, so a person can be seated by role before anything is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wolfcore.game import Board, GameSpec, RoleName, deal_roles, make_spec, team_of
from wolfcore.records import SeatSpec

from .seat_words import (
    DEFAULT_SEAT,
    RANKS,
    Rank,
    parse_seats,
)


class Seating(NamedTuple):
    """Who sits where.

    Attributes:
        seats: Who sits on each seat, in seat order.
        people: The seats of people, ascending.
        by_role: Whether any seat was given by role or team.
    """

    seats: tuple[SeatSpec, ...]
    people: tuple[int, ...]
    by_role: bool


def seat_players(texts: Sequence[str], board: Board, seed: int, deal: Mapping[int, RoleName] | None = None) -> Seating:
    """Seat the players of a command. Seats that nobody is asked for get a house bot.

    Args:
        texts: What was written, each `SEAT=PLAYER[:OPTION...][@MODEL]`.
        board: The board.
        seed: The seed of the game.
        deal: Forced roles by seat.

    Raises:
        ConfigError: A seat, role or player does not exist or is given twice, or the deal does not fit the board.
    """
    return SeatPlan(texts, board).seating(make_spec(board, seed, deal=deal))


class SeatPlan:
    """The seats of a command on a board, read once for any number of deals.

    Args:
        texts: As in `seat_players`.
        board: The board.

    Attributes:
        by_role: Whether any seat was given by role or team.
        requested: Everybody who was asked for.

    Raises:
        ConfigError: As `seat_players`.
    """

    def __init__(self, texts: Sequence[str], board: Board) -> None:
        assignments = parse_seats(texts, board)
        given: dict[tuple[Rank, str], SeatSpec] = {(each.rank, each.target): each.spec for each in assignments}
        self.by_role = any(each.rank in ("role", "team") for each in assignments)
        self.requested = tuple(each.spec for each in assignments)
        self._spec_by_role = [
            {role: _spec_of(seat, role, given) for role in dict.fromkeys(board.roles)} for seat in range(1, board.size + 1)
        ]
        self._fixed_seats = tuple([chair[board.roles[0]] for chair in self._spec_by_role])
        """Who sits where whatever is dealt, unless seats were given by role."""

    def seats(self, spec: GameSpec) -> tuple[SeatSpec, ...]:
        """Who sits on each seat of a game on this board, in seat order."""
        if not self.by_role:
            return self._fixed_seats
        return tuple([chair[role] for chair, role in zip(self._spec_by_role, deal_roles(spec), strict=True)])

    def seating(self, spec: GameSpec) -> Seating:
        """Who sits where in a game on this board."""
        seats = self.seats(spec)
        return Seating(seats, tuple([seat for seat, each in enumerate(seats, 1) if each.player == "human"]), self.by_role)


def _spec_of(seat: int, role: RoleName, given: Mapping[tuple[Rank, str], SeatSpec]) -> SeatSpec:
    targets: dict[Rank, str] = {"seat": str(seat), "role": role, "team": team_of(role), "all": "*"}
    found = (given.get((rank, targets[rank])) for rank in RANKS)
    return next((spec for spec in found if spec), DEFAULT_SEAT)
