"""Read a refusal: the parameter, or the part of the request, that it is about.

Each row of a table holds an example of the words of a server. A row says what may be left out of a
request; the token limit is never left out. Sources: OpenAI, "Error codes" (`param`); Azure AI,
"Extra parameters"; FastAPI (`loc`); LiteLLM, "Drop unsupported params"; aws-samples,
bedrock-access-gateway#56.
"""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from wolfcore.errors import ModelRefused, PromptTooLong

from .chat import ChatRequest, OptionalParameter

_CONTAINERS = ("options", "generationConfig")
"""Fields of a body that hold parameters: Ollama, Gemini."""


_MARKED = ("system", "messages")
"""Fields of a body with marks of what to cache: Anthropic."""


class Parameter(NamedTuple):
    """A parameter that is left out where an endpoint refuses it.

    Attributes:
        name: Its name in `Capabilities.without`.
        fields: The body fields that are left out.
        words: Further names and phrases by which refusals mean it.
        example: The words of a refusal.
    """

    name: OptionalParameter
    fields: tuple[str, ...]
    words: tuple[str, ...]
    example: str


PARAMETERS: tuple[Parameter, ...] = (
    Parameter(
        "temperature",
        ("temperature",),
        (),
        "Unsupported value: 'temperature' does not support 0.3 with this model.",
    ),
    Parameter(
        "top_p",
        ("top_p", "topP"),
        (),
        "`temperature` and `top_p` cannot both be specified for this model.",
    ),
    Parameter("seed", ("seed", "random_seed"), (), "Argument not supported on this model: 'seed'"),
    Parameter(
        "stop",
        ("stop", "stop_sequences", "stopSequences"),
        (),
        "Unsupported parameter: 'stop' is not supported with this model.",
    ),
    Parameter(
        "stream_options",
        ("stream_options",),
        ("include_usage",),
        "Extra parameters ['stream_options'] are not allowed when extra-parameters is not set",
    ),
    Parameter(
        "thinking",
        (
            "think", "thinking", "reasoning", "reasoning_effort", "chat_template_kwargs",
            "enable_thinking", "thinking_budget", "thinkingConfig",
        ),
        (
            "reasoningEffort", "thinkingBudget", "thinkingLevel", "thinking_level",
            "budget_tokens", "support thinking", "thinking is not supported", "think value",
            "thinking budget", "thinking level", "thinking mode", "reasoning effort",
            "reasoning is not supported", "chat_template is not supported",
        ),
        '"llama3.1:8b" does not support thinking',
    ),
    Parameter(
        "cache",
        ("cache_control",),
        (),
        "system.0.cache_control: Extra inputs are not permitted",
    ),
    Parameter("truncation", ("truncate", "shift"), (), "unknown field: truncate"),
    Parameter(
        "verbosity",
        ("verbosity",),
        (),
        "Unknown parameter: 'verbosity'.",
    ),
    Parameter(
        "penalties",
        (
            "presence_penalty", "frequency_penalty", "repetition_penalty", "presencePenalty",
            "frequencyPenalty", "repeat_penalty",
        ),
        (),
        "Model grok-4 does not support parameter presencePenalty.",
    ),
    Parameter(
        "sampling",
        ("top_k", "topK", "min_p", "typical_p", "top_a", "logit_bias"),
        (),
        "Unrecognized request argument supplied: top_k",
    ),
)  # fmt: skip
"""All parameters that may be left out. Of several that a refusal names, the first one is left out:
the next refusal names the others."""


_LIMIT_NAMES = (
    "max_tokens", "max_completion_tokens", "maxOutputTokens", "max_output_tokens", "max_new_tokens",
)  # fmt: skip
"""Names of the token limit. It is lowered or sent by its other name, and never left out."""


_AMBIGUOUS = ("stop", "seed", "think", "thinking", "reasoning", "shift")
"""Names that are common words too, so that they count in quotes only."""


RequestField: TypeAlias = OptionalParameter | Literal["max_tokens"]
"""A request field that a refusal may be about."""


_UNNAMED = ("", "None", "null")
"""Values of `param` in an error that names no parameter; LiteLLM writes the word `None`."""


_OF_REQUESTS = (400, 422)
"""Statuses of refusals whose message may name a parameter."""


_PART_REFUSED = (400, 404, 422, 500)
"""Statuses of refusals of a whole part of requests; servers with a chat template send 500."""


NO_SYSTEM: tuple[str, ...] = (
    "System role not supported",
    "The system message is not supported by this model.",
    "System messages are not allowed",
    "Developer instruction is not enabled for models/gemma-3-27b-it",
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    "This model does not support system messages.",
    "Only user and assistant roles are supported!",
    "Unexpected role 'system' for the first message",
    "Invalid role: system",
    "This model doesn't support system messages. Try again without a system message.",
    'Invalid JSON payload received. Unknown name "systemInstruction": Cannot find field.',
)
"""The words of endpoints that take no system message: templates of Gemma and of older Mistral
models (llama.cpp, vLLM), Gemma at Google, o1-mini at OpenAI, version 1 of the Gemini API, Bedrock's
gateway."""


_NO_SYSTEM = re.compile(
    r"\b(?:system|developer) (?:role|message|prompt|instruction)s? (?:is |are )?not "
    r"(?:supported|allowed|enabled|permitted)"
    r"|conversation roles must alternate"
    r"|(?:not|n't) support .{0,20}?\bsystem\b.{0,20}?"
    r"(?:role|message|prompt|instruction|with this model)"
    r"|only user and assistant roles"
    r"|(?:unexpected|invalid|unsupported|unknown) role.{0,5}?\bsystem\b"
    r"|unknown name .{0,2}?system_?instruction"
)


NO_STREAM: tuple[str, ...] = (
    "Your organization must be verified to stream this model.",
    "Streaming is not supported here.",
    "This model does not support streaming.",
    "stream=true is not supported",
    "The model is unsupported for streaming",
    "Streaming is disabled for this deployment.",
)
"""The words of endpoints that send no stream: OpenAI before an organisation is verified, proxies,
Bedrock's gateway."""


_NO_STREAM = re.compile(
    r"verified to stream|\bstream(?:ing)?(?:=true)? (?:is )?(?:not (?:supported|allowed|enabled)|"
    r"unsupported|disabled)|(?:not|n't) support stream|unsupported for stream"
)


_OF_FORM = re.compile(r"json.?schema|response.?format|grammar|structured output", re.IGNORECASE)


def is_of_form(error: ModelRefused) -> bool:
    """Whether a server failed at the form of a structured answer, as its words say.

    Example: TabbyAPI, 503, "Chat completion aborted: JSON schema failed".
    """
    return error.status >= 500 and _OF_FORM.search(error.endpoint_text) is not None


def without_fields(body: dict[str, Any], left_out: tuple[OptionalParameter, ...]) -> dict[str, Any]:
    """Return a request body without the fields of parameters, at its top or in a container."""
    gone = {field for each in PARAMETERS if each.name in left_out for field in each.fields}
    if not gone:
        return body
    kept = {
        key: _without_marks(value) if "cache" in left_out and key in _MARKED else value
        for key, value in body.items()
        if key not in gone
    }
    for key in _CONTAINERS:
        if isinstance(inner := kept.get(key), dict):
            held = cast("dict[str, Any]", inner)
            kept[key] = {name: value for name, value in held.items() if name not in gone}
    return kept


def _without_marks(value: object) -> object:
    """Return messages, or blocks of text, without the marks of what to cache."""
    if isinstance(value, list):
        return [_without_marks(each) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {key: _without_marks(each) for key, each in fields.items() if key != "cache_control"}
    return value


def refused_part(
    error: ModelRefused, sent: ChatRequest, *, streamed: bool
) -> Literal["system", "stream"] | None:
    """Return the part of a request that a refusal is about by its words; None for none."""
    if error.status not in _PART_REFUSED or isinstance(error, PromptTooLong):
        return None
    # `stream_options` is a parameter of its own.
    words = error.endpoint_text.lower().replace("stream_options", "")
    if streamed and (error.param == "stream" or _NO_STREAM.search(words)):
        return "stream"
    has_system = any(message.role == "system" for message in sent.messages)
    return "system" if has_system and _NO_SYSTEM.search(words) else None


def refused_parameter(
    error: ModelRefused, sent: ChatRequest, *, streamed: bool = False
) -> RequestField | None:
    """Return the field of `sent` that a refusal is about; None where it is about no sent field."""
    if error.param not in _UNNAMED:
        named = re.split(r"[.\[\]]+", error.param)
        return next(
            (
                field
                for field, names in _NAMES.items()
                if any(part in names for part in named if part)
                and _was_sent(field, sent, streamed=streamed)
            ),
            None,
        )
    if error.status not in _OF_REQUESTS or isinstance(error, PromptTooLong):
        return None
    return next(
        (
            field
            for field, names in _NAMES.items()
            if _was_sent(field, sent, streamed=streamed)
            and any(_mentions(error.endpoint_text, name) for name in names)
        ),
        None,
    )


_NAMES: dict[RequestField, tuple[str, ...]] = {
    **{each.name: (*each.fields, *each.words) for each in PARAMETERS},
    "max_tokens": _LIMIT_NAMES,
}


def _was_sent(field: RequestField, sent: ChatRequest, *, streamed: bool) -> bool:
    """Whether a field was sent; of those that only the settings know, whether it may have been."""
    if field in sent.left_out:
        return False
    if field == "stream_options":
        return streamed
    return getattr(sent, field, True) not in (None, ())


def _mentions(words: str, name: str) -> bool:
    """Whether a message names a parameter."""
    if " " in name:
        return name in words.lower()
    pattern = rf"['\"`]{name}['\"`]" if name in _AMBIGUOUS else rf"(?<!\w){name}(?!\w)"
    return re.search(pattern, words) is not None
