"""A thousand random games on every board: they end, equal answers give equal bytes, and their views
hold together."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfcore.game import Game, board_names, get_board, make_spec, view_of
from wolfcore.players import RandomPlayer
from wolfcore.records import GameFolder, NewGame, SeatSpec, encode_log, read_game
from wolfcore.table import play_now, replay_answers, verify

SAVED_EACH = 10


@pytest.mark.slow
@pytest.mark.parametrize("board_name", board_names())
def test_a_thousand_random_games_end_and_replay_to_the_same_bytes(board_name: str) -> None:
    board, player = get_board(board_name), RandomPlayer()
    seats = range(1, board.size + 1)
    for seed in range(1000):
        spec = make_spec(board, seed)
        game = Game(spec)
        result = play_now(game, dict.fromkeys(seats, player))
        assert result.days <= board.switches.last_day
        answers = {own.ask.id: own.answer for seat in seats for own in game.view(seat).answered}
        again = replay_answers(spec, answers)
        assert encode_log(spec, again.log, again.result) == encode_log(spec, game.log, result)
        if seed % 20 == 0:
            for seat in (0, *seats):
                assert view_of(game.log, seat, board, spec.names).facts == game.view(seat).facts


@pytest.mark.parametrize("board_name", board_names())
def test_saved_games_are_verified(board_name: str, tmp_path: Path) -> None:
    board, player = get_board(board_name), RandomPlayer()
    for seed in range(SAVED_EACH):
        spec = make_spec(board, seed)
        folder = GameFolder.create(
            tmp_path, NewGame(spec, [SeatSpec("random")] * board.size, version="test")
        )
        play_now(Game(spec), dict.fromkeys(range(1, board.size + 1), player), folder)
        assert verify(read_game(folder.path)).finished
