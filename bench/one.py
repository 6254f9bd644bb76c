"""One measurement in a process of its own, of the tree that is first on its path; prints games a second."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from wolfcore.game import Game, get_board, make_spec
from wolfcore.records import GameFolder, SeatSpec, encode_log
from wolfcore.seating import make_players, quick_players
from wolfcore.table import play_now

GAMES_A_ROUND = {"random": 25, "writing": 25, "hard": 5}
"""Games between two looks at the clock, which takes longer here than a batch of asks."""


def games_a_second(board_name: str, *, mode: str, seconds: float) -> float:
    """Whole games, logs encoded, all views kept, for about `seconds` of processor time after a first round.

    Args:
        board_name: The board.
        mode: `random` players, the same saved (`writing`), or `hard` house bots with all they say and think.
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
                    play_now(game, players, GameFolder.create(Path(home), spec, seats, version="bench"))
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


if __name__ == "__main__":
    print(games_a_second(sys.argv[1], mode=sys.argv[2], seconds=float(sys.argv[3])))
