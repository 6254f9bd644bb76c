"""One measurement in a process of its own, of the tree that is first on its path; prints games a second."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from core.game import Game, get_board, make_spec
from core.players import RandomPlayer
from core.records import GameFolder, SeatSpec, encode_log
from core.table import play_now

ROUND = 25
"""Games between two looks at the clock, which takes longer here than a batch of asks."""


def games_a_second(board_name: str, *, writing: bool, seconds: float) -> float:
    """Random games, whole logs encoded, all views kept, for about `seconds` of processor time."""
    board, player = get_board(board_name), RandomPlayer()
    players = dict.fromkeys(range(1, board.size + 1), player)
    seats = [SeatSpec("random")] * board.size
    with tempfile.TemporaryDirectory() as home:
        played, spent, start = 0, 0.0, time.process_time()
        while spent < seconds:
            for seed in range(played, played + ROUND):
                spec = make_spec(board, seed)
                game = Game(spec)
                if writing:
                    play_now(game, players, GameFolder.create(Path(home), spec, seats, version="bench"))
                else:
                    encode_log(spec, game.log, play_now(game, players))
            played += ROUND
            spent = time.process_time() - start
        return played / spent


if __name__ == "__main__":
    print(games_a_second(sys.argv[1], writing=sys.argv[2] == "writing", seconds=float(sys.argv[3])))
