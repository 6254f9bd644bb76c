"""How servers of other kinds take requests and answer them, acted out from their public
documentation.

What a server refuses is refused here too: an empty message at Anthropic ("text content blocks must
be non-empty", API reference, "Messages") and Gemini ("contents.parts must not be empty", API
reference, "GenerateContentRequest"), and roles that do not take turns, as chat templates of open
models do (Mistral and Gemma: "Conversation roles must alternate").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.core.models.serving import Request, delta, error, events, said


def as_openai(request: Request) -> Request:
    """A request of any dialect in the words of chat completions, for those who read what a model
    was asked."""
    body: dict[str, Any] = request.body
    if request.path == "/api/chat":
        return request._replace(body=_asked(body["messages"], body.get("format")))
    if "input" in body:
        return request._replace(body=_of_responses(body))
    if "contents" in body:
        return request._replace(body=_of_google(body))
    if request.path.endswith("/messages"):
        return request._replace(body=_of_anthropic(body))
    return request


def text_of(content: Any) -> str:
    """The text of a message, which comes as it is or in blocks."""
    return content if isinstance(content, str) else "".join(block["text"] for block in content)


def _of_anthropic(body: dict[str, Any]) -> dict[str, Any]:
    messages = [
        {"role": each["role"], "content": text_of(each["content"])} for each in body["messages"]
    ]
    system = [{"role": "system", "content": text_of(body["system"])}] if "system" in body else []
    schema = body.get("output_config", {}).get("format", {}).get("schema") or body.get(
        "tools", [{}]
    )[0].get("input_schema")
    return _asked([*system, *messages], schema)


def _of_responses(body: dict[str, Any]) -> dict[str, Any]:
    told = body.get("instructions")
    system = [{"role": "system", "content": told}] if told else []
    return _asked([*system, *body["input"]], body.get("text", {}).get("format", {}).get("schema"))


def _of_google(body: dict[str, Any]) -> dict[str, Any]:
    roles = {"model": "assistant", "user": "user"}
    messages = [
        {"role": roles[each["role"]], "content": text_of(each["parts"])}
        for each in body["contents"]
    ]
    system = (
        [{"role": "system", "content": text_of(body["systemInstruction"]["parts"])}]
        if "systemInstruction" in body
        else []
    )
    return _asked([*system, *messages], body.get("generationConfig", {}).get("responseJsonSchema"))


def _asked(messages: list[dict[str, Any]], schema: Any) -> dict[str, Any]:
    asked = (
        {"response_format": {"type": "json_schema", "json_schema": {"schema": schema}}}
        if schema
        else {}
    )
    return {"messages": messages, **asked}


def strict(serve: Callable[[Request], bytes]) -> Callable[[Request], bytes]:
    """A server that refuses an empty message and roles that do not take turns, and else answers so."""

    def served(request: Request) -> bytes:
        messages = [
            each for each in as_openai(request).body["messages"] if each["role"] != "system"
        ]
        if any(not each["content"].strip() for each in messages):
            return error(400, "messages: text content blocks must be non-empty")
        if [each["role"] for each in messages] != ["user", "assistant"] * (len(messages) // 2) + [
            "user"
        ]:
            return error(400, "Conversation roles must alternate user/assistant/user/assistant/...")
        return serve(request)

    return served


def anthropic(*texts: str, stop: str = "end_turn", thinking: str = "", **usage: int) -> bytes:
    """A streamed message with these texts, as "Streaming messages" shows it."""
    counted = {"input_tokens": 100, "output_tokens": 1} | usage
    thought = {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "thinking_delta", "thinking": thinking},
    }
    return events(
        {"type": "message_start", "message": {"model": "c-1", "content": [], "usage": counted}},
        *([thought] if thinking else []),
        *(
            {
                "type": "content_block_delta",
                "index": 1,
                "delta": {"type": "text_delta", "text": text},
            }
            for text in texts
        ),
        {
            "type": "message_delta",
            "delta": {"stop_reason": stop},
            "usage": {"output_tokens": counted["output_tokens"]},
        },
        {"type": "message_stop"},
        done=False,
    )


def google(text: str = "", finish: str | None = "STOP", blocked: str = "", **usage: int) -> bytes:
    """A streamed answer of generateContent, of one event. Without a finish it has no candidate."""
    content: dict[str, Any] = (
        {"content": {"role": "model", "parts": [{"text": text}]}} if text else {}
    )
    whole: dict[str, Any] = {
        "usageMetadata": {"promptTokenCount": 100} | usage,
        "modelVersion": "g-1",
    }
    if finish:
        whole["candidates"] = [content | {"finishReason": finish, "index": 0}]
    if blocked:
        whole["promptFeedback"] = {"blockReason": blocked}
    return events(whole, done=False)


def openai(finish: str = "stop", **fields: object) -> bytes:
    """A streamed chat completion of one event with these fields."""
    return events(
        {"choices": [{"index": 0, "delta": fields, "finish_reason": None}]}, delta("", finish)
    )


def withheld(status: int, **fields: object) -> bytes:
    """A refusal with these fields, in the place of a reply that was withheld."""
    return said({"error": fields}, status)
