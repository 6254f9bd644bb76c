"""The forms in which the acted APIs say a reply: whole bodies and the pieces of a stream.

A stream is a list of `(event, data)`; how it reaches the wire is decided by the `Wire`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .refusals import part_of
from .shapes import Reply

ANTHROPIC_ENDS = {"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use",
                  "content_filter": "refusal"}  # fmt: skip
GOOGLE_ENDS = {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY"}
Pieces = list[tuple[str, Any]]


class Usage(NamedTuple):
    """Tokens of one attempt by the server's own count."""

    sent: int
    received: int

    def as_openai(self) -> dict[str, Any]:
        """OpenAI's member `usage`."""
        return {"prompt_tokens": self.sent, "completion_tokens": self.received,
                "total_tokens": self.sent + self.received}  # fmt: skip


class Told(NamedTuple):
    """How a server tells its usage, and other habits of its stream.

    Attributes:
        usage: `end` in a chunk of its own at the end, `asked` the same if the request asks for it,
            `finish` beside the finish, `each` cumulative in every chunk, `x_groq`, `first`, `none`.
        done: Whether `[DONE]` ends the stream.
        finish: Whether a reason of the end is told.
        size: Characters of a piece.
    """

    usage: str = "asked"
    done: bool = True
    finish: bool = True
    size: int = 40


def _cut(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _calls(reply: Reply) -> list[dict[str, Any]]:
    return [{"id": f"call_{at}", "type": "function", "index": at,
             "function": {"name": call.name, "arguments": call.arguments}}
            for at, call in enumerate(reply.calls)]  # fmt: skip


def openai_body(reply: Reply, usage: Usage, told: Told) -> dict[str, Any]:
    """A `chat.completion`."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.content, **reply.more}
    if reply.thinking:
        message["reasoning_content"] = reply.thinking
    if reply.calls:
        message["tool_calls"] = _calls(reply)
    choice = {"index": 0, "message": message, "finish_reason": reply.finish or None}
    body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m1",
            "choices": [choice]}  # fmt: skip
    return body if told.usage == "none" else {**body, "usage": usage.as_openai()}


def openai_stream(reply: Reply, usage: Usage, told: Told, asked: Mapping[str, Any]) -> Pieces:
    """The chunks of a `chat.completion.chunk` stream."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": part} for part in _cut(reply.thinking, told.size)]
    if isinstance(reply.content, str):
        deltas += [{"content": part} for part in _cut(reply.content, told.size)]
    elif reply.content:
        deltas += [{"content": [part]} for part in reply.content]
    deltas += [{key: part} for key, value in reply.more.items() for part in
               (_cut(value, told.size) if isinstance(value, str) else [value])]  # fmt: skip
    deltas += [{"tool_calls": [call]} for call in _calls(reply)]
    made: list[dict[str, Any]] = []
    for at, delta in enumerate([*deltas, {}]):
        ends = at == len(deltas)
        if ends and not told.finish:
            break
        finish = (reply.finish or None) if ends else None
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        chunk: dict[str, Any] = {"id": "chatcmpl-1", "object": "chat.completion.chunk",
                                 "created": 1, "model": "m1", "choices": [choice]}  # fmt: skip
        part = Usage(usage.sent, usage.received * at // max(len(deltas), 1))
        if told.usage == "each":
            chunk["usage"] = part.as_openai()
        elif (told.usage == "first" and at == 0) or (told.usage == "finish" and ends):
            chunk["usage"] = usage.as_openai()
        elif told.usage == "x_groq" and ends:
            chunk["x_groq"] = {"id": "req_1", "usage": usage.as_openai()}
        made.append(chunk)
    wanted = part_of(asked, "stream_options").get("include_usage")
    if told.usage == "end" or (told.usage == "asked" and wanted):
        made.append({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1,
                     "model": "m1", "choices": [], "usage": usage.as_openai()})  # fmt: skip
    return [("", chunk) for chunk in made] + ([("", "[DONE]")] if told.done else [])


def _anthropic_blocks(reply: Reply) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    if reply.thinking:
        blocks.append({"type": "thinking", "thinking": reply.thinking, "signature": "c2ln"})
    if isinstance(reply.content, str) and reply.content:
        blocks.append({"type": "text", "text": reply.content})
    blocks += [{"type": "tool_use", "id": "toolu_1", "name": call.name, "input": _object(call)}
               for call in reply.calls]  # fmt: skip
    return blocks


def _object(call: Any) -> Any:
    return json.loads(call.arguments) if isinstance(call.arguments, str) else call.arguments


def anthropic_body(reply: Reply, usage: Usage, told: Told) -> dict[str, Any]:
    """A message of the Messages API."""
    body = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m1",
            "content": _anthropic_blocks(reply), "stop_sequence": None,
            "stop_reason": ANTHROPIC_ENDS.get(reply.finish, reply.finish or None)}  # fmt: skip
    count = {"input_tokens": usage.sent, "output_tokens": usage.received}
    return body if told.usage == "none" else {**body, "usage": count}


def anthropic_stream(reply: Reply, usage: Usage, told: Told, _: Mapping[str, Any]) -> Pieces:
    """The events of the Messages API."""
    whole = anthropic_body(reply, usage, told)
    start: dict[str, Any] = {**whole, "content": [], "stop_reason": None,
             "usage": {"input_tokens": usage.sent, "output_tokens": 1}}  # fmt: skip
    events: Pieces = [("message_start", {"type": "message_start", "message": start}),
                      ("ping", {"type": "ping"})]  # fmt: skip
    for at, block in enumerate(whole["content"]):
        kind = block["type"]
        field = {"text": "text", "thinking": "thinking"}.get(kind, "input")
        nothing: dict[str, Any] | str = {} if kind == "tool_use" else ""
        empty = {**block, field: nothing}
        events.append(("content_block_start", {"type": "content_block_start", "index": at,
                                               "content_block": empty}))  # fmt: skip
        text = json.dumps(block[field]) if kind == "tool_use" else block[field]
        name, key = {"text": ("text_delta", "text"), "thinking": ("thinking_delta", "thinking"),
                     "tool_use": ("input_json_delta", "partial_json")}[kind]  # fmt: skip
        for part in _cut(text, told.size):
            delta = {"type": name, key: part}
            events.append(("content_block_delta", {"type": "content_block_delta", "index": at,
                                                   "delta": delta}))  # fmt: skip
        events.append(("content_block_stop", {"type": "content_block_stop", "index": at}))
    if told.finish:
        ends = {"type": "message_delta", "delta": {"stop_reason": whole["stop_reason"]},
                "usage": {"output_tokens": usage.received}}  # fmt: skip
        events += [("message_delta", ends), ("message_stop", {"type": "message_stop"})]
    return events


def _google(parts: list[dict[str, Any]], finish: str, usage: Usage | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    body: dict[str, Any] = {"candidates": [candidate], "modelVersion": "m1"}
    if usage:
        body["usageMetadata"] = {"promptTokenCount": usage.sent,
                                 "candidatesTokenCount": usage.received,
                                 "totalTokenCount": sum(usage)}  # fmt: skip
    return body


def _google_parts(reply: Reply) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    if reply.thinking:
        parts.append({"text": reply.thinking, "thought": True})
    if isinstance(reply.content, str) and reply.content:
        parts.append({"text": reply.content})
    return parts + [{"functionCall": {"name": call.name, "args": _object(call)}}
                    for call in reply.calls]  # fmt: skip


def google_body(reply: Reply, usage: Usage, told: Told) -> dict[str, Any]:
    """A `GenerateContentResponse`."""
    ends = GOOGLE_ENDS.get(reply.finish, "STOP" if reply.calls else reply.finish)
    return _google(_google_parts(reply), ends, None if told.usage == "none" else usage)


def google_stream(reply: Reply, usage: Usage, told: Told, _: Mapping[str, Any]) -> Pieces:
    """The chunks of `streamGenerateContent`, whose counts are cumulative."""
    pieces: list[dict[str, Any]] = []
    for part in _google_parts(reply):
        if "text" in part:
            pieces += [{**part, "text": text} for text in _cut(part["text"], told.size * 2)]
        else:
            pieces.append(part)
    ends = GOOGLE_ENDS.get(reply.finish, reply.finish) if told.finish else ""
    chunks: Pieces = []
    for at, part in enumerate(pieces or [{"text": ""}], 1):
        part_usage = Usage(usage.sent, usage.received * at // max(len(pieces), 1))
        last = at >= len(pieces)
        told_usage = None if told.usage == "none" else part_usage
        chunks.append(("", _google([part], ends if last else "", told_usage)))
    return chunks


def ollama_body(reply: Reply, usage: Usage, told: Told) -> dict[str, Any]:
    """A reply of `/api/chat` that is not streamed."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.content or "", **reply.more}
    if reply.thinking:
        message["thinking"] = reply.thinking
    if reply.calls:
        message["tool_calls"] = [{"function": {"name": call.name, "arguments": _object(call)}}
                                 for call in reply.calls]  # fmt: skip
    body = {"model": "m1", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": True,
            "done_reason": "length" if reply.finish == "length" else "stop"}  # fmt: skip
    count = {"prompt_eval_count": usage.sent, "eval_count": usage.received}
    return body if told.usage == "none" else {**body, **count}


def ollama_stream(reply: Reply, usage: Usage, told: Told, _: Mapping[str, Any]) -> Pieces:
    """The lines of `/api/chat`."""
    whole = ollama_body(reply, usage, told)
    message = whole["message"]
    lines: Pieces = []
    for key in ("thinking", "content"):
        for part in _cut(str(message.get(key) or ""), told.size):
            said = {"role": "assistant", "content": "", key: part}
            lines.append(("", {"model": "m1", "done": False, "message": said}))
    if reply.calls:
        lines.append(("", {"model": "m1", "done": False,
                           "message": {"role": "assistant", "content": "",
                                       "tool_calls": message["tool_calls"]}}))  # fmt: skip
    last = {**whole, "message": {"role": "assistant", "content": ""}}
    return lines + ([("", last)] if told.finish else [])


def responses_body(reply: Reply, usage: Usage, told: Told) -> dict[str, Any]:
    """A response of OpenAI's Responses API."""
    output: list[dict[str, Any]] = []
    if reply.thinking:
        output.append({"type": "reasoning", "id": "rs_1", "summary": []})
    text: dict[str, Any] = {
        "type": "output_text",
        "text": str(reply.content or ""),
        "annotations": [],
    }
    output.append({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                   "content": [text]})  # fmt: skip
    body = {"id": "resp_1", "object": "response", "created_at": 1, "status": "completed",
            "model": "m1", "output": output, "error": None, "incomplete_details": None}  # fmt: skip
    count = {"input_tokens": usage.sent, "output_tokens": usage.received,
             "total_tokens": sum(usage)}  # fmt: skip
    return body if told.usage == "none" else {**body, "usage": count}


def responses_stream(reply: Reply, usage: Usage, told: Told, _: Mapping[str, Any]) -> Pieces:
    """The events of the Responses API."""
    whole = responses_body(reply, usage, told)
    text = whole["output"][-1]["content"][0]["text"]
    place = {"item_id": "msg_1", "output_index": len(whole["output"]) - 1, "content_index": 0}
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": place["output_index"],
         "item": {**whole["output"][-1], "content": []}},
    ]  # fmt: skip
    events += [{"type": "response.output_text.delta", **place, "delta": part}
               for part in _cut(text, told.size)]  # fmt: skip
    events += [{"type": "response.output_text.done", **place, "text": text},
               {"type": "response.output_item.done", "output_index": place["output_index"],
                "item": whole["output"][-1]},
               {"type": "response.completed", "response": whole}]  # fmt: skip
    return [(event["type"], event) for event in events]


class Form(NamedTuple):
    """The body and the stream of one API."""

    body: Callable[[Reply, Usage, Told], dict[str, Any]]
    stream: Callable[[Reply, Usage, Told, Mapping[str, Any]], Pieces]


FORMS = {
    "openai": Form(openai_body, openai_stream),
    "anthropic": Form(anthropic_body, anthropic_stream),
    "google": Form(google_body, google_stream),
    "ollama": Form(ollama_body, ollama_stream),
    "responses": Form(responses_body, responses_stream),
}
