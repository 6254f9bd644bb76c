"""How long the library takes to open on many games, to search them, and to read them for the first time."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

from wolfcore.shelf import LibraryIndex, parse_filter
from wolftui.app import WolfApp
from wolftui.games.running import PlayOptions, RunningGame
from wolftui.screens.library import LibraryScreen
from wolftui.settings.paths import library_file

MANY, DIFFERENT = 10_000, 20
"""Games in the list, and how many of them were really played: the others are copies under other names."""


def measure_library(rounds: int) -> dict[str, float]:
    """Seconds to list many games from their index, to search them, and to the first paint of the screen; medians."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "games")
        _fill(root)
        file = library_file(root)
        try:
            start = time.perf_counter()
            LibraryIndex(root, file).refresh()
            first = time.perf_counter() - start
            lists = [_seconds_to_list(root, file, "") for _ in range(rounds)]
            searches = [_seconds_to_list(root, file, "suspect is:finished") for _ in range(rounds)]
            screens = [asyncio.run(_seconds_to_paint(root)) for _ in range(rounds)]
            size = file.stat().st_size / 1e6
        finally:
            file.unlink(missing_ok=True)
    print(f"read for the first time  {first:.1f} s, {MANY:,} games, an index of {size:.0f} MB")
    print(f"brought up to date and listed  {median(lists):.3f} s; searched  {median(searches):.3f} s")
    print(f"first paint of the screen  {median(screens):.3f} s")
    return {"first": first, "list": median(lists), "search": median(searches), "screen": median(screens), "megabytes": size}


def _fill(root: Path) -> None:
    """Play some games below `root`, and copy what the library reads of them."""
    played: list[Path] = []
    for seed in range(DIFFERENT):
        running = RunningGame.start(PlayOptions(board="sla7", seed=seed, default_player="bot:easy", games_root=root))
        running.play_now()
        running.close()
        assert running.path is not None
        played.append(running.path)
    for number in range(MANY - DIFFERENT):
        copy = root / f"20260101-sla7-{number:06}"
        copy.mkdir()
        for name in ("game.jsonl", "about.json"):
            shutil.copyfile(played[number % DIFFERENT] / name, copy / name)


def _seconds_to_list(root: Path, file: Path, text: str) -> float:
    start = time.perf_counter()
    shelf = LibraryIndex(root, file)
    shelf.refresh()
    shelf.games(parse_filter(text))
    return time.perf_counter() - start


async def _seconds_to_paint(root: Path) -> float:
    """From the moment at which a running program is asked for the library to its first whole paint."""
    app = WolfApp(lambda app: LibraryScreen(root / "none", app.glyphs), heartbeat=False)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        start = time.perf_counter()
        screen = LibraryScreen(root, app.glyphs)
        await app.push_screen(screen)
        await pilot.pause()
        assert len(screen.menu.text.splitlines()) > 20
        return time.perf_counter() - start
