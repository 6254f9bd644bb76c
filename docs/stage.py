"""A game that plays itself for pictures: keys are pressed, and time passes only when it is let."""

from __future__ import annotations

from collections.abc import Callable

from textual.pilot import Pilot

from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.table_screen import TableScreen

WIDE, SMALL = (120, 36), (80, 24)
LONG = 100_000.0
"""Seconds after which every text counts as read."""


class AnotherGameError(Exception):
    """Raised when a game does not reach the moments wanted for pictures; try another seed."""


def table_of(pilot: Pilot[int]) -> LiveTable:
    """Return the table screen of the running game."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, LiveTable))


async def until(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    """Run the game until the condition `true()` holds."""
    while not true():
        for screen in pilot.app.screen_stack:
            if isinstance(screen, TableScreen):
                screen.beat(LONG)
        await pilot.pause()


async def until_asked(pilot: Pilot[int], kind: str, day: int) -> None:
    """Run the game until the person gets an ask of this kind and day; answer earlier asks by keys.

    Raises:
        AnotherGameError: It is over before.
    """
    table = table_of(pilot)
    while True:
        await until(
            pilot,
            lambda: table.front.waiting is not None or table.session.over or table.end_notices.asks,
        )
        asked = table.front.waiting
        if asked is None:
            raise AnotherGameError
        if asked.ask.kind == kind and asked.ask.day == day:
            await pilot.pause()
            return
        await answer(pilot)


async def write(pilot: Pilot[int], words: str) -> None:
    """Type words key by key."""
    await pilot.press(*["space" if letter == " " else letter for letter in words])
    await pilot.pause()


async def answer(pilot: Pilot[int], words: str = "I have nothing yet.") -> None:
    """Answer the current ask of the person by keys, with `words` if it wants text."""
    asked = table_of(pilot).front.waiting
    assert asked is not None
    if asked.wants_text:
        await write(pilot, words)
        await pilot.press("enter")
    if asked.wants_choice:
        await pilot.press("right", "enter")
    await pilot.pause()


async def play_out(pilot: Pilot[int], asked: Callable[[], None]) -> None:
    """Play the game to its end, calling `asked` when the person is asked."""
    table = table_of(pilot)
    while not table.session.over:
        await until(
            pilot,
            lambda: table.front.waiting is not None or table.session.over or table.end_notices.asks,
        )
        if table.end_notices.asks:
            await pilot.press("2")
        elif table.front.waiting is not None:
            await pilot.pause()
            asked()
            await answer(pilot)
    await pilot.pause()


def found_wolf(pilot: Pilot[int]) -> str:
    """Return the name of a living wolf that the person has checked.

    Raises:
        AnotherGameError: There is none.
    """
    session = table_of(pilot).session
    for check in session.state.checks:
        if check.result == "wolves" and session.state.alive(check.target):
            return session.names[check.target - 1]
    raise AnotherGameError
