"""Models: the adapter for chat completions as OpenAI speaks them, and Ollama, llama.cpp, vLLM, LM Studio and many hosts.

Source: OpenAI API reference, "Create chat completion" and its streaming events. What differs between servers is data in
`servers.py`. Thinking comes as `reasoning_content` (llama.cpp, vLLM) or `reasoning` (Ollama, OpenRouter).
"""

from __future__ import annotations

from typing import Any

from core.models.contract import ChatRequest, Finish, Usage
from core.models.keys import Key
from core.models.spec import ModelSpec

from .dialect import (
    Call,
    ReplyPart,
    at,
    count,
    failure_of,
    given,
    items,
    unbounded,
    word,
)

_FINISH: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "filter"}


class OpenAIDialect:
    """Chat completions."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """As `Dialect.headers`."""
        return {"Authorization": f"Bearer {key.reveal()}"} if key else {}

    def call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """As `Dialect.call`."""
        body = given(
            model=spec.model,
            messages=[{"role": message.role, "content": message.text} for message in request.messages],
            response_format=_response_format(spec, request),
            temperature=request.temperature,
            top_p=request.top_p,
            stop=list(request.stop) or None,
            seed=request.seed,
            stream=True if streamed else None,
            stream_options={"include_usage": True} if streamed else None,
        )
        return Call("/chat/completions", body | given(**{spec.quirks.limit_key: request.max_tokens}))

    def whole(self, data: object) -> ReplyPart:
        """As `Dialect.whole`."""
        return _part(data, "message")

    def event(self, data: object) -> ReplyPart:
        """As `Dialect.event`."""
        return _part(data, "delta")


def _response_format(spec: ModelSpec, request: ChatRequest) -> dict[str, Any] | None:
    if request.schema is None or request.form == "plain":
        return None
    if request.form == "json_schema":
        # Servers on this machine keep models to a length; hosted ones refuse such a schema.
        schema = request.schema if spec.here else unbounded(request.schema)
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
    schema = request.schema if spec.quirks.object_schema else None
    return given(type="json_object", schema=schema)


def _part(data: object, key: str) -> ReplyPart:
    choice, usage = at(data, "choices", 0), at(data, "usage")
    message, finish = at(choice, key), word(choice, "finish_reason")
    # Some hosts give the content as a list of pieces.
    text = word(message, "content") or "".join(word(piece, "text") for piece in items(message, "content"))
    refusal = word(message, "refusal")
    return ReplyPart(
        text or refusal,
        word(message, "reasoning_content") or word(message, "reasoning"),
        "filter" if refusal else _FINISH.get(finish, "other") if finish else None,
        _usage(usage) if usage else Usage(),
        word(data, "model"),
        "" if message is not None else failure_of(data),
    )


def _usage(data: object) -> Usage:
    return Usage(
        count(data, "prompt_tokens"), count(data, "prompt_tokens_details", "cached_tokens"), count(data, "completion_tokens")
    )
