"""Roles that the shipped ones do not include: a Medium with the check, and a Fool whose own power
keeps it alive at its first exile, shows its role and takes its vote."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.table_talk import LETTERS
from wolfcore.game import HOLDERS, ROLES, RoleName, Switches
from wolfcore.game import facts as f
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.powers import POWERS
from wolfcore.game.powers.power import PowerRules
from wolfcore.game.roles import Role

MEDIUM, FOOL = "Medium", "Fool"


def _sentence(role: RoleName, _: Switches) -> str:
    return f"The {role} stays alive at its first exile."


def stays(m: Moderator, seat: int) -> Script[bool]:
    if seat in m.state.exiled[:-1]:
        return False
    role = m.roles[seat]
    assert role
    m.tell(f.Revealed(seat, role))
    m.tell(f.LostVote(seat))
    yield from ()
    return True


def add_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the Medium and the Fool to the tables of the rules, as their files would.

    The tables are read where roles are looked up; what other packages made of them when they were
    imported stays without the two.
    """
    rules = PowerRules(_sentence, exile=stays)
    # `Power` lists the modules in `powers`; this one has none.
    jest: Any = "jest"
    monkeypatch.setitem(POWERS, jest, rules)
    monkeypatch.setitem(HOLDERS, jest, frozenset({FOOL}))
    monkeypatch.setitem(HOLDERS, "check", HOLDERS["check"] | {MEDIUM})
    monkeypatch.setitem(ROLES, FOOL, Role(FOOL, "village", jest))
    monkeypatch.setitem(ROLES, MEDIUM, Role(MEDIUM, "village", "check"))
    monkeypatch.setitem(LETTERS, "F", FOOL)
    monkeypatch.setitem(LETTERS, "M", MEDIUM)
