"""The Anthropic Messages API, with prompt-cache marks and structured output.

Source: Anthropic API reference, "Messages", "Streaming messages", "Structured outputs"
(`output_config.format`), "Prompt caching". The form `json_object` is requested as a forced tool
call. The cache stores whole blocks before a mark and searches back twenty blocks. Therefore the
shared prefix of a message is cut into blocks that stay equal between calls, and the last of these
is marked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Message, Usage
from wolfcore.models.json_schema import without_length_bounds
from wolfcore.models.spec import ModelSpec
from wolfcore.models.thinking_fields import merged, thinking_body

from .dialect import (
    Call,
    ReplyPart,
    count_at,
    error_text,
    list_at,
    merged_messages,
    text_at,
    value_at,
    without_none,
)

_VERSION = "2023-06-01"


_TOOL = "answer"


_BLOCK = 600
"""The fewest characters of a block. Small blocks leave little text uncached, and twenty of them
cover a day of twelve players."""


_LEAST_TOKENS = {
    "opus-5": 512, "fable-5": 512, "mythos-5": 512,
    "opus-4-7": 2048, "3-5-haiku": 2048, "3-haiku": 2048,
    "opus-4-6": 4096, "opus-4-5": 4096, "haiku-4-5": 4096,
}  # fmt: skip
_USUAL_LEAST_TOKENS = 1024
"""The fewest tokens that the cache keeps, by a part of the model's name, and for other models
("Prompt caching"). A mark before them has no effect and costs one of four."""


_FEWEST_BYTES_A_TOKEN = 2
"""The fewest bytes of UTF-8 of a token, in any language: a mark is left out only where it is
certain that the minimum is not reached."""


_MAX_TOKENS = 2048
"""The token limit that is sent if the request has none, since the endpoint requires one."""


_FINISH: dict[str, Finish] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "filter",
}


class AnthropicDialect:
    """The dialect of endpoints of kind `anthropic`."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """Return the API version header, and the key in `x-api-key`."""
        return {"anthropic-version": _VERSION} | ({"x-api-key": key.reveal()} if key else {})

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """Build (not send) the `/messages` path and JSON body for one chat request."""
        messages, structured = merged_messages(request), _structured(request)
        system = [
            block for message in messages if message.role == "system" for block in _system(message)
        ]
        contents = [
            {"role": message.role, "content": _content(message)}
            for message in messages
            if message.role != "system"
        ]
        _remove_marks_without_effect(
            [system, *(each["content"] for each in contents)], spec.model, structured
        )
        body = without_none(
            model=spec.model,
            system=system or None,
            messages=contents,
            max_tokens=request.max_tokens or _MAX_TOKENS,
            temperature=request.temperature,
            top_p=request.top_p,
            stop_sequences=list(request.stop) or None,
            stream=True if streamed else None,
        )
        settings = thinking_body("anthropic", spec.thinking_settings)
        return Call("/messages", merged(body | structured, settings))

    def parse_whole(self, data: object) -> ReplyPart:
        """Parse a whole reply: text and tool input, thinking, usage, or an error."""
        blocks = list_at(data, "content")
        inputs = [
            value_at(block, "input") for block in blocks if text_at(block, "type") == "tool_use"
        ]
        # The input of the forced tool call is the answer, as a value: it becomes text again.
        text = "".join(text_at(block, "text") for block in blocks) + "".join(
            json.dumps(each, ensure_ascii=False) for each in inputs
        )
        finish = text_at(data, "stop_reason")
        return ReplyPart(
            text,
            "".join(text_at(block, "thinking") for block in blocks),
            _FINISH.get(finish, "other")
            if finish or isinstance(value_at(data, "content"), list)
            else None,
            _usage(value_at(data, "usage")),
            text_at(data, "model"),
            "" if value_at(data, "content") is not None else error_text(data),
        )

    def parse_event(self, data: object) -> ReplyPart:
        """Parse one event of a streamed reply; events without content give an empty part."""
        match text_at(data, "type"):
            case "message_start":
                return ReplyPart(
                    usage=_usage(value_at(data, "message", "usage")),
                    served_by=text_at(data, "message", "model"),
                )
            case "content_block_delta":
                text = text_at(data, "delta", "text") or text_at(data, "delta", "partial_json")
                return ReplyPart(text, text_at(data, "delta", "thinking"))
            case "message_delta":
                finish = text_at(data, "delta", "stop_reason")
                return ReplyPart(
                    finish=_FINISH.get(finish, "other") if finish else None,
                    usage=_usage(value_at(data, "usage")),
                )
            case _:
                # An error event of the endpoint or of a proxy; other events are ignored.
                return ReplyPart(
                    failure=error_text(data) if value_at(data, "error") is not None else ""
                )


def _system(message: Message) -> list[dict[str, object]]:
    """Return the system message as one or two blocks, each marked for the cache.

    The first block is the prefix that several conversations share; the second is the rest, which
    stays the same within one conversation.
    """
    parts = (message.text[: message.shared_prefix], message.text[message.shared_prefix :])
    return [_block(part, marked=True) for part in parts if part.strip()]


def _content(message: Message) -> str | list[dict[str, object]]:
    """Return the message as text, or as blocks if its shared prefix is long enough to cache."""
    blocks, start = list[str](), 0
    # Blocks end at line ends, so that a longer prefix has the same blocks at its beginning.
    while (end := message.text.find("\n", start + _BLOCK, message.shared_prefix) + 1) > 0:
        blocks.append(message.text[start:end])
        start = end
    if not blocks:
        return message.text
    rest = [_block(message.text[start:])] if message.text[start:].strip() else []
    return [*map(_block, blocks[:-1]), _block(blocks[-1], marked=True), *rest]


def _remove_marks_without_effect(
    contents: Sequence[str | list[dict[str, object]]], model: str, structured: dict[str, object]
) -> None:
    """Remove the marks before which there is certainly less than the cache of the model keeps.

    Args:
        contents: The system blocks and the content of each message, in order; changed in place.
        model: The name of the model, with dots or dashes.
        structured: The part of the body with tools, which come before the system message.
    """
    name = model.casefold().replace(".", "-")
    least = next(
        (tokens for part, tokens in _LEAST_TOKENS.items() if part in name), _USUAL_LEAST_TOKENS
    )
    size = len(json.dumps(structured))
    for content in contents:
        for block in [{"text": content}] if isinstance(content, str) else content:
            size += len(str(block["text"]).encode(errors="replace"))
            if size < least * _FEWEST_BYTES_A_TOKEN:
                block.pop("cache_control", None)


def _block(text: str, *, marked: bool = False) -> dict[str, object]:
    return without_none(
        type="text", text=text, cache_control={"type": "ephemeral"} if marked else None
    )


def _structured(request: ChatRequest) -> dict[str, object]:
    if request.schema is None or request.form == "plain":
        return {}
    if request.form == "json_schema":
        return {
            "output_config": {
                "format": {"type": "json_schema", "schema": without_length_bounds(request.schema)}
            }
        }
    tool = {
        "name": _TOOL,
        "description": "Give the answer.",
        "input_schema": without_length_bounds(request.schema),
    }
    return {"tools": [tool], "tool_choice": {"type": "tool", "name": _TOOL}}


def _usage(data: object) -> Usage:
    """Read token counts; `tokens_in` adds the cached and written tokens, counted separately."""
    fresh, read = count_at(data, "input_tokens"), count_at(data, "cache_read_input_tokens")
    written = count_at(data, "cache_creation_input_tokens")
    whole = None if fresh is None else fresh + (read or 0) + (written or 0)
    return Usage(whole, read, count_at(data, "output_tokens"), tokens_written=written)
