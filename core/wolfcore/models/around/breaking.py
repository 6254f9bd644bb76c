"""Models: a circuit breaker, so that an endpoint that is down is not asked by everybody again and again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from wolfcore.clock import Clock
from wolfcore.errors import ModelRefused, ModelTimeout, ModelUnreachable
from wolfcore.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    DeltaListener,
)

from .around import ModelWrapper


class CircuitBreaker:
    """The state of one endpoint. All models at it share one.

    Closed, calls pass. After `failures` in a row it opens, and calls fail at once. After `pause` one call is let through: if it
    succeeds the breaker closes, else the pause begins again. (Nygard, Release It!, "Circuit Breaker".) Whoever is turned away may
    come again after the first pause; once a call has failed after it, coming again is of no use.

    Args:
        clock: Measures the pause.
        failures: Failures in a row.
        pause: Seconds.
    """

    def __init__(self, clock: Clock, *, failures: int = 6, pause: float = 20.0) -> None:
        self._clock, self._most, self._pause = clock, failures, pause
        self._failed = 0
        self._open_until = 0.0
        self._trying = self._gave_up = False
        self._why = self._hint = ""

    @contextmanager
    def call(self, name: str) -> Generator[None]:
        """Let a call pass, for the block, and learn from how it ends.

        Raises:
            ModelUnreachable: The breaker is open; `wait` says for how long if that is worth waiting for.
        """
        trial = self._enter(name)
        try:
            yield
        except BaseException as error:
            self._leave(error, trial=trial)
            raise
        self._leave(None, trial=trial)

    def _enter(self, name: str) -> bool:
        """Turn a call away or let it pass; whether it is the one that tries whether the endpoint is well again."""
        if self._failed < self._most:
            return False
        left = self._open_until - self._clock.now()
        if left > 0 or self._trying:
            why = f", the last time because {self._why}" if self._why else ""
            problem = f"its endpoint failed {self._failed} times in a row{why}"
            wait = None if self._gave_up else max(left, 1.0)
            raise ModelUnreachable(name, problem, hint=self._hint, again=not self._gave_up, wait=wait)
        self._trying = True
        return True

    def _leave(self, error: BaseException | None, *, trial: bool) -> None:
        # Calls that began before the breaker opened may end during a trial; they are none, and one that succeeds closes it.
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
    """A model behind a breaker.

    Args:
        inner: The model.
        breaker: That of its endpoint.
    """

    def __init__(self, inner: ChatModel, breaker: CircuitBreaker) -> None:
        super().__init__(inner)
        self._breaker = breaker

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        with self._breaker.call(self.name):
            return await self._inner.complete(request, on_delta)
