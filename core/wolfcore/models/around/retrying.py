"""Models: trying again, as far as that is of use."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from wolfcore.clock import Clock
from wolfcore.errors import ModelError, ModelRefused
from wolfcore.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    DeltaListener,
)

from .around import ModelWrapper

_SHORTEST, _LONGEST = 0.5, 8.0
"""Seconds to wait before the second try, doubled for each further one, and the most of it."""
_SPREAD = 0.25
"""How much of a wait chance may take away, so that calls that failed together do not come again together."""
MAX_WAIT = 60.0
"""Seconds; an endpoint that asks to wait longer is not waited for."""
_BUSY = 429


class RetryingModel(ModelWrapper):
    """A model that is asked again when that may help.

    An endpoint that takes no more calls now and names a time is well, only busy: that is no try, for as long as `tries` times the
    longest wait takes.

    Args:
        inner: The model.
        tries: How often it is asked at most.
        clock: Measures the waits.
        jitter: Draws from 0 to 1.
    """

    def __init__(self, inner: ChatModel, *, tries: int, clock: Clock, jitter: Callable[[], float]) -> None:
        super().__init__(inner)
        self._tries, self._clock, self._chance = tries, clock, jitter

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
        """As `ChatModel.complete`; a listener hears when what came before is withdrawn."""

        def again(_: RetryCallState) -> None:
            if on_delta:
                on_delta(Delta("", restart=True))

        began, failed = self._clock.now(), 0

        def enough(state: RetryCallState) -> bool:
            nonlocal failed
            busy = _is_busy(state) and self._clock.now() - began < self._tries * MAX_WAIT
            failed += not busy
            return failed >= self._tries

        trying = AsyncRetrying(
            stop=enough,
            retry=retry_if_exception(_is_retryable),
            wait=self._wait,
            sleep=self._sleep,
            before_sleep=again,
            reraise=True,
        )
        async for attempt in trying:
            with attempt:
                reply = await self._inner.complete(request, on_delta)
                return replace(reply, retries=attempt.retry_state.attempt_number - 1)
        raise AssertionError("the last try either returns or raises")

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after if isinstance(error, ModelError) else None
        if asked is not None:
            # Never before the moment that the endpoint named, so chance only adds here.
            return asked + _SHORTEST * self._chance()
        return min(_SHORTEST * 2 ** (state.attempt_number - 1), _LONGEST) * (1 - _SPREAD * self._chance())

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now() + seconds)


def _is_busy(state: RetryCallState) -> bool:
    error = state.outcome.exception() if state.outcome else None
    return isinstance(error, ModelRefused) and error.status == _BUSY and error.retry_after is not None


def _is_retryable(error: BaseException) -> bool:
    return isinstance(error, ModelError) and error.retryable and (error.retry_after or 0.0) <= MAX_WAIT
