"""Retry with backoff, and the circuit breaker of an endpoint (Nygard, Release It!).

A refusal as busy (429) with a waiting time does not count as an attempt. Loads tenacity.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from msgspec.structs import replace
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from wolfcore.clock import Clock
from wolfcore.errors import ModelError, ModelRefused, ModelTimeout, ModelUnreachable
from wolfcore.models.chat import ChatModel, ChatReply, ChatRequest, Delta, DeltaListener

from .wrapper import ModelWrapper

_SHORTEST, _LONGEST = 0.5, 8.0
"""Seconds to wait before the second attempt, doubled for each further one, and the longest wait."""


_SPREAD = 0.25
"""The largest random reduction of a wait, as a share of it, so that calls that failed together are
not repeated together."""


MAX_WAIT = 60.0
"""Seconds; if an endpoint asks for a longer wait, the call fails instead."""


_BUSY = 429
"""The HTTP status of an endpoint that accepts no more calls now."""


class RetryingModel(ModelWrapper):
    """A wrapper that retries calls which failed with a temporary error.

    An endpoint that accepts no more calls now and names a waiting time is only busy. Such a refusal
    does not count as an attempt, for up to `tries` times the longest wait (`MAX_WAIT`).

    Args:
        inner: The wrapped model.
        tries: The most attempts of one call.
        clock: Measures the waits.
        jitter: Returns a random number from 0 to 1.
    """

    def __init__(
        self, inner: ChatModel, *, tries: int, clock: Clock, jitter: Callable[[], float]
    ) -> None:
        super().__init__(inner)
        self._tries, self._clock, self._chance = tries, clock, jitter

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request, with retries; before each retry the listener gets a `restart`.

        Raises:
            ModelError: The last attempt failed, or a retry cannot help.
        """

        def again(_: RetryCallState) -> None:
            if on_delta:
                on_delta(Delta("", restart=True))

        began, failed = self._clock.now(), 0

        def enough(state: RetryCallState) -> bool:
            nonlocal failed
            # Waiting at a busy endpoint costs no attempt, for a bounded time.
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
            # Never earlier than the endpoint asked, so the jitter only adds to the wait.
            return asked + _SHORTEST * self._chance()
        return min(_SHORTEST * 2 ** (state.attempt_number - 1), _LONGEST) * (
            1 - _SPREAD * self._chance()
        )

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now() + seconds)


def _is_busy(state: RetryCallState) -> bool:
    error = state.outcome.exception() if state.outcome else None
    return (
        isinstance(error, ModelRefused) and error.status == _BUSY and error.retry_after is not None
    )


def _is_retryable(error: BaseException) -> bool:
    return (
        isinstance(error, ModelError) and error.retryable and (error.retry_after or 0.0) <= MAX_WAIT
    )


class CircuitBreaker:
    """The circuit breaker of one endpoint, shared by all its models.

    While it is closed, calls pass. After `failures` in a row it opens, and calls fail at once.
    After `pause` seconds one trial call passes: if it succeeds the breaker closes, else the pause
    begins again. (Nygard, Release It!, "Circuit Breaker".) Calls refused in the first pause may be
    retried after it; once a trial call has failed, refused calls are not retried.

    Args:
        clock: Measures the pause.
        failures: Failures in a row until the breaker opens.
        pause: Seconds that it stays open before a trial call.
    """

    def __init__(self, clock: Clock, *, failures: int = 6, pause: float = 20.0) -> None:
        self._clock, self._most, self._pause = clock, failures, pause
        self._failed = 0
        self._open_until = 0.0
        self._trying = self._gave_up = False
        self._why = self._hint = ""

    @contextmanager
    def call(self, name: str) -> Generator[None]:
        """Let a call pass in the `with` block, and count its success or failure.

        Args:
            name: The model's name, for the error.

        Raises:
            ModelUnreachable: The breaker is open. The error names the wait if a retry may help.
        """
        trial = self._enter(name)
        try:
            yield
        except BaseException as error:
            self._leave(error, trial=trial)
            raise
        self._leave(None, trial=trial)

    def _enter(self, name: str) -> bool:
        """Refuse a call or let it pass; return whether it is the trial call after a pause."""
        if self._failed < self._most:
            return False
        left = self._open_until - self._clock.now()
        if left > 0 or self._trying:
            why = f", the last time because {self._why}" if self._why else ""
            problem = f"its endpoint failed {self._failed} times in a row{why}"
            wait = None if self._gave_up else max(left, 1.0)
            raise ModelUnreachable(
                name, problem, hint=self._hint, again=not self._gave_up, wait=wait
            )
        self._trying = True
        return True

    def _leave(self, error: BaseException | None, *, trial: bool) -> None:
        # Calls that began before the breaker opened may end during a trial. They are not the trial,
        # but their success closes the breaker too.
        if trial:
            self._trying, trial = False, self._failed >= self._most
        if error is None or (isinstance(error, ModelRefused) and error.status < 500):
            self._failed, self._gave_up = 0, False
        elif isinstance(error, ModelTimeout | ModelUnreachable | ModelRefused):
            self._failed += 1
            self._why, self._hint = error.problem, error.hint
            self._gave_up = self._gave_up or trial
            if self._failed == self._most or trial:
                self._open_until = self._clock.now() + self._pause


class CircuitBreakerModel(ModelWrapper):
    """A wrapper that refuses calls while the circuit breaker of the endpoint is open.

    Args:
        inner: The wrapped model.
        breaker: The circuit breaker of its endpoint.
    """

    def __init__(self, inner: ChatModel, breaker: CircuitBreaker) -> None:
        super().__init__(inner)
        self._breaker = breaker

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request through the circuit breaker.

        Raises:
            ModelUnreachable: The breaker is open.
            ModelError: The call failed.
        """
        with self._breaker.call(self.name):
            return await self._inner.complete(request, on_delta)
