"""Seating: who sits on every seat, once the roles are dealt.

Roles depend on board, seed and forced deal alone, so a person can be seated by role before anything is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.game import Board, RoleName, deal_roles, make_spec, team_of
from core.records import SeatSpec

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
    assignments = parse_seats(texts, board)
    given: dict[tuple[Rank, str], SeatSpec] = {(each.rank, each.target): each.spec for each in assignments}
    roles = deal_roles(make_spec(board, seed, deal=deal))
    seats = tuple(_spec_of(seat, role, given) for seat, role in enumerate(roles, 1))
    people = tuple(seat for seat, spec in enumerate(seats, 1) if spec.player == "human")
    return Seating(seats, people, any(each.rank in ("role", "team") for each in assignments))


def _spec_of(seat: int, role: RoleName, given: Mapping[tuple[Rank, str], SeatSpec]) -> SeatSpec:
    targets: dict[Rank, str] = {"seat": str(seat), "role": role, "team": team_of(role), "all": "*"}
    found = (given.get((rank, targets[rank])) for rank in RANKS)
    return next((spec for spec in found if spec), DEFAULT_SEAT)
