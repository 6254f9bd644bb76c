"""Roles with another power than their file gives them, for tests of roles and powers that are not
shipped."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

import pytest

from wolfcore.game import HOLDERS, ROLES, Power, RoleName, Switches
from wolfcore.game.powers import POWERS
from wolfcore.game.powers.power import PowerRules
from wolfcore.game.roles import Role, seats_by_power

STRANGE = cast(Power, "strange")
"""A power that no package knows: its holder has nothing to do at night."""


def _sentence(role: RoleName, _switches: Switches) -> str:
    return f"The {role} has a power that does nothing."


@contextmanager
def power_given(role: str, power: Power) -> Generator[None]:
    """Give a village role another power; a power without rules gets some that do nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ROLES, role, Role(role, "village", power))
        everything: set[Power] = {*HOLDERS, power}
        for each in everything:
            held = frozenset(name for name, other in ROLES.items() if other.power == each)
            patch.setitem(HOLDERS, each, held)
        if power not in POWERS:
            patch.setitem(POWERS, power, PowerRules(_sentence))
        seats_by_power.cache_clear()
        yield
    seats_by_power.cache_clear()
