"""Models: what is known of a model at its endpoint under its settings: forms, parameters, and the room that thinking needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models.contract import FORMS, ChatRequest, Form, Message
from wolfcore.models.known import MOST_ROOM, Known, Parameter

from .refusals import NOTHING, blamed, most_tokens

_NO_FORM = (400, 404, 415, 422, 500, 501)
"""Statuses that servers give to a form that they do not know; llama-cpp-python's gives 500."""


_STEP = 4
"""How many times as large each next limit is."""
_HOPELESS = 2
"""Replies in a row that used up the most room and held no answer, after which no more is tried."""


class Fit:
    """What is known of a model. All conversations with it under the same settings share one.

    Args:
        forms: The forms of structured answers that it may take, best first.
        known: What was found out before.
        keep: Told what is known, after each reply from which something was learned.
    """

    def __init__(
        self, forms: Sequence[Form] = FORMS, known: Known | None = None, keep: Callable[[Known], None] | None = None
    ) -> None:
        self._kept = known = known or Known()
        self._keep = keep
        # What was found out before is where to begin; it is proven anew, since an endpoint may have changed.
        self._forms: tuple[Form, ...] = tuple(form for form in known.forms if form in forms) or tuple(forms)
        self._proven = len(self._forms) == 1
        self._without: dict[Parameter, Any] = {field: NOTHING[field] for field in known.without}
        self._renamed, self._most, self._room = known.renamed, known.most, known.room
        self._overrun = 0

    @property
    def known(self) -> Known:
        """What has been found out."""
        forms = self._forms if self._proven else self._kept.forms
        return Known(forms, tuple(sorted(self._without)), self._renamed, self._most, self._room)

    @property
    def room(self) -> int:
        """Tokens beside the limit of the settings that thinking was found to need."""
        return self._room

    def more(self, limit: int) -> int | None:
        """A larger limit to try where one was used up without an answer; None where that is of no use."""
        most = min(MOST_ROOM, self._most or MOST_ROOM)
        return min(_STEP * limit, most) if limit < most and self._overrun < _HOPELESS else None

    def needs(self, room: int) -> None:
        """Take note of an answer that came with so much room, where less had not been enough."""
        self._room, self._overrun = max(self._room, min(room, MOST_ROOM)), 0
        self.learned()

    def overran(self) -> None:
        """Take note that no room was enough."""
        self._overrun += 1

    def learned(self) -> None:
        """Have what is known kept, if there is more of it than before."""
        if self._keep and self.known != self._kept:
            self._kept = self.known
            self._keep(self._kept)

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
        if field is None:
            return False
        if field == "max_tokens":
            return self._limits_otherwise(error, sent)
        self._without[field] = NOTHING[field]
        return True

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


def _with_schema(messages: tuple[Message, ...], schema: dict[str, Any]) -> tuple[Message, ...]:
    """`messages` with the schema in words at the end, where it disturbs no cached beginning."""
    words = f"Answer with one JSON object and nothing else. It fits this JSON schema: {json.dumps(schema, ensure_ascii=False)}"
    if messages and messages[-1].role == "user":
        return (*messages[:-1], Message("user", f"{messages[-1].text}\n\n{words}", messages[-1].kept))
    return (*messages, Message("user", words))
