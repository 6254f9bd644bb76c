"""Every role stands wherever roles are known by name: one that was added and forgotten somewhere is
found here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from wolfcore.game import HOLDERS, ROLES, Board, RoleName, Switches, board_names, get_board
from wolfcore.game.roles import Power
from wolfcore.game.rulebook import power_sentence, rulebook
from wolfcore.speech import ClaimsRole, read
from wolftui.settings.themes import COLOURS
from wolftui.views.labels import STYLE_COLOURS

HOME = Path(__file__).parents[2]


@pytest.mark.parametrize("name", get_args(RoleName))
def test_a_role_that_is_dealt_is_announced_with_its_power(name: RoleName) -> None:
    board = Board(
        "all", ("Werewolf", "Werewolf", *get_args(RoleName), "Villager", "Villager"), Switches()
    )
    words = " ".join(line for section in rulebook(board) for line in section.lines)
    power = ROLES[name].power
    assert power in (None, "kill") or power_sentence(name, board) in words
    assert name.lower() in words.lower()


def test_a_role_with_a_power_is_called_by_its_name_in_its_file_alone() -> None:
    gods = "|".join(name for name, role in ROLES.items() if role.team == "village" and role.power)
    called = re.compile(rf"""["'](?:{gods})["']""")
    files = (file for room in ("core", "wolftui") for file in (HOME / room).rglob("*.py"))
    found = {
        file.relative_to(HOME).as_posix()
        for file in files
        if called.search(file.read_text("utf-8"))
    }
    assert not {file for file in found if not file.startswith("core/wolfcore/records/importers/")}


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
