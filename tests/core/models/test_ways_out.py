"""Whatever an endpoint sends, wherever in it the key stands and however it is written, nothing that
leaves here holds it."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.models.asking import CHOICE
from tests.core.models.serving import Endpoint, events, raw, said
from tests.core.models.writings import SECRET, readable, written
from wolfcore.errors import ModelError
from wolfcore.models import ChatReply, Delta, ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints

KINDS = ("openai", "responses", "anthropic", "google")
MALFORMED = 9
"""Characters that are cut from an answer so that it has to be repaired."""


def answer(text: str, *, whole: bool) -> str:
    """An answer that holds a text in a field, in a field that nobody asked for, and as the name of
    one."""
    answered = json.dumps(
        {"reason": text, "seat": 2, text: text, "more": [{"deep": text}]}, ensure_ascii=False
    )
    return answered if whole else answered[:-MALFORMED]


def replies(kind: str, content: str, text: str) -> Any:
    """A whole reply with a text wherever one can be."""
    if kind == "openai":
        call = {"id": text, "function": {"name": text, "arguments": text}}
        message = {
            "role": text,
            "content": content,
            "reasoning_content": text,
            "tool_calls": [call],
        }
        usage = {
            "prompt_tokens": text,
            "completion_tokens": 3,
            "prompt_tokens_details": {"cached_tokens": text},
        }
        return {
            "id": text,
            "model": text,
            "choices": [{"message": message, "finish_reason": text}],
            "usage": usage,
        }
    if kind == "responses":
        output = [
            {"type": "reasoning", "summary": [{"text": text}]},
            {"type": "function_call", "name": text, "arguments": text},
            {"type": "message", "content": [{"type": "output_text", "text": content}]},
        ]
        return {
            "id": text,
            "model": text,
            "output": output,
            "status": text,
            "usage": {"input_tokens": text},
        }
    if kind == "anthropic":
        blocks = [{"type": "thinking", "thinking": text}, {"type": "text", "text": content}]
        return {
            "id": text,
            "model": text,
            "content": blocks,
            "stop_reason": text,
            "usage": {"input_tokens": text},
        }
    parts = [{"text": text, "thought": True}, {"text": content}]
    candidate = {"content": {"parts": parts, "role": text}, "finishReason": text}
    return {
        "candidates": [candidate],
        "modelVersion": text,
        "usageMetadata": {"promptTokenCount": text},
    }


def pieces(kind: str, content: str, text: str, size: int) -> list[Any]:
    """The same as events, some signs at a time."""
    cut = [content[start : start + size] for start in range(0, len(content), size)]
    thought = [text[start : start + size] for start in range(0, len(text), size)]
    if kind == "openai":
        said_ = [{"choices": [{"delta": {"content": piece}}], "model": text} for piece in cut]
        thinks = [{"choices": [{"delta": {"reasoning_content": piece}}]} for piece in thought]
        return [*thinks, *said_, {"choices": [{"delta": {}, "finish_reason": text}]}]
    if kind == "responses":
        said_ = [{"type": "response.output_text.delta", "delta": piece} for piece in cut]
        thinks = [{"type": "response.reasoning_text.delta", "delta": piece} for piece in thought]
        end = {"type": "response.completed", "response": replies(kind, content, text)}
        return [*thinks, *said_, end]
    if kind == "anthropic":
        said_ = [{"type": "content_block_delta", "delta": {"text": piece}} for piece in cut]
        thinks = [
            {"type": "content_block_delta", "delta": {"thinking": piece}} for piece in thought
        ]
        begin = {
            "type": "message_start",
            "message": {"model": text, "usage": {"input_tokens": text}},
        }
        return [begin, *thinks, *said_, {"type": "message_delta", "delta": {"stop_reason": text}}]
    said_ = [replies(kind, piece, "") for piece in cut]
    thinks = [
        {"candidates": [{"content": {"parts": [{"text": piece, "thought": True}]}}]}
        for piece in thought
    ]
    return [*thinks, *said_, {"candidates": [{"finishReason": text}], "modelVersion": text}]


def refusals(text: str) -> list[bytes]:
    """Answers that are none, with a text wherever one can be."""
    told = {
        "error": {"message": text, "param": text, "code": text, "type": text},
        "message": text,
        "detail": [{"msg": text}],
    }
    plain = text.encode("utf-8", "replace")
    header = json.dumps(text)[1:-1].encode()
    return [
        *(said(told, status) for status in (400, 401, 404, 429, 500)),
        said({"detail": text}, 422),
        raw(500, plain, "text/plain"),
        raw(500, b"<pre>" + plain, "text/html"),
        raw(200, plain, "text/plain"),
        events(told),
        events(text.replace("\n", " ")),
        b"HTTP/1.1 307 Said\r\nContent-Length: 0\r\nLocation: http://x/?key="
        + header
        + b"\r\n\r\n",
        b"HTTP/1.1 429 Said\r\nContent-Length: 0\r\nRetry-After: " + header + b"\r\n\r\n",
        b"HTTP/1.1 200 Said\r\nContent-Length: 2\r\nContent-Encoding: " + header + b"\r\n\r\n{}",
        b"HTTP/1.1 " + header + b"\r\n\r\n",
    ]


def texts(value: object) -> Iterator[str]:
    """All texts in a value, each by itself."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in cast("dict[object, object]", value).items():
            yield from texts(key)
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in cast("list[object]", value):
            yield from texts(each)
    elif isinstance(value, msgspec.Struct):
        yield from texts([getattr(value, name) for name in value.__struct_fields__])


async def asked(kind: str, served: bytes, *, streamed: bool) -> tuple[ChatReply | ModelError, str]:
    """What comes of one call, and what is heard of it together."""
    heard: list[Delta] = []
    with closing(Endpoint(served)) as server, TemporaryDirectory() as logs:
        spec = ModelSpec(
            kind=cast("Any", kind),
            model="m",
            base_url=server.url,
            api_key_env="K",
            tries=1,
            structured="plain",
        )
        async with Endpoints(
            {"m": spec}, logs=Path(logs), options=EndpointOptions(environ={"K": SECRET})
        ) as endpoints:
            try:
                reply = await endpoints.open("m").complete(
                    CHOICE, heard.append if streamed else None
                )
            except ModelError as error:
                return error, "".join(each.text for each in heard)
        assert SECRET in str(server.requests[0].headers)
    return reply, "".join(each.text for each in heard)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=12, deadline=None)
@given(text=written(), whole=st.booleans(), size=st.integers(1, 12))
def test_no_reply_gives_the_key_back(
    kind: str, streamed: bool, text: str, whole: bool, size: int
) -> None:
    content = answer(text, whole=whole)
    data = pieces(kind, content, text, size) if streamed else replies(kind, content, text)
    reply, heard = asyncio.run(
        asked(kind, events(*data) if streamed else said(data), streamed=streamed)
    )
    assert isinstance(reply, ChatReply)
    assert "[key]" in reply.text
    assert "[key]" in reply.thinking
    assert "[key]" in str(reply.parsed)
    assert (heard != "") == streamed
    assert not [each for each in (*texts(reply), heard) if readable(each)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=4, deadline=None)
@given(text=written())
def test_no_error_gives_the_key_back(kind: str, text: str) -> None:
    for served in refusals(text):
        error, heard = asyncio.run(asked(kind, served, streamed=True))
        assert isinstance(error, ModelError)
        shown = [
            str(error),
            repr(error),
            "".join(traceback.format_exception(error)),
            heard,
            *texts(vars(error)),
        ]
        assert not [each for each in shown if readable(each)]


async def test_a_key_that_only_repair_puts_together_is_struck_from_what_is_read() -> None:
    cut = (
        f'{{"reason": "{SECRET[:8]}/*no*/{SECRET[8:]}", "seat": 2, "more": '
        f'["{SECRET[:6]}\\\n{SECRET[6:]}"'
    )
    reply, _ = await asked("openai", said(replies("openai", cut, "")), streamed=False)
    assert isinstance(reply, ChatReply)
    assert reply.reading == "repaired"
    assert not [each for each in texts(reply) if readable(each)]
