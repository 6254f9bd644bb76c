"""Every role stands wherever roles are known by name: one that was added and forgotten somewhere is
found here."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import get_args

import pytest

from wolfcore.agents.role_words import known_words
from wolfcore.agents.steps.reflection import question_table
from wolfcore.bots.play.role_values import ROLE_VALUES
from wolfcore.game import HOLDERS, ROLES, Board, RoleName, Switches, board_names, get_board
from wolfcore.game.roles import Power
from wolfcore.game.rulebook import power_sentence, rulebook
from wolfcore.speech import ClaimsRole, read
from wolfcore.speech.vocabulary import ROLE_WORDS
from wolftui.settings.themes import COLOURS
from wolftui.views.labels import STYLE_COLOURS
from wolftui.words.glyphs import ASCII, FANCY

HOME = Path(__file__).parents[2]
BY_NAME = {
    "core/wolfcore/game/roles.py",
    "core/wolfcore/bots/play/role_values.py",
    "core/wolfcore/speech/vocabulary.py",
    "core/wolfcore/agents/role_words.py",
    "wolftui/words/glyphs.py",
}
"""Where roles with a power stand by their names; everybody else asks for the power."""

PLACES: dict[str, Collection[str]] = {
    "the names of roles": get_args(RoleName),
    "what bots reckon it to be worth": ROLE_VALUES,
    "the words that mean it": set(ROLE_WORDS.values()),
    "signs": FANCY.roles,
    "signs in ASCII": ASCII.roles,
    "another word for it": set(known_words("neutral")) - {"Wolf"},
    "the word that it swaps with": set(known_words("swapped")) - {"Wolf"},
    "the questions that it asks itself": set(question_table()) - {"all"},
}


@pytest.mark.parametrize("place", PLACES)
def test_every_role_is_known(place: str) -> None:
    assert set(PLACES[place]) == set(ROLES)


@pytest.mark.parametrize("name", get_args(RoleName))
def test_a_role_that_is_dealt_is_announced_with_its_power(name: RoleName) -> None:
    board = Board(
        "all", ("Werewolf", "Werewolf", *get_args(RoleName), "Villager", "Villager"), Switches()
    )
    words = " ".join(line for section in rulebook(board) for line in section.lines)
    power = ROLES[name].power
    assert power in (None, "kill") or power_sentence(name, board) in words
    assert name.lower() in words.lower()


def test_a_role_with_a_power_is_called_by_its_name_nowhere_else() -> None:
    gods = "|".join(name for name, role in ROLES.items() if role.team == "village" and role.power)
    called = re.compile(rf"""["'](?:{gods})["']""")
    files = (file for room in ("core", "wolftui") for file in (HOME / room).rglob("*.py"))
    found = {
        file.relative_to(HOME).as_posix()
        for file in files
        if called.search(file.read_text("utf-8"))
    }
    assert {
        file for file in found if not file.startswith("core/wolfcore/records/importers/")
    } == BY_NAME


@pytest.mark.parametrize("power", get_args(Power))
def test_every_power_has_a_holder_that_some_board_deals(power: Power) -> None:
    assert HOLDERS[power]
    assert any(get_board(name).roles_with(power) for name in board_names())


@pytest.mark.parametrize("role", ROLES)
def test_a_claim_of_it_is_heard(role: RoleName) -> None:
    assert ClaimsRole(role) in read(f"I am the {role}.", 1, ("Ada", "Bram", "Cleo", "Dov"), 4)


@pytest.mark.parametrize("role", ROLES)
def test_it_has_a_colour_of_every_theme(role: RoleName) -> None:
    assert STYLE_COLOURS[f"role-{role}"] in COLOURS
