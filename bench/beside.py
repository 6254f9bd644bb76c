"""`wolftui run` beside the bare engine and a sketch of it, in turn in one process, of the tree that is first on its path.

Prints one JSON object: the median games a second of processor time of each. A sketch is a Python file with a function
`play(seed, write)`, which plays a game and returns its log as bytes where `write` is true.
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
from statistics import median

from wolfcore.game import Game, get_board, make_spec
from wolfcore.players import RandomPlayer
from wolfcore.records import encode_log
from wolfcore.table import play_now
from wolftui.door import run

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
        plays["sketch"] = lambda first, games: [play(seed, True) for seed in range(first, first + games)]
    found: dict[str, list[float]] = {name: [] for name in plays}
    for number in range(rounds + 1):
        for name, some in plays.items():
            start = time.process_time()
            some(GAMES_A_TURN * number, GAMES_A_TURN)
            if number:
                found[name].append(GAMES_A_TURN / (time.process_time() - start))
    return {name: median(figures) for name, figures in found.items()}


def _run_command(board: str, first: int, games: int) -> None:
    words = ("--board", board, "--games", str(games), "--seed", str(first), "--seat", "*=random", "--json", "--no-save")
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


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:  # nobody's settings have a say
        os.environ["XDG_CONFIG_HOME"] = home
        print(json.dumps(compare_speeds(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
