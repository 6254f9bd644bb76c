"""`CapabilityTracker`: learn from refusals which forms, parameters and limits a model accepts.

One tracker per model and settings. A token limit is lowered or renamed, never left out: a call
without one has no end. Sources: OpenAI, "Error codes" (`param`); LiteLLM, "Drop unsupported
params"; Anthropic, Gemini and Groq name their token limits in words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models.capabilities import (
    MAX_THINKING_TOKENS,
    MIN_TOKEN_LIMIT,
    Capabilities,
    OptionalParameter,
)
from wolfcore.models.chat import ANSWER_FORMS, AnswerForm, ChatRequest, Message

_FORM_REFUSED_STATUSES = (400, 404, 415, 422, 500, 501)
"""Statuses that servers give to a form that they do not know; llama-cpp-python's gives 500."""


_LIMIT_FACTOR = 4
"""How many times as large each next limit is."""


_MAX_OVERRUNS = 2
"""Replies in a row that used up the most room and held no answer, after which no more is tried."""


class CapabilityTracker:
    """What is known of a model. All conversations with it under the same settings share one.

    Args:
        forms: The forms of structured answers that it may take, best first.
        known: What was found out before.
        store: Told what is known, after each reply from which something was learned.
    """

    def __init__(
        self,
        forms: Sequence[AnswerForm] = ANSWER_FORMS,
        known: Capabilities | None = None,
        store: Callable[[Capabilities], None] | None = None,
    ) -> None:
        self._kept = known = known or Capabilities()
        self._keep = store
        # What was found out before is where to begin; it is proven anew, since an endpoint may have
        # changed.
        self._forms: tuple[AnswerForm, ...] = tuple(
            form for form in known.forms if form in forms
        ) or tuple(forms)
        self._proven = len(self._forms) == 1
        self._without: dict[OptionalParameter, Any] = {
            field: LEFT_OUT_VALUES[field] for field in known.without
        }
        self._renamed, self._most, self._room = known.renamed, known.most, known.room
        self._overrun = 0

    @property
    def capabilities(self) -> Capabilities:
        """What has been found out."""
        forms = self._forms if self._proven else self._kept.forms
        return Capabilities(
            forms, tuple(sorted(self._without)), self._renamed, self._most, self._room
        )

    @property
    def thinking_room(self) -> int:
        """Tokens beside the limit of the settings that thinking was found to need."""
        return self._room

    def larger_limit(self, limit: int) -> int | None:
        """A larger limit to try where one was used up without an answer; None where that is of no use."""
        most = min(MAX_THINKING_TOKENS, self._most or MAX_THINKING_TOKENS)
        return (
            min(_LIMIT_FACTOR * limit, most)
            if limit < most and self._overrun < _MAX_OVERRUNS
            else None
        )

    def record_needed_room(self, room: int) -> None:
        """Take note of an answer that came with so much room, where less had not been enough."""
        self._room, self._overrun = max(self._room, min(room, MAX_THINKING_TOKENS)), 0
        self.save()

    def record_overrun(self) -> None:
        """Take note that no room was enough."""
        self._overrun += 1

    def save(self) -> None:
        """Have what is known kept, if there is more of it than before."""
        if self._keep and self.capabilities != self._kept:
            self._kept = self.capabilities
            self._keep(self._kept)

    @property
    def form(self) -> AnswerForm:
        """The best form that may still work."""
        return self._forms[0]

    def next_form(self, form: AnswerForm) -> AnswerForm | None:
        """The form to try when `form` fails; None if there is no other."""
        rest = (
            self._forms[self._forms.index(form) + 1 :] if form in self._forms else self._forms[:1]
        )
        return rest[0] if rest else None

    def record_form_followed(self, form: AnswerForm) -> None:
        """Take note that a form was answered as it should be."""
        if form in self._forms:
            self.record_form_accepted(form)
            self._proven = True

    def record_form_accepted(self, form: AnswerForm) -> None:
        """Take note that a form was not refused, so that those before it, which were, are not tried again."""
        if form in self._forms:
            self._forms = self._forms[self._forms.index(form) :]

    def record_form_ignored(self, form: AnswerForm) -> None:
        """Take note that a form did not hold the model to it."""
        if form == self.form and len(self._forms) > 1:
            self._forms, self._proven = self._forms[1:], False

    def may_refuse_form(self, error: ModelRefused, form: AnswerForm) -> bool:
        """Whether a refusal may be due to the form: none has worked yet, or another call has passed this one over since."""
        unproven = not self._proven or form not in self._forms
        return (
            unproven
            and error.status in _FORM_REFUSED_STATUSES
            and not isinstance(error, PromptTooLong)
        )

    def adapt_to_refusal(self, error: ModelRefused, sent: ChatRequest) -> bool:
        """Send what was refused in another way from now on, or not at all; whether another try is of use.

        Calls that went out together are refused together: each may try again, also where another
            has learned of it already.
        """
        field = refused_parameter(error, sent)
        if field is None:
            return False
        if field == "max_tokens":
            return self._limits_otherwise(error, sent)
        self._without[field] = LEFT_OUT_VALUES[field]
        return True

    def _limits_otherwise(self, error: ModelRefused, sent: ChatRequest) -> bool:
        """Lower the limit of tokens to what the endpoint names, or send it by its other name; never leave it out."""
        most = allowed_max_tokens(error, sent.max_tokens or 0)
        if most:
            self._most = min(most, self._most or most)
        elif sent.other_limit_name:
            return False
        self._renamed = self._renamed or not most
        return True

    def adapted_request(self, request: ChatRequest, form: AnswerForm) -> ChatRequest:
        """`request` as the endpoint takes it."""
        if request.schema is not None:
            shown = form == "json_schema" or request.schema_in_messages
            messages = request.messages if shown else _with_schema(request.messages, request.schema)
            request = replace(request, form=form, messages=messages)
        if request.max_tokens:
            most = min(request.max_tokens, self._most or request.max_tokens)
            request = replace(request, max_tokens=most, other_limit_name=self._renamed)
        return replace(request, **self._without) if self._without else request


def _with_schema(messages: tuple[Message, ...], schema: dict[str, Any]) -> tuple[Message, ...]:
    """`messages` with the schema in words at the end, where it disturbs no cached beginning."""
    words = (
        "Answer with one JSON object and nothing else. It fits this JSON schema: "
        f"{json.dumps(schema, ensure_ascii=False)}"
    )
    if messages and messages[-1].role == "user":
        return (
            *messages[:-1],
            Message("user", f"{messages[-1].text}\n\n{words}", messages[-1].shared_prefix),
        )
    return (*messages, Message("user", words))


RequestField: TypeAlias = OptionalParameter | Literal["max_tokens"]


_PARAMETER_NAMES: dict[str, RequestField] = {
    "temperature": "temperature",
    "top_p": "top_p",
    "topP": "top_p",
    "seed": "seed",
    "random_seed": "seed",
    "stop": "stop",
    "stop_sequences": "stop",
    "stopSequences": "stop",
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "maxOutputTokens": "max_tokens",
}
"""The fields of a request by the names that endpoints give them."""


_UNNAMED = ("", "None", "null")
"""What stands in the place of a parameter where none is named; LiteLLM writes the word."""


_OF_REQUESTS = (400, 422)
"""Statuses of refusals whose words are about the request."""


_NUMBER = re.compile(r"(?<![\w.])(\d{3,7})(?![\w.]*\d)")


LEFT_OUT_VALUES: dict[OptionalParameter, Any] = {
    "temperature": None,
    "top_p": None,
    "seed": None,
    "stop": (),
}
"""What is sent in the place of a parameter that is left out. The limit of tokens is none of them: a
call without it has no end."""


def refused_parameter(error: ModelRefused, sent: ChatRequest) -> RequestField | None:
    """The field of `sent` that a refusal is about; None where it is about none, or about one that was not sent."""
    if error.param not in _UNNAMED:
        field = _PARAMETER_NAMES.get(error.param.rpartition(".")[2])
        return field if field and _was_sent(field, sent) else None
    if error.status not in _OF_REQUESTS or isinstance(error, PromptTooLong):
        return None
    return next(
        (
            field
            for name, field in _PARAMETER_NAMES.items()
            if _was_sent(field, sent) and _mentions(error.endpoint_text, name)
        ),
        None,
    )


def allowed_max_tokens(error: ModelRefused, sent: int) -> int | None:
    """The most tokens of a reply that a refusal of `sent` tokens allows, as it says; None where it says nothing of it."""
    numbers = [int(found) for found in _NUMBER.findall(error.endpoint_text.replace(",", ""))]
    return max((number for number in numbers if MIN_TOKEN_LIMIT <= number < sent), default=None)


def _was_sent(field: str, sent: ChatRequest) -> bool:
    return getattr(sent, field) not in (None, ())


def _mentions(words: str, name: str) -> bool:
    """Whether words name a parameter. One that is a common word counts only in quotes."""
    pattern = rf"['\"`]{name}['\"`]" if name in ("stop", "seed") else rf"(?<!\w){name}(?!\w)"
    return re.search(pattern, words) is not None
