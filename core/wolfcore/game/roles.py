"""The roles as a table of powers.

A new role of a known power is a row; a new power is a row and one function of the night or the day.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

Team = Literal["wolves", "village"]
Power = Literal["kill", "protect", "check", "potions", "shoot"]
RoleName = Literal["Werewolf", "Villager", "Seer", "Doctor", "Guard", "Witch", "Hunter"]


class Role(Struct, frozen=True):
    """One role.

    Attributes:
        name: The word for it, as dealt and shown.
        team: The team that it wins with.
        power: What it can do, or None.
        plain: A villager without a power; the others of the village are the gods of a `side` win.
    """

    name: RoleName
    team: Team
    power: Power | None = None

    @property
    def plain(self) -> bool:
        """Whether this is a plain villager."""
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
    power: frozenset(role.name for role in ROLES.values() if role.power == power) for power in get_args(Power)
}
"""The roles that have each power."""
WOLVES = frozenset(name for name, role in ROLES.items() if role.team == "wolves")
"""The roles that win with the pack."""


def team_of(role: str) -> Team:
    """The team of a role by name; KeyError for a word that is no role."""
    return ROLES[role].team
