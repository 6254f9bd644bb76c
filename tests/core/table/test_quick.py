"""The fast loop."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.players.sitters import Talker, a_spec, new_folder, played
from wolfcore.game import Answer, Ask, Game, View, board_names
from wolfcore.players import Desk, RandomPlayer
from wolfcore.records import ERRORS_FILE, encode_log, is_locked, read_game
from wolfcore.table import play_now


@pytest.mark.parametrize("board", board_names())
def test_a_fresh_player_before_every_ask_gives_the_same_game(board: str) -> None:
    spec = a_spec(board)

    class Fresh(Talker):
        def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
            return Talker().answer_now(view, ask, desk)

    logs: list[bytes] = []
    for player in (Talker(), Fresh()):
        game = Game(spec)
        result = play_now(game, dict.fromkeys(range(1, spec.board.size + 1), player))
        logs.append(encode_log(spec, game.log, result))
    assert logs[0] == logs[1]


@pytest.mark.parametrize("board", board_names())
def test_games_by_chance_end_and_are_saved_without_a_word_of_trouble(
    tmp_path: Path, board: str
) -> None:
    for seed in range(5):
        spec = a_spec(board, seed)
        folder = new_folder(tmp_path, spec)
        result = play_now(
            Game(spec), dict.fromkeys(range(1, spec.board.size + 1), RandomPlayer()), folder
        )
        assert read_game(folder.path).result == result
        assert not (folder.path / ERRORS_FILE).exists()
        assert not is_locked(folder.path)


def test_it_goes_on_from_any_point(tmp_path: Path) -> None:
    saved = played(tmp_path)
    game = Game(saved.spec)
    for _ in range(6):
        game.submit({ask.id: saved.answers[ask.id] for ask in game.asks})
    assert play_now(game, dict.fromkeys(range(1, 8), Talker())) == saved.result
    assert tuple(game.log) == saved.entries


def test_the_log_of_a_random_seven_seat_game_is_small() -> None:
    sizes: list[int] = []
    for seed in range(50):
        game = Game(a_spec(seed=seed))
        result = play_now(game, dict.fromkeys(range(1, 8), RandomPlayer()))
        sizes.append(len(encode_log(game.spec, game.log, result)))
    assert max(sizes) < 30_000
