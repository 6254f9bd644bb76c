"""Script that measures games a second in its own process, of the tree that is first on its path.

Run by path, not as a module, so that it can measure another checkout: it imports only names that
both have.
"""

from __future__ import annotations

import io
import json
import os
import runpy
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from statistics import median

from wolfcore.game import Game, get_board, make_spec
from wolfcore.players import RandomPlayer
from wolfcore.records import GameFolder, NewGame, SeatSpec, encode_log
from wolfcore.seating import make_players, quick_players
from wolfcore.table import play_now
from wolftui.cli.entry import run

GAMES_A_ROUND = {"random": 25, "writing": 25, "hard": 5}
"""Games between two looks at the clock, which takes longer here than a batch of asks."""


def games_a_second(board_name: str, *, mode: str, seconds: float) -> float:
    """Measure games a second: whole games with encoded logs and all views.

    The time is processor time, about `seconds` of it after a first round.

    Args:
        board_name: The board.
        mode: `random` players, the same saved (`writing`), or `hard` house bots with all they say
            and think.
        seconds: How long.
    """
    board = get_board(board_name)
    seats = [SeatSpec("bot", ("hard",)) if mode == "hard" else SeatSpec("random")] * board.size
    with tempfile.TemporaryDirectory() as home:

        def play(seeds: range) -> None:
            for seed in seeds:
                spec, players = make_spec(board, seed), quick_players(make_players(seats))
                assert players
                game = Game(spec)
                if mode == "writing":
                    play_now(
                        game,
                        players,
                        GameFolder.create(Path(home), NewGame(spec, seats, version="bench")),
                    )
                else:
                    encode_log(spec, game.log, play_now(game, players))

        step = GAMES_A_ROUND[mode]
        play(range(step))
        played, spent, start = 0, 0.0, time.process_time()
        while spent < seconds:
            play(range(step + played, 2 * step + played))
            played += step
            spent = time.process_time() - start
        return played / spent


GAMES_A_TURN = 500
"""Games of each before the next has its turn."""


def compare_speeds(board: str, sketch: str, rounds: int) -> dict[str, float]:
    """Median games a second of each, by its name.

    Args:
        board: The board that the program and its engine play, with random players.
        sketch: The path of a sketch, or an empty string for none.
        rounds: How often each has its turn, after one that does not count.
    """
    plays: dict[str, Callable[[int, int], object]] = {
        "run": lambda first, games: _run_command(board, first, games),
        "engine": lambda first, games: _engine(board, first, games),
    }
    if sketch:
        play = _sketched(sketch)
        plays["sketch"] = lambda first, games: [
            play(seed, True) for seed in range(first, first + games)
        ]
    found: dict[str, list[float]] = {name: [] for name in plays}
    for number in range(rounds + 1):
        for name, some in plays.items():
            start = time.process_time()
            some(GAMES_A_TURN * number, GAMES_A_TURN)
            if number:
                found[name].append(GAMES_A_TURN / (time.process_time() - start))
    return {name: median(figures) for name, figures in found.items()}


def _run_command(board: str, first: int, games: int) -> None:
    words = (
        "--board",
        board,
        "--games",
        str(games),
        "--seed",
        str(first),
        "--seat",
        "*=random",
        "--json",
        "--no-save",
    )
    with redirect_stdout(io.StringIO()):
        code = run(("run", *words))
    assert code == 0


def _engine(board_name: str, first: int, games: int) -> None:
    board = get_board(board_name)
    players = dict.fromkeys(range(1, board.size + 1), RandomPlayer())
    for seed in range(first, first + games):
        game = Game(make_spec(board, seed))
        encode_log(game.spec, game.log, play_now(game, players))


def _sketched(path: str) -> Callable[[int, bool], object]:
    """The function `play` of a file; what it prints when it is loaded is not ours."""
    with redirect_stdout(io.StringIO()):
        return runpy.run_path(path)["play"]


def main(what: str, board: str, how: str, amount: str) -> None:
    """Print games a second, or two speeds as JSON.

    The arguments are `games BOARD MODE SECONDS` or `compare BOARD SKETCH ROUNDS`.
    """
    if what == "games":
        print(games_a_second(board, mode=how, seconds=float(amount)))
        return
    with tempfile.TemporaryDirectory() as home:  # ignore the user's settings
        os.environ["XDG_CONFIG_HOME"] = home
        print(json.dumps(compare_speeds(board, how, int(amount))))


if __name__ == "__main__":
    main(*sys.argv[1:])
