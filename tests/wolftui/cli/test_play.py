"""`play`, `resume` and `fork` as plain lines: a whole game through a pipe, and every way in which
it can stop."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys

import pytest

from tests.wolftui.cli.running import ROOT, Program, first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.errors import GameStopped
from wolfcore.records import list_games, read_game
from wolfcore.speech import READER_VERSION
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame
from wolftui.settings.paths import games_folder

PLAY = (
    "play",
    "--plain",
    "--board",
    "sla7",
    "--seat",
    "4=human",
    "--seat",
    "*=random",
    "--seed",
    "7",
    "--deal",
    "4=Werewolf",
)
"""A wolf in seat 4 is asked in the first night and on the first day, whatever chance makes of the
rest."""


def script(seed: int = 7) -> tuple[list[str], RunningGame]:
    """What a person types in a whole game, and the game that comes of it."""
    typed: list[str] = []

    def choose(lines: list[str]) -> str:
        typed.append(first_choice(lines))
        return typed[-1]

    running = start_game(
        PlayOptions(seats=("4=human", "*=random"), seed=seed, deal="4=Werewolf", save=False)
    )
    asyncio.run(PlainGame(running, ListedConsole(choose), LineLook()).play())
    return typed, running


@pytest.mark.slow
def test_a_whole_game_through_a_pipe() -> None:
    typed, running = script()
    done = subprocess.run(
        [sys.executable, "-m", "wolftui", *PLAY],
        cwd=ROOT,
        input="\n".join(typed),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert running.outcome.title in done.stdout
    assert "\x1b" not in done.stdout
    (game,) = list_games(games_folder())
    assert read_game(game.path).entries == tuple(running.game.log)
    assert f"wolftui review {game.id}" in done.stdout


@pytest.mark.slow
def test_the_end_of_input_saves_stops_and_says_how_to_go_on() -> None:
    typed, _ = script()
    done = subprocess.run(
        [sys.executable, "-m", "wolftui", *PLAY],
        cwd=ROOT,
        input=f"{typed[0]}\n",
        capture_output=True,
        text=True,
        check=False,
    )
    (game,) = list_games(games_folder())
    assert done.returncode == 1
    assert (
        done.stderr
        == "\nwolftui: The input has ended. The game is saved; continue with `wolftui resume "
        f"{game.id}`.\n"
    )
    saved = read_game(game.path)
    assert saved.result is None
    assert sum(record.seat == 4 for record in saved.journal.values()) == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_at_a_question_saves_and_says_how_to_go_on() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "wolftui", *PLAY],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    seen = b""
    while not seen.endswith(b"help): "):
        seen += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    (game,) = list_games(games_folder())
    assert process.returncode == 130
    assert (
        err.decode()
        == f"\nwolftui: Stopped. The game is saved; continue with `wolftui resume {game.id}`.\n"
    )


def test_quit_is_no_failure(wolftui: Program) -> None:
    ran = wolftui(*PLAY, typed=["/quit"])
    assert ran.code == 0
    assert ran.err.startswith(
        "\nwolftui: You left the game. The game is saved; continue with `wolftui resume "
    )


def test_a_game_that_was_not_saved_says_so(wolftui: Program) -> None:
    ran = wolftui(*PLAY, "--no-save", typed=["/quit"])
    assert ran.err == "\nwolftui: You left the game. The game was not saved.\n"


def test_a_game_that_stopped_is_resumed_to_the_same_end(wolftui: Program) -> None:
    typed, running = script()
    assert wolftui(*PLAY, typed=typed[:1]).code == 1
    resumed = wolftui("resume", "latest", typed=typed[1:])
    assert (resumed.code, resumed.err) == (0, "")
    assert running.outcome.title in resumed.out
    (game,) = list_games(games_folder())
    assert read_game(game.path).entries == tuple(running.game.log)
    assert wolftui("verify", "latest").code == 0
    again = wolftui("resume", "latest")
    assert again.code == 0
    assert again.out == f"{game.id} has ended. Look at it with `wolftui review {game.id}`.\n"


def test_a_fork_seats_a_person_in_an_old_game(wolftui: Program) -> None:
    assert wolftui("run", "--seat", "*=random", "--seed", "7", "--deal", "4=Werewolf").code == 0
    (old,) = list_games(games_folder())
    ran = wolftui(
        "fork", old.id, "--at", "d1.vote.4", "--seat", "4=human", typed=["0", *["", ""] * 40]
    )
    assert re.search(r"4 \w+, \w+: Whom do you exile\?", ran.out)
    newest = next(game for game in list_games(games_folder()) if game.id != old.id)
    assert newest.about is not None
    assert newest.about.fork is not None
    assert (newest.about.fork.game, newest.about.fork.ask) == (old.id, "d1.vote.4")
    assert old.about is not None
    assert (old.about.reader, newest.about.reader) == (READER_VERSION, READER_VERSION)


def test_a_fork_without_a_person_is_only_finished(wolftui: Program) -> None:
    wolftui("run", "--seat", "*=random", "--seed", "7", "--deal", "4=Werewolf")
    ran = wolftui("fork", "latest", "--at", "d1.vote.4")
    assert ran.code == 0
    assert re.fullmatch(r"[\w-]+: (The|A) .*\.\n", ran.out)


def test_a_series_counts_who_won(wolftui: Program) -> None:
    ran = wolftui("play", "--plain", "--seat", "*=random", "--seed", "7", "--games", "2")
    assert ran.code == 0
    assert ran.out.startswith("Game 1 of 2\n")
    assert re.search(r"^2 games: \w+ won \d", ran.out, re.MULTILINE)
    assert sorted(
        game.header.spec.seed
        for game in list_games(games_folder())
        if game.header and game.header.spec
    ) == [7, 8]


def test_a_series_with_a_person_reads_on_where_the_last_game_stopped(wolftui: Program) -> None:
    typed = [*script(7)[0], *script(8)[0]]
    ran = wolftui(*PLAY, "--games", "2", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert len([game for game in list_games(games_folder()) if game.ended]) == 2


@pytest.mark.slow
def test_a_reader_that_leaves_is_no_mishap() -> None:
    command = (
        f"{sys.executable} -m wolftui play --plain --seat '*=random' --games 50 --no-save | "
        "head -n 1; exit ${PIPESTATUS[0]}"
    )
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == "Game 1 of 50\n"
    assert done.stderr == ""
    assert done.returncode == 1


@pytest.mark.slow
def test_an_output_that_cannot_show_signs_gets_ascii() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "wolftui",
            "play",
            "--plain",
            "--seat",
            "*=random",
            "--no-save",
            "--seed",
            "7",
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"W Werewolf" in done.stdout
    assert b"?" not in done.stdout


def test_a_question_never_becomes_a_move_by_chance() -> None:
    running = start_game(PlayOptions(seats=("4=human", "*=random"), seed=7, deal="4=Werewolf"))
    with pytest.raises(GameStopped):
        asyncio.run(PlainGame(running, ListedConsole(["99", "nobody at all"]), LineLook()).play())
    (game,) = list_games(games_folder())
    assert [ask for ask, record in read_game(game.path).journal.items() if record.seat == 4] == []
