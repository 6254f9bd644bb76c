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
    """The time source of the table and the models; tests replace it to move time."""

    def now(self) -> float:
        """Return monotonic seconds from an arbitrary start; a pause of the game stops them."""
        ...

    def unix_time(self) -> float:
        """Return the seconds since 1970-01-01 UTC."""
        ...

    async def sleep_until(self, moment: float) -> None:
        """Sleep until `now()` has reached `moment`."""
        ...


class SystemClock:
    """The `Clock` of the operating system: monotonic time, UTC time and `asyncio.sleep`."""

    def now(self) -> float:
        """Return the seconds of the monotonic clock."""
        return time.monotonic()

    def unix_time(self) -> float:
        """Return the seconds since 1970-01-01 UTC."""
        return time.time()

    async def sleep_until(self, moment: float) -> None:
        """Sleep until `now()` has reached `moment`; return at once if it already has."""
        await asyncio.sleep(max(0.0, moment - self.now()))


async def with_timeout(seconds: float, work: Coroutine[Any, Any, T], clock: Clock) -> T:
    """Await `work` for at most `seconds` of `clock` and return its result.

    On a timeout the work is cancelled, and its cancellation is awaited.

    Raises:
        TimeoutError: The work did not finish in time.
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
    """Await `work` with an idle timeout and a total timeout, and return its result.

    On a timeout the work is cancelled, and its cancellation is awaited.

    Args:
        seconds: The idle timeout: the longest time without activity, in seconds of `clock`.
        total: The longest time for the whole work, in seconds of `clock`.
        work: The coroutine to await.
        last_activity: Returns the time of the last activity by `clock`; before the first activity,
            the time at which the work began.
        clock: Measures the time.

    Raises:
        TimeoutError: The idle timeout or the total timeout is over.
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
            # Activity since the alarm was set moves the deadline, so it is computed again.
            if clock.now() >= min(last_activity() + seconds, end):
                raise TimeoutError
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
