"""Games that earlier wolftuis saved: their bytes still follow from their headers and answers.

Each was made by `run --board BOARD --seat '*=random'`: `sla7` with `--seed 8`, before digests;
`duel6` with seed 9 and `classic9` with seed 4, before the switch `defence`, with `--answers` in
which seats name each other, so that a defence would have been held; `classic9-defence` as the
latter, with a defence and before the round of replies and lines with ballots.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from wolfcore.game import Game, get_board, make_spec
from wolfcore.game.facts import MostNamed
from wolfcore.players import RandomPlayer, SyncPlayer, SyncScriptedPlayer
from wolfcore.records import SavedGame, encode_header, encode_log, header_of, read_game
from wolfcore.records.header import decode_header
from wolfcore.table import play_now, resume, verify

OLD = Path(__file__).with_name("old_games")
BOARDS = sorted(folder.name for folder in OLD.iterdir())
AFTER_DEFENCE = ("classic9", "duel6")
"""Boards that had no defence when their game was saved, and have one today."""


def the_same_players(saved: SavedGame) -> dict[int, SyncPlayer]:
    """The players of an old game: by chance, but for what they said."""
    said = {ask: answer for ask, answer in saved.answers.items() if answer.text}
    return dict.fromkeys(
        range(1, saved.spec.board.size + 1), SyncScriptedPlayer(said, RandomPlayer())
    )


@pytest.mark.parametrize("board", BOARDS)
def test_an_old_game_verifies(board: str) -> None:
    saved = read_game(OLD / board)
    assert verify(saved).finished
    assert len(saved.journal) > 10


@pytest.mark.parametrize("board", BOARDS)
def test_an_old_game_is_played_again_byte_by_byte_by_the_same_players(board: str) -> None:
    saved = read_game(OLD / board)
    game = Game(saved.spec)
    result = play_now(game, the_same_players(saved))
    assert encode_log(saved.spec, game.log, result) == saved.log


@pytest.mark.parametrize("board", BOARDS)
def test_an_old_game_that_stopped_after_any_answer_goes_on_to_the_same_end(
    board: str, tmp_path: Path
) -> None:
    answers = (OLD / board / "answers.jsonl").read_bytes().splitlines(keepends=True)
    log, players = (
        (OLD / board / "game.jsonl").read_bytes(),
        the_same_players(read_game(OLD / board)),
    )
    for kept in range(0, len(answers), 3):
        folder = tmp_path / str(kept)
        shutil.copytree(OLD / board, folder)
        (folder / "digest.json").unlink(missing_ok=True)
        (folder / "answers.jsonl").write_bytes(b"".join(answers[:kept]))
        (folder / "game.jsonl").write_bytes(log.splitlines(keepends=True)[0])
        resumed = resume(folder)
        play_now(resumed.game, players, resumed.folder, resumed.journal)
        assert (folder / "game.jsonl").read_bytes() == log


@pytest.mark.parametrize("board", AFTER_DEFENCE)
def test_an_old_game_is_played_by_the_switches_of_its_header_and_not_by_those_of_the_board_today(
    board: str,
) -> None:
    saved = read_game(OLD / board)
    assert (saved.spec.board.name, saved.spec.board.switches.defence) == (board, "none")
    assert get_board(board).switches.defence != "none"
    today = Game(make_spec(get_board(board), saved.spec.seed))
    play_now(today, the_same_players(saved))
    assert any(isinstance(entry.fact, MostNamed) for entry in today.log)


@pytest.mark.parametrize(
    ("switches", "version"),
    [
        ({"defence": "none", "vote_lines": False}, 1),
        ({"defence": "most_named", "vote_lines": False}, 2),
        ({"defence": "replies", "vote_lines": False}, 3),
        ({"defence": "most_named", "vote_lines": True}, 3),
        ({"defence": "none", "vote_lines": True}, 3),
    ],
)
@pytest.mark.parametrize("board", AFTER_DEFENCE)
def test_a_switch_that_came_later_is_written_where_it_is_set_and_nowhere_else(
    board: str, switches: dict[str, Any], version: int
) -> None:
    spec = make_spec(get_board(board), 1)
    spec = replace(
        spec, board=replace(spec.board, switches=replace(spec.board.switches, **switches))
    )
    line = json.loads(encode_header(header_of(spec)))
    written = line["spec"]["board"]["switches"]
    old = json.loads((OLD / board / "game.jsonl").read_bytes().splitlines()[0])
    assert line["format"] == version
    assert {key: value for key, value in written.items() if key not in switches} == {
        key: written[key] for key in old["spec"]["board"]["switches"]
    }
    assert {key: written[key] for key in switches if key in written} == {
        key: value for key, value in switches.items() if value not in ("none", False)
    }
    assert decode_header(encode_header(header_of(spec)), "x").spec == spec
