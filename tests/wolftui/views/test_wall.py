"""The wall: cards as long as all are in sight, then lines; no seat is left out, and nothing stands
beyond its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.screen.stage import sit
from wolfcore.game import get_board
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.sources import review_game
from wolftui.views.game_tiles import (
    CARD_HEIGHT,
    CARD_WIDTH,
    GameTile,
    last_lines,
    pane_width,
    tile_grid,
    tile_line,
    tile_lines,
)
from wolftui.words.glyphs import ASCII, FANCY, Glyphs
from wolftui.words.wrapping import plain_text, width_of


def shown_game(root: Path, board: str) -> ShownGame:
    from wolfcore.records import read_game

    running = sit(root, board, 5)
    running.play_now()
    running.close()
    shown = review_game(read_game(root / running.id))
    shown.session.go_end()
    return shown


def test_cards_give_way_to_lines_where_they_have_no_room() -> None:
    assert tile_grid(8, 2 * CARD_WIDTH, 4 * CARD_HEIGHT, 0) == (2, CARD_HEIGHT, CARD_WIDTH, 0, 4)
    assert tile_grid(9, 2 * CARD_WIDTH, 4 * CARD_HEIGHT, 0).height == 1
    assert tile_grid(0, 80, 20, 0).columns == 1


@pytest.mark.parametrize("at", [0, 5, 29])
def test_the_chosen_line_is_in_sight(at: int) -> None:
    for top in (0, 12, 29):
        place = tile_grid(30, 80, 10, at, top)
        assert place.top <= at < place.top + place.rows
        assert place.top <= 20


def test_a_place_of_the_paper_is_the_tile_that_stands_there() -> None:
    cards = tile_grid(4, 120, 30, 0)
    assert [
        cards.at(x, y) for x, y in ((0, 0), (119, 7), (0, CARD_HEIGHT), (60, 2 * CARD_HEIGHT - 1))
    ] == [0, 1, 2, 3]
    lines = tile_grid(40, 80, 10, 25, 20)
    assert lines.at(40, 3) == lines.top + 3


@pytest.mark.parametrize("glyphs", [FANCY, ASCII])
@pytest.mark.parametrize(("board", "width"), [("sla7", 56), ("plus12", 56), ("plus12", 80)])
def test_a_card_names_every_seat_and_keeps_its_width(
    tmp_path: Path, board: str, width: int, glyphs: Glyphs
) -> None:
    tile = GameTile("20260101-x-aaaaaa", shown_game(tmp_path, board), is_running=False)
    lines = tile_lines(tile_grid(1, width, 30, 0), [tile], 0, glyphs)
    assert len(lines) == CARD_HEIGHT
    assert {width_of(line) for line in lines} == {tile_grid(1, width, 30, 0).width}
    seats = " ".join(plain_text(line) for line in lines[1:3]).split()
    assert all(
        any(word.startswith(str(seat)) for word in seats)
        for seat in range(1, get_board(board).size + 1)
    )
    assert any(
        words in plain_text(lines[0]) for words in ("the village won", "the wolves won", "a draw")
    )


def test_a_line_says_who_lives_and_how_long_it_has_been_quiet(tmp_path: Path) -> None:
    shown = shown_game(tmp_path, "sla7")
    shown.session.go_home()
    shown.session.step(12)
    line = plain_text(tile_line(GameTile("x", shown, idle_seconds=7), ASCII, 78))
    assert line.endswith("7 s")
    assert line.count("W") >= 2
    assert "nobody plays it" in plain_text(
        tile_line(GameTile("x", shown, is_running=False), ASCII, 78)
    )
    assert plain_text(
        tile_line(
            GameTile("20260101-x", None, is_running=False, problem="cannot be read"), ASCII, 78
        )
    ).startswith("20260101-x  cannot")
    assert width_of(tile_line(GameTile("x", shown), ASCII, 40)) <= 40


def test_a_pane_takes_no_card_its_place() -> None:
    assert pane_width(4, 118, 33) == 46
    assert pane_width(5, 118, 33) == 0, "in one column they would become lines"
    assert pane_width(40, 118, 33) == 46, "they are lines with and without it"
    assert pane_width(12, 198, 48) == 72
    assert pane_width(2, 78, 20) == pane_width(0, 198, 48) == 0


def test_the_last_lines_are_the_end_of_the_transcript(tmp_path: Path) -> None:
    tile = GameTile("a", shown_game(tmp_path, "sla7"))
    lines = last_lines(tile, 44, 6, FANCY)
    assert len(lines) == 6
    assert all(width_of(line) <= 44 for line in lines)
    for height in range(1, 20):
        assert last_lines(tile, 44, height, FANCY) == last_lines(tile, 44, 40, FANCY)[-height:]
    assert last_lines(tile, 44, 0, FANCY) == []
    assert last_lines(GameTile("a", None, problem="it is damaged"), 44, 6, FANCY) == []
