"""A game that plays itself for pictures: keys are pressed, time passes only when it is let, and nobody looks on."""

from __future__ import annotations

from collections.abc import Callable

from textual.pilot import Pilot

from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.table_screen import TableScreen

WIDE, SMALL = (120, 36), (80, 24)
LONG = 100_000.0
"""Seconds in which anybody has read anything."""


class AnotherGameError(Exception):
    """This game does not come to the moments that are wanted."""


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


async def play_out(pilot: Pilot[int], asked: Callable[[], None]) -> None:
    """Let the game come to its end, telling when the person is asked."""
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
    """The name of a living wolf that the person has checked.

    Raises:
        AnotherGameError: There is none.
    """
    session = table_of(pilot).session
    for check in session.state.checks:
        if check.result == "wolves" and session.state.alive(check.target):
            return session.names[check.target - 1]
    raise AnotherGameError
