"""Limits of one endpoint: calls at the same time and calls per minute, shared by all its models.

When an endpoint asks to wait, the concurrency adapts as in TCP (additive increase, multiplicative
decrease). Calls are paced by what its headers say is left (`Pace`), before it refuses one.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar

from wolfcore.clock import Clock
from wolfcore.errors import ModelError
from wolfcore.models.chat import (
    CHARACTERS_PER_TOKEN,
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    DeltaListener,
    estimated_usage,
)
from wolfcore.models.rate_headers import allowances

from .pace import Need, Pace
from .retrying import MAX_WAIT
from .wrapper import ModelWrapper

_MINUTE = 60.0


_CALL: ContextVar[int] = ContextVar("call", default=0)
"""The number of the call that a task makes, so that its headers are known to be of that call."""


_NOTHING = Need()


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
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._paces: defaultdict[str, Pace] = defaultdict(Pace)
        self._calls = 0
        self._held = clock.now()

    def has_free_slot(self, model: str = "", need: Need = _NOTHING) -> bool:
        """Whether the next call of a model can begin without waiting."""
        return not self._slots.locked() and self._earliest(model, need) <= self._clock.now()

    def observe(self, model: str, headers: Mapping[str, str]) -> None:
        """Record what the headers of a reply or a refusal say is left for a model.

        Args:
            model: The endpoint's name of the model; each may have limits of its own.
            headers: The headers.
        """
        if told := allowances(headers, self._clock.unix_time()):
            self._paces[model].observe(_CALL.get(), self._clock.now(), told)

    @asynccontextmanager
    async def slot(self, model: str = "", need: Need = _NOTHING) -> AsyncGenerator[None]:
        """Wait for a slot, first come first served, and hold it for the `with` block.

        Args:
            model: The endpoint's name of the model.
            need: What the call uses of its allowances.
        """
        if self._slots.locked():
            await self._widen()
        await self._slots.acquire()
        try:
            async with self._turns[model]:
                # Check again after each wait: another call may have been told to wait longer.
                while (moment := self._earliest(model, need)) > self._clock.now():
                    await self._clock.sleep_until(moment)
                self._begun.append(self._clock.now())
                self._calls += 1
                self._paces[model].begin(self._calls, self._clock.now(), need)
                _CALL.set(self._calls)
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

    def back_off(self, seconds: float, model: str = "") -> None:
        """Begin no call for `seconds`, and halve the concurrency after that."""
        now = self._clock.now()
        self._paces[model].record_refusal()
        if now >= self._held:
            # Calls sent together are refused together; this counts as one refusal.
            fewer = max(1, self._width // 2)
            self._slots_to_withhold, self._width, self._successes = (
                self._slots_to_withhold + self._width - fewer,
                fewer,
                0,
            )
        self._held = max(self._held, now + seconds)

    def record_success(self, model: str = "", tokens: int = 0) -> None:
        """Record a call that was not refused; after enough of them, raise the concurrency.

        Args:
            model: The endpoint's name of the model.
            tokens: The tokens of the reply.
        """
        self._paces[model].record_reply(tokens)
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

    def _earliest(self, model: str, need: Need) -> float:
        """Return the earliest time at which the next call may begin, as known now."""
        now = self._clock.now()
        while self._begun and self._begun[0] + _MINUTE <= now:
            self._begun.popleft()
        full = self._per_minute is not None and len(self._begun) >= self._per_minute
        in_a_minute = self._begun[0] + _MINUTE if full else now
        return max(self._held, in_a_minute, self._paces[model].earliest(now, need))


class RateLimitedModel(ModelWrapper):
    """A wrapper that makes each call wait for a slot at the endpoint.

    Args:
        inner: The wrapped model.
        limits: The limits of its endpoint.
        model: The endpoint's name of the model; empty for the name of `inner`.
    """

    def __init__(self, inner: ChatModel, limits: EndpointLimits, model: str = "") -> None:
        super().__init__(inner)
        self._limits, self._model = limits, model or inner.name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Wait for a slot and send a request. A requested wait delays all calls there.

        A listener gets a `Delta` when the call starts to wait and when it gets a slot.

        Raises:
            ModelError: As in `ChatModel.complete`.
        """
        sent = sum(len(message.text) for message in request.messages) // CHARACTERS_PER_TOKEN
        need = Need(sent, request.max_tokens or 0)
        waits = on_delta is not None and not self._limits.has_free_slot(self._model, need)
        if on_delta and waits:
            on_delta(Delta("", turn="awaited"))
        async with self._limits.slot(self._model, need):
            if on_delta and waits:
                on_delta(Delta("", turn="come"))
            try:
                reply = await self._inner.complete(request, on_delta)
            except ModelError as error:
                if error.retry_after and error.retry_after <= MAX_WAIT:
                    self._limits.back_off(error.retry_after, self._model)
                raise
            received = estimated_usage(request, reply).tokens_out or 0
            self._limits.record_success(self._model, received)
            return reply
