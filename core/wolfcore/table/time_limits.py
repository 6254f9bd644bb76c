"""The pausable table clock, the time limits of asks, and the timer of one ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from wolfcore.clock import Clock


class TimeLimits(Struct, frozen=True):
    """How many seconds of the table's clock an ask may take; None for as long as it takes.

    Attributes:
        machine: Of a machine, while it is at work: what its model waits for its turn at the
            endpoint does not count.
        person: Of a person.
    """

    machine: float | None = None
    person: float | None = None


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

    def unix_time(self) -> float:
        """As `Clock.date`."""
        return time.time()

    async def sleep_until(self, moment: float) -> None:
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


class Timer:
    """The time for one thing. It stands still while it is held, and can be ended before it has run.

    Args:
        seconds: How long; None for as long as it takes.
        clock: Measures it, from now on.
    """

    def __init__(self, seconds: float | None, clock: Clock) -> None:
        self._clock, self._left, self._ended = clock, seconds, False
        self._since: float | None = clock.now()
        self._changed = asyncio.Event()

    def pause(self) -> None:
        """Stand still; harmless when repeated."""
        if self._left is not None and self._since is not None:
            self._left -= self._clock.now() - self._since
        self._since = None
        self._changed.set()

    def resume(self) -> None:
        """Run on; harmless when repeated."""
        if self._since is None:
            self._since = self._clock.now()
            self._changed.set()

    def expire(self) -> None:
        """Be over at once."""
        self._ended = True
        self._changed.set()

    async def result(self, work: asyncio.Future[T]) -> T:
        """The result of `work`, if it comes in time. Work that is late is dropped.

        Raises:
            TimeUp: It did not.
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
        """When the time is over, as far as is known now."""
        return None if self._left is None or self._since is None else self._since + self._left

    async def _next(self, work: asyncio.Future[T]) -> None:
        """Wait until the work is done, the time may be over, or something was changed."""
        waits: set[asyncio.Future[Any]] = {asyncio.ensure_future(self._changed.wait())}
        if (moment := self._moment) is not None:
            waits.add(asyncio.ensure_future(self._clock.sleep_until(moment)))
        try:
            await asyncio.wait({work, *waits}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()


def ignore_late_error(work: asyncio.Future[T]) -> None:
    """Have asyncio report no error of some work.

    Whoever waits for it gets the error; where that one was stopped just as the error came, or the
    work was late, the error concerns nobody any more.
    """
    work.add_done_callback(_forget)


def _forget(work: asyncio.Future[T]) -> None:
    """Take note of how work ended."""
    if not work.cancelled():
        work.exception()
