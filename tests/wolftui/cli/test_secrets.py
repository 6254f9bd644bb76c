"""What a seat may not know: planted in a saved game that has not ended, it changes nothing that a command shows of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.game import Entry, GameSpec, get_board, make_spec
from core.records import GameFolder, SeatSpec, list_games
from tests.core.game.planting import MARK, Round, log_of, plants, rounds, two_games
from tests.wolftui.cli.running import Program
from wolftui.settings.paths import games_folder


def spec_of(board: str) -> GameSpec:
    return make_spec(get_board(board), 11, people={7: None})


def saved(root: Path, spec: GameSpec, entries: Sequence[Entry], *, by_role: bool = False) -> Path:
    """An unfinished game of a person, in a folder of its own."""
    seats = [SeatSpec("human" if seat in spec.people else "random") for seat in range(1, spec.board.size + 1)]
    seats[0] = SeatSpec("bot", ("hard",))
    with GameFolder.create(root, spec, seats, version="test", by_role=by_role) as folder:
        folder.add_log(entries)
        return folder.path


def unfinished(game: Sequence[Round]) -> list[Entry]:
    return log_of(game[: len(game) * 2 // 3])


@pytest.mark.parametrize("board", ["classic12", "helmsman7", "helmsman7+appointed", "xu7", "arena8"])
@pytest.mark.parametrize("command", ["watch latest", "review latest", "review latest --eyes 7", "review"])
def test_what_a_command_shows_of_an_unfinished_game_does_not_differ_by_secrets(wolftui: Program, command: str, board: str) -> None:
    spec = spec_of(board)
    text: list[str] = []
    for game in two_games(spec, 7):
        path = saved(games_folder(), spec, unfinished(game), by_role=True)
        ran = wolftui(*command.split())
        text.append((ran.out + ran.err).replace(path.name, "ID"))
        assert MARK not in text[-1]
        assert "bot:hard" not in text[-1]
        shutil.rmtree(path)
    assert text[0] == text[1] != ""


@pytest.mark.parametrize("eyes", ["moderator", "public", "1"])
def test_other_eyes_are_refused_for_an_unfinished_game(wolftui: Program, eyes: str) -> None:
    spec = spec_of("classic12")
    saved(games_folder(), spec, unfinished(rounds(spec)))
    assert wolftui("review", "latest", "--eyes", eyes).code == 2


@pytest.mark.parametrize("by_role", [False, True])
def test_about_json_holds_nothing_that_a_seat_may_not_know(tmp_path: Path, *, by_role: bool) -> None:
    """Who plays which seat stands in it, for whoever resumes; `by_role` says that nobody is shown it before the end."""
    spec = make_spec(get_board("xu7"), 987654321, people={7: None}, deal={4: "Witch"}, chance={"tie.d1": (3,)})
    path = saved(tmp_path, spec, list(plants(7).values()), by_role=by_role)
    text = (path / "about.json").read_text() + path.name
    roles = set(spec.board.roles)
    assert [word for word in ("987654321", MARK, "tie.d1", *roles, *spec.names) if word in text] == []
    assert ('"by_role": true' in text) == by_role


PLAY = ("play", "--plain", "--seat", "4=human", "--seat", "*=random", "--seed", "1", "--deal", "4=Seer,1=Werewolf,5=Doctor")


def test_a_fork_of_an_unfinished_game_names_no_ask_that_would_tell_a_role(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["1", "hm"])
    (game,) = list_games(games_folder())
    for secret in ("n1.protect.5", "n1.protect.6", "n1.protect", "n1.kill.1"):
        ran = wolftui("fork", "latest", "--at", secret)
        assert ran.code == 2
        assert ran.err.startswith(f"wolftui: `{secret}` is no ask that a person in {game.id} may know of before its end.")
        assert not re.search(r"protect\.|kill\.", ran.err.partition("may know")[2])
    for own in ("n1.check.4", "d1.speak.1"):
        assert wolftui("fork", game.id, "--at", own, typed=["/quit"]).code == 0


def test_a_check_of_an_unfinished_game_tells_no_number_of_answers(wolftui: Program) -> None:
    wolftui(*PLAY, typed=["/quit"])
    (game,) = list_games(games_folder())
    assert wolftui("verify", "latest").out == f"{game.id}: the answers give the same log, byte by byte (not finished yet).\n"
