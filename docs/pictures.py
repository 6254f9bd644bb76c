"""The README's pictures, rendered from the program: `make pictures` plays a game without a terminal and keeps four moments."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

import resvg_py
from textual.pilot import Pilot

from core.records import read_game
from wolftui.app import WolfApp
from wolftui.screens.live import LiveTable
from wolftui.screens.table import TableScreen
from wolftui.sitting import PlayOptions, Sitting

HERE = Path(__file__).parent / "pictures"
SEED = 3
WIDE, SMALL = (120, 36), (80, 24)
LONG = 100_000.0
DRAFT, REST = "I have something to tell you before we vote", ": I am the Seer, and Amira is a wolf."


def keep(pilot: Pilot[int], name: str) -> None:
    """Write what the screen shows as a picture."""
    svg = pilot.app.export_screenshot(title="wolftui")
    png = resvg_py.svg_to_bytes(svg_string=svg, width=1200, font_family="Fira Code", monospace_family="DejaVu Sans Mono")
    (HERE / f"{name}.png").write_bytes(bytes(png))


def table_of(pilot: Pilot[int]) -> LiveTable:
    """The table of the running game."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, LiveTable))


async def until(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    """Let the game run until something is so."""
    while not true():
        for screen in pilot.app.screen_stack:
            if isinstance(screen, TableScreen):
                screen.beat(LONG)
        await pilot.pause()


async def until_asked(pilot: Pilot[int], kind: str, day: int) -> None:
    """Let the game run until the person is asked something of a kind, answering what comes before."""
    table = table_of(pilot)
    while True:
        await until(pilot, lambda: table.front.waiting is not None)
        asked = table.front.waiting
        assert asked is not None
        if asked.ask.kind == kind and asked.ask.day == day:
            await pilot.pause()
            return
        await answer(pilot)


async def write(pilot: Pilot[int], words: str) -> None:
    """Type words."""
    await pilot.press(*["space" if letter == " " else letter for letter in words])
    await pilot.pause()


async def answer(pilot: Pilot[int], words: str = "I have nothing yet.") -> None:
    """Answer what the person is asked by keys."""
    asked = table_of(pilot).front.waiting
    assert asked is not None
    if asked.wants_text:
        await write(pilot, words)
        await pilot.press("enter")
    if asked.wants_choice:
        await pilot.press("right", "enter")
    await pilot.pause()


def sit(root: Path) -> Sitting:
    """The game of the pictures: a person in seat 4, who is the Seer."""
    return Sitting.start(PlayOptions(board="sla7", seats=("4=human",), seed=SEED, root=root, deal="4=Seer"))


async def play(size: tuple[int, int], root: Path, name: str) -> Path:
    """Play the game at a size, keeping a night and a day (`name` goes before); returns where it is saved."""
    sitting = sit(root)
    app = WolfApp(lambda app: app.play(sitting), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        await until_asked(pilot, "check", 2)
        await pilot.press("right")
        await pilot.pause()
        keep(pilot, f"{name}night")
        await until_asked(pilot, "speak", 2)
        await write(pilot, DRAFT)
        keep(pilot, f"{name}day")
        await answer(pilot, REST)
        table = table_of(pilot)
        while not table.session.over:
            await until(pilot, lambda: table.front.waiting is not None or table.session.over)
            if table.front.waiting is not None:
                await answer(pilot)
    assert sitting.path is not None
    return sitting.path


async def review(path: Path) -> None:
    """Keep a moment of the saved game in the moderator's eyes."""
    app = WolfApp(lambda app: app.review_of(read_game(path)), heartbeat=False)
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        for key in ("right_square_bracket",) * 4 + ("full_stop",) * 5:
            await pilot.press(key)
        await pilot.press("t")
        await pilot.pause()
        keep(pilot, "review")


def main() -> None:
    """Make all pictures."""
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        path = asyncio.run(play(WIDE, Path(home) / "wide", ""))
        asyncio.run(play(SMALL, Path(home) / "small", "small-"))
        asyncio.run(review(path))
    (HERE / "small-night.png").unlink()


if __name__ == "__main__":
    main()
