"""A game that an earlier wolftui saved (`run --board sla7 --seat '*=random' --seed 8`): its bytes still follow from its seed."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.game import Game
from core.players import RandomPlayer
from core.records import encode_log, read_game
from core.table import play_now, resume, verify

OLD = Path(__file__).with_name("old_game")


def test_an_old_game_verifies() -> None:
    saved = read_game(OLD)
    assert verify(saved).finished
    assert len(saved.journal) > 10


def test_an_old_game_is_played_again_byte_by_byte_by_the_same_players() -> None:
    saved = read_game(OLD)
    game = Game(saved.spec)
    result = play_now(game, dict.fromkeys(range(1, 8), RandomPlayer()))
    assert encode_log(saved.spec, game.log, result) == saved.log


def test_an_old_game_that_stopped_after_any_answer_goes_on_to_the_same_end(tmp_path: Path) -> None:
    answers = (OLD / "answers.jsonl").read_bytes().splitlines(keepends=True)
    log = (OLD / "game.jsonl").read_bytes()
    for kept in range(0, len(answers), 3):
        folder = tmp_path / str(kept)
        shutil.copytree(OLD, folder)
        (folder / "answers.jsonl").write_bytes(b"".join(answers[:kept]))
        (folder / "game.jsonl").write_bytes(log.splitlines(keepends=True)[0])
        resumed = resume(folder)
        play_now(resumed.game, dict.fromkeys(range(1, 8), RandomPlayer()), resumed.folder, resumed.journal)
        assert (folder / "game.jsonl").read_bytes() == log
