"""`screen` and `library`: milliseconds from a key to the painted screen, long games and lists."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median

from textual.pilot import Pilot

from wolfcore.records import SavedGame, read_game
from wolfcore.records.library import LibraryIndex, parse_filter
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.settings.paths import library_file

from .long_game import long_game

WIDE, SMALL = (120, 36), (80, 24)


IDLE = 1 / 30
"""Seconds of a beat in which nothing happens."""


READ_AHEAD = 600
"""Beats of a person who looks at the first screen for twenty seconds."""


SHORT = " (short)"


_SEEKS = (
    "home",
    "end",
    "right_curly_bracket",
    "left_square_bracket",
    "home",
    "right_square_bracket",
    "end",
    "left_curly_bracket",
    "comma",
    "full_stop",
)


def measure_screen(rounds: int) -> dict[str, float]:
    """Measure milliseconds of each action of a person, in the long game and in a one-day game.

    The one-day game shows what the toolkit itself takes. Figures are medians of `rounds`, measured
    in the long and the short game in turn.
    """
    taken: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as root:
        games = {"": long_game(Path(root)), SHORT: long_game(Path(root), 1)}
        print(", ".join(f"{len(game.entries)} entries{name}" for name, game in games.items()))
        for _ in range(rounds):
            for short, game in games.items():
                for name, milliseconds in asyncio.run(_screen_times(game)).items():
                    taken.setdefault(name + short, []).append(milliseconds)
    found = {name: median(each) for name, each in taken.items()}
    print(f"{'':24} {'long':>7} {'short':>7}")
    for name in found:
        if SHORT not in name:
            print(f"{name:24} {found[name]:7.0f} {found[name + SHORT]:7.0f} ms")
    return found


async def _screen_times(game: SavedGame) -> dict[str, float]:
    found: dict[str, float] = {}
    start = time.process_time()
    async with _reviewing(game).run_test(size=WIDE) as pilot:
        await pilot.pause()
        found["open"] = (time.process_time() - start) * 1000
        found["seek at once"] = await _milliseconds(pilot, lambda: pilot.press("end"))
    async with _reviewing(game).run_test(size=WIDE) as pilot:
        await pilot.pause()
        beats = [await _beat(pilot) for _ in range(READ_AHEAD)]
        found["slowest idle beat"] = max(beats)
        found["first seek"] = await _milliseconds(pilot, lambda: pilot.press("end"))
        seeks = [await _milliseconds(pilot, partial(pilot.press, key)) for key in _SEEKS]
        found["later seeks"], found["slowest of them"] = median(seeks), max(seeks)
        found["resize to 80 columns"] = await _milliseconds(
            pilot, lambda: pilot.resize_terminal(*SMALL)
        )
        found["resize to 120 columns"] = await _milliseconds(
            pilot, lambda: pilot.resize_terminal(*WIDE)
        )
    return found


def _reviewing(game: SavedGame) -> WolfApp:
    return WolfApp(
        lambda app: app.make_review_table(read_game(game.path, strict=False)), heartbeat=False
    )


def _table(pilot: Pilot[int]) -> TableScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


async def _beat(pilot: Pilot[int]) -> float:
    start = time.process_time()
    _table(pilot).beat(IDLE)
    await asyncio.sleep(0)
    return (time.process_time() - start) * 1000


async def _milliseconds(pilot: Pilot[int], do: Callable[[], Awaitable[None]]) -> float:
    """Processor time until what `do` brings about is painted and nothing is left to do."""
    start = time.process_time()
    await do()
    await pilot.pause()
    return (time.process_time() - start) * 1000


MANY, DIFFERENT = 10_000, 20
"""Games in the list, and how many of them were really played: the others are copies under other
names."""


def measure_library(rounds: int) -> dict[str, float]:
    """Measure seconds to list and search many games, and to the screen's first paint; medians."""
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
    print(
        f"brought up to date and listed  {median(lists):.3f} s; searched  {median(searches):.3f} s"
    )
    print(f"first paint of the screen  {median(screens):.3f} s")
    return {
        "first": first,
        "list": median(lists),
        "search": median(searches),
        "screen": median(screens),
        "megabytes": size,
    }


def _fill(root: Path) -> None:
    """Play some games below `root`, and copy what the library reads of them."""
    played: list[Path] = []
    for seed in range(DIFFERENT):
        running = start_game(
            PlayOptions(board="sla7", seed=seed, default_player="bot:easy", games_root=root)
        )
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
    """Measure seconds from a running program's request for the library to its first whole paint."""
    app = WolfApp(lambda app: LibraryScreen(root / "none", app.glyphs), heartbeat=False)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        start = time.perf_counter()
        screen = LibraryScreen(root, app.glyphs)
        await app.push_screen(screen)
        await pilot.pause()
        assert len(screen.menu.text.splitlines()) > 20
        return time.perf_counter() - start
