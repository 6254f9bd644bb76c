"""Every shipped board has a few words of its own beside its name, and they are true."""

from __future__ import annotations

import pytest

from wolfcore.game import board_names, get_board
from wolftui.games.setup_choices import choices, part_explanation
from wolftui.games.table_setup import TableSetup
from wolftui.words.board_summaries import SUMMARIES, board_summary

_ROOM = 31
"""Cells beside the names in the list of boards on a screen of 80 columns."""


def test_each_shipped_board_has_words_and_no_other() -> None:
    assert set(SUMMARIES) == set(board_names())
    assert len(set(SUMMARIES.values())) == len(SUMMARIES), "two boards in the same words"
    assert board_summary("mine.toml") == ""


@pytest.mark.parametrize("name", board_names())
def test_the_words_are_true_and_short(name: str) -> None:
    board, words = get_board(name), board_summary(name)
    assert len(words) <= _ROOM
    if "sheriff" in words:
        assert ("no sheriff" in words) == (board.switches.sheriff == "none")
    for word, most in (("smallest", min), ("largest", max)):
        assert word not in words or board.size == most(
            get_board(each).size for each in board_names()
        )
    for role in ("Seer", "Witch", "Hunter", "Guard"):
        assert role.lower() not in words or role in board.roles
    for number, count in (("three", 3), ("four", 4)):
        assert f"{number} wolves" not in words or board.roles.count("Werewolf") == count


def test_they_stand_where_a_board_is_chosen() -> None:
    offered = {choice.value: choice.words for choice in choices(TableSetup(), "board", ())}
    assert offered["duel6"] == board_summary("duel6")
    assert part_explanation(TableSetup(board="duel6"), "board", {}).startswith(
        "The smallest, a quick game: 6 seats"
    )
