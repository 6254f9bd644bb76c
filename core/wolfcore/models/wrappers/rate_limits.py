"""Limits of one endpoint: calls at the same time and calls per minute, shared by all its models.

Concurrency adapts as in TCP (additive increase, multiplicative decrease) when an endpoint asks to
wait.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from wolfcore.clock import Clock
from wolfcore.errors import ModelError
from wolfcore.models.chat import ChatModel, ChatReply, ChatRequest, Delta, DeltaListener

from .retrying import MAX_WAIT
from .wrapper import ModelWrapper

_MINUTE = 60.0


class EndpointLimits:
    """The limits of one endpoint. All models at it share one.

    An endpoint that asks to wait gets half as many calls at the same time from then on, and one
    more whenever as many came through (additive increase, multiplicative decrease, as in TCP): so
    its own rate is found, whatever it is.

    Args:
        concurrency: Calls at the same time.
        per_minute: Calls that begin in any minute; None for as many as may be.
        clock: Measures the minute.
        ask_slots: Asks the server how many calls it works at together, which may be more than
            `concurrency`; None where that is all.
    """

    def __init__(
        self,
        concurrency: int,
        per_minute: int | None,
        clock: Clock,
        ask_slots: Callable[[], Awaitable[int | None]] | None = None,
    ) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._most = self._width = concurrency
        self._slots_to_withhold = self._successes = 0
        self._told, self._per_minute, self._clock = ask_slots, per_minute, clock
        self._begun: deque[float] = deque()
        self._turn = asyncio.Lock()
        self._held = clock.now()

    @property
    def has_free_slot(self) -> bool:
        """Whether the next call need not wait for its turn."""
        return not self._slots.locked() and self._earliest() <= self._clock.now()

    @asynccontextmanager
    async def slot(self) -> AsyncGenerator[None]:
        """Wait for a turn, in the order of asking, and keep it for the block."""
        if self._slots.locked():
            await self._widen()
        await self._slots.acquire()
        try:
            async with self._turn:
                # Looked at anew after each wait: meanwhile another call may have been asked to wait
                # longer.
                while (moment := self._earliest()) > self._clock.now():
                    await self._clock.sleep_until(moment)
                self._begun.append(self._clock.now())
            yield
        finally:
            if self._slots_to_withhold:
                self._slots_to_withhold -= 1
            else:
                self._slots.release()

    async def _widen(self) -> None:
        """Find out once how many calls the server works at together, now that one would wait for another."""
        told, self._told = self._told, None
        if told:
            self._most = max(self._most, await told() or 0)
            while self._width < self._most:
                self._add()

    def back_off(self, seconds: float) -> None:
        """Begin no call for so many seconds, and fewer at the same time after that."""
        now = self._clock.now()
        if now >= self._held:
            # Calls that were out together are refused together, which counts once.
            fewer = max(1, self._width // 2)
            self._slots_to_withhold, self._width, self._successes = (
                self._slots_to_withhold + self._width - fewer,
                fewer,
                0,
            )
        self._held = max(self._held, now + seconds)

    def record_success(self) -> None:
        """Take note of a call that was not refused."""
        self._successes += 1
        if self._width < self._most and self._successes >= self._width:
            self._successes = 0
            self._add()

    def _add(self) -> None:
        """Let one more call out at the same time."""
        self._width += 1
        if self._slots_to_withhold:
            self._slots_to_withhold -= 1
        else:
            self._slots.release()

    def _earliest(self) -> float:
        """The moment from which the next call may begin, as far as is known now."""
        now = self._clock.now()
        while self._begun and self._begun[0] + _MINUTE <= now:
            self._begun.popleft()
        full = self._per_minute is not None and len(self._begun) >= self._per_minute
        return max(self._held, self._begun[0] + _MINUTE if full else now)


class RateLimitedModel(ModelWrapper):
    """A model that waits for its turn at the endpoint.

    Args:
        inner: The model.
        limits: Those of its endpoint.
    """

    def __init__(self, inner: ChatModel, limits: EndpointLimits) -> None:
        super().__init__(inner)
        self._limits = limits

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`. When the endpoint asks one call to wait, all wait; a listener hears who waits."""
        waits = on_delta is not None and not self._limits.has_free_slot
        if on_delta and waits:
            on_delta(Delta("", turn="awaited"))
        async with self._limits.slot():
            if on_delta and waits:
                on_delta(Delta("", turn="come"))
            try:
                reply = await self._inner.complete(request, on_delta)
            except ModelError as error:
                if error.retry_after and error.retry_after <= MAX_WAIT:
                    self._limits.back_off(error.retry_after)
                raise
            self._limits.record_success()
            return reply
