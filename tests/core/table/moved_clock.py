"""A clock that the test moves."""

from __future__ import annotations

import asyncio


class MovedClock:
    """Stands still until `move`."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.seconds

    def unix_time(self) -> float:
        return 1_700_000_000.0 + self.seconds

    async def sleep_until(self, moment: float) -> None:
        if moment > self.seconds:
            sleeper = asyncio.get_running_loop().create_future()
            self._sleepers.append((moment, sleeper))
            await sleeper

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds
        for moment, sleeper in self._sleepers:
            if moment <= self.seconds and not sleeper.done():
                sleeper.set_result(None)
