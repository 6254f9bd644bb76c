"""`wolftui rate`: the same number each time, for every kind of player; and what it refuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.agents.tables import good, serving
from tests.own_players import AGENT
from tests.wolftui.cli.model_games import set_model
from tests.wolftui.cli.running import Program
from wolfcore.arena import Row
from wolfcore.arena.opponents import read_pool
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.store import read_rows
from wolftui.settings.paths import ratings_folder

FAILING = "def fails(view, ask):\n    return 1 / 0 if view.seat % 2 else ask.options[0]\n"


def number(out: str) -> dict[str, Any]:
    return json.loads(out)


def no_game(run: ArenaRun, enough: Callable[[], bool]) -> Generator[Row]:
    del run, enough
    pytest.fail("a game is played")


def test_a_player_has_the_same_number_twice_and_plays_no_game_twice(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("rate", "bot:hard", "--games", "9")
    first, other = wolftui(*words), wolftui(*words, "--into", str(tmp_path / "r"), "--jobs", "2")
    assert first.code == 0
    assert first.out == other.out
    assert "points, 95 % interval" in first.out
    assert "This is not the official number" in first.out
    monkeypatch.setattr(ArenaRun, "play_missing", no_game)
    assert wolftui(*words).out == first.out
    fewer, whole = (number(wolftui(*words[:3], games, "--json").out) for games in ("5", "9"))
    assert (fewer["games"], whole["games"]) == (5, 9)
    assert abs(whole["gain"] - whole["won"] + whole["reference_won"]) < 0.0002
    assert fewer["high"] - fewer["low"] > whole["high"] - whole["low"]


def test_the_reference_has_the_number_0(wolftui: Program) -> None:
    found = number(wolftui("rate", "bot", "--games", "4", "--json").out)
    assert (found["gain"], found["replaced"], found["broken"]) == (0, 0, 0)


def test_other_deals_give_another_number_that_is_not_official(
    wolftui: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = replace(read_pool(), deals=2)
    monkeypatch.setattr("wolftui.cli.rate.read_pool", lambda: small)
    assert number(wolftui("rate", "random", "--json").out)["official"]
    assert not number(wolftui("rate", "random", "--seeds", "5", "--json").out)["official"]


def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("rate", "random", "--games", "4")
    playing = ArenaRun.play_missing

    def pressed(run: ArenaRun, enough: Callable[[], bool]) -> Generator[Row]:
        for played, row in enumerate(playing(run, enough), 1):
            yield row
            if played == 3:
                raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ArenaRun, "play_missing", pressed)
        stopped = wolftui(*words)
    assert (stopped.code, stopped.out) == (130, "")
    assert "3 of 8 games are played; the same command plays the rest." in stopped.err
    played: list[Row] = []

    def counted(run: ArenaRun, enough: Callable[[], bool]) -> Generator[Row]:
        for row in playing(run, enough):
            played.append(row)
            yield row

    monkeypatch.setattr(ArenaRun, "play_missing", counted)
    went_on = wolftui(*words)
    assert len(played) == 5
    assert went_on.out == wolftui(*words, "--into", str(tmp_path / "r")).out


def test_players_of_ones_own_are_rated_and_their_failures_counted(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agent.py").write_text(AGENT + FAILING, "utf-8")
    found = number(wolftui("rate", "./agent.py:Mine", "--games", "3", "--json").out)
    assert (found["games"], found["replaced"], found["broken"]) == (3, 0, 0)
    failed = wolftui("rate", "./agent.py:fails", "--games", "2").out
    assert "answers were replaced by the seat's fallback; 0 games broke" in failed
    assert "The number says little of how it plays" in failed


@pytest.mark.slow
def test_a_bot_plays_the_same_games_over_the_seat_protocol(
    wolftui: Program, tmp_path: Path
) -> None:
    games: list[list[str]] = []
    for player in ("bot:easy", f"exec:{sys.executable} -m wolftui seat bot:easy"):
        into = tmp_path / str(len(games))
        assert wolftui("rate", player, "--games", "3", "--into", str(into)).code == 0
        games.append([row.digest for row in read_rows(into / "games.sqlite")])
    assert games[0] == games[1]


@pytest.mark.slow
def test_a_model_is_rated_and_what_it_took_is_said(wolftui: Program) -> None:
    with serving(good) as endpoint:
        set_model(endpoint.url)
        ran = wolftui("rate", "vanilla@m", "--games", "1", "--json")
    assert number(ran.out)["games"] == 1
    assert f"{len(endpoint.requests)} calls" in ran.err


WRONG = {
    "human": "a person cannot play in an arena",
    "bott": "there is no player `bott`",
    "vanilla@none": "there is no model `none`",
    "./none.py:Mine": "cannot be read",
    "bot:strong": "`strong` is not an option of a house bot",
}


@pytest.mark.parametrize("player", WRONG)
def test_wrong_players_are_refused_in_one_line(wolftui: Program, player: str) -> None:
    ran = wolftui("rate", player)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert WRONG[player] in line


def test_wrong_numbers_are_refused(wolftui: Program) -> None:
    for words in (("--games", "0"), ("--games", "901"), ("--seeds", "-1"), ("--jobs", "0")):
        assert wolftui("rate", "bot", *words).code == 2


def test_a_program_of_other_versions_asks_for_the_wheel(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = replace(read_pool(), bots=1)
    monkeypatch.setattr("wolftui.cli.rate.read_pool", lambda: older)
    # An environment whose Python an update has removed is none.
    gone = ratings_folder() / older.wheel[:16] / "bin" / "python"
    gone.parent.mkdir(parents=True)
    gone.symlink_to(tmp_path / "python")
    ran = wolftui("rate", "bot")
    assert ran.code == 2
    (line,) = ran.err.splitlines()
    assert f"Get {older.file} (SHA-256 {older.wheel}), and name it" in line
    (tmp_path / "other.whl").write_bytes(b"another")
    ran = wolftui("rate", "bot", "--wheel", str(tmp_path / "other.whl"))
    assert ran.code == 2
    assert "is not the wheel of pool 1" in ran.err
    assert wolftui("rate", "bot", "--wheel", str(tmp_path / "none.whl")).code == 2
