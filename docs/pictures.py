"""The README's pictures, rendered from the program: `make pictures` plays a game without a terminal and keeps four moments."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import resvg_py
from textual.pilot import Pilot

from core.records import read_game
from wolftui.app import WolfApp
from wolftui.games.running import PlayOptions, RunningGame
from wolftui.screens.live import LiveTable
from wolftui.screens.table import TableScreen

HERE = Path(__file__).parent / "pictures"
SEEDS = range(1, 100)
"""Games to try: the first in which the Seer of seat 4 speaks on day 2 and has found a wolf is the one of the pictures."""
WIDE, SMALL = (120, 36), (80, 24)
GAME = "20260301-sla7-k3m9xq"
"""What the saved game is called in the pictures; its own name is drawn anew each time."""
LONG = 100_000.0
DRAFT, REST = "I kept quiet for a day. I am the Seer, and {} is a wolf", "."


class AnotherGameError(Exception):
    """This game does not come to the moments that are wanted."""


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
    """Let the game run until the person is asked something of a kind, answering what comes before.

    Raises:
        AnotherGameError: It is over before.
    """
    table = table_of(pilot)
    while True:
        await until(pilot, lambda: table.front.waiting is not None or table.session.over)
        asked = table.front.waiting
        if asked is None:
            raise AnotherGameError
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


def found_wolf(pilot: Pilot[int]) -> str:
    """The name of a living wolf that the person has checked.

    Raises:
        AnotherGameError: There is none.
    """
    session = table_of(pilot).session
    for check in session.state.checks:
        if check.result == "wolves" and session.state.alive(check.target):
            return session.names[check.target - 1]
    raise AnotherGameError


async def play(seed: int, size: tuple[int, int], root: Path, name: str) -> Path:
    """Play a game at a size, keeping a night and a day (`name` goes before); returns where it is saved.

    Raises:
        AnotherGameError: There is no such night or day in this game.
    """
    running = RunningGame.start(PlayOptions(board="sla7", seats=("4=human",), seed=seed, root=root, deal="4=Seer"))
    app = WolfApp(lambda app: app.play(running), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        await until_asked(pilot, "check", 2)
        await pilot.press("right")
        await pilot.pause()
        keep(pilot, f"{name}night")
        await until_asked(pilot, "speak", 2)
        await write(pilot, DRAFT.format(found_wolf(pilot)))
        table = table_of(pilot)
        heard = table.prompt.heard
        await until(pilot, lambda: heard is None or heard.of is not None)
        keep(pilot, f"{name}day")
        await answer(pilot, REST)
        while not table.session.over:
            await until(pilot, lambda: table.front.waiting is not None or table.session.over)
            if table.front.waiting is not None:
                await answer(pilot)
    assert running.path is not None
    return running.path


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


def find_game(home: Path) -> tuple[int, Path]:
    """Keep the wide pictures of the first game that has them; returns its seed and where it is saved."""
    for seed in SEEDS:
        with suppress(AnotherGameError):
            return seed, asyncio.run(play(seed, WIDE, home / f"wide-{seed}", ""))
    raise SystemExit(f"None of the games {SEEDS[0]} to {SEEDS[-1]} comes to the moments of the pictures.")


def main() -> None:
    """Make all pictures."""
    argparse.ArgumentParser(prog="python -m docs.pictures", description=f"Render the README's pictures into {HERE}.").parse_args()
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        seed, path = find_game(Path(home))
        asyncio.run(play(seed, SMALL, Path(home) / "small", "small-"))
        asyncio.run(review(path.rename(path.with_name(GAME))))
    (HERE / "small-night.png").unlink()


if __name__ == "__main__":
    main()
