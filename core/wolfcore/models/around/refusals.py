"""Models: which parameter a refusal is about, and what to send in its place.

Sources: OpenAI API reference, "Error codes" (`param`); LiteLLM, "Drop unsupported params", whose refusals name the parameter in
words alone; Anthropic, Gemini and Groq name the most tokens that they take in words.
"""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias

from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models.contract import ChatRequest
from wolfcore.models.known import MIN_TOKEN_LIMIT, OptionalParameter

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
LEFT_OUT_VALUES: dict[OptionalParameter, Any] = {"temperature": None, "top_p": None, "seed": None, "stop": ()}
"""What is sent in the place of a parameter that is left out. The limit of tokens is none of them: a call without it has no end."""


def refused_parameter(error: ModelRefused, sent: ChatRequest) -> RequestField | None:
    """The field of `sent` that a refusal is about; None where it is about none, or about one that was not sent."""
    if error.param not in _UNNAMED:
        field = _PARAMETER_NAMES.get(error.param.rpartition(".")[2])
        return field if field and _was_sent(field, sent) else None
    if error.status not in _OF_REQUESTS or isinstance(error, PromptTooLong):
        return None
    return next(
        (field for name, field in _PARAMETER_NAMES.items() if _was_sent(field, sent) and _mentions(error.endpoint_text, name)), None
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
