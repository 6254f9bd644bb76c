"""The screen on a long game: opening it, going to its end and anywhere else, and another size of the terminal.

Milliseconds of processor time from the key to the painted screen, in this process and without a terminal: what a person waits for,
without what other programs do meanwhile.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median

from textual.pilot import Pilot

from wolfcore.records import SavedGame, read_game
from wolftui.__main__ import GC_THRESHOLD
from wolftui.app import WolfApp
from wolftui.screens.table import TableScreen

from .long_game import long_game

WIDE, SMALL = (120, 36), (80, 24)
IDLE = 1 / 30
"""Seconds of a beat in which nothing happens."""
READ_AHEAD = 600
"""Beats of a person who looks at the first screen for twenty seconds."""
SHORT = " (short)"
_SEEKS = (
    "home", "end", "right_curly_bracket", "left_square_bracket", "home", "right_square_bracket", "end", "left_curly_bracket",
    "comma", "full_stop",
)  # fmt: skip


def measure_screen(rounds: int) -> dict[str, float]:
    """Milliseconds for each thing that a person does, in the long game and in one of a single day, which is what the toolkit takes.

    Medians of `rounds`, long and short in turn.
    """
    taken: dict[str, list[float]] = {}
    gc.set_threshold(GC_THRESHOLD)
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
        found["resize to 80 columns"] = await _milliseconds(pilot, lambda: pilot.resize_terminal(*SMALL))
        found["resize to 120 columns"] = await _milliseconds(pilot, lambda: pilot.resize_terminal(*WIDE))
    return found


def _reviewing(game: SavedGame) -> WolfApp:
    return WolfApp(lambda app: app.make_review_table(read_game(game.path, strict=False)), heartbeat=False)


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
