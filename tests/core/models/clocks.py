"""A clock for tests: short waits pass at once, and long ones never end by themselves."""

from __future__ import annotations

import asyncio


class JumpingClock:
    """Jumps over every wait of at most `longest` seconds; what is longer, such as the time limit of
    a call, does not come.

    Args:
        longest: Seconds.
        date: Seconds since 1970 at the beginning.
    """

    def __init__(self, longest: float = 61.0, date: float = 1_700_000_000.0) -> None:
        self.longest, self.moment, self.began = longest, 0.0, date
        self.waits: list[float] = []

    def now(self) -> float:
        return self.moment

    def unix_time(self) -> float:
        return self.began + self.moment

    async def sleep_until(self, moment: float) -> None:
        if moment - self.moment > self.longest:
            await asyncio.Event().wait()
        if moment > self.moment:
            self.waits.append(round(moment - self.moment, 6))
            self.moment = moment
        await asyncio.sleep(0)
