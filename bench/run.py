"""How much `wolftui run` adds to its engine, and how far both are from a bare sketch: random players, in turn, in one process."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from wolfcore.errors import ConfigError

from .games import HERE, environment_of, tree_of
from .options import a_board, a_count


def measure_run(argv: Sequence[str]) -> None:
    """`python -m bench run`.

    Raises:
        ConfigError: There is no such sketch or commit, or one of them cannot be measured.
    """
    parser = argparse.ArgumentParser(prog="python -m bench run", description=__doc__)
    parser.add_argument("--board", type=a_board, default="sla7", help="the board (default sla7)")
    parser.add_argument("--rounds", type=a_count, default=7, help="how often each has its turn (default 7)")
    sketch = "a Python file whose `play(seed, write)` plays a game and gives its log; it is run, so it must be trusted"
    parser.add_argument("--beside", type=Path, metavar="FILE", help=sketch)
    parser.add_argument("--against", metavar="REV", help="measure an earlier commit in turn with this one")
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
                found.setdefault(name, []).append(_compare_once(tree, chosen.board, sketch, 1 if other else chosen.rounds))
    _print_shares(found)
    if chosen.json:
        print(json.dumps(found))


def _compare_once(tree: Path, board: str, sketch: str, rounds: int) -> dict[str, float]:
    command = [sys.executable, str(HERE / "bench" / "beside.py"), board, sketch, str(rounds)]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, env=environment_of(tree))
    if ran.returncode:
        problem = ran.stderr.strip().rsplit("\n", 1)[-1]
        raise ConfigError(f"this cannot be measured ({problem})", key="--beside" if sketch else "--against")
    return json.loads(ran.stdout)


def _print_shares(found: dict[str, list[dict[str, float]]]) -> None:
    """A line for each tree: games a second, and what share of those of the engine and of the sketch `run` makes."""
    print(f"{'tree':12} {'run/s':>8} {'engine/s':>9} {'sketch/s':>9} {'run/engine':>11} {'run/sketch':>11} {'engine/sketch':>14}")
    for name, rounds in found.items():
        speed = {what: f"{median(each[what] for each in rounds):.0f}" for what in rounds[0]}
        shares = [
            f"{median(each[a] / each[b] for each in rounds):.3f}" if b in rounds[0] else "-"
            for a, b in (("run", "engine"), ("run", "sketch"), ("engine", "sketch"))
        ]
        print(f"{name:12} {speed['run']:>8} {speed['engine']:>9} {speed.get('sketch', '-'):>9} "
              f"{shares[0]:>11} {shares[1]:>11} {shares[2]:>14}", flush=True)  # fmt: skip
