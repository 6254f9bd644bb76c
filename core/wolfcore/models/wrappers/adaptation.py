"""Wrappers that ask again in another way: other answer forms, or more tokens for thinking.

A structured answer is asked for by JSON schema, then as any JSON object, then in words. A reply
that used up its tokens while thinking is asked for with a larger limit. Sources: OpenAI, "Reasoning
models"; DeepSeek, "Reasoning Model"; Gemini, "Thinking"; Anthropic, "Extended thinking".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from wolfcore.errors import ModelError, ModelRefused, ModelTimeout, OverBudget, PromptTooLong
from wolfcore.models.capabilities import MAX_THINKING_TOKENS
from wolfcore.models.chat import (
    AnswerForm,
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    DeltaListener,
    Usage,
)
from wolfcore.models.json_schema import schema_mismatch
from wolfcore.models.spec import ModelSpec

from .negotiation import CapabilityTracker
from .wrapper import ModelWrapper

_MAX_ATTEMPTS = 12
"""How many ways of asking are tried for one call: all forms without all parameters, with the limit
by either name and lowered."""


class AdaptiveModel(ModelWrapper):
    """A model asked as its endpoint takes it.

    Args:
        inner: The model.
        fit: What is known of its endpoint.
    """

    def __init__(self, inner: ChatModel, fit: CapabilityTracker) -> None:
        super().__init__(inner)
        self._fit = fit

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        form = self._fit.form
        first: ModelRefused | None = None
        for _ in range(_MAX_ATTEMPTS):
            sent = self._fit.adapted_request(request, form)
            try:
                reply = await self._inner.complete(sent, on_delta)
            except ModelRefused as error:
                if not self._fit.adapt_to_refusal(error, sent):
                    if request.schema is None or not self._fit.may_refuse_form(error, form):
                        raise
                    first = first or error
                    form = self._fit.next_form(form)
                    if form is None:
                        raise first from None
                if on_delta:
                    on_delta(Delta("", restart=True))
            else:
                if request.schema is not None:
                    self._learn(reply, form, request.schema)
                self._fit.save()
                return reply
        return await self._inner.complete(self._fit.adapted_request(request, form), on_delta)

    def _learn(self, reply: ChatReply, form: AnswerForm, schema: dict[str, Any]) -> None:
        strict, fits = (
            reply.reading == "strict",
            not schema_mismatch(reply.parsed, schema, ranges=False),
        )
        if strict and fits:
            self._fit.record_form_followed(form)
        elif strict and form == "json_object":
            # Any object is what was asked for: one that does not fit proves nothing, but that the
            # form was not refused.
            self._fit.record_form_accepted(form)
        elif reply.finish == "stop" and reply.text.strip():
            # Whoever enforces a form cannot end with anything else.
            self._fit.record_form_ignored(form)


_THINKING_BUDGET_PATHS = (
    ("thinking", "budget_tokens"),
    ("generationConfig", "thinkingConfig", "thinkingBudget"),
    ("reasoning", "max_tokens"),
)


N = TypeVar("N", int, float)


class ThinkingRoomModel(ModelWrapper):
    """A model that has the room that its thinking needs. It stands outside of what pays, so that each call is paid for.

    Args:
        inner: The model.
        spec: Its settings.
        fit: What is known of it.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec, fit: CapabilityTracker) -> None:
        super().__init__(inner)
        self._spec, self._fit = spec, fit

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`; a reply for which several calls were made says what they took together."""
        usual = request.max_tokens or self._spec.max_tokens
        if (room := self._spec.thinking_tokens) is not None:
            return await self._inner.complete(replace(request, max_tokens=usual + room), on_delta)
        limit = usual + max(self._fit.thinking_room, requested_thinking_tokens(self._spec.extra))
        try:
            reply = await self._inner.complete(replace(request, max_tokens=limit), on_delta)
        except PromptTooLong:
            if limit == usual:
                raise
            # Some servers count the limit into the context: a prompt that leaves no room for
            # thinking may leave some for an answer.
            limit = usual
            reply = await self._inner.complete(replace(request, max_tokens=limit), on_delta)
        while ran_out_while_thinking(reply):
            more = self._fit.larger_limit(limit)
            if more is None or (
                self._spec.context_window is not None and more > self._spec.context_window
            ):
                if limit > usual:
                    self._fit.record_overrun()
                return reply
            if on_delta:
                on_delta(Delta("", restart=True))
            try:
                further = await self._inner.complete(replace(request, max_tokens=more), on_delta)
            except (ModelError, OverBudget) as error:
                # What came is a reply all the same, and paid for; who asks again meets the error if
                # it is none of the limit.
                if isinstance(error, ModelTimeout):
                    self._fit.record_overrun()
                return reply
            limit, reply = more, _combined_reply(reply, further)
        if limit > usual + self._fit.thinking_room:
            self._fit.record_needed_room(limit - usual)
        return reply


def requested_thinking_tokens(extra: Mapping[str, Any]) -> int:
    """The tokens of thinking that settings ask an endpoint for by its own name; 0 where they name none.

    Anthropic refuses a limit of tokens that is not larger ("Extended thinking":
    `thinking.budget_tokens`); the others are Gemini
    (`generationConfig.thinkingConfig.thinkingBudget`) and OpenRouter (`reasoning.max_tokens`).
    """
    for path in _THINKING_BUDGET_PATHS:
        found: object = extra
        for key in path:
            found = cast("dict[str, object]", found).get(key) if isinstance(found, dict) else None
        if (
            isinstance(found, int)
            and not isinstance(found, bool)
            and 0 < found <= MAX_THINKING_TOKENS
        ):
            return found
    return 0


def ran_out_while_thinking(reply: ChatReply) -> bool:
    """Whether a reply used up its tokens before its answer was whole, and thinking is to blame."""
    if reply.finish != "length":
        return False
    thought = bool(reply.thinking or reply.usage.tokens_thought)
    return not reply.text.strip() or (
        thought and (reply.reading == "unreadable" or bool(reply.problem))
    )


def _combined_reply(one: ChatReply, two: ChatReply) -> ChatReply:
    """The second of two replies, which says what both took."""
    usage = Usage(
        *(
            _sum_known(getattr(one.usage, name), getattr(two.usage, name))
            for name in Usage.__struct_fields__
        )
    )
    return replace(
        two,
        usage=usage,
        seconds=one.seconds + two.seconds,
        seconds_to_first=None
        if two.seconds_to_first is None
        else one.seconds + two.seconds_to_first,
        retries=one.retries + 1 + two.retries,
        cost=_sum_known(one.cost, two.cost),
    )


def _sum_known(one: N | None, two: N | None) -> N | None:
    """What is known of both together; None where nothing is known of either."""
    return two if one is None else one if two is None else one + two
