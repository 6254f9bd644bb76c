"""Equal spec and equal answers give equal bytes, on every Python process, and nothing else is in
them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.core.players.sitters import a_spec, new_folder, played, talkers
from wolfcore.game import Game, get_board, make_spec
from wolfcore.records import encode_header, encode_log, header_of
from wolfcore.records.header import decode_header
from wolfcore.table import play_now

PLAY = """
import sys
from wolfcore.game import Game, board_names
from wolfcore.records import encode_log
from wolfcore.table import play_now
from tests.core.players.sitters import a_spec, talkers
for board in board_names():
    game = Game(a_spec(board, 11))
    result = play_now(game, talkers(game.spec))
    sys.stdout.buffer.write(encode_log(game.spec, game.log, result))
"""


@pytest.mark.slow
def test_logs_are_equal_in_processes_that_hash_differently() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 50_000


def test_the_order_in_which_a_spec_was_put_together_is_not_in_its_bytes() -> None:
    board = get_board("sla7")
    chance = {"tie.d2": (1,), "tie.d1": (3,)}
    one = make_spec(board, 1, deal={4: "Seer", 1: "Werewolf"}, chance=chance)
    two = make_spec(
        board, 1, deal={1: "Werewolf", 4: "Seer"}, chance=dict(reversed(chance.items()))
    )
    assert list(one.deal) != list(two.deal)
    assert encode_header(header_of(one)) == encode_header(header_of(two))
    assert decode_header(encode_header(header_of(one)), "game.jsonl").spec == one


def test_two_saved_games_of_one_spec_have_one_log_and_neither_place_nor_time_nor_player_is_in_it(
    tmp_path: Path,
) -> None:
    first, second = played(tmp_path / "here"), played(tmp_path / "there")
    assert first.log == second.log
    for secret in (first.id, str(tmp_path), "random", "1.2.3"):
        assert secret.encode() not in b"\n".join(first.log.split(b"\n")[1:])


def test_the_streamed_log_is_the_log_encoded_at_once(tmp_path: Path) -> None:
    spec = a_spec("classic12")
    folder, game = new_folder(tmp_path, spec), Game(spec)
    result = play_now(game, talkers(spec), folder)
    assert (folder.path / "game.jsonl").read_bytes() == encode_log(spec, game.log, result)


def test_a_line_of_the_log_is_an_audience_and_a_fact() -> None:
    game = Game(a_spec())
    lines = encode_log(game.spec, game.log, None).splitlines()
    header = msgspec.json.decode(lines[0])
    assert list(header) == ["format", "rules", "language", "source", "spec"]
    assert header["spec"]["board"]["switches"]["tie"] == "random"
    assert lines[1] == b'{"to":"all","fact":{"is":"Began","day":0,"phase":"setup"}}'
    assert len(lines) == 1 + len(game.log)
