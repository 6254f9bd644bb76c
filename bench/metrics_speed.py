"""`metrics` and `report`: time and memory of these commands on saved seven-seat games."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from wolfcore.arena import GameTemplate, PlayedGame, ProcessPool, make_game_player
from wolfcore.errors import ConfigError
from wolfcore.game import get_board

from .harness import a_count, add_jobs

BOARD = "sla7"


def measure_metrics(argv: Sequence[str]) -> None:
    """`python -m bench metrics`."""
    parser = argparse.ArgumentParser(prog="python -m bench metrics", description=__doc__)
    add_games(parser)
    parser.add_argument("--by", default="", help="apart by, as for `wolftui metrics`")
    chosen = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as home:
        folder = chosen.folder or Path(home) / "games"
        played = fill_folder(folder, chosen.games, chosen.jobs)
        print(f"{chosen.games} games on {BOARD}, {played} of them played now", flush=True)
        found = timed(folder, chosen.by, chosen.jobs)
    print(
        f"measured in {found['seconds']:.1f} s of processor time, "
        f"{1000 * found['seconds'] / chosen.games:.2f} ms a game"
    )
    print(f"by the clock {found['clock']:.1f} s; at most {found['megabytes']:.0f} MB")
    if chosen.json:
        print(json.dumps({"games": chosen.games, **found}))


def add_games(parser: argparse.ArgumentParser) -> None:
    """Add the options of measurements of many saved games."""
    parser.add_argument(
        "--games", type=a_count, default=10_000, help="how many games (default 10000)"
    )
    where = (
        "where the games are, or are put and kept; made where only itself is missing "
        "(default: a folder for this run)"
    )
    parser.add_argument("--folder", type=Path, help=where)
    add_jobs(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object after the figures"
    )


def fill_folder(folder: Path, games: int, jobs: int = 1) -> int:
    """Play games of house bots into `folder` until there are so many; returns how many were played.

    Raises:
        ConfigError: The folder cannot be made or read.
    """
    try:
        folder.mkdir(exist_ok=True)
        there = sum(1 for below in folder.iterdir() if not below.name.startswith("."))
    except OSError as error:
        raise ConfigError(
            f"{folder} is no folder for games ({error.strerror or error})", key="--folder"
        ) from error
    wanted = GameTemplate(board=get_board(BOARD), root=folder, version="bench")
    for game in ProcessPool(make_game_player, wanted, jobs).results(range(there, games)):
        assert isinstance(game, PlayedGame), game
    return max(games - there, 0)


def timed(folder: Path, by: str, jobs: int = 1) -> dict[str, float]:
    """Run the `metrics` command on a folder and measure it as `run_watched` does."""
    return run_watched(
        "metrics", str(folder), "--csv", "--jobs", str(jobs), *(["--by", by] if by else [])
    )


def run_watched(*words: str) -> dict[str, float]:
    """Run the program in its own process; measure time and peak memory with its child processes.

    Returns:
        Processor time (`seconds`), wall time (`clock`), both in seconds, and the largest resident
        memory (`megabytes`).

    Raises:
        SystemExit: The program failed; the code is its own.
    """
    command = [sys.executable, "-m", "wolftui", *words]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        watched, most, spent = psutil.Process(process.pid), 0.0, 0.0
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                family = [watched, *watched.children()]
                most = max(most, sum(each.memory_info().rss for each in family) / 1e6)
                spent = max(spent, sum(sum(each.cpu_times()[:2]) for each in family))
            time.sleep(0.05)
        if process.returncode:
            raise SystemExit(process.returncode)
    return {"seconds": spent, "clock": time.perf_counter() - start, "megabytes": most}


def measure_report(argv: Sequence[str]) -> None:
    """`python -m bench report`."""
    parser = argparse.ArgumentParser(prog="python -m bench report", description=__doc__)
    add_games(parser)
    chosen = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as home:
        folder = chosen.folder or Path(home) / "games"
        played = fill_folder(folder, chosen.games, chosen.jobs)
        print(f"{chosen.games} games on {BOARD}, {played} of them played now", flush=True)
        page = Path(home) / "report.html"
        found = run_watched("report", str(folder), "--out", str(page), "--jobs", str(chosen.jobs))
        sizes = {
            file.name: file.stat().st_size / 1e6 for file in sorted(Path(home).glob("report.*"))
        }
    print(
        f"reported in {found['seconds']:.1f} s of processor time, "
        f"{1000 * found['seconds'] / chosen.games:.2f} ms a game"
    )
    print(f"by the clock {found['clock']:.1f} s; at most {found['megabytes']:.0f} MB")
    print("written: " + ", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items()))
    if chosen.json:
        print(json.dumps({"games": chosen.games, **found, "written": sizes}))
