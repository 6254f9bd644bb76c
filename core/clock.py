"""Time, which a test can move: the one contract that the table and the models share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """What is asked about time."""

    def now(self) -> float:
        """Seconds from any beginning; never runs backwards, and stands still while a game is paused."""
        ...

    def date(self) -> float:
        """Seconds since 1970 (UTC)."""
        ...

    async def until(self, moment: float) -> None:
        """Return when `now` has reached `moment`."""
        ...


class SystemClock:
    """The clock of the system."""

    def now(self) -> float:
        """As `Clock.now`."""
        return time.monotonic()

    def date(self) -> float:
        """As `Clock.date`."""
        return time.time()

    async def until(self, moment: float) -> None:
        """As `Clock.until`."""
        await asyncio.sleep(max(0.0, moment - self.now()))


async def within(seconds: float, work: Coroutine[Any, Any, T], clock: Clock) -> T:
    """The result of `work`, if it comes within `seconds` of `clock`; late work is cancelled and waited for.

    Raises:
        TimeoutError: It did not.
    """
    task = asyncio.ensure_future(work)
    alarm = asyncio.ensure_future(clock.until(clock.now() + seconds))
    try:
        await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise TimeoutError
    finally:
        task.cancel()
        alarm.cancel()
        await asyncio.gather(task, alarm, return_exceptions=True)
