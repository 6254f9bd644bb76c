"""Who has last words is told where they are asked, and to a player who is out without any."""

from __future__ import annotations

import pytest

from wolfcore.game import Ask, View, get_board
from wolfcore.game import facts as f
from wolfcore.game.rulebook import rulebook
from wolftui.words.questions.day import last_words, missed_last_words

BOARDS = {
    "sla7": "There are no last words.",
    "xu7": "An exiled player speaks a last time; whoever dies in the night does not.",
    "classic9": (
        "An exiled player, and whoever dies in the first night, speaks a last time; "
        "whoever is shot or dies in a later night does not."
    ),
}


@pytest.mark.parametrize(("name", "rule"), BOARDS.items())
def test_the_rule_of_the_board_is_told_to_whoever_has_no_last_words(name: str, rule: str) -> None:
    board = get_board(name)
    assert rule in [line for section in rulebook(board) for line in section.lines]
    assert missed_last_words(board, [f.Died(3), f.Exiled(0)], 4) == ""
    assert missed_last_words(board, [f.Died(4)], 4) == rule
    assert missed_last_words(board, [f.Exiled(4), f.Died(4)], 4) == rule
    assert missed_last_words(board, [f.Exiled(4)], 4) == ""  # it may live
    said = f.Said(4, "last_words", "")
    assert missed_last_words(board, [f.Exiled(4), f.Died(4), said], 4) == ""
    assert missed_last_words(board, [f.Exiled(3), f.Said(3, "last_words", "Hm."), f.Died(4)], 4)


def test_the_question_says_who_has_them() -> None:
    board = get_board("classic9")
    view = View(4, board, tuple(f"N{seat}" for seat in range(1, 10)), [])
    asked = last_words(Ask("d1.last_words.4", 4, "last_words", 1, "dawn", (0,)), view)
    assert asked.hint == f"Everybody hears them. {BOARDS['classic9']}"
