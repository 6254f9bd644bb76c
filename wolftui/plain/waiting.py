"""Before plain lines: that the table waits and for how long, never for whom, and what a person may type to stop that."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from time import monotonic

from wolftui.session.session import GameSession
from wolftui.session.waited import WaitTimer
from wolftui.text.spans import Span
from wolftui.text.wrapping import truncate

from .asking import PlainFront
from .console import Console

STOP_WAITING_WORDS = ("w", "wait no more")
"""What a person may type to stop the waiting."""
_POLL_SECONDS = 0.25
"""Seconds between two looks at the time and at what was typed."""
_ANNOUNCE_AT = (10, 30, *range(60, 3600, 60))
"""Seconds after which it is told where no line may be written over."""


class WaitPrompt:
    """Tells before a console how long the table waits: in one line that changes, or in a line now and then.

    Args:
        session: The game.
        front: Where its persons are asked.
        console: Where lines go and come from.
        stop: Stops the waiting.
        motion: Whether anything may move by itself.
    """

    def __init__(
        self, session: GameSession, front: PlainFront, console: Console, stop: Callable[[], None], *, motion: bool = True
    ) -> None:
        self._front, self._console, self._stop, self._motion = front, console, stop, motion
        self._waited = WaitTimer(session, front.turn.locked)
        self._told = 0

    async def run(self) -> None:
        """Look at the time until this is cancelled."""
        last = monotonic()
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            now = monotonic()
            self.advance(now - last)
            last = now

    def advance(self, seconds: float) -> None:
        """Let time pass: tell what there is to tell, and do what was typed."""
        before = int(self._waited.seconds)
        self._waited.advance(seconds)
        if not self._waited.is_long:
            self._told = 0
            self._console.status("")
            return
        if self._console.terminal and self._console.take_typed(lambda line: line.strip().casefold() in STOP_WAITING_WORDS):
            self._waited.restart()
            self._front.say("A house bot answers this once for whoever is late; the game notes it.", "quiet")
            self._stop()
        elif self._console.terminal and self._motion:
            if int(self._waited.seconds) != before:
                self._console.status(self._status())
        elif (told := bisect_right(_ANNOUNCE_AT, self._waited.seconds)) > self._told:
            self._told = told
            self._front.say(self._sentence(), "quiet")

    def _status(self) -> str:
        look = self._front.look
        sign = look.glyphs.turning[int(self._waited.seconds) % len(look.glyphs.turning)]
        return "".join(span.text for span in truncate((Span(f"{sign} {self._sentence()}"),), look.width - 1, look.glyphs.more))

    def _sentence(self) -> str:
        how = f" {STOP_WAITING_WORDS[0]} and Enter: a house bot answers for who is late." if self._console.terminal else ""
        return f"T{self._waited.text[1:]}.{how}"
