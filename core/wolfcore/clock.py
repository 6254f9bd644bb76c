"""The clock protocol, the system clock, and awaiting with a timeout or an idle timeout.

The table and the models take a `Clock`, so that tests can move time themselves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """What is asked about time."""

    def now(self) -> float:
        """Seconds from any beginning; never runs backwards, and stands still while a game is paused."""
        ...

    def unix_time(self) -> float:
        """Seconds since 1970 (UTC)."""
        ...

    async def sleep_until(self, moment: float) -> None:
        """Return when `now` has reached `moment`."""
        ...


class SystemClock:
    """The clock of the system."""

    def now(self) -> float:
        """As `Clock.now`."""
        return time.monotonic()

    def unix_time(self) -> float:
        """As `Clock.date`."""
        return time.time()

    async def sleep_until(self, moment: float) -> None:
        """As `Clock.until`."""
        await asyncio.sleep(max(0.0, moment - self.now()))


async def with_timeout(seconds: float, work: Coroutine[Any, Any, T], clock: Clock) -> T:
    """The result of `work`, if it comes within `seconds` of `clock`; late work is cancelled and waited for.

    Raises:
        TimeoutError: It did not.
    """
    task = asyncio.ensure_future(work)
    alarm = asyncio.ensure_future(clock.sleep_until(clock.now() + seconds))
    try:
        await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise TimeoutError
    finally:
        task.cancel()
        alarm.cancel()
        await asyncio.gather(task, alarm, return_exceptions=True)


async def with_idle_timeout(
    seconds: float,
    total: float,
    work: Coroutine[Any, Any, T],
    last_activity: Callable[[], float],
    clock: Clock,
) -> T:
    """The result of `work`, as long as something of it comes again and again; late work is cancelled and waited for.

    Args:
        seconds: The longest that nothing may come, by `clock`.
        total: The longest for all of it.
        work: What is waited for.
        last_activity: When something of it came last; before that, when it began.
        clock: Measures time.

    Raises:
        TimeoutError: Nothing came for so long, or it took too long on the whole.
    """
    end = clock.now() + total
    task = asyncio.ensure_future(work)
    try:
        while True:
            alarm = asyncio.ensure_future(clock.sleep_until(min(last_activity() + seconds, end)))
            try:
                await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                alarm.cancel()
                await asyncio.gather(alarm, return_exceptions=True)
            if task.done():
                return task.result()
            if clock.now() >= min(last_activity() + seconds, end):
                raise TimeoutError
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
