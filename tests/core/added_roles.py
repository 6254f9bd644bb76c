"""A role that a test adds to those of the files, for as long as the test runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wolfcore.game import HOLDERS, ROLES, RoleName
from wolfcore.game.roles import Power, Role, Team
from wolfcore.speech.vocabulary import ROLE_SPEECH, RoleSpeech

if TYPE_CHECKING:
    import pytest

MEDIUM: RoleName = "Medium"
"""A role of the village that checks, as the Seer does."""

FOOL: RoleName = "Fool"
"""A role of the village."""

MINION: RoleName = "Minion"
"""A role of the wolves."""


def add_role(
    monkeypatch: pytest.MonkeyPatch,
    name: RoleName,
    *words: str,
    team: Team = "village",
    power: Power | None = None,
) -> None:
    """Add a role with its words, the first of them in plain English, to the rules and the reader."""
    monkeypatch.setitem(ROLES, name, Role(name, team, power))
    if power:
        monkeypatch.setitem(HOLDERS, power, HOLDERS[power] | {name})
    monkeypatch.setitem(ROLE_SPEECH, name, RoleSpeech(words[:1], words))


def add_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the Medium, whose words are also ordinary ones."""
    add_role(monkeypatch, MEDIUM, "medium", "psychic", "crystal_gazer", power="check")
