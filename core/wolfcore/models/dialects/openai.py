"""OpenAI chat completions, which most servers support (llama.cpp, vLLM, LM Studio, hosts).

Source: OpenAI API reference, "Create chat completion" and its streaming events. Differences between
servers are data in `servers.py`. Thinking is in `reasoning_content` (llama.cpp, vLLM), `reasoning`
(Ollama, OpenRouter) or pieces of the content (Mistral). Errors in a stream: OpenRouter,
"Streaming".
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Usage
from wolfcore.models.json_schema import with_sorted_enums, without_length_bounds
from wolfcore.models.spec import ModelSpec
from wolfcore.models.thinking_fields import merged, thinking_body

from .dialect import (
    Call,
    ReplyPart,
    called_with,
    count_at,
    error_status,
    error_text,
    list_at,
    merged_messages,
    money_at,
    text_at,
    value_at,
    without_none,
)

_FINISH: dict[str, Finish] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "filter",
    "tool_calls": "stop",
    "function_call": "stop",
}


_BROKE_OFF = "error"
"""The finish reason of a reply that OpenRouter could not complete."""


_THOUGHT = ("reasoning_content", "reasoning", "thinking_content", "thinking")
"""The fields of thinking: llama.cpp, vLLM, DeepSeek; Ollama, OpenRouter; proxies of Claude and of
Qwen."""


_LIMIT_KEYS = ("max_tokens", "max_completion_tokens")


class OpenAIDialect:
    """The dialect of endpoints of kind `openai`, and of local servers."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """Return the key as a bearer token; empty without a key."""
        return {"Authorization": f"Bearer {key.reveal()}"} if key else {}

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """Build (not send) the `/chat/completions` path and JSON body for one chat request."""
        body = without_none(
            model=spec.model,
            messages=[
                {"role": message.role, "content": message.text}
                for message in merged_messages(request)
            ],
            response_format=_response_format(spec, request),
            temperature=request.temperature,
            top_p=request.top_p,
            stop=list(request.stop) or None,
            stream=True if streamed else None,
            stream_options={"include_usage": True}
            if streamed and not spec.server_profile.always_streams_usage
            else None,
        )
        renamed = {
            _limit_key(spec, request): request.max_tokens,
            spec.server_profile.seed_key: request.seed,
        }
        # Ollama has other fields in its own API than here.
        wire = "OpenAI" if spec.uses_native_api else spec.wire
        settings = thinking_body(wire, spec.thinking_settings)
        return Call("/chat/completions", merged(body | without_none(**renamed), settings))

    def parse_whole(self, data: object) -> ReplyPart:
        """Parse a whole reply; one without a finish reason ends as `other`."""
        part = _part(data, "message")
        # An empty reply is valid, and the caller may repeat the request.
        return (
            part
            if part.finish or not isinstance(value_at(data, "choices"), list)
            else replace(part, finish="other")
        )

    def parse_event(self, data: object) -> ReplyPart:
        """Parse one event of a streamed reply."""
        return _part(data, "delta")


def _limit_key(spec: ModelSpec, request: ChatRequest) -> str:
    """Return the field name of the token limit: the server's usual one, or the other."""
    usual = spec.server_profile.limit_key
    return next(key for key in _LIMIT_KEYS if key != usual) if request.other_limit_name else usual


def _response_format(spec: ModelSpec, request: ChatRequest) -> dict[str, Any] | None:
    if request.schema is None or request.form == "plain":
        return None
    if request.form == "json_schema":
        # Local servers enforce `maxLength`; hosted endpoints refuse a schema that has it.
        schema = (
            with_sorted_enums(request.schema)
            if spec.is_local
            else without_length_bounds(request.schema)
        )
        return {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": schema},
        }
    schema = with_sorted_enums(request.schema) if spec.server_profile.object_schema else None
    return without_none(type="json_object", schema=schema)


def _part(data: object, key: str) -> ReplyPart:
    # Groq's streams told it under a name of their own for years.
    usage = value_at(data, "usage") or value_at(data, "x_groq", "usage")
    choice = value_at(data, "choices", 0)
    message, finish = value_at(choice, key), text_at(choice, "finish_reason")
    # Some hosts send the content as a list of pieces, and Mistral sends the thinking among them.
    pieces = list_at(message, "content")
    text = text_at(message, "content") or "".join(text_at(piece, "text") for piece in pieces)
    # Cloudflare sends a JSON answer as a value.
    text = text or called_with(value_at(message, "content"))
    refusal = text_at(message, "refusal")
    # When a stream fails after it began, OpenRouter puts the error next to the choices, and
    # sometimes into one of them.
    failed = next(
        (each for each in (data, choice) if value_at(each, "error")),
        None if message is not None else data,
    )
    failure = error_text(failed)
    return ReplyPart(
        text or refusal,
        _thought(message),
        "filter" if refusal else _FINISH.get(finish, "other") if finish else None,
        _usage(usage) if usage else Usage(),
        text_at(data, "model"),
        failure or ("it broke off with an error" if finish == _BROKE_OFF else ""),
        error_status(failed),
        _called(message),
        # OpenRouter names the provider; OpenAI and others a fingerprint of the configuration.
        ", ".join(filter(None, (text_at(data, "provider"), text_at(data, "system_fingerprint")))),
    )


def _thought(message: object) -> str:
    """Return the thinking of a message, which each server puts into a field of its own.

    OpenRouter repeats it in `reasoning_details`, and some providers send only these.
    """
    found = (text_at(message, name) for name in _THOUGHT)
    details = list_at(message, "reasoning_details")
    pieces = [part for each in list_at(message, "content") for part in list_at(each, "thinking")]
    return next(filter(None, found), "") or "".join(
        text_at(each, "text") or text_at(each, "summary") for each in (details or pieces)
    )


def _called(message: object) -> str:
    """Return the arguments of the calls in a message: some models invent a tool."""
    calls = [value_at(call, "function", "arguments") for call in list_at(message, "tool_calls")]
    found = "".join(map(called_with, [*calls, value_at(message, "function_call", "arguments")]))
    # Proxies of OpenAI's library send the parsed answer, and some of them nothing else.
    alone = not found and not value_at(message, "content")
    return called_with(value_at(message, "parsed")) if alone else found


def _usage(data: object) -> Usage:
    return Usage(
        count_at(data, "prompt_tokens"),
        _first_known(
            count_at(data, "prompt_tokens_details", "cached_tokens"),
            count_at(data, "prompt_cache_hit_tokens"),
        ),
        count_at(data, "completion_tokens"),
        count_at(data, "completion_tokens_details", "reasoning_tokens"),
        count_at(data, "prompt_tokens_details", "cache_write_tokens"),
        _reported_cost(data),
    )


def _first_known(*counts: int | None) -> int | None:
    """Return the first count that is not None; None where all are.

    DeepSeek has its own field name for tokens read from the cache ("Context caching").
    """
    return next((count for count in counts if count is not None), None)


def _reported_cost(data: object) -> float | None:
    """Return the cost that OpenRouter reports ("Usage accounting"); None where there is none.

    With the user's own key at the provider, the provider's charge is added.
    """
    charged = money_at(data, "cost")
    upstream = (
        money_at(data, "cost_details", "upstream_inference_cost")
        if value_at(data, "is_byok") is True
        else None
    )
    return charged if charged is None or upstream is None else charged + upstream
