"""Models: what an endpoint takes, found out once and remembered.

A structured answer is asked for by JSON schema; where that is refused or not heeded, as any JSON object, and then in words. A
parameter that the endpoint names as the cause of a refusal is left out from then on; the limit of tokens is sent by its other name
or lowered, for a call without one has no end.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from core.errors import ModelRefused, PromptTooLong
from core.models.contract import (
    FORMS,
    ChatModel,
    ChatReply,
    ChatRequest,
    Delta,
    Form,
    Listener,
    Message,
)
from core.models.reading import mismatch

from .around import Around
from .refusals import NOTHING, blamed, most_tokens

_NO_FORM = (400, 404, 415, 422, 500, 501)
"""Statuses that servers give to a form that they do not know; llama-cpp-python's gives 500."""


_WAYS = 12
"""How many ways of asking are tried for one call: all forms without all parameters, with the limit by either name and lowered."""


class Fit:
    """What is known of an endpoint's model. All conversations with it share one.

    Args:
        forms: The forms of structured answers that it may take, best first.
    """

    def __init__(self, forms: Sequence[Form] = FORMS) -> None:
        self._forms = tuple(forms)
        self._proven = len(self._forms) == 1
        self._without: dict[str, Any] = {}
        self._renamed, self._most = False, None

    @property
    def form(self) -> Form:
        """The best form that may still work."""
        return self._forms[0]

    def after(self, form: Form) -> Form | None:
        """The form to try when `form` fails; None if there is no other."""
        rest = self._forms[self._forms.index(form) + 1 :] if form in self._forms else self._forms[:1]
        return rest[0] if rest else None

    def heeded(self, form: Form) -> None:
        """Take note that a form was answered as it should be."""
        if form in self._forms:
            self.taken(form)
            self._proven = True

    def taken(self, form: Form) -> None:
        """Take note that a form was not refused, so that those before it, which were, are not tried again."""
        if form in self._forms:
            self._forms = self._forms[self._forms.index(form) :]

    def unheeded(self, form: Form) -> None:
        """Take note that a form did not hold the model to it."""
        if form == self.form and len(self._forms) > 1:
            self._forms, self._proven = self._forms[1:], False

    def may_be_form(self, error: ModelRefused, form: Form) -> bool:
        """Whether a refusal may be due to the form: none has worked yet, or another call has passed this one over since."""
        unproven = not self._proven or form not in self._forms
        return unproven and error.status in _NO_FORM and not isinstance(error, PromptTooLong)

    def avoids(self, error: ModelRefused, sent: ChatRequest) -> bool:
        """Send what was refused in another way from now on, or not at all; whether another try is of use.

        Calls that went out together are refused together: each may try again, also where another has learned of it already.
        """
        field = blamed(error, sent)
        if field == "max_tokens":
            return self._limits_otherwise(error, sent)
        if field:
            self._without[field] = NOTHING[field]
        return bool(field)

    def _limits_otherwise(self, error: ModelRefused, sent: ChatRequest) -> bool:
        """Lower the limit of tokens to what the endpoint names, or send it by its other name; never leave it out."""
        most = most_tokens(error, sent.max_tokens or 0)
        if most:
            self._most = min(most, self._most or most)
        elif sent.limit_renamed:
            return False
        self._renamed = self._renamed or not most
        return True

    def fitted(self, request: ChatRequest, form: Form) -> ChatRequest:
        """`request` as the endpoint takes it."""
        if request.schema is not None:
            shown = form == "json_schema" or request.schema_shown
            messages = request.messages if shown else _with_schema(request.messages, request.schema)
            request = replace(request, form=form, messages=messages)
        if request.max_tokens:
            most = min(request.max_tokens, self._most or request.max_tokens)
            request = replace(request, max_tokens=most, limit_renamed=self._renamed)
        return replace(request, **self._without) if self._without else request


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


def _with_schema(messages: tuple[Message, ...], schema: dict[str, Any]) -> tuple[Message, ...]:
    """`messages` with the schema in words at the end, where it disturbs no cached beginning."""
    words = f"Answer with one JSON object and nothing else. It fits this JSON schema: {json.dumps(schema, ensure_ascii=False)}"
    if messages and messages[-1].role == "user":
        return (*messages[:-1], Message("user", f"{messages[-1].text}\n\n{words}"))
    return (*messages, Message("user", words))
