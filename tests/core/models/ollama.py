"""Ollama, acted out on a socket from its public documentation: its own chat, and what its chat
completions do to a long prompt.

`docs/api.md` ("Generate a chat completion": fields, a JSON object a line, counts with the last,
errors as `{"error": words}`), `api/types.go` (`think`, `truncate`, `shift`), and what people
measured of prompts that do not fit: ollama/ollama#17427 (half of the context and a little more is
read), #17889 (2,050 tokens of a context of 4,096, in silence), #4967.
"""

from __future__ import annotations

import json
from typing import Any

from tests.core.models.serving import Request, raw, said

ANSWER = '{"reason": "quiet", "seat": 2}'
STANDARD = 4096
"""Tokens of context where nobody sets another."""


def lines(*data: object, cut: bool = False) -> bytes:
    """A stream as Ollama sends it."""
    body = "\n".join(map(json.dumps, data)) + ("" if cut else "\n")
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n"
    return head.encode() + body.encode()


def piece(content: str = "", thinking: str = "") -> dict[str, Any]:
    message = {"role": "assistant", "content": content} | (
        {"thinking": thinking} if thinking else {}
    )
    return {
        "model": "llama3.2",
        "created_at": "2026-01-01T00:00:00Z",
        "message": message,
        "done": False,
    }


def last(
    read: int, wrote: int = 9, reason: str = "stop", content: str = "", thinking: str = ""
) -> dict[str, Any]:
    counts = {
        "prompt_eval_count": read,
        "eval_count": wrote,
        "total_duration": 5,
        "load_duration": 1,
    }
    return piece(content, thinking) | counts | {"done": True, "done_reason": reason}


class Ollama:
    """A server with one model. A word of a prompt is a token and a half.

    Args:
        answer: What its model says to any question.
        old: Whether it knows no `truncate`, as servers of 2024, and cuts at its own chat, too.
        common: Whether it has chat completions alone, as some proxies have.
    """

    def __init__(self, answer: str = ANSWER, *, old: bool = False, common: bool = False) -> None:
        self._answer, self._old, self._common = answer, old, common

    def __call__(self, request: Request) -> bytes:
        body, own = request.body, request.path == "/api/chat"
        if not own and request.path != "/v1/chat/completions":
            return raw(404, b"404 page not found", "text/plain")
        if own and self._common:
            return raw(404, b"404 page not found", "text/plain")
        if body["model"] != "llama3.2":
            return said({"error": f"model '{body['model']}' not found"}, 404)
        if body.get("think"):
            return said({"error": f'"{body["model"]}" does not support thinking'}, 400)
        context = body["options"].get("num_ctx", STANDARD) if own else STANDARD
        tokens = sum(len(message["content"].split()) for message in body["messages"]) * 3 // 2
        if tokens > context:
            if own and body.get("truncate") is False and not self._old:
                return said({"error": "the input length exceeds the context length"}, 400)
            tokens = context // 2 + 2
        return self._own(body, tokens) if own else chat_of(tokens, self._answer)

    def _own(self, body: dict[str, Any], tokens: int) -> bytes:
        if not body["stream"]:
            return said(last(tokens, content=self._answer))
        return lines(
            *(piece(self._answer[start : start + 5]) for start in range(0, len(self._answer), 5)),
            last(tokens),
        )


def chat_of(tokens: int, answer: str = ANSWER) -> bytes:
    """A reply of chat completions that has read so many tokens."""
    choice = {"message": {"role": "assistant", "content": answer}, "finish_reason": "stop"}
    return said({"choices": [choice], "usage": {"prompt_tokens": tokens, "completion_tokens": 9}})
