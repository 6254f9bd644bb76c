"""Games a second on each board, with and without writing, and the size of a log."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from core.game import Game, board_names, get_board, make_spec
from core.players import RandomPlayer
from core.records import encode_log
from core.table import play_now

SECONDS = 0.5
"""Processor time a figure."""

HERE = Path(__file__).resolve().parent.parent


def measure(rounds: int, against: str | None) -> dict[str, dict[str, float]]:
    """Games a second by board, the median of `rounds`; with an earlier commit measured in turn with this one."""
    found: dict[str, dict[str, float]] = {}
    with _tree(against) as other:
        print(f"{'board':20} {'games/s':>9} {'writing':>9}" + (f" {'ratio':>7}" if other else ""))
        for board in board_names():
            here: list[float] = []
            there: list[float] = []
            for _ in range(rounds):
                here.append(_once(HERE, board, "silent"))
                if other:
                    there.append(_once(other, board, "silent"))
            row = {"games_per_second": median(here), "writing": _once(HERE, board, "writing")}
            if there:
                row["ratio"] = median(here) / median(there)
            found[board] = row
            line = f"{board:20} {row['games_per_second']:9.0f} {row['writing']:9.0f}"
            print(line + (f" {row['ratio']:7.2f}" if there else ""), flush=True)
    return found


def measure_size(rounds: int, against: str | None) -> dict[str, float]:
    """Bytes of the logs of random seven-seat games (rounds x 200 of them)."""
    del against
    board, player = get_board("sla7"), RandomPlayer()
    players = dict.fromkeys(range(1, board.size + 1), player)
    sizes: list[int] = []
    for seed in range(rounds * 200):
        game = Game(make_spec(board, seed))
        sizes.append(len(encode_log(game.spec, game.log, play_now(game, players))))
    print(f"sla7, {len(sizes)} games: median {median(sizes):.0f} bytes, largest {max(sizes)}")
    return {"median": median(sizes), "largest": max(sizes)}


def _once(tree: Path, board: str, mode: str) -> float:
    """One measurement in a fresh process."""
    command = [sys.executable, str(HERE / "bench" / "one.py"), board, mode, str(SECONDS)]
    run = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(tree)})
    return float(run.stdout)


@contextmanager
def _tree(revision: str | None) -> Generator[Path | None]:
    """A checkout of an earlier commit, gone afterwards."""
    if revision is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as home:
        tree = Path(home) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", str(tree), revision], cwd=HERE, check=True, capture_output=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=HERE, check=True, capture_output=True)
