"""The wrapper base class, and small wrappers: default parameters, API fallback, truncation check.

Ollama's OpenAI interface cuts a long prompt silently and answers as if it had read all (issues
4967, 17427, 17889 of ollama/ollama); the token count that it reports gives it away.
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
    """Goes by the name of the model that it is put around.

    Args:
        inner: The model.
    """

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._inner.name


class DefaultParametersModel(ModelWrapper):
    """A model with the parameters of its settings.

    Args:
        inner: The model.
        spec: Its settings.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec) -> None:
        super().__init__(inner)
        self._spec = spec

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        spec = self._spec
        settled = replace(
            request,
            temperature=spec.temperature if request.temperature is None else request.temperature,
            top_p=spec.top_p if request.top_p is None else request.top_p,
            max_tokens=spec.max_tokens if request.max_tokens is None else request.max_tokens,
            seed=spec.seed if request.seed is None else request.seed,
        )
        return await self._inner.complete(settled, on_delta)


_NO_SUCH_PLACE = (404, 405, 501)


class ApiFallbackModel:
    """A model at a server that should have an interface of its own; one that has it not is asked as others are from then on.

    Args:
        native: The model asked in the server's own way.
        fallback: The same model asked as most servers are.
    """

    def __init__(self, native: ChatModel, fallback: ChatModel) -> None:
        self._asked, self._common = native, fallback

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._common.name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        try:
            return await self._asked.complete(request, on_delta)
        except ModelRefused as error:
            # Where the model is missing, and not the place, the words say so: "model 'llama3.2' not
            # found".
            if (
                error.status not in _NO_SUCH_PLACE
                or "model" in error.endpoint_text.lower()
                or self._asked is self._common
            ):
                raise
        self._asked = self._common
        return await self._common.complete(request, on_delta)


_MIN_CONTEXT = 1024
"""Tokens; no server cuts to less, and some count only what they had not read for the call before.
"""


_CONTEXT_STEP = 1024
"""Contexts have a round number of tokens, and a prompt that fills one to the last is no accident.
"""


_STATUS = 400


class TruncationCheckModel(ModelWrapper):
    """A model whose replies are to whole prompts.

    Args:
        inner: The model.
        spec: Its settings.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec) -> None:
        super().__init__(inner)
        self._spec = spec
        self._shortest: tuple[int, int] | None = (
            None  # words of the shortest prompt that was cut, and tokens that were read of it
        )

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`.

        Raises:
            PromptTooLong: The server read a part of the prompt, or is known to read no more than
                that.
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
    """Whether so many tokens cannot have been the whole prompt.

    Each word is a token or more, in any language that parts them. A number that contexts have is in
    doubt already where the prompt is estimated to be longer.
    """
    if read < _MIN_CONTEXT:
        return False
    estimate = sum(len(message.text) for message in request.messages) // CHARACTERS_PER_TOKEN
    return read < word_count(request) or (read % _CONTEXT_STEP == 0 and read < estimate)


def word_count(request: ChatRequest) -> int:
    """The words of a prompt, which has no fewer tokens."""
    return sum(len(message.text.split()) for message in request.messages)
