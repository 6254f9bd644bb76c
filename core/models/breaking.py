"""Models: a circuit breaker, so that an endpoint that is down is not asked by everybody again and again."""

from __future__ import annotations

from core.errors import ModelRefused, ModelTimeout, ModelUnreachable

from .around import Around
from .clock import Clock
from .contract import ChatModel, ChatReply, ChatRequest, Listener


class Breaker:
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
        self._closed_until = 0.0
        self._trying = self._gone = False
        self._why = self._hint = ""

    def enter(self, name: str) -> None:
        """Begin a call.

        Raises:
            ModelUnreachable: The breaker is open; `wait` says for how long if that is worth waiting for.
        """
        if self._failed < self._most:
            return
        left = self._closed_until - self._clock.now()
        if left > 0 or self._trying:
            why = f", the last time because {self._why}" if self._why else ""
            problem = f"its endpoint failed {self._failed} times in a row{why}"
            wait = None if self._gone else max(left, 1.0)
            raise ModelUnreachable(name, problem, hint=self._hint, again=not self._gone, wait=wait)
        self._trying = True

    def leave(self, error: BaseException | None) -> None:
        """End a call, with the error that it ended with."""
        tried, self._trying = self._trying, False
        if error is None or (isinstance(error, ModelRefused) and error.status < 500):
            self._failed, self._gone = 0, False
        elif isinstance(error, ModelTimeout | ModelUnreachable | ModelRefused):
            self._failed += 1
            self._why, self._hint = error.problem, error.hint
            self._gone = self._gone or tried
            if self._failed == self._most or tried:
                self._closed_until = self._clock.now() + self._pause


class Guarded(Around):
    """A model behind a breaker.

    Args:
        inner: The model.
        breaker: That of its endpoint.
    """

    def __init__(self, inner: ChatModel, breaker: Breaker) -> None:
        super().__init__(inner)
        self._breaker = breaker

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        self._breaker.enter(self.name)
        error: BaseException | None = None
        try:
            return await self._inner.complete(request, hear)
        except BaseException as raised:
            error = raised
            raise
        finally:
            self._breaker.leave(error)
