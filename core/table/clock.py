"""The table's clock, which can stand still and which a test can move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from core.clock import Clock

T = TypeVar("T")


class TableClock:
    """The clock of the system. A pause of the game stops it, so that nobody's time runs out meanwhile.

    Args:
        ticking: Seconds from any beginning, running on through every pause.
    """

    def __init__(self, ticking: Callable[[], float] = time.monotonic) -> None:
        self._ticking, self._lost = ticking, 0.0
        self._stopped: float | None = None
        self._running = asyncio.Event()
        self._running.set()

    def now(self) -> float:
        """As `Clock.now`."""
        return (self._ticking() if self._stopped is None else self._stopped) - self._lost

    def date(self) -> float:
        """As `Clock.date`."""
        return time.time()

    async def until(self, moment: float) -> None:
        """As `Clock.until`."""
        while (left := moment - self.now()) > 0:
            await self._running.wait()
            await asyncio.sleep(left)

    def pause(self) -> None:
        """Stop; harmless when repeated."""
        if self._stopped is None:
            self._stopped = self._ticking()
            self._running.clear()

    def resume(self) -> None:
        """Run on; harmless when repeated."""
        if self._stopped is not None:
            self._lost += self._ticking() - self._stopped
            self._stopped = None
            self._running.set()


class TimeUp(Exception):
    """The time for something is over."""


async def in_time(seconds: float | None, work: asyncio.Future[T], clock: Clock) -> T:
    """The result of `work`, if it comes within `seconds` of `clock`; None sets no limit. Work that is late is dropped.

    Raises:
        TimeUp: It did not.
    """
    if seconds is None:
        return await work
    alarm = asyncio.ensure_future(clock.until(clock.now() + seconds))
    try:
        await asyncio.wait({work, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise TimeUp
    finally:
        alarm.cancel()
        if not work.done():
            work.add_done_callback(_forget)
            work.cancel()


def _forget(work: asyncio.Future[T]) -> None:
    """Take note of how late work ended, so that asyncio does not report an error that concerns nobody any more."""
    if not work.cancelled():
        work.exception()
