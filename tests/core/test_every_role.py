"""Every role stands wherever roles are known by name: one that was added and forgotten somewhere is
found here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from rich.cells import cell_len

from wolfcore.agents import role_words
from wolfcore.agents.role_words import ROLE_PROMPTS
from wolfcore.game import HOLDERS, ROLES, Board, RoleName, Switches, board_names, get_board
from wolfcore.game.roles import Power
from wolfcore.game.rulebook import power_sentence, rulebook
from wolfcore.speech import ClaimsRole, read
from wolfcore.speech.chat.lexicon import LEXICON
from wolfcore.speech.mentions import is_reserved_name
from wolfcore.speech.vocabulary import ROLE_SPEECH
from wolftui.settings.themes import COLOURS
from wolftui.views.labels import STYLE_COLOURS
from wolftui.words.glyphs import ASCII, FANCY

HOME = Path(__file__).parents[2]
GAME_WORDS = (
    "WOLF", "BAD", "GOOD", "LIE", "SUSPECT", "TRUST", "CHECK", "CHECKED", "RESULTWORD", "PROTECT",
    "SAVE", "POISON", "VOTE", "GONE", "NEG",
)  # fmt: skip
"""Classes of the reader's words that cannot name a role, too: "bram is good" would be a claim."""

SHARED_WORDS = {
    "Werewolf": {"werewolf", "werewolves", "wolf", "wolves", "scum", "mafia"},
    "Villager": {"townie"},
    "Guard": {"guard"},
}
"""The words of the first roles that the reader has in such a class."""


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
def test_a_claim_of_it_is_heard_where_it_is_dealt(role: RoleName) -> None:
    names = ("Ada", "Bram", "Cleo", "Dov")
    assert ClaimsRole(role) in read(f"I am the {role}.", 1, names, 4, (role,))


def test_no_two_roles_share_a_word() -> None:
    for words in (
        [word for speech in ROLE_SPEECH.values() for word in speech.words],
        [word for each in ROLE_SPEECH.values() for word in (*each.chat, *each.chat_of_oneself)],
    ):
        assert len(set(words)) == len(words)
    assert all(prompts.swapped != role for role, prompts in ROLE_PROMPTS.items())


@pytest.mark.parametrize("table", ["neutral", "swapped"])
def test_other_words_of_prompts_lead_back_to_one_role(table: str) -> None:
    words, _, also = vars(role_words)["_TABLES"][table]
    assert len({word.casefold() for word in words.values()}) == len(words)
    assert not {*also} & {*words.values()}
    assert table != "neutral" or not {*words.values()} & {*ROLES, "Wolf"}


@pytest.mark.parametrize("role", ROLES)
def test_its_words_mean_nothing_else_to_the_reader(role: RoleName) -> None:
    taken = {word for kind in GAME_WORDS for word in LEXICON[kind]}
    shared = taken.intersection((*ROLE_SPEECH[role].words, *ROLE_SPEECH[role].chat))
    assert shared == SHARED_WORDS.get(role, set())


@pytest.mark.parametrize("role", ROLES)
def test_no_player_is_called_like_it_and_a_typing_error_is_heard(role: RoleName) -> None:
    assert is_reserved_name(f"{role} Ada")
    typed = f"{role[:2]}{role[3]}{role[2]}{role[4:]}".lower()
    names = ("Ada", "Bram", "Cleo", "Dov")
    assert ClaimsRole(role) in read(f"i am the {typed}", 1, names, 4, (role,))


@pytest.mark.parametrize("role", ROLES)
def test_its_signs_are_one_cell_wide(role: RoleName) -> None:
    assert cell_len(FANCY.roles[role]) == 1
    assert len(ASCII.roles[role]) == 1
    assert ASCII.roles[role].isascii()


@pytest.mark.parametrize("role", ROLES)
def test_it_has_a_colour_of_every_theme(role: RoleName) -> None:
    assert STYLE_COLOURS[f"role-{role}"] in COLOURS
