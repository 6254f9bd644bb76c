"""Models: room for thinking, found out once.

A model that thinks may use up the limit of tokens before it answers. Then it is asked again with a larger limit, and what was
enough is given from then on. Sources: OpenAI, "Reasoning models" ("Allocating space for reasoning"); DeepSeek, "Reasoning Model";
Gemini, "Thinking"; Anthropic, "Extended thinking": with all of them the limit holds for thinking and answer together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from wolfcore.errors import ModelError, ModelTimeout, OverBudget, PromptTooLong
from wolfcore.models.contract import ChatModel, ChatReply, ChatRequest, Delta, Listener, Usage
from wolfcore.models.known import MOST_ROOM
from wolfcore.models.spec import ModelSpec

from .around import Around
from .fit import Fit

_BUDGETS = (
    ("thinking", "budget_tokens"),
    ("generationConfig", "thinkingConfig", "thinkingBudget"),
    ("reasoning", "max_tokens"),
)
N = TypeVar("N", int, float)


class Roomy(Around):
    """A model that has the room that its thinking needs. It stands outside of what pays, so that each call is paid for.

    Args:
        inner: The model.
        spec: Its settings.
        fit: What is known of it.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec, fit: Fit) -> None:
        super().__init__(inner)
        self._spec, self._fit = spec, fit

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`; a reply for which several calls were made says what they took together."""
        usual = request.max_tokens or self._spec.max_tokens
        if (room := self._spec.thinking_tokens) is not None:
            return await self._inner.complete(replace(request, max_tokens=usual + room), hear)
        limit = usual + max(self._fit.room, asked_to_think(self._spec.extra))
        try:
            reply = await self._inner.complete(replace(request, max_tokens=limit), hear)
        except PromptTooLong:
            if limit == usual:
                raise
            # Some servers count the limit into the context: a prompt that leaves no room for thinking may leave some for an answer.
            limit = usual
            reply = await self._inner.complete(replace(request, max_tokens=limit), hear)
        while thought_too_long(reply):
            more = self._fit.more(limit)
            if more is None or (self._spec.window is not None and more > self._spec.window):
                if limit > usual:
                    self._fit.overran()
                return reply
            if hear:
                hear(Delta("", restart=True))
            try:
                further = await self._inner.complete(replace(request, max_tokens=more), hear)
            except (ModelError, OverBudget) as error:
                # What came is a reply all the same, and paid for; who asks again meets the error if it is none of the limit.
                if isinstance(error, ModelTimeout):
                    self._fit.overran()
                return reply
            limit, reply = more, _together(reply, further)
        if limit > usual + self._fit.room:
            self._fit.needs(limit - usual)
        return reply


def asked_to_think(extra: Mapping[str, Any]) -> int:
    """The tokens of thinking that settings ask an endpoint for by its own name; 0 where they name none.

    Anthropic refuses a limit of tokens that is not larger ("Extended thinking": `thinking.budget_tokens`); the others are Gemini
    (`generationConfig.thinkingConfig.thinkingBudget`) and OpenRouter (`reasoning.max_tokens`).
    """
    for path in _BUDGETS:
        found: object = extra
        for key in path:
            found = cast("dict[str, object]", found).get(key) if isinstance(found, dict) else None
        if isinstance(found, int) and not isinstance(found, bool) and 0 < found <= MOST_ROOM:
            return found
    return 0


def thought_too_long(reply: ChatReply) -> bool:
    """Whether a reply used up its tokens before its answer was whole, and thinking is to blame."""
    if reply.finish != "length":
        return False
    thought = bool(reply.thinking or reply.usage.tokens_thought)
    return not reply.text.strip() or (thought and (reply.reading == "unreadable" or bool(reply.problem)))


def _together(one: ChatReply, two: ChatReply) -> ChatReply:
    """The second of two replies, which says what both took."""
    usage = Usage(*(_sum(getattr(one.usage, name), getattr(two.usage, name)) for name in Usage.__struct_fields__))
    return replace(
        two,
        usage=usage,
        seconds=one.seconds + two.seconds,
        first=None if two.first is None else one.seconds + two.first,
        retries=one.retries + 1 + two.retries,
        cost=_sum(one.cost, two.cost),
    )


def _sum(one: N | None, two: N | None) -> N | None:
    """What is known of both together; None where nothing is known of either."""
    return two if one is None else one if two is None else one + two
