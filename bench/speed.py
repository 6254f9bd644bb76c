"""`games`, `bots`, `size`, `copies` and `run`: games a second, log size, and branches of games.

Games a second are taken in a fresh process (`speed_process.py`), in turn with the other commit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Game, board_names, get_board, make_spec
from wolfcore.players import RandomPlayer
from wolfcore.records import encode_log
from wolfcore.table import play_now

from .harness import a_board, a_count

SECONDS = {"random": 0.5, "writing": 0.5, "hard": 5.0}
"""Processor time a figure."""


HERE = Path(__file__).resolve().parent.parent


def measure_games(rounds: int, against: str | None = None) -> dict[str, dict[str, float]]:
    """Measure games a second by board, the median of `rounds`, with `against` in turn if given.

    Raises:
        ConfigError: There is no such commit.
    """
    found: dict[str, dict[str, float]] = {}
    with tree_of(against) as other:
        print(f"{'board':20} {'games/s':>9} {'writing':>9}" + (f" {'ratio':>7}" if other else ""))
        for board in board_names():
            here, there = _in_turn(board, "random", rounds, other)
            row = {
                "games_per_second": median(here),
                "writing": _measure_once(HERE, board, "writing"),
            }
            if there:
                row["ratio"] = median(here) / median(there)
            found[board] = row
            line = f"{board:20} {row['games_per_second']:9.0f} {row['writing']:9.0f}"
            print(line + (f" {row['ratio']:7.2f}" if there else ""), flush=True)
    return found


def measure_copies(rounds: int) -> dict[str, dict[str, float]]:
    """Measure `Game.copy` on each board: microseconds at every batch of the second day.

    Args:
        rounds: How many games a board, played by random players.
    """
    found: dict[str, dict[str, float]] = {}
    print(f"{'board':20} {'median us':>9} {'slowest':>9}")
    for board in map(get_board, board_names()):
        times: list[float] = []
        for seed in range(rounds):
            game = Game(make_spec(board, seed))
            while game.asks and game.state.day < 3:
                if game.state.day == 2:
                    times.append(min(_seconds_of_copy(game) for _ in range(20)) * 1e6)
                game.submit(
                    {
                        ask.id: Answer(game.dice(ask.id).pick("choice", ask.options))
                        for ask in game.asks
                    }
                )
        if times:
            found[board.name] = {"median": median(times), "slowest": max(times)}
            print(f"{board.name:20} {median(times):9.1f} {max(times):9.1f}", flush=True)
    return found


def _seconds_of_copy(game: Game) -> float:
    begun = time.perf_counter()
    game.copy()
    return time.perf_counter() - begun


def measure_bots(rounds: int, against: str | None = None) -> dict[str, dict[str, float]]:
    """Whole games of hard house bots a second, on boards of 7, 8 and 12 seats.

    Args:
        rounds: How often each is played; the median counts.
        against: An earlier commit to be measured in turn with this one.

    Raises:
        ConfigError: There is no such commit.
    """
    found: dict[str, dict[str, float]] = {}
    with tree_of(against) as other:
        print(f"{'board':20} {'games/s':>9} {'best':>9}" + (f" {'ratio':>7}" if other else ""))
        for board in ("sla7", "arena8", "plus12"):
            here, there = _in_turn(board, "hard", rounds, other)
            found[board] = {"games_per_second": median(here), "best": max(here)}
            line = f"{board:20} {median(here):9.1f} {max(here):9.1f}"
            if there:
                found[board]["ratio"] = median(here) / median(there)
                line += f" {found[board]['ratio']:7.2f}"
            print(line, flush=True)
    return found


def measure_size(rounds: int) -> dict[str, float]:
    """Bytes of the logs of random seven-seat games (rounds x 200 of them)."""
    board, player = get_board("sla7"), RandomPlayer()
    players = dict.fromkeys(range(1, board.size + 1), player)
    sizes: list[int] = []
    for seed in range(rounds * 200):
        game = Game(make_spec(board, seed))
        sizes.append(len(encode_log(game.spec, game.log, play_now(game, players))))
    print(f"sla7, {len(sizes)} games: median {median(sizes):.0f} bytes, largest {max(sizes)}")
    return {"median": median(sizes), "largest": max(sizes)}


def _in_turn(
    board: str, mode: str, rounds: int, other: Path | None
) -> tuple[list[float], list[float]]:
    """Measure this tree and another in turn, because the speed of the machine changes over time."""
    here: list[float] = []
    there: list[float] = []
    for _ in range(rounds):
        here.append(_measure_once(HERE, board, mode))
        if other:
            there.append(_measure_once(other, board, mode))
    return here, there


def _measure_once(tree: Path, board: str, mode: str) -> float:
    """Take one measurement in a fresh process."""
    command = [
        sys.executable,
        str(HERE / "bench" / "speed_process.py"),
        "games",
        board,
        mode,
        str(SECONDS[mode]),
    ]
    run = subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment_of(tree)
    )
    return float(run.stdout)


def environment_of(tree: Path) -> dict[str, str]:
    """Return the environment in which a process imports the engine and program of a checkout."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(tree / "core"), str(tree)))}


@contextmanager
def tree_of(revision: str | None) -> Generator[Path | None]:
    """Check out an earlier commit for the `with` block, or yield None if `revision` is None."""
    if revision is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as home:
        tree = Path(home) / "tree"
        command = ["git", "worktree", "add", "--detach", str(tree), revision]
        try:
            made = subprocess.run(command, cwd=HERE, check=False, capture_output=True, text=True)
        except OSError as error:
            raise ConfigError(
                f"git cannot be run ({error.strerror or error})", key="--against"
            ) from error
        if made.returncode:
            problem = made.stderr.strip().rsplit("\n", 1)[-1].removeprefix("fatal: ")
            raise ConfigError(f"`{revision}` cannot be measured ({problem})", key="--against")
        try:
            yield tree
        finally:
            subprocess.run(
                ["git", "worktree", "remove", "--force", str(tree)],
                cwd=HERE,
                check=True,
                capture_output=True,
            )


def measure_run(argv: Sequence[str]) -> None:
    """`python -m bench run`.

    Raises:
        ConfigError: There is no such sketch or commit, or one of them cannot be measured.
    """
    parser = argparse.ArgumentParser(prog="python -m bench run", description=__doc__)
    parser.add_argument("--board", type=a_board, default="sla7", help="the board (default sla7)")
    parser.add_argument(
        "--rounds", type=a_count, default=7, help="how often each has its turn (default 7)"
    )
    sketch = (
        "a Python file whose `play(seed, write)` plays a game and gives its log; it is run, "
        "so it must be trusted"
    )
    parser.add_argument("--beside", type=Path, metavar="FILE", help=sketch)
    parser.add_argument(
        "--against", metavar="REV", help="measure an earlier commit in turn with this one"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    chosen = parser.parse_args(argv)
    if chosen.beside and not chosen.beside.is_file():
        raise ConfigError(f"{chosen.beside} is no file", key="--beside")
    sketch = str(chosen.beside.absolute()) if chosen.beside else ""
    found: dict[str, list[dict[str, float]]] = {}
    with tree_of(chosen.against) as other:
        trees = {"now": HERE} | ({chosen.against: other} if other else {})
        for _ in range(chosen.rounds if other else 1):
            for name, tree in trees.items():
                found.setdefault(name, []).append(
                    _compare_once(tree, chosen.board, sketch, 1 if other else chosen.rounds)
                )
    _print_shares(found)
    if chosen.json:
        print(json.dumps(found))


def _compare_once(tree: Path, board: str, sketch: str, rounds: int) -> dict[str, float]:
    command = [
        sys.executable,
        str(HERE / "bench" / "speed_process.py"),
        "compare",
        board,
        sketch,
        str(rounds),
    ]
    ran = subprocess.run(
        command, check=False, capture_output=True, text=True, env=environment_of(tree)
    )
    if ran.returncode:
        problem = ran.stderr.strip().rsplit("\n", 1)[-1]
        raise ConfigError(
            f"this cannot be measured ({problem})", key="--beside" if sketch else "--against"
        )
    return json.loads(ran.stdout)


def _print_shares(found: dict[str, list[dict[str, float]]]) -> None:
    """Print a row for each tree: games a second, and the share of `run` in engine and sketch."""
    print(
        f"{'tree':12} {'run/s':>8} {'engine/s':>9} {'sketch/s':>9} {'run/engine':>11} "
        f"{'run/sketch':>11} {'engine/sketch':>14}"
    )
    for name, rounds in found.items():
        speed = {what: f"{median(each[what] for each in rounds):.0f}" for what in rounds[0]}
        shares = [
            f"{median(each[a] / each[b] for each in rounds):.3f}" if b in rounds[0] else "-"
            for a, b in (("run", "engine"), ("run", "sketch"), ("engine", "sketch"))
        ]
        print(
            f"{name:12} {speed['run']:>8} {speed['engine']:>9} {speed.get('sketch', '-'):>9} "
            f"{shares[0]:>11} {shares[1]:>11} {shares[2]:>14}",
            flush=True,
        )
