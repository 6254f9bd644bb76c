"""The list of games says how a person's games went, and cuts no board for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.measures.test_own_record import person_game
from wolfcore.game import ROLES, RoleName
from wolfcore.records.library import ListedGame
from wolfcore.records.own_result import Fate, OwnResult
from wolftui.views.game_list import column_widths, game_row, preview_lines
from wolftui.views.record_page import game_line
from wolftui.words.glyphs import FANCY
from wolftui.words.own_results import fooled_briefly, own_words, result_words, shared_words
from wolftui.words.wrapping import plain_text, width_of


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("width", [46, 74])
def test_role_and_end_are_in_a_row_and_the_fate_where_there_is_room(
    role: RoleName, width: int
) -> None:
    own = OwnResult(1, role, False, "poisoned", 2, (), (2,))
    game = ListedGame(
        "g", "2026-11-28T00:46", "sla7", ("Ada", "Bea"), (1,), ended="village", days=3, own=own
    )
    line = game_row(game, column_widths([game], width), FANCY)
    words = plain_text(line)
    assert f"{role}, lost on day 3" in words
    assert ("died in night 2" in words) == (width == 74)
    assert "sla7" in words
    assert width_of(line) <= width
    lines = preview_lines(game, None, None, width - 16)
    assert all(width_of(line) <= width - 16 for line in lines)
    preview = " ".join(" ".join(map(plain_text, lines)).split())
    assert "died in night 2" in preview
    assert ("Bea voted with you" if role == "Werewolf" else "Bea, a wolf") in preview


def test_who_was_fooled_is_said_in_a_few_words() -> None:
    names = ("Ada", "Bea", "Cem")
    wolf = OwnResult(1, "Werewolf", True, fooled=(2, 3))
    assert fooled_briefly(wolf, names) == "fooled Bea and Cem"
    assert fooled_briefly(replace(wolf, role="Seer", fooled=(3,)), names) == "fooled by Cem"
    assert fooled_briefly(replace(wolf, fooled=()), names) == ""


def test_a_game_behind_a_number_of_the_record_says_how_it_went(tmp_path: Path) -> None:
    folder = person_game(tmp_path, 3)
    assert re.search(
        r"helmsman7  Villager, (won|lost|nobody won) on day \d, (alive|died|sent|shot)",
        plain_text(game_line(folder)),
    )
    assert plain_text(game_line(tmp_path / "none")) == "none"


@pytest.mark.parametrize(
    ("fate", "words"),
    [
        ("killed", "died in night 2"),
        ("poisoned", "died in night 2"),
        ("exiled", "sent away on day 2"),
        ("shot", "shot on day 2"),
        ("alive", "alive"),
    ],
)
def test_when_a_person_fell_is_said_and_the_lines_to_send_do_not_say_how(
    fate: Fate, words: str
) -> None:
    own = OwnResult(4, "Seer", False, fate, 2)
    assert result_words(own, 3) == f"lost on day 3, {words}"
    assert own_words(own, 3) == f"Seer, lost on day 3, {words}"
    out = "alive" if fate == "alive" else "out by day 2"
    assert shared_words(own, 3) == f"lost, day 3, {out}"
