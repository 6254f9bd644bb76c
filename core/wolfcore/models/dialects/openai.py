"""Models: the adapter for chat completions as OpenAI speaks them, and Ollama, llama.cpp, vLLM, LM Studio and many hosts.

Source: OpenAI API reference, "Create chat completion" and its streaming events. What differs between servers is data in
`servers.py`. Thinking comes as `reasoning_content` (llama.cpp, vLLM), `reasoning` (Ollama, OpenRouter) or pieces of the content
(Mistral). Errors in the middle of a stream: OpenRouter, "Streaming" and "Errors and debugging".
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from wolfcore.models.contract import ChatRequest, Finish, Usage
from wolfcore.models.keys import Key
from wolfcore.models.spec import ModelSpec

from .dialect import (
    Call,
    ReplyPart,
    at,
    conversation,
    count,
    failure_of,
    given,
    in_order,
    items,
    money,
    status_of,
    unbounded,
    word,
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

    def call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """As `Dialect.call`."""
        body = given(
            model=spec.model,
            messages=[{"role": message.role, "content": message.text} for message in conversation(request)],
            response_format=_response_format(spec, request),
            temperature=request.temperature,
            top_p=request.top_p,
            stop=list(request.stop) or None,
            stream=True if streamed else None,
            stream_options={"include_usage": True} if streamed and not spec.quirks.counts_unasked else None,
        )
        renamed = {_limit_key(spec, request): request.max_tokens, spec.quirks.seed_key: request.seed}
        return Call("/chat/completions", body | given(**renamed))

    def whole(self, data: object) -> ReplyPart:
        """As `Dialect.whole`."""
        part = _part(data, "message")
        # A reply that holds nothing is one, and may be asked for again.
        return part if part.finish or not isinstance(at(data, "choices"), list) else replace(part, finish="other")

    def event(self, data: object) -> ReplyPart:
        """As `Dialect.event`."""
        return _part(data, "delta")


def _limit_key(spec: ModelSpec, request: ChatRequest) -> str:
    """What the limit of tokens is called."""
    usual = spec.quirks.limit_key
    return next(key for key in _LIMIT_KEYS if key != usual) if request.limit_renamed else usual


def _response_format(spec: ModelSpec, request: ChatRequest) -> dict[str, Any] | None:
    if request.schema is None or request.form == "plain":
        return None
    if request.form == "json_schema":
        # Servers on this machine keep models to a length; hosted ones refuse such a schema.
        schema = in_order(request.schema) if spec.here else unbounded(request.schema)
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
    schema = in_order(request.schema) if spec.quirks.object_schema else None
    return given(type="json_object", schema=schema)


def _part(data: object, key: str) -> ReplyPart:
    choice, usage = at(data, "choices", 0), at(data, "usage")
    message, finish = at(choice, key), word(choice, "finish_reason")
    # Some hosts give the content as a list of pieces, and Mistral the thinking among them.
    pieces = items(message, "content")
    text = word(message, "content") or "".join(word(piece, "text") for piece in pieces)
    thought = "".join(word(part, "text") for piece in pieces for part in items(piece, "thinking"))
    refusal = word(message, "refusal")
    # OpenRouter puts an error beside the choices, and sometimes into one, when a stream that began well breaks off.
    failed = next((each for each in (data, choice) if at(each, "error")), None if message is not None else data)
    failure = failure_of(failed)
    return ReplyPart(
        text or refusal,
        word(message, "reasoning_content") or word(message, "reasoning") or thought,
        "filter" if refusal else _FINISH.get(finish, "other") if finish else None,
        _usage(usage) if usage else Usage(),
        word(data, "model"),
        failure or ("it broke off with an error" if finish == _BROKE_OFF else ""),
        status_of(failed),
    )


def _usage(data: object) -> Usage:
    return Usage(
        count(data, "prompt_tokens"),
        _first(count(data, "prompt_tokens_details", "cached_tokens"), count(data, "prompt_cache_hit_tokens")),
        count(data, "completion_tokens"),
        count(data, "completion_tokens_details", "reasoning_tokens"),
        count(data, "prompt_tokens_details", "cache_write_tokens"),
        _charged(data),
    )


def _first(*counts: int | None) -> int | None:
    """The first count that is told; DeepSeek has a name of its own for what its cache held ("Context caching")."""
    return next((count for count in counts if count is not None), None)


def _charged(data: object) -> float | None:
    """What OpenRouter charged ("Usage accounting"); with a key of one's own at the provider, what that one charges comes to it."""
    charged = money(data, "cost")
    upstream = money(data, "cost_details", "upstream_inference_cost") if at(data, "is_byok") is True else None
    return charged if charged is None or upstream is None else charged + upstream
