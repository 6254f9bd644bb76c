"""The pausable table clock, the time limits of asks, and the timer of one ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from wolfcore.clock import Clock


class TimeLimits(Struct, frozen=True):
    """Time limits of an ask in seconds of the table's clock; None for no limit.

    Attributes:
        machine: The limit of a machine at work; time in which its model is loading or queued at the
            endpoint does not count.
        person: The limit of a person.
    """

    machine: float | None = None
    person: float | None = None


T = TypeVar("T")


class TableClock:
    """A clock that stops while the game is paused, so that no time limit runs out meanwhile.

    Args:
        ticking: A monotonic clock in seconds that also runs during a pause.
    """

    def __init__(self, ticking: Callable[[], float] = time.monotonic) -> None:
        self._ticking, self._lost = ticking, 0.0
        self._stopped: float | None = None
        self._running = asyncio.Event()
        self._running.set()

    def now(self) -> float:
        """Return the seconds of this clock, pauses not counted."""
        return (self._ticking() if self._stopped is None else self._stopped) - self._lost

    def unix_time(self) -> float:
        """Return the time of the system in seconds since 1970 (UTC), not affected by pauses."""
        return time.time()

    async def sleep_until(self, moment: float) -> None:
        """Sleep until `now()` reaches `moment`; a pause prolongs the sleep."""
        # A pause during the sleep moves the moment, so that it is looked at again.
        while (left := moment - self.now()) > 0:
            await self._running.wait()
            await asyncio.sleep(left)

    def pause(self) -> None:
        """Stop the clock. Repeated calls do nothing."""
        if self._stopped is None:
            self._stopped = self._ticking()
            self._running.clear()

    def resume(self) -> None:
        """Start the clock again. Repeated calls do nothing."""
        if self._stopped is not None:
            self._lost += self._ticking() - self._stopped
            self._stopped = None
            self._running.set()


class TimeUp(Exception):
    """The time limit of a piece of work is over."""


class Timer:
    """The time limit of one piece of work; it can be paused, and ended early.

    Args:
        seconds: The time limit; None for no limit.
        clock: Measures the time, from now on.
    """

    def __init__(self, seconds: float | None, clock: Clock) -> None:
        self._clock, self._left, self._ended = clock, seconds, False
        self._since: float | None = clock.now()
        self._changed = asyncio.Event()

    def pause(self) -> None:
        """Stop counting. Repeated calls do nothing."""
        if self._left is not None and self._since is not None:
            self._left -= self._clock.now() - self._since
        self._since = None
        self._changed.set()

    def resume(self) -> None:
        """Continue counting. Repeated calls do nothing."""
        if self._since is None:
            self._since = self._clock.now()
            self._changed.set()

    def expire(self) -> None:
        """End the time limit at once."""
        self._ended = True
        self._changed.set()

    async def result(self, work: asyncio.Future[T]) -> T:
        """Wait for the result of `work`; cancel work that is late.

        Raises:
            TimeUp: The work was not done in time.
        """
        ignore_late_error(work)
        try:
            while not work.done() and not self._over:
                self._changed.clear()
                await self._next(work)
            if work.done():
                return work.result()
            raise TimeUp
        finally:
            if not work.done():
                work.cancel()

    @property
    def _over(self) -> bool:
        moment = self._moment
        return self._ended or (moment is not None and self._clock.now() >= moment)

    @property
    def _moment(self) -> float | None:
        """The clock time at which the limit ends; None without a limit or while paused."""
        return None if self._left is None or self._since is None else self._since + self._left

    async def _next(self, work: asyncio.Future[T]) -> None:
        """Wait until the work is done, the limit may be over, or the timer was changed."""
        waits: set[asyncio.Future[Any]] = {asyncio.ensure_future(self._changed.wait())}
        if (moment := self._moment) is not None:
            waits.add(asyncio.ensure_future(self._clock.sleep_until(moment)))
        try:
            await asyncio.wait({work, *waits}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Only the waiting is cancelled here; whether late work is, decides `result`.
            for each in waits:
                each.cancel()


def ignore_late_error(work: asyncio.Future[T]) -> None:
    """Keep asyncio from reporting an error of `work` that nobody retrieves.

    A caller that awaits `work` still gets its error. If the caller was cancelled just as the error
    came, or the work was late, nobody needs the error.
    """
    work.add_done_callback(_forget)


def _forget(work: asyncio.Future[T]) -> None:
    """Retrieve the exception of finished work, so that asyncio does not report it."""
    if not work.cancelled():
        work.exception()
