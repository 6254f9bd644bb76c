"""How fast a report is made: a page with plots and its raw rows, of a folder of seven-seat games of house bots."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .metrics import BOARD, add_games, fill_folder, run_watched


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
        sizes = {file.name: file.stat().st_size / 1e6 for file in sorted(Path(home).glob("report.*"))}
    print(f"reported in {found['seconds']:.1f} s of processor time, {1000 * found['seconds'] / chosen.games:.2f} ms a game")
    print(f"by the clock {found['clock']:.1f} s; at most {found['megabytes']:.0f} MB")
    print("written: " + ", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items()))
    if chosen.json:
        print(json.dumps({"games": chosen.games, **found, "written": sizes}))
