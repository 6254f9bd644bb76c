"""What all screen tests need."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from textual.app import App
from textual.message_pump import MessagePump
from textual.pilot import Pilot

_HOPS = 12
"""How often what came is handed on before it has done all that it does: a key goes from the program
to a widget, up through whatever holds it to the screen, and there to a part that tells others of
it."""
_STUCK = 2.0
"""Seconds after which nobody will answer any more, for the program is being left."""


@pytest.fixture(autouse=True)
def lasting_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices go by a clock, and a slow machine would show what a fast one no longer shows."""
    monkeypatch.setattr(App, "NOTIFICATION_TIMEOUT", 3600)


@pytest.fixture
def whole_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of a test is over when everybody has dealt with what it sent.

    The pilot holds the program for idle when the process took little of the processor's time, and
    so it looks, too, where the machine is busy with others and gave it none. Tests that look at
    once at what a key did use this.
    """
    press, pause = Pilot[object].press, Pilot[object].pause

    async def press_each(pilot: Pilot[object], *keys: str) -> None:
        for key in keys:
            await press(pilot, key)
            await _dealt_with(pilot.app)

    async def pause_well(pilot: Pilot[object], delay: float | None = None) -> None:
        await pause(pilot, delay)
        await _dealt_with(pilot.app)

    monkeypatch.setattr(Pilot, "press", press_each)
    monkeypatch.setattr(Pilot, "pause", pause_well)


async def _dealt_with(app: App[object]) -> None:
    """Wait until everybody has dealt with all that is on its way."""
    for _ in range(_HOPS):
        if not await _asked(
            [
                app,
                *(
                    node
                    for screen in app.screen_stack
                    for node in screen.walk_children(with_self=True)
                ),
            ]
        ):
            return


async def _asked(pumps: Sequence[MessagePump]) -> bool:
    """Wait until each has dealt with what it was sent before; False where one does not answer."""
    answered = asyncio.Event()
    waiting = 0

    def answer() -> None:
        nonlocal waiting
        waiting -= 1
        if not waiting:
            answered.set()

    for pump in pumps:
        waiting += pump.call_later(answer)
    if not waiting:
        return False
    try:
        await asyncio.wait_for(answered.wait(), _STUCK)
    except TimeoutError:
        return False
    return True
