"""`CapabilityTracker`: learn from refusals which forms, parameters and limits a model accepts.

There is one tracker for each model and settings. A token limit is lowered or renamed, never left
out, since a call without one has no end. Sources: OpenAI, "Error codes" (`param`); LiteLLM, "Drop
unsupported params"; Anthropic, Gemini and Groq name their token limits in the message.
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
"""Statuses with which servers refuse an unknown answer form; llama-cpp-python's sends 500."""


_LIMIT_FACTOR = 4
"""The factor from one token limit to the next larger one."""


_MAX_OVERRUNS = 2
"""Replies in a row that used up the largest limit without an answer, after which larger limits are
no longer tried."""


class CapabilityTracker:
    """Tracks what the endpoint of a model accepts; shared by all calls with the same settings.

    Args:
        forms: The forms of structured answers that it may accept, best first.
        known: The capabilities learned in earlier runs; None for none.
        store: Called with the capabilities after each reply that changed them; None to store
            nothing.
    """

    def __init__(
        self,
        forms: Sequence[AnswerForm] = ANSWER_FORMS,
        known: Capabilities | None = None,
        store: Callable[[Capabilities], None] | None = None,
    ) -> None:
        self._kept = known = known or Capabilities()
        self._keep = store
        # Earlier findings are only the starting point and must be confirmed, since the endpoint may
        # have changed.
        self._forms: tuple[AnswerForm, ...] = tuple(
            form for form in known.forms if form in forms
        ) or tuple(forms)
        self._proven = len(self._forms) == 1
        self._without = set[OptionalParameter](known.without)
        self._renamed, self._most, self._room = known.renamed, known.most, known.room
        self._responses = known.responses
        self._overrun = 0

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities learned so far, as data for the cache."""
        forms = self._forms if self._proven else self._kept.forms
        return Capabilities(
            forms,
            tuple(sorted(self._without)),
            self._renamed,
            self._most,
            self._room,
            self._responses,
        )

    @property
    def thinking_room(self) -> int:
        """Tokens for thinking that were found necessary, in addition to the set limit."""
        return self._room

    @property
    def uses_responses(self) -> bool:
        """Whether the model answers the Responses API and no chat completions."""
        return self._responses

    def record_responses(self) -> None:
        """Record that the Responses API answered where chat completions were refused."""
        self._responses = True

    def larger_limit(self, limit: int) -> int | None:
        """Return the next larger token limit to try; None where there is none or it is no use."""
        most = min(MAX_THINKING_TOKENS, self._most or MAX_THINKING_TOKENS)
        return (
            min(_LIMIT_FACTOR * limit, most)
            if limit < most and self._overrun < _MAX_OVERRUNS
            else None
        )

    def record_needed_room(self, room: int) -> None:
        """Record that an answer came with `room` thinking tokens, after fewer were not enough."""
        self._room, self._overrun = max(self._room, min(room, MAX_THINKING_TOKENS)), 0
        self.save()

    def record_overrun(self) -> None:
        """Record that even the largest limit gave no answer."""
        self._overrun += 1

    def save(self) -> None:
        """Store the capabilities if they have changed since the last time."""
        if self._keep and self.capabilities != self._kept:
            self._kept = self.capabilities
            self._keep(self._kept)

    @property
    def form(self) -> AnswerForm:
        """The best form of structured answers that may still work."""
        return self._forms[0]

    def next_form(self, form: AnswerForm) -> AnswerForm | None:
        """Return the form to try after `form` failed; None if there is no other."""
        # Another call may have dropped this form; then the best one left is next.
        rest = (
            self._forms[self._forms.index(form) + 1 :] if form in self._forms else self._forms[:1]
        )
        return rest[0] if rest else None

    def record_form_followed(self, form: AnswerForm) -> None:
        """Record that a reply followed a form, so that the form is proven to work."""
        if form in self._forms:
            self.record_form_accepted(form)
            self._proven = True

    def record_form_accepted(self, form: AnswerForm) -> None:
        """Record that a form was accepted; drop the better forms, which were refused."""
        if form in self._forms:
            self._forms = self._forms[self._forms.index(form) :]

    def record_form_ignored(self, form: AnswerForm) -> None:
        """Record that a reply did not follow a form; drop the form if it is the current one."""
        if form == self.form and len(self._forms) > 1:
            self._forms, self._proven = self._forms[1:], False

    def may_refuse_form(self, error: ModelRefused, form: AnswerForm) -> bool:
        """Whether a refusal may be due to the answer form.

        True only for the statuses of such refusals, and if no form is proven yet or another call
        has dropped this one.

        Args:
            error: The refusal.
            form: The form of the refused request.
        """
        unproven = not self._proven or form not in self._forms
        return (
            unproven
            and error.status in _FORM_REFUSED_STATUSES
            and not isinstance(error, PromptTooLong)
        )

    @property
    def streams(self) -> bool:
        """Whether replies may be requested as streams."""
        return "stream" not in self._without

    def adapt_to_refusal(
        self, error: ModelRefused, sent: ChatRequest, *, streamed: bool = False
    ) -> bool:
        """Learn from a refused parameter how to send it later; return whether a retry may help.

        An optional parameter is left out from then on; the token limit is lowered or renamed. Calls
        sent together are refused together: each may retry, even if another has already learned
        this.

        Args:
            error: The refusal.
            sent: The refused request.
            streamed: Whether its reply was requested as a stream.
        """
        field = refused_part(error, sent, streamed=streamed) or refused_parameter(error, sent)
        if field is None:
            return False
        if field == "max_tokens":
            return self._limits_otherwise(error, sent)
        self._without.add(field)
        return True

    def _limits_otherwise(self, error: ModelRefused, sent: ChatRequest) -> bool:
        """Lower the token limit to what the refusal names, or send it under its other name.

        The limit is never left out. Return False if neither is possible.
        """
        most = allowed_max_tokens(error, sent.max_tokens or 0)
        if most:
            self._most = min(most, self._most or most)
        elif sent.other_limit_name:
            # Both names were refused, and without a limit no call is sent.
            return False
        self._renamed = self._renamed or not most
        return True

    def adapted_request(self, request: ChatRequest, form: AnswerForm) -> ChatRequest:
        """Return `request` changed as the endpoint accepts it: form, token limit and parameters.

        Args:
            request: The original request.
            form: The form of a structured answer.
        """
        if request.schema is not None:
            shown = form == "json_schema" or request.schema_in_messages
            messages = request.messages if shown else _with_schema(request.messages, request.schema)
            request = replace(request, form=form, messages=messages)
        if request.max_tokens:
            most = min(request.max_tokens, self._most or request.max_tokens)
            request = replace(request, max_tokens=most, other_limit_name=self._renamed)
        if "system" in self._without:
            request = replace(request, messages=_without_system(request.messages))
        plain = {field: value for field, value in LEFT_OUT_VALUES.items() if field in self._without}
        return replace(request, **plain) if plain else request


def _without_system(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Put what the system messages say at the beginning of the first message of the user."""
    system = "\n\n".join(each.text for each in messages if each.role == "system")
    rest = [each for each in messages if each.role != "system"]
    if not system:
        return messages
    if not rest or rest[0].role != "user":
        return (Message("user", system), *rest)
    shared = len(system) + 2 + rest[0].shared_prefix if rest[0].shared_prefix else 0
    return (Message("user", f"{system}\n\n{rest[0].text}", shared), *rest[1:])


def _with_schema(messages: tuple[Message, ...], schema: dict[str, Any]) -> tuple[Message, ...]:
    """Append the schema as text to the last message, so that the cached beginning stays equal."""
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
"""A request field that a refusal may be about."""


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
    "max_output_tokens": "max_tokens",
}
"""The fields of `ChatRequest` by the names that endpoints use for them."""


_UNNAMED = ("", "None", "null")
"""Values of `param` in an error that names no parameter; LiteLLM writes the word `None`."""


_OF_REQUESTS = (400, 422)
"""Statuses of refusals whose message may name a parameter."""


_NUMBER = re.compile(r"(?<![\w.])(\d{3,7})(?![\w.]*\d)")
"""A whole number of three to seven digits, which may be a token limit."""


LEFT_OUT_VALUES: dict[str, Any] = {
    "temperature": None,
    "top_p": None,
    "seed": None,
    "stop": (),
}
"""The value of each optional parameter when it is left out. The token limit is not among them: a
call without it has no end."""


_PART_REFUSED = (400, 404, 422, 500)
"""Statuses of refusals of a whole part of requests; servers with a chat template send 500."""


_NO_SYSTEM = (
    "system role not supported", "system role is not supported", "system message is not supported",
    "system messages are not supported", "developer instruction is not enabled",
    "conversation roles must alternate",
)  # fmt: skip
"""Phrases of endpoints that take no system message: templates of Gemma and of older Mistral models
(llama.cpp, vLLM), Gemma at Google."""


_NO_STREAM = (
    "verified to stream", "streaming is not supported", "streaming not supported",
    "does not support stream", "stream is not supported",
)  # fmt: skip
"""Phrases of endpoints that send no stream; OpenAI asks for a verified organisation."""


def refused_part(
    error: ModelRefused, sent: ChatRequest, *, streamed: bool
) -> Literal["system", "stream"] | None:
    """Return the part of a request that a refusal is about by its words; None for none."""
    if error.status not in _PART_REFUSED or isinstance(error, PromptTooLong):
        return None
    words = error.endpoint_text.lower()
    if streamed and (error.param == "stream" or any(each in words for each in _NO_STREAM)):
        return "stream"
    has_system = any(message.role == "system" for message in sent.messages)
    return "system" if has_system and any(each in words for each in _NO_SYSTEM) else None


def refused_parameter(error: ModelRefused, sent: ChatRequest) -> RequestField | None:
    """Return the field of `sent` that a refusal is about; None where it is about no sent field."""
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
    """Read the allowed token limit from the message of a refusal; None where it names none.

    Args:
        error: The refusal.
        sent: The token limit that was refused; the allowed one is smaller.
    """
    # Thousands may be separated by commas.
    numbers = [int(found) for found in _NUMBER.findall(error.endpoint_text.replace(",", ""))]
    return max((number for number in numbers if MIN_TOKEN_LIMIT <= number < sent), default=None)


def _was_sent(field: str, sent: ChatRequest) -> bool:
    return getattr(sent, field) not in (None, ())


def _mentions(words: str, name: str) -> bool:
    """Whether a message names a parameter; the common words `stop` and `seed` only in quotes."""
    pattern = rf"['\"`]{name}['\"`]" if name in ("stop", "seed") else rf"(?<!\w){name}(?!\w)"
    return re.search(pattern, words) is not None
