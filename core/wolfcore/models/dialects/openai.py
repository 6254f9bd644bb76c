"""OpenAI chat completions, as most servers speak them (llama.cpp, vLLM, LM Studio, hosts).

Source: OpenAI API reference, "Create chat completion" and its streaming events. Differences of
servers are data in `servers.py`. Thinking comes as `reasoning_content` (llama.cpp, vLLM),
`reasoning` (Ollama, OpenRouter) or pieces of the content (Mistral). Errors in a stream: OpenRouter,
"Streaming".
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Usage
from wolfcore.models.json_schema import with_sorted_enums, without_length_bounds
from wolfcore.models.spec import ModelSpec

from .dialect import (
    Call,
    ReplyPart,
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

_FINISH: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "filter"}


_BROKE_OFF = "error"
"""The end of a reply that OpenRouter could not go on with."""


_LIMIT_KEYS = ("max_tokens", "max_completion_tokens")


class OpenAIDialect:
    """Chat completions."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """As `Dialect.headers`."""
        return {"Authorization": f"Bearer {key.reveal()}"} if key else {}

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """As `Dialect.call`."""
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
        return Call("/chat/completions", body | without_none(**renamed))

    def parse_whole(self, data: object) -> ReplyPart:
        """As `Dialect.whole`."""
        part = _part(data, "message")
        # A reply that holds nothing is one, and may be asked for again.
        return (
            part
            if part.finish or not isinstance(value_at(data, "choices"), list)
            else replace(part, finish="other")
        )

    def parse_event(self, data: object) -> ReplyPart:
        """As `Dialect.event`."""
        return _part(data, "delta")


def _limit_key(spec: ModelSpec, request: ChatRequest) -> str:
    """What the limit of tokens is called."""
    usual = spec.server_profile.limit_key
    return next(key for key in _LIMIT_KEYS if key != usual) if request.other_limit_name else usual


def _response_format(spec: ModelSpec, request: ChatRequest) -> dict[str, Any] | None:
    if request.schema is None or request.form == "plain":
        return None
    if request.form == "json_schema":
        # Servers on this machine keep models to a length; hosted ones refuse such a schema.
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
    choice, usage = value_at(data, "choices", 0), value_at(data, "usage")
    message, finish = value_at(choice, key), text_at(choice, "finish_reason")
    # Some hosts give the content as a list of pieces, and Mistral the thinking among them.
    pieces = list_at(message, "content")
    text = text_at(message, "content") or "".join(text_at(piece, "text") for piece in pieces)
    thought = "".join(
        text_at(part, "text") for piece in pieces for part in list_at(piece, "thinking")
    )
    refusal = text_at(message, "refusal")
    # OpenRouter puts an error beside the choices, and sometimes into one, when a stream that began
    # well breaks off.
    failed = next(
        (each for each in (data, choice) if value_at(each, "error")),
        None if message is not None else data,
    )
    failure = error_text(failed)
    return ReplyPart(
        text or refusal,
        text_at(message, "reasoning_content") or text_at(message, "reasoning") or thought,
        "filter" if refusal else _FINISH.get(finish, "other") if finish else None,
        _usage(usage) if usage else Usage(),
        text_at(data, "model"),
        failure or ("it broke off with an error" if finish == _BROKE_OFF else ""),
        error_status(failed),
    )


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
    """The first count that is told; DeepSeek has a name of its own for what its cache held ("Context caching")."""
    return next((count for count in counts if count is not None), None)


def _reported_cost(data: object) -> float | None:
    """What OpenRouter charged ("Usage accounting"); with a key of one's own at the provider, what that one charges comes to it."""
    charged = money_at(data, "cost")
    upstream = (
        money_at(data, "cost_details", "upstream_inference_cost")
        if value_at(data, "is_byok") is True
        else None
    )
    return charged if charged is None or upstream is None else charged + upstream
