"""Roles with their teams and powers, and cached set operations on tuples of seats.

A role is a file in `wolfcore/roles`, and a power is a word in such a file and a module in `powers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from wolfcore.roles import layout_roles, read_section, role_names


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


class _Section(Struct, frozen=True, forbid_unknown_fields=True):
    """The section `rules` of a role's file."""

    team: Team
    power: Annotated[str, Meta(pattern=r"^[a-z]{1,19}$")] | None = None


_RULES = read_section("rules", _Section)


if TYPE_CHECKING:
    RoleName: TypeAlias = str
    Power: TypeAlias = str
else:
    # Decoders of logs refuse any other word.
    RoleName = Literal[role_names()]
    # The names of the modules in `powers`, in the order of the rule book: that of the first roles
    # that have them.
    Power = Literal[tuple(dict.fromkeys(each.power for each in _RULES.values() if each.power))]


class Role(Struct, frozen=True, omit_defaults=True):
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

    @property
    def digest(self) -> str:
        """The digest of the section `rules` of its file, team and power: 16 hexadecimal digits.

        A changed module of the power leaves it as it is; `verify` finds that. A field at its
        default is left out, so that one added later changes no digest.
        """
        rules: dict[str, object] = msgspec.to_builtins(self)
        del rules["name"]
        return blake2b(msgspec.json.encode(rules, order="sorted"), digest_size=8).hexdigest()


ROLES: dict[str, Role] = {
    name: Role(name, rules.team, rules.power) for name, rules in _RULES.items()
}


HOLDERS: dict[Power, frozenset[RoleName]] = {
    power: frozenset(role.name for role in ROLES.values() if role.power == power)
    for power in get_args(Power)
}
"""The roles that have each power."""


WOLVES = frozenset(name for name, role in ROLES.items() if role.team == "wolves")
"""The names of the roles of the wolves' team."""


def role_digests(dealt: Iterable[RoleName]) -> dict[RoleName, str]:
    """Return the digests of dealt roles by name.

    The first seven are left out, because their rules are those of the program.
    """
    first = layout_roles()
    return {role: ROLES[role].digest for role in dict.fromkeys(dealt) if role not in first}


def roles_digest() -> str:
    """Return the digest of the rules of all roles here: 16 hexadecimal digits."""
    rules = {role.name: role.digest for role in ROLES.values()}
    return blake2b(msgspec.json.encode(rules, order="sorted"), digest_size=8).hexdigest()


def role_difference(digests: Mapping[str, str]) -> str:
    """Return how the roles here differ from those with the given digests, as a clause.

    Args:
        digests: Digests by the name of the role, as `role_digests` returned them elsewhere.

    Returns:
        A clause such as `has no file of the role Medium`; empty if all are equal.
    """
    for role, digest in digests.items():
        if role not in ROLES:
            return f"has no file of the role {role}"
        if ROLES[role].digest != digest:
            return f"has other rules for the role {role}"
    return ""


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
