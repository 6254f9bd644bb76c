"""Limits of one endpoint: calls at the same time and calls per minute, shared by all its models.

When an endpoint asks to wait, the concurrency adapts as in TCP (additive increase, multiplicative
decrease).
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
    """The concurrency limit and rate limit of one endpoint, shared by all its models.

    When the endpoint asks to wait, the concurrency is halved. It grows by one whenever as many
    calls as it allows have succeeded (additive increase, multiplicative decrease, as in TCP). So it
    approaches the rate that the endpoint accepts, whatever that is.

    Args:
        concurrency: The most calls at the same time.
        per_minute: The most calls that begin in any minute; None for no limit.
        clock: Measures the minute.
        ask_slots: Asks the server how many calls it processes at the same time, which may be more
            than `concurrency`; None not to ask.
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
        """Whether the next call can begin without waiting."""
        return not self._slots.locked() and self._earliest() <= self._clock.now()

    @asynccontextmanager
    async def slot(self) -> AsyncGenerator[None]:
        """Wait for a slot, first come first served, and hold it for the `with` block."""
        if self._slots.locked():
            await self._widen()
        await self._slots.acquire()
        try:
            async with self._turn:
                # Check again after each wait: another call may have been told to wait longer.
                while (moment := self._earliest()) > self._clock.now():
                    await self._clock.sleep_until(moment)
                self._begun.append(self._clock.now())
            yield
        finally:
            # A semaphore cannot shrink: to lower the concurrency, slots are not given back.
            if self._slots_to_withhold:
                self._slots_to_withhold -= 1
            else:
                self._slots.release()

    async def _widen(self) -> None:
        """Ask the server once for its number of slots, when a call has to wait for another."""
        # Taken before the wait, so that no second call asks the server.
        ask, self._told = self._told, None
        if ask:
            self._most = max(self._most, await ask() or 0)
            while self._width < self._most:
                self._add()

    def back_off(self, seconds: float) -> None:
        """Begin no call for `seconds`, and halve the concurrency after that."""
        now = self._clock.now()
        if now >= self._held:
            # Calls sent together are refused together; this counts as one refusal.
            fewer = max(1, self._width // 2)
            self._slots_to_withhold, self._width, self._successes = (
                self._slots_to_withhold + self._width - fewer,
                fewer,
                0,
            )
        self._held = max(self._held, now + seconds)

    def record_success(self) -> None:
        """Record a call that was not refused; after enough of them, raise the concurrency."""
        self._successes += 1
        if self._width < self._most and self._successes >= self._width:
            self._successes = 0
            self._add()

    def _add(self) -> None:
        """Raise the concurrency by one."""
        self._width += 1
        if self._slots_to_withhold:
            self._slots_to_withhold -= 1
        else:
            self._slots.release()

    def _earliest(self) -> float:
        """Return the earliest time at which the next call may begin, as known now."""
        now = self._clock.now()
        while self._begun and self._begun[0] + _MINUTE <= now:
            self._begun.popleft()
        full = self._per_minute is not None and len(self._begun) >= self._per_minute
        return max(self._held, self._begun[0] + _MINUTE if full else now)


class RateLimitedModel(ModelWrapper):
    """A wrapper that makes each call wait for a slot at the endpoint.

    Args:
        inner: The wrapped model.
        limits: The limits of its endpoint.
    """

    def __init__(self, inner: ChatModel, limits: EndpointLimits) -> None:
        super().__init__(inner)
        self._limits = limits

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Wait for a slot and send a request. A requested wait delays all calls there.

        A listener gets a `Delta` when the call starts to wait and when it gets a slot.

        Raises:
            ModelError: As in `ChatModel.complete`.
        """
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
