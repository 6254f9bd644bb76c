"""Wrappers that repeat a request in another way: other answer forms, or more tokens for thinking.

A structured answer is requested by JSON schema, then as any JSON object, then in the prompt alone.
A reply that used up its tokens while thinking is requested again with a larger limit. Sources:
OpenAI, "Reasoning models"; DeepSeek, "Reasoning Model"; Gemini, "Thinking"; Anthropic, "Extended
thinking".
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from wolfcore.errors import ModelError, ModelRefused, ModelTimeout, OverBudget, PromptTooLong
from wolfcore.models.capabilities import requested_thinking_tokens
from wolfcore.models.chat import (
    AnswerForm,
    Change,
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    DeltaListener,
    Usage,
)
from wolfcore.models.dialects.responses import answers_no_chat
from wolfcore.models.json_schema import schema_mismatch
from wolfcore.models.spec import ModelSpec
from wolfcore.models.token_limits import room_for_reply

from .ladder import ran_out_while_thinking, unusable_kind
from .negotiation import CapabilityTracker
from .wrapper import NO_SUCH_PLACE, ModelWrapper

_MAX_ATTEMPTS = 14
"""The most variants of one request that are sent: all forms, without each optional part, with the
token limit lowered and under either name."""


def _ignore(delta: Delta) -> None:
    del delta


class AdaptiveModel(ModelWrapper):
    """A wrapper that changes requests until the endpoint accepts them, and remembers how.

    Args:
        inner: The wrapped model.
        fit: Tracks what the endpoint accepts.
        stream: Whether replies are streamed; None where a listener is given.
    """

    def __init__(
        self, inner: ChatModel, fit: CapabilityTracker, *, stream: bool | None = None
    ) -> None:
        super().__init__(inner)
        self._fit, self._stream = fit, stream

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request in the best known form; after a refusal, send it in other ways.

        Before each repetition the listener gets a `restart`.

        Raises:
            ModelError: The call failed, or all variants were refused.
        """
        changed = request.change
        form = (changed and changed.form) or self._fit.form
        first: ModelRefused | None = None
        room: int | None = None
        for _ in range(_MAX_ATTEMPTS):
            sent = self._fit.adapted_request(request, form, room)
            streamed = self._listener(on_delta, changed)
            try:
                reply = await self._inner.complete(sent, streamed)
            except ModelRefused as error:
                if told := room_for_reply(error, sent.max_tokens or 0):
                    room = told
                elif not self._fit.adapt_to_refusal(error, sent, streamed=streamed is not None):
                    # A form or switch that was only tried is not replaced by another one.
                    if (
                        changed
                        or request.schema is None
                        or not self._fit.may_refuse_form(error, form)
                    ):
                        raise
                    first = first or error
                    form = self._fit.next_form(form)
                    if form is None:
                        raise first from None
                if on_delta:
                    on_delta(Delta("", restart=True))
            else:
                if request.schema is not None and not changed:
                    self._learn(reply, form, request.schema)
                self._fit.save()
                if on_delta and streamed is None:
                    on_delta(Delta(reply.text))
                return reply
        sent = self._fit.adapted_request(request, form, room)
        return await self._inner.complete(sent, self._listener(on_delta, changed))

    def _listener(
        self, on_delta: DeltaListener | None, changed: Change | None
    ) -> DeltaListener | None:
        """Return the listener of a streamed reply; None for one that is not streamed."""
        if self._stream is False or not self._fit.streams(changed):
            return None
        return on_delta or (_ignore if self._stream else None)

    def _learn(self, reply: ChatReply, form: AnswerForm, schema: dict[str, Any]) -> None:
        strict, fits = (
            reply.reading == "strict",
            not schema_mismatch(reply.parsed, schema, ranges=False),
        )
        if strict and fits:
            self._fit.record_form_followed(form)
        elif strict and form == "json_object":
            # Any object is valid in this form, so an object that does not match the schema proves
            # only that the form was not refused.
            self._fit.record_form_accepted(form)
        elif reply.finish == "stop" and reply.text.strip():
            # An endpoint that enforces the form could not have ended a reply that breaks it.
            self._fit.record_form_ignored(form)


_RESPONSES_REFUSED = (400, *NO_SUCH_PLACE)
"""Statuses with which the Responses API is refused, or refuses the model as well."""


class ResponsesFallbackModel(ModelWrapper):
    """A model asked by chat completions, or by the Responses API where it answers that alone.

    Args:
        inner: The model by chat completions.
        responses: The same model by the Responses API.
        fit: Remembers the API that the model answers.
    """

    def __init__(self, inner: ChatModel, responses: ChatModel, fit: CapabilityTracker) -> None:
        super().__init__(inner)
        self._responses, self._fit = responses, fit

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request by chat completions, and by the Responses API if the model wants that.

        Raises:
            ModelError: As in `ChatModel.complete`; that of chat completions if both are refused.
        """
        if self._fit.uses_responses:
            return await self._responses.complete(request, on_delta)
        try:
            return await self._inner.complete(request, on_delta)
        except ModelRefused as error:
            if not answers_no_chat(error.status, error.endpoint_text):
                raise
            first = error
        try:
            reply = await self._responses.complete(request, on_delta)
        except ModelRefused as error:
            if error.status in _RESPONSES_REFUSED:
                raise first from None
            raise
        self._fit.record_responses()
        return reply


_MAX_STEPS = 3
"""The most steps of the ladder for one call; the next call goes on from there."""


class LadderModel(ModelWrapper):
    """A wrapper that repeats a call whose reply is of no use, each time with one change.

    It wraps the model that counts the budget, so that each of its calls is counted.

    Args:
        inner: The wrapped model.
        fit: Chooses the changes, and learns which of them help.
    """

    def __init__(self, inner: ChatModel, fit: CapabilityTracker) -> None:
        super().__init__(inner)
        self._fit = fit

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request; after an unusable reply send it again, changed as the ladder says.

        A reply that took several calls has the sum of their usage, time and cost. If a repeated
        call fails, the earlier reply is returned.

        Raises:
            ModelError: The first call failed.
        """
        reply = await self._inner.complete(request, on_delta)
        unusable = unusable_kind(reply)
        self._fit.record_outcome(None, useful=unusable is None)
        for _ in range(_MAX_STEPS):
            change = unusable and self._fit.next_change(
                unusable, request, streamed=on_delta is not None
            )
            if not change:
                break
            if on_delta:
                on_delta(Delta("", restart=True))
            try:
                further = await self._inner.complete(replace(request, change=change), on_delta)
            except ModelRefused as error:
                if error.retryable:
                    break  # The endpoint is busy or failed, whatever the request was.
                self._fit.record_refused(change)
            except (ModelError, OverBudget):
                break
            else:
                reply = combined_reply(reply, further)
                unusable = unusable_kind(reply)
                self._fit.record_outcome(change, useful=unusable is None)
        return reply


N = TypeVar("N", int, float)


class ThinkingRoomModel(ModelWrapper):
    """A wrapper that raises the token limit by what the model needs for thinking.

    It wraps the model that counts the budget, so that each of its calls is counted.

    Args:
        inner: The wrapped model.
        spec: The model's settings.
        fit: Tracks how many tokens the model needs for thinking.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec, fit: CapabilityTracker) -> None:
        super().__init__(inner)
        self._spec, self._fit = spec, fit

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request, and send it again with a larger limit while thinking uses up all tokens.

        A reply that took several calls has the sum of their usage, time and cost. If a repeated
        call fails, the earlier reply is returned.

        Raises:
            ModelError: The first call failed.
        """
        usual = request.max_tokens or self._spec.max_tokens
        if (room := self._spec.thinking_tokens) is not None:
            return await self._inner.complete(replace(request, max_tokens=usual + room), on_delta)
        limit = usual + max(self._fit.thinking_room, requested_thinking_tokens(self._spec))
        try:
            reply = await self._inner.complete(replace(request, max_tokens=limit), on_delta)
        except PromptTooLong:
            if limit == usual:
                raise
            # Some servers reserve the token limit in the context: a prompt without room for
            # thinking may still have room for the answer.
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
                # The earlier reply is paid for, so return it. An error that the larger limit did
                # not cause will occur again in the caller's next call.
                if isinstance(error, ModelTimeout):
                    self._fit.record_overrun()
                return reply
            limit, reply = more, combined_reply(reply, further)
        if limit > usual + self._fit.thinking_room:
            self._fit.record_needed_room(limit - usual)
        return reply


def combined_reply(one: ChatReply, two: ChatReply) -> ChatReply:
    """Return the second of two replies, with the usage, time, retries and cost of both added."""
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
    """Add two numbers, of which None counts as 0; None where both are None."""
    return two if one is None else one if two is None else one + two
