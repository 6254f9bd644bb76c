"""How fast plain lines come: as they are, or at a reader's pace."""

from __future__ import annotations

import asyncio

from wolftui.session.session import GameSession

from .printer import Printer

TICK = 0.05
"""Seconds between two looks at what can be read by now."""


class Pace:
    """Writes what a session has to show, at once or at the session's speed.

    Args:
        session: What is shown.
        printer: Writes it.
        paced: Whether to leave a reader time.
    """

    def __init__(self, session: GameSession, printer: Printer, *, paced: bool) -> None:
        self._session, self._printer, self._paced = session, printer, paced

    async def catch_up(self) -> None:
        """Return when everything that happened has been written."""
        session = self._session
        while self._paced and not session.caught_up:
            await asyncio.sleep(TICK)
            if session.tick(TICK):
                self._printer.catch_up()
        session.go_end()
        self._printer.catch_up()
