"""Models: what an endpoint takes, found out once and remembered.

A structured answer is asked for by JSON schema; where that is refused or not heeded, as any JSON object, and then in words. A
parameter that the endpoint names as the cause of a refusal is left out from then on; the limit of tokens is sent by its other name
or lowered, for a call without one has no end.
"""

from __future__ import annotations

from typing import Any

from wolfcore.errors import ModelRefused
from wolfcore.models.contract import (
    AnswerForm,
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    DeltaListener,
)
from wolfcore.models.reading import schema_mismatch

from .around import ModelWrapper
from .fit import CapabilityTracker

_MAX_ATTEMPTS = 12
"""How many ways of asking are tried for one call: all forms without all parameters, with the limit by either name and lowered."""


class AdaptiveModel(ModelWrapper):
    """A model asked as its endpoint takes it.

    Args:
        inner: The model.
        fit: What is known of its endpoint.
    """

    def __init__(self, inner: ChatModel, fit: CapabilityTracker) -> None:
        super().__init__(inner)
        self._fit = fit

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
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
        strict, fits = reply.reading == "strict", not schema_mismatch(reply.parsed, schema, ranges=False)
        if strict and fits:
            self._fit.record_form_followed(form)
        elif strict and form == "json_object":
            # Any object is what was asked for: one that does not fit proves nothing, but that the form was not refused.
            self._fit.record_form_accepted(form)
        elif reply.finish == "stop" and reply.text.strip():
            # Whoever enforces a form cannot end with anything else.
            self._fit.record_form_ignored(form)
