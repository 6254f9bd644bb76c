"""Models: how much an endpoint is asked at the same time and in a minute, whoever asks."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from core.clock import Clock
from core.errors import ModelError
from core.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Listener,
)

from .around import Around
from .retrying import PATIENCE

_MINUTE = 60.0


class EndpointLimits:
    """The limits of one endpoint. All models at it share one.

    Args:
        concurrency: Calls at the same time.
        per_minute: Calls that begin in any minute; None for as many as may be.
        clock: Measures the minute.
    """

    def __init__(self, concurrency: int, per_minute: int | None, clock: Clock) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._per_minute, self._clock = per_minute, clock
        self._begun: deque[float] = deque()
        self._turn = asyncio.Lock()
        self._held = clock.now()

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for a turn, in the order of asking, and keep it for the block."""
        async with self._slots:
            async with self._turn:
                # Looked at anew after each wait: meanwhile another call may have been asked to wait longer.
                while (moment := self._earliest()) > self._clock.now():
                    await self._clock.until(moment)
                self._begun.append(self._clock.now())
            yield

    def hold(self, seconds: float) -> None:
        """Begin no call for so many seconds."""
        self._held = max(self._held, self._clock.now() + seconds)

    def _earliest(self) -> float:
        """The moment from which the next call may begin, as far as is known now."""
        now = self._clock.now()
        while self._begun and self._begun[0] + _MINUTE <= now:
            self._begun.popleft()
        full = self._per_minute is not None and len(self._begun) >= self._per_minute
        return max(self._held, self._begun[0] + _MINUTE if full else now)


class Limited(Around):
    """A model that waits for its turn at the endpoint.

    Args:
        inner: The model.
        limits: Those of its endpoint.
    """

    def __init__(self, inner: ChatModel, limits: EndpointLimits) -> None:
        super().__init__(inner)
        self._limits = limits

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`. When the endpoint asks one call to wait, all wait."""
        async with self._limits.turn():
            try:
                return await self._inner.complete(request, hear)
            except ModelError as error:
                if error.wait and error.wait <= PATIENCE:
                    self._limits.hold(error.wait)
                raise
