"""Models: the adapter for Anthropic messages.

Source: Anthropic API reference, "Messages", "Streaming messages" and "Structured outputs" (`output_config.format`). Models that
do not know the latter are held to a schema by a forced tool, which stands here for the form `json_object`. The system messages
are marked for the prompt cache, since they are the part that consecutive prompts share.
"""

from __future__ import annotations

import json

from core.models.contract import ChatRequest, Finish, Usage
from core.models.keys import Key
from core.models.spec import ModelSpec

from .dialect import (
    Call,
    ReplyPart,
    at,
    conversation,
    count,
    failure_of,
    given,
    items,
    unbounded,
    word,
)

_VERSION = "2023-06-01"
_TOOL = "answer"
_MAX_TOKENS = 2048
"""What is sent where no limit is given: the endpoint insists on one."""
_FINISH: dict[str, Finish] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "filter",
}


class AnthropicDialect:
    """Messages."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """As `Dialect.headers`."""
        return {"anthropic-version": _VERSION} | ({"x-api-key": key.reveal()} if key else {})

    def call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """As `Dialect.call`."""
        messages = conversation(request)
        system = "\n\n".join(message.text for message in messages if message.role == "system")
        body = given(
            model=spec.model,
            system=[{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}] if system else None,
            messages=[{"role": message.role, "content": message.text} for message in messages if message.role != "system"],
            max_tokens=request.max_tokens or _MAX_TOKENS,
            temperature=request.temperature,
            top_p=request.top_p,
            stop_sequences=list(request.stop) or None,
            stream=True if streamed else None,
        )
        return Call("/messages", body | _structured(request))

    def whole(self, data: object) -> ReplyPart:
        """As `Dialect.whole`."""
        blocks = items(data, "content")
        inputs = [at(block, "input") for block in blocks if word(block, "type") == "tool_use"]
        text = "".join(word(block, "text") for block in blocks) + "".join(json.dumps(each, ensure_ascii=False) for each in inputs)
        finish = word(data, "stop_reason")
        return ReplyPart(
            text,
            "".join(word(block, "thinking") for block in blocks),
            _FINISH.get(finish, "other") if finish or isinstance(at(data, "content"), list) else None,
            _usage(at(data, "usage")),
            word(data, "model"),
            "" if at(data, "content") is not None else failure_of(data),
        )

    def event(self, data: object) -> ReplyPart:
        """As `Dialect.event`."""
        match word(data, "type"):
            case "message_start":
                return ReplyPart(usage=_usage(at(data, "message", "usage")), served_by=word(data, "message", "model"))
            case "content_block_delta":
                text = word(data, "delta", "text") or word(data, "delta", "partial_json")
                return ReplyPart(text, word(data, "delta", "thinking"))
            case "message_delta":
                finish = word(data, "delta", "stop_reason")
                return ReplyPart(finish=_FINISH.get(finish, "other") if finish else None, usage=_usage(at(data, "usage")))
            case "error":
                return ReplyPart(failure=failure_of(data))
            case _:
                return ReplyPart()


def _structured(request: ChatRequest) -> dict[str, object]:
    if request.schema is None or request.form == "plain":
        return {}
    if request.form == "json_schema":
        return {"output_config": {"format": {"type": "json_schema", "schema": unbounded(request.schema)}}}
    tool = {"name": _TOOL, "description": "Give the answer.", "input_schema": unbounded(request.schema)}
    return {"tools": [tool], "tool_choice": {"type": "tool", "name": _TOOL}}


def _usage(data: object) -> Usage:
    """Tokens. The endpoint counts those read from its cache and written to it apart from the rest."""
    fresh, read = count(data, "input_tokens"), count(data, "cache_read_input_tokens")
    whole = None if fresh is None else fresh + (read or 0) + (count(data, "cache_creation_input_tokens") or 0)
    return Usage(whole, read, count(data, "output_tokens"))
