"""The wrapper base class, and small wrappers: default parameters, API fallback, truncation check.

Ollama's OpenAI interface cuts a long prompt silently and answers as if it had read all of it
(issues 4967, 17427, 17889 of ollama/ollama); the token count that it reports reveals the cut.
"""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models.chat import (
    CHARACTERS_PER_TOKEN,
    ChatModel,
    ChatReply,
    ChatRequest,
    DeltaListener,
)
from wolfcore.models.spec import ModelSpec


class ModelWrapper:
    """Base class of wrappers around a chat model; it has the name of the wrapped model.

    Args:
        inner: The wrapped model.
    """

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The name of the wrapped model in the settings."""
        return self._inner.name


class DefaultParametersModel(ModelWrapper):
    """A wrapper that fills in the parameters a request leaves None from the model's settings.

    Args:
        inner: The wrapped model.
        spec: The model's settings.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec) -> None:
        super().__init__(inner)
        self._spec = spec

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send the request with temperature, top_p, max_tokens and seed filled in."""
        spec = self._spec
        settled = replace(
            request,
            temperature=spec.temperature if request.temperature is None else request.temperature,
            top_p=spec.top_p if request.top_p is None else request.top_p,
            max_tokens=spec.max_tokens if request.max_tokens is None else request.max_tokens,
            seed=spec.seed if request.seed is None else request.seed,
        )
        return await self._inner.complete(settled, on_delta)


NO_SUCH_PLACE = (404, 405, 501)
"""Statuses of a path that does not exist, or does not accept the method."""


class ApiFallbackModel:
    """A model called through its server's native API, or the common API where that is missing.

    After the first such failure only the common API is called.

    Args:
        native: The model through the server's own API.
        fallback: The same model through the OpenAI-compatible API.
    """

    def __init__(self, native: ChatModel, fallback: ChatModel) -> None:
        self._asked, self._common = native, fallback

    @property
    def name(self) -> str:
        """The name of the model in the settings."""
        return self._common.name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request through the native API, or through the common API if that is missing.

        Raises:
            ModelError: As in `ChatModel.complete`.
        """
        try:
            return await self._asked.complete(request, on_delta)
        except ModelRefused as error:
            # If the model is missing, and not the path, the message says so: "model 'llama3.2' not
            # found".
            if (
                error.status not in NO_SUCH_PLACE
                or "model" in error.endpoint_text.lower()
                or self._asked is self._common
            ):
                raise
        self._asked = self._common
        return await self._common.complete(request, on_delta)


_MIN_CONTEXT = 1024
"""Tokens; servers do not cut a prompt to fewer. A smaller count proves nothing, since some servers
count only the tokens that are not cached."""


_CONTEXT_STEP = 1024
"""Context sizes are multiples of this many tokens; a prompt that has exactly such a number was
probably cut."""


_STATUS = 400
"""The HTTP status of the error for a cut prompt."""


class TruncationCheckModel(ModelWrapper):
    """A wrapper that rejects a reply if the server silently cut the prompt.

    Args:
        inner: The wrapped model.
        spec: The model's settings, for the hint of the error.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec) -> None:
        super().__init__(inner)
        self._spec = spec
        self._shortest: tuple[int, int] | None = (
            None  # words of the shortest prompt that was cut, and the tokens read of it
        )

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request, and check by the token count of the reply that the whole prompt was read.

        Raises:
            PromptTooLong: The server read only a part of the prompt, or an earlier prompt with no
                more words was cut; then nothing is sent.
        """
        words = word_count(request)
        if self._shortest and words >= self._shortest[0]:
            raise self._cut(*self._shortest)
        reply = await self._inner.complete(request, on_delta)
        read = reply.usage.tokens_in
        if read is not None and was_truncated(request, read):
            self._shortest = words, read
            raise self._cut(words, read)
        return reply

    def _cut(self, words: int, read: int) -> PromptTooLong:
        problem = (
            f"of a prompt of {words:,} words the server says that it read {read:,} tokens, "
            "so it cut the rest in silence"
        )
        wider = (
            self._spec.server_profile.larger_context_hint
            or "start its server with a larger context"
        )
        return PromptTooLong(
            self.name, problem, status=_STATUS, hint=f"{wider[:1].upper()}{wider[1:]}."
        )


def was_truncated(request: ChatRequest, read: int) -> bool:
    """Whether a token count shows that the server did not read the whole prompt.

    A word has one token or more, in any language that separates words. Therefore a count below the
    number of words proves a cut. A count that is a typical context size is taken as a cut if the
    estimate of the prompt is larger. Counts below 1024 are never taken as a cut.

    Args:
        request: The request.
        read: The tokens of the prompt, as the server reports them.
    """
    if read < _MIN_CONTEXT:
        return False
    estimate = sum(len(message.text) for message in request.messages) // CHARACTERS_PER_TOKEN
    return read < word_count(request) or (read % _CONTEXT_STEP == 0 and read < estimate)


def word_count(request: ChatRequest) -> int:
    """Count the words of a prompt, a lower bound of its tokens."""
    return sum(len(message.text.split()) for message in request.messages)
