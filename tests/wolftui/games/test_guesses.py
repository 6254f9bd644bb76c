"""Guesses lie beside the game: they are there again, and a file that nobody of ours wrote harms
nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfcore.game import Belief, get_board
from wolftui.games.side_files import GUESSES_FILE, read_guesses, write_guesses
from wolftui.measures.guess_scores import Guesses

BOARD = get_board("sla7")


def test_what_was_guessed_is_there_again_and_nothing_else_is_left_behind(tmp_path: Path) -> None:
    guesses = Guesses(
        3, {1: (Belief(2, "Werewolf", 8), Belief(5, "Uncertain", 5)), 2: ()}, done=True
    )
    assert read_guesses(tmp_path, BOARD) == (None, "")
    assert write_guesses(tmp_path, guesses) == ""
    assert read_guesses(tmp_path, BOARD) == (guesses, "")
    assert [file.name for file in tmp_path.iterdir()] == [GUESSES_FILE]


@pytest.mark.parametrize(
    "text",
    [
        "{", "[]", '{"eyes": 99}', '{"eyes": -1}', '{"eyes": 0, "secret": 1}', '{"eyes": 0, "days": {"0": []}}',
        '{"eyes": 0, "days": {"1": [{"seat": 8, "role": "Seer", "confidence": 5}]}}',
        '{"eyes": 0, "days": {"1": [{"seat": 1, "role": "Seer", "confidence": 5}, {"seat": '
            '1, "role": "Seer", "confidence": 6}]}}',
        '{"eyes": 0, "days": {"1": [{"seat": 1, "role": "Witch", "confidence": 5}]}}',
        '{"eyes": 0, "days": {"1": [{"seat": 1, "role": "Seer", "confidence": 11}]}}',
        '{"eyes": 0, "days": {"1": [{"seat": 1, "role": "Seer", "confidence": 5, "p_wolf": 7}]}}',
        '{"eyes": ' + "[" * 100 + "]" * 100 + "}", " " * (1 << 17),
    ],
)  # fmt: skip
def test_a_file_that_is_none_of_ours_is_said_and_left_out(tmp_path: Path, text: str) -> None:
    (tmp_path / GUESSES_FILE).write_text(text)
    guesses, problem = read_guesses(tmp_path, BOARD)
    assert guesses is None
    assert problem.startswith("Your guesses are lost: ")


def test_nothing_is_written_through_a_link_and_what_fails_is_a_sentence(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / f".{GUESSES_FILE}.new").symlink_to(victim)
    (tmp_path / GUESSES_FILE).symlink_to(victim)
    assert write_guesses(tmp_path, Guesses(0)) == ""
    assert victim.read_text() == "mine"
    assert write_guesses(tmp_path / "none", Guesses(0)).startswith("Your guesses cannot be saved")
