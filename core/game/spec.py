"""What makes a game: everything that, together with the answers, decides every byte of its log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from core.errors import ConfigError

from .boards import Board
from .dice import MAX_SEED, Dice
from .names import draw_names
from .roles import ROLES, RoleName

_PURPOSE = re.compile(r"order(\.d[1-9]\d?)?|candidates|appointed|tie\.d[1-9]\d?|decider\.n[1-9]\d?|speaker\.d[1-9]\d?\.[1-9]\d?")

RULES_VERSION = 1
"""Rises with every change after which equal spec and answers may give another log."""


class GameSpec(Struct, frozen=True):
    """A game before it is played.

    Attributes:
        board: The board in full, so that a saved game does not depend on what boards are called later.
        seed: All chance comes from it, 0..MAX_SEED.
        names: One name a seat, in seat order.
        people: The seats that are persons at the start (a board may keep them from leading).
        deal: Forced roles by seat; the others are dealt by chance.
        chance: Forced draws by purpose: `order` or `order.d2`, `candidates`, `appointed`, `tie.d2`, `decider.n1`,
            `speaker.d1.3`. Each value is the seats drawn, in order.
    """

    board: Board
    seed: int
    names: tuple[str, ...]
    people: tuple[int, ...] = ()
    deal: dict[int, RoleName] = {}
    chance: dict[str, tuple[int, ...]] = {}


def make_spec(
    board: Board,
    seed: int,
    *,
    people: Mapping[int, str | None] | None = None,
    deal: Mapping[int, RoleName] | None = None,
    chance: Mapping[str, tuple[int, ...]] | None = None,
) -> GameSpec:
    """A checked spec with names drawn.

    Args:
        board: The board.
        seed: The seed.
        people: The person's name, or None for a drawn one, by seat.
        deal: Forced roles by seat.
        chance: Forced draws by purpose.

    Raises:
        ConfigError: Seed, seat, name, forced role or forced draw is impossible.
    """
    people, deal, chance = people or {}, deal or {}, chance or {}
    if not 0 <= seed <= MAX_SEED:
        raise ConfigError(f"{seed} is no seed", hint=f"Seeds are whole numbers from 0 to {MAX_SEED}.")
    for seat in (*people, *deal):
        check_seat(board, seat)
    check_chance(board, chance)
    spare = Counter(board.roles)
    spare.subtract(deal.values())
    for role, left in spare.items():
        if left < 0:
            raise ConfigError(f"{board.name} has only {Counter(board.roles)[role]} {role}, and {deal_count(deal, role)} are dealt")
    names = list(draw_names(Dice(seed, "names"), board.size))
    for seat, name in people.items():
        if name is None:
            continue
        if name.casefold() in (other.casefold() for number, other in enumerate(names, 1) if number != seat):
            raise ConfigError(f"another seat is called {name}", key="name", hint="Take another name.")
        names[seat - 1] = name
    return GameSpec(board, seed, tuple(names), tuple(sorted(people)), dict(deal), dict(chance))


def check_seat(board: Board, seat: int) -> None:
    """Raise ConfigError unless the board has this seat."""
    if not 1 <= seat <= board.size:
        raise ConfigError(f"there is no seat {seat}", hint=f"{board.name} has seats 1 to {board.size}.")


def check_chance(board: Board, chance: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ConfigError where a forced draw is none that the moderator ever makes, or names a seat that is not there."""
    for purpose, seats in chance.items():
        if not _PURPOSE.fullmatch(purpose):
            hint = "Draws are called order, order.d2, candidates, appointed, tie.d2, decider.n2 or speaker.d2.3."
            raise ConfigError("is no draw of the moderator", key=f"chance.{purpose}", hint=hint)
        for seat in seats:
            if not 1 <= seat <= board.size:
                raise ConfigError(
                    f"there is no seat {seat}", key=f"chance.{purpose}", hint=f"{board.name} has seats 1 to {board.size}."
                )


def deal_count(deal: Mapping[int, RoleName], role: str) -> int:
    """How often `role` is forced."""
    return sum(dealt == role for dealt in deal.values())


def deal_roles(spec: GameSpec) -> tuple[RoleName, ...]:
    """The role of each seat, in seat order: the forced ones, and the rest by the seed."""
    left = list(spec.board.roles)
    for role in spec.deal.values():
        left.remove(role)
    drawn = iter(Dice(spec.seed).shuffle("deal", left))
    return tuple(spec.deal.get(seat) or next(drawn) for seat in range(1, spec.board.size + 1))


def wolves_of(roles: tuple[RoleName, ...]) -> tuple[int, ...]:
    """The seats of the pack, ascending."""
    return tuple(seat for seat, role in enumerate(roles, 1) if ROLES[role].team == "wolves")
