"""Attempts: every request that is sent to an endpoint, however it ends, with the tokens it took.

`BudgetedModel` opens an `OpenAttempt` around each request. The HTTP layer notes in it what was sent
and what came, so that a request without a reply is counted as well. `collected_attempts` gives a
caller the attempts of one call, retries included, and `collected_requests` what was sent. All are
context variables: the layers between need not pass them on, and a cancelled call, which returns
nothing, is still counted.

Bills: vendors charge nothing for a refused request (OpenAI and Anthropic, "Errors"; a 429 or 5xx
before the reply), and the tokens read and written until then for one that is broken off.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ModelError, ModelMalformed, ModelRefused, ModelTimeout

from .chat import CHARACTERS_PER_TOKEN, Usage

Ending: TypeAlias = Literal["replied", "refused", "unsent", "failed"]
"""How an attempt ended: with a reply; refused before any work; never sent; or timed out, broken or
cancelled after it was sent."""


class Attempt(Struct, frozen=True):
    """One request that was sent, with its tokens: as reported, else estimated.

    Attributes:
        model: The model's name in the settings.
        requests: Requests that it took: 2 where a dropped connection made it necessary to send
            it again, else 1.
        tokens_in: Tokens sent.
        tokens_out: Tokens received, thinking included.
        estimated: How many of both are estimated.
        cost: Its cost; None where no price is known.
        replied: Whether a reply came.
        provider: The provider of the endpoint (`ModelSpec.provider`); empty if unknown.
    """

    model: str
    requests: int
    tokens_in: int
    tokens_out: int
    estimated: int = 0
    cost: float | None = None
    replied: bool = True
    provider: str = ""


class SentRequest(NamedTuple):
    """One request as it was sent, without the key.

    Attributes:
        url: The address.
        headers: The headers of the dialect; the key is replaced by `$` and the name of its
            environment variable.
        body: The JSON body.
        problem: Why it brought no reply; empty if it did.
    """

    url: str
    headers: dict[str, str]
    body: dict[str, Any]
    problem: str = ""


class OpenAttempt:
    """What is known of a request that is under way.

    Attributes:
        sent: Whether the whole request was written to a connection; None where nobody notes it.
        connected: Whether it went over a new connection.
        streams: Whether the endpoint accepted the request and began to stream its reply.
        repeats: Requests that were dropped before a reply, so that the request was sent again.
        characters: Characters of the reply that came, thinking included.
        usage: The token counts that came.
        provider: The provider of the endpoint (`ModelSpec.provider`); empty if unknown.
    """

    def __init__(self) -> None:
        self.sent: bool | None = None
        self.streams = self.connected = False
        self.repeats, self.characters, self.usage = 0, 0, Usage()
        self.provider = ""

    def begin(self, provider: str = "") -> None:
        """Note that a request is about to be sent to a provider; its sending will be noted."""
        self.sent, self.provider = False, provider

    async def trace(self, event: str, _: object) -> None:
        """Note the progress of a request: the `trace` extension of httpx."""
        self.sent = self.sent or event.endswith("send_request_body.complete")
        self.connected = self.connected or event.endswith("connect_tcp.complete")

    def note_part(self, usage: Usage, characters: int) -> None:
        """Note a part of the reply; of repeated token counts the last one counts."""
        self.characters += characters
        if usage != _NO_USAGE:
            known = {name: getattr(usage, name) for name in Usage.__struct_fields__}
            self.usage = replace(
                self.usage, **{name: count for name, count in known.items() if count is not None}
            )

    def ending(self, error: BaseException | None) -> Ending:
        """Tell how the attempt ended; `error` is None where a reply came."""
        if error is None:
            return "replied"
        if self.streams or self.characters or self.usage != _NO_USAGE:
            return "failed"
        if isinstance(error, ModelRefused):
            return "failed" if error.status in _GATEWAY_TIMEOUTS else "refused"
        # Where nobody notes what was sent, an error of the connection counts as one before that.
        unsent = self.sent is False or (
            self.sent is None
            and isinstance(error, ModelError)
            and not isinstance(error, ModelTimeout | ModelMalformed)
        )
        return "unsent" if unsent else "failed"


_NO_USAGE = Usage()


_GATEWAY_TIMEOUTS = (504, 524)
"""Statuses of a gateway that waited in vain for the model, which was at work."""


_OPEN: ContextVar[OpenAttempt | None] = ContextVar("open attempt", default=None)
_CALL: ContextVar[list[Attempt] | None] = ContextVar("attempts of the call", default=None)
_SENT: ContextVar[list[SentRequest] | None] = ContextVar("requests of the call", default=None)


@contextmanager
def open_attempt() -> Generator[OpenAttempt]:
    """Make a new attempt the one that `current_attempt` returns inside the block."""
    attempt = OpenAttempt()
    before = _OPEN.set(attempt)
    try:
        yield attempt
    finally:
        _OPEN.reset(before)


def current_attempt() -> OpenAttempt:
    """Return the attempt under way; one that nobody counts where none was opened."""
    return _OPEN.get() or OpenAttempt()


@contextmanager
def collected_attempts() -> Generator[list[Attempt]]:
    """Collect all attempts that end inside the block, oldest first."""
    attempts: list[Attempt] = []
    before = _CALL.set(attempts)
    try:
        yield attempts
    finally:
        _CALL.reset(before)


def add_attempt(attempt: Attempt) -> None:
    """Add an attempt that ended to those of the call that collects them, if one does."""
    if (call := _CALL.get()) is not None:
        call.append(attempt)


@contextmanager
def collected_requests() -> Generator[list[SentRequest]]:
    """Collect all requests that end inside the block, oldest first."""
    requests: list[SentRequest] = []
    before = _SENT.set(requests)
    try:
        yield requests
    finally:
        _SENT.reset(before)


def add_request(request: SentRequest) -> None:
    """Add a request that ended to those of the call that collects them, if one does."""
    if (call := _SENT.get()) is not None:
        call.append(request)


class Sizes(NamedTuple):
    """Characters of a prompt, and of its reply without and as thinking."""

    sent: int
    text: int = 0
    thinking: int = 0

    @property
    def received(self) -> int:
        """Characters of the reply with its thinking."""
        return self.text + self.thinking


class TokenRates:
    """Characters per token of one model, measured on its replies with reported token counts.

    Attributes:
        replies: How many replies were measured.
    """

    def __init__(self) -> None:
        self.replies = self._read = self._written = 0
        self._sent = self._tokens_in = self._received = self._tokens_out = 0
        self._cost = 0.0

    def measure(self, sizes: Sizes, usage: Usage, cost: float | None) -> None:
        """Measure a reply; one without both token counts is left out."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return
        self.replies += 1
        self._read, self._written = self._read + usage.tokens_in, self._written + usage.tokens_out
        self._cost += cost or 0.0
        self._sent += sizes.sent
        self._tokens_in += usage.tokens_in
        # Hidden thinking has tokens and no characters.
        hidden = 0 if sizes.thinking else usage.tokens_thought or 0
        self._received += sizes.received
        self._tokens_out += max(0, usage.tokens_out - hidden)

    def prompt_tokens(self, characters: int) -> int:
        """Estimate the tokens of a prompt from its characters."""
        return _tokens(characters, self._sent, self._tokens_in)

    def reply_tokens(self, characters: int) -> int:
        """Estimate the tokens of a reply, or a part of one, from its characters."""
        return _tokens(characters, self._received, self._tokens_out)

    @property
    def usual_reply(self) -> int:
        """Tokens of an average reply; 0 before the first."""
        return self._written // self.replies if self.replies else 0

    def cost_of(self, tokens: int) -> float:
        """Estimate the cost of tokens from the average of this model; 0 before the first reply."""
        total = self._read + self._written
        return self._cost * tokens / total if total else 0.0


_FEWEST, _MOST = 0.1, 100.0
"""Limits of the characters counted as one token, for reports that are absurd."""


def _tokens(characters: int, measured: int, tokens: int) -> int:
    rate = measured / tokens if measured and tokens else CHARACTERS_PER_TOKEN
    return int(characters / min(max(rate, _FEWEST), _MOST))
