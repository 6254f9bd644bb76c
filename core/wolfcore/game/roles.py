"""Roles with their teams and powers, and cached set operations on tuples of seats.

A new role with an existing power is one row of `ROLES`. A new power also needs a step in `night`
or `deaths`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, get_args

from msgspec import Struct


@lru_cache(maxsize=4096)
def seats_by_power(roles: tuple[RoleName, ...]) -> Mapping[Power, Seats]:
    """Map each power to the seats that hold it in a deal, ascending.

    Powers without holders are left out.
    """
    holders: dict[Power, Seats] = {}
    for seat, role in enumerate(roles, 1):
        power = ROLES[role].power
        if power:
            holders[power] = (*holders.get(power, ()), seat)
    return holders


Team = Literal["wolves", "village"]


Power = Literal["kill", "protect", "check", "potions", "shoot"]


RoleName = Literal["Werewolf", "Villager", "Seer", "Doctor", "Guard", "Witch", "Hunter"]


class Role(Struct, frozen=True):
    """One role.

    Attributes:
        name: The name of the role, as dealt and shown.
        team: The team that the role wins with.
        power: The power of the role, or None.
        plain: Whether the role is a villager without a power. The other village roles are the
            "gods", whose death wins by the rule `side`.
    """

    name: RoleName
    team: Team
    power: Power | None = None

    @property
    def plain(self) -> bool:
        """Whether this is a village role without a power."""
        return self.team == "village" and self.power is None


ROLES: dict[str, Role] = {
    role.name: role
    for role in (
        Role("Werewolf", "wolves", "kill"),
        Role("Villager", "village"),
        Role("Seer", "village", "check"),
        Role("Doctor", "village", "protect"),
        Role("Guard", "village", "protect"),
        Role("Witch", "village", "potions"),
        Role("Hunter", "village", "shoot"),
    )
}


HOLDERS: dict[Power, frozenset[RoleName]] = {
    power: frozenset(role.name for role in ROLES.values() if role.power == power)
    for power in get_args(Power)
}
"""The roles that have each power."""


WOLVES = frozenset(name for name, role in ROLES.items() if role.team == "wolves")
"""The names of the roles of the wolves' team."""


def team_of(role: str) -> Team:
    """Return the team of a role by its name.

    Raises:
        KeyError: The word is not a role.
    """
    return ROLES[role].team


Seats = tuple[int, ...]


@lru_cache(maxsize=4096)
def intersect_seats(seats: Seats, others: Seats) -> Seats:
    """Return the seats of `seats` that are in `others`, in the order of `seats`."""
    return tuple(seat for seat in seats if seat in others)


@lru_cache(maxsize=4096)
def subtract_seats(seats: Seats, others: Seats) -> Seats:
    """Return the seats of `seats` that are not in `others`, in the order of `seats`."""
    return tuple(seat for seat in seats if seat not in others)


@lru_cache(maxsize=4096)
def remove_seat(seats: Seats, seat: int) -> Seats:
    """Return `seats` without `seat`, in their order."""
    return tuple(other for other in seats if other != seat)
