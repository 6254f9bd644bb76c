"""Models: prompts that a server cut in silence.

Ollama's chat completions read no more of a prompt than the context has room for, and answer as if they had read all of it: issues
4967, 17427 and 17889 of ollama/ollama tell of counts that are the whole context, or half of it and a little more. How much was
read they do say, so a reply to half a prompt is told from a reply to all of it, and is none.
"""

from __future__ import annotations

from wolfcore.errors import PromptTooLong
from wolfcore.models.contract import ChatModel, ChatReply, ChatRequest, DeltaListener
from wolfcore.models.spec import ModelSpec

from .around import ModelWrapper
from .pricing import CHARACTERS_PER_TOKEN

_MIN_CONTEXT = 1024
"""Tokens; no server cuts to less, and some count only what they had not read for the call before."""
_CONTEXT_STEP = 1024
"""Contexts have a round number of tokens, and a prompt that fills one to the last is no accident."""
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
        self._shortest: tuple[int, int] | None = None  # words of the shortest prompt that was cut, and tokens that were read of it

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
        """As `ChatModel.complete`.

        Raises:
            PromptTooLong: The server read a part of the prompt, or is known to read no more than that.
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
        problem = f"of a prompt of {words:,} words the server says that it read {read:,} tokens, so it cut the rest in silence"
        wider = self._spec.server_profile.larger_context_hint or "start its server with a larger context"
        return PromptTooLong(self.name, problem, status=_STATUS, hint=f"{wider[:1].upper()}{wider[1:]}.")


def was_truncated(request: ChatRequest, read: int) -> bool:
    """Whether so many tokens cannot have been the whole prompt.

    Each word is a token or more, in any language that parts them. A number that contexts have is in doubt already where the
    prompt is estimated to be longer.
    """
    if read < _MIN_CONTEXT:
        return False
    estimate = sum(len(message.text) for message in request.messages) // CHARACTERS_PER_TOKEN
    return read < word_count(request) or (read % _CONTEXT_STEP == 0 and read < estimate)


def word_count(request: ChatRequest) -> int:
    """The words of a prompt, which has no fewer tokens."""
    return sum(len(message.text.split()) for message in request.messages)
