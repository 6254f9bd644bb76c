"""The first line: what time it is matters more than what the board is called."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wolfcore.game import ALL, Board, Entry, get_board
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.views.status_line import heading_line
from wolftui.words.glyphs import FANCY
from wolftui.words.transcript_layout import plain_text, width_of

BOARD = replace(get_board("sla7"), name="a board of my own with a long name")
NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")


def line(width: int, *, asked: bool = False, series: str = "", board: Board = BOARD) -> str:
    session = GameSession(board, NAMES, people=(4,), live=True)
    session.entries([Entry((4,), f.Dealt(4, "Seer")), Entry(ALL, f.Began(1, "night"))])
    session.go_end()
    made = heading_line(
        ShownGame(session, "play", queue_position=series), FANCY, width, "End", asked=asked
    )
    assert width_of(made) == width
    return plain_text(made)


@pytest.mark.parametrize("width", [60, 80, 100, 120])
@pytest.mark.parametrize(("asked", "said"), [(True, "Night 1 · you are asked"), (False, "Night 1")])
def test_a_long_name_of_a_board_gives_way_to_the_phase(width: int, asked: bool, said: str) -> None:
    assert said in line(width, asked=asked)
    assert "you are 4 · ◉ Seer" in line(width, asked=asked)


@pytest.mark.parametrize("width", [60, 70, 80, 120])
def test_the_program_s_name_gives_way_to_the_board_s(width: int) -> None:
    made = line(width, board=replace(BOARD, name="classic7x"))
    assert ("classic7x" in made) == (width > 60)
    assert ("wolftui" in made) == (width > 70)
    assert "the village sleeps" in made


def test_a_game_of_several_says_which_it_is() -> None:
    assert "game 1 of 3" in line(120, series="game 1 of 3")
