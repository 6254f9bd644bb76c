"""Models: what an endpoint takes, found out once and remembered.

A structured answer is asked for by JSON schema; where that is refused or not heeded, as any JSON object, and then in words. A
parameter that the endpoint names as the cause of a refusal is left out from then on; the limit of tokens is sent by its other name
or lowered, for a call without one has no end.
"""

from __future__ import annotations

from typing import Any

from wolfcore.errors import ModelRefused
from wolfcore.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    Form,
    Listener,
)
from wolfcore.models.reading import mismatch

from .around import Around
from .fit import Fit

_WAYS = 12
"""How many ways of asking are tried for one call: all forms without all parameters, with the limit by either name and lowered."""


class Fitting(Around):
    """A model asked as its endpoint takes it.

    Args:
        inner: The model.
        fit: What is known of its endpoint.
    """

    def __init__(self, inner: ChatModel, fit: Fit) -> None:
        super().__init__(inner)
        self._fit = fit

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        form = self._fit.form
        first: ModelRefused | None = None
        for _ in range(_WAYS):
            sent = self._fit.fitted(request, form)
            try:
                reply = await self._inner.complete(sent, hear)
            except ModelRefused as error:
                if not self._fit.avoids(error, sent):
                    if request.schema is None or not self._fit.may_be_form(error, form):
                        raise
                    first = first or error
                    form = self._fit.after(form)
                    if form is None:
                        raise first from None
                if hear:
                    hear(Delta("", restart=True))
            else:
                if request.schema is not None:
                    self._learn(reply, form, request.schema)
                self._fit.learned()
                return reply
        return await self._inner.complete(self._fit.fitted(request, form), hear)

    def _learn(self, reply: ChatReply, form: Form, schema: dict[str, Any]) -> None:
        strict, fits = reply.reading == "strict", not mismatch(reply.parsed, schema, ranges=False)
        if strict and fits:
            self._fit.heeded(form)
        elif strict and form == "json_object":
            # Any object is what was asked for: one that does not fit proves nothing, but that the form was not refused.
            self._fit.taken(form)
        elif reply.finish == "stop" and reply.text.strip():
            # Whoever enforces a form cannot end with anything else.
            self._fit.unheeded(form)
