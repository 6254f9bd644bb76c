"""Roles that a test adds to those of the files, for as long as the test runs: to the tables of the
rules and of the reader. What other packages made of these tables when they were imported stays
without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import wolfcore.game.roles
from tests.core.game.table_talk import LETTERS
from tests.new_roles.fool.core.wolfcore.game.powers import stay
from wolfcore.game import HOLDERS, ROLES, RoleName
from wolfcore.game.powers import POWERS
from wolfcore.game.roles import Power, Role, Team
from wolfcore.speech.vocabulary import ROLE_SPEECH, RoleSpeech

if TYPE_CHECKING:
    import pytest

MEDIUM: RoleName = "Medium"
"""A role of the village that checks, as the Seer does."""

FOOL: RoleName = "Fool"
"""A role of the village that stays alive at its first exile, without a vote from then on."""

MINION: RoleName = "Minion"
"""A role of the wolves."""


def add_role(
    monkeypatch: pytest.MonkeyPatch,
    name: RoleName,
    *words: str,
    team: Team = "village",
    power: Power | None = None,
    everyday: bool = False,
) -> None:
    """Add a role with its words, the first of them in plain English, to the rules and the reader.

    Its letter in `table_talk` is that of its name.
    """
    monkeypatch.setitem(ROLES, name, Role(name, team, power))
    if power:
        monkeypatch.setitem(HOLDERS, power, HOLDERS.get(power, frozenset()) | {name})
    monkeypatch.setitem(ROLE_SPEECH, name, RoleSpeech(words[:1], words, everyday=everyday))
    monkeypatch.setitem(LETTERS, name[0], name)


def remove_role(monkeypatch: pytest.MonkeyPatch, name: RoleName) -> None:
    """Remove a role from those that digests are made of, as where its file is missing.

    The table itself stays as it is: a role that came back to it would be its last one.
    """
    others = {role: rules for role, rules in ROLES.items() if role != name}
    monkeypatch.setattr(wolfcore.game.roles, "ROLES", others)


def add_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the Medium, whose words are also ordinary ones."""
    add_role(monkeypatch, MEDIUM, "medium", "psychic", "crystal_gazer", power="check")


def add_fool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the Fool and its power."""
    monkeypatch.setitem(POWERS, "stay", stay.RULES)
    add_role(monkeypatch, FOOL, "fool", power="stay")


def add_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the Medium and the Fool."""
    add_medium(monkeypatch)
    add_fool(monkeypatch)
