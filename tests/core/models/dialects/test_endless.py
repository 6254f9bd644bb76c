"""Nothing that an endpoint sends keeps the event loop from its other work, and no call outlives its
time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.dialects.test_wire import chunked
from tests.core.models.serving import chat, delta, events, raw, said
from wolfcore.errors import ModelError, ModelMalformed, ModelTimeout
from wolfcore.models import ChatModel, ChatReply, ChatRequest, Delta, DeltaListener
from wolfcore.models.rate_headers import retry_after
from wolfcore.models.transport.exchange import (
    MAX_EVENTS,
    MAX_REPLY_CHARACTERS,
    drain_received,
)
from wolfcore.models.transport.streaming import SseReader, ThinkingSplitter

HEAD = b"HTTP/1.1 200 Said\r\nContent-Type: text/event-stream\r\n"
BEGUN = b"data: " + json.dumps(delta("Bram")).encode() + b"\n\n"
HANDED = 16_384
"""Characters of a hostile answer, as many as are mended."""


async def turns(
    model: ChatModel, request: ChatRequest, hear: DeltaListener | None = None
) -> tuple[ChatReply | ModelError, int]:
    """What comes of a call, and how many turns others had from the moment that all of it was here."""
    number = 0

    async def count() -> None:
        nonlocal number
        while True:
            number += 1
            await asyncio.sleep(0)

    counting = asyncio.ensure_future(count())
    try:
        return await model.complete(request, hear), number
    except ModelError as error:
        return error, number
    finally:
        counting.cancel()


@pytest.mark.parametrize("unit", ["{", '{"a":', "{'", "(", '"', "\\u0073"])
async def test_others_have_their_turns_while_a_reply_is_read(
    serve: Serve, opened: Open, unit: str
) -> None:
    text = ('{"reason": "' + unit * HANDED)[:HANDED]
    reply, number = await turns(opened(serve(chat(text)).url), CHOICE)
    assert isinstance(reply, ChatReply)
    assert reply.reading in ("repaired", "unreadable")
    assert number > 20


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (HEAD[:-10], ModelTimeout),
        (HEAD + b"X: " + b"x" * 1000, ModelTimeout),
        (b"HTTP/1.1 100 Go on\r\n\r\n" * 50, ModelTimeout),
        (HEAD + b"\r\n", ModelTimeout),
        (HEAD + b"\r\n" + BEGUN * 3, ModelTimeout),
        (HEAD + b"\r\n" + b": wait\n\n" * 500, ModelTimeout),
        (HEAD + b"\r\ndata: " + b"x" * 10_000, ModelTimeout),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nd\r\n" * 5000, ModelTimeout),
        (HEAD + b"Content-Length: 9999\r\n\r\n", ModelTimeout),
        (HEAD + b"X: " + b"x" * 1_000_000, ModelError),
        (HEAD + b"X: y\r\n" * 100_000, ModelError),
    ],
    ids=[
        "head",
        "header",
        "informed",
        "silent",
        "begun",
        "waiting",
        "line",
        "chunks",
        "length",
        "headers",
        "many",
    ],
)
async def test_what_never_ends_ends_with_its_time(
    serve: Serve, opened: Open, answer: bytes, kind: type[ModelError]
) -> None:
    # The server keeps the connection open, and the clock of this test jumps over any limit below 61
    # seconds.
    with pytest.raises(kind):
        await opened(serve(answer).url, timeout=5.0, tries=1).complete(WORDS, lambda _: None)


async def test_a_stream_that_is_done_is_not_waited_for(serve: Serve, opened: Open) -> None:
    data = events(delta("Bram."), delta(finish="stop")).split(b"\r\n\r\n", 1)[1]
    server = serve(
        HEAD + b"\r\n" + data, chunked([data], end=b""), chunked([data, b"data: more\n\n"], end=b"")
    )
    for _ in range(3):
        # Its limit does not come on this clock, so a call that waited for the end would never end.
        assert (await opened(server.url).complete(WORDS, lambda _: None)).text == "Bram."


@pytest.mark.parametrize("streamed", [False, True])
async def test_more_words_than_any_model_writes(serve: Serve, opened: Open, streamed: bool) -> None:
    many = "word " * (MAX_REPLY_CHARACTERS // 5 + 1)
    thought = {
        "choices": [{"delta": {"content": "x", "reasoning_content": many}, "finish_reason": "stop"}]
    }
    for answer in (
        (events(delta(many)), events(thought))
        if streamed
        else (chat(many), chat("x", reasoning_content=many))
    ):
        with pytest.raises(
            ModelMalformed, match=f"more than {MAX_REPLY_CHARACTERS:,} characters came"
        ):
            await opened(serve(answer).url, tries=1).complete(
                WORDS, (lambda _: None) if streamed else None
            )


@pytest.mark.slow
async def test_more_events_than_any_reply_has(serve: Serve, opened: Open) -> None:
    server = serve(events(*["{}"] * (MAX_EVENTS + 1)))
    with pytest.raises(ModelMalformed, match=f"more than {MAX_EVENTS:,} events came"):
        await opened(server.url, tries=1).complete(WORDS, lambda _: None)


@pytest.mark.parametrize(
    "number",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "9" * 5000,
        "-" + "9" * 5000,
        "1" + "0" * 400,
    ],
)
async def test_numbers_that_are_none_do_not_spoil_a_reply(
    serve: Serve, opened: Open, number: str
) -> None:
    body = f'{{"choices": [{{"message": {{"content": "Bram."}}, "finish_reason": "stop"}}], "created": {number}, "usage": {{\
"prompt_tokens": {number}, "completion_tokens": {number}, "prompt_tokens_details": {{"cached_tokens": {number}}}}}}}'
    event = body.replace('"message"', '"delta"')
    whole = await opened(serve(raw(200, body.encode())).url, price_in=1.0, price_out=1.0).complete(
        WORDS
    )
    heard: list[Delta] = []
    streamed = await opened(serve(events(event)).url).complete(WORDS, heard.append)
    for reply in (whole, streamed):
        assert reply.text == "Bram."
        assert (reply.usage.tokens_in, reply.usage.tokens_cached, reply.usage.tokens_out) == (
            None,
            None,
            None,
        )
    # Where a price is known the cost is estimated by the characters.
    sent = sum(len(message.text) for message in WORDS.messages) // 4
    assert whole.cost is not None
    assert round(whole.cost, 12) == round((sent + 1) / 1_000_000, 12)
    assert streamed.cost is None


@pytest.mark.parametrize(
    "value",
    [
        '"\\ud800"',
        "1e999",
        "NaN",
        "9" * 400,
        "9" * 5000,
        "[" * 900 + "]" * 900,
        '{"\\udfff": [null]}',
    ],
)
async def test_the_answer_of_a_tool_is_read_or_not_but_never_breaks(
    serve: Serve, opened: Open, value: str
) -> None:
    body = f'{{"content": [{{"type": "tool_use", "input": {value}}}], "stop_reason": "tool_use"}}'
    reply, _ = await turns(
        opened(serve(raw(200, body.encode())).url, kind="anthropic", tries=1), CHOICE
    )
    assert isinstance(reply, ChatReply | ModelMalformed)
    if isinstance(reply, ChatReply):
        reply.text.encode()


FIELDS = st.sampled_from(
    [
        "choices",
        "message",
        "delta",
        "content",
        "finish_reason",
        "usage",
        "prompt_tokens",
        "completion_tokens",
        "type",
        "text",
        "stop_reason",
        "input",
        "candidates",
        "parts",
        "finishReason",
        "usageMetadata",
        "promptTokenCount",
        "promptFeedback",
        "blockReason",
        "error",
        "message",
        "code",
        "param",
        "detail",
        "data",
        "id",
    ]
)
HOSTILE: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda below: (
        st.lists(below, max_size=4)
        | st.dictionaries(FIELDS | st.text(max_size=5), below, max_size=6)
    ),
    max_leaves=30,
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["openai", "responses", "anthropic", "google"])
async def test_any_json_is_a_reply_or_an_error(serve: Serve, opened: Open, kind: str) -> None:
    bodies: list[object] = []

    @settings(max_examples=40, deadline=None)
    @given(HOSTILE)
    def draw(body: object) -> None:
        bodies.append(body)

    draw()
    for number, drawn in enumerate(bodies):
        answer = events(drawn) if number % 2 else said(drawn, 200 if number % 4 else 400)
        reply, _ = await turns(
            opened(serve(answer).url, kind=kind, tries=1), CHOICE, lambda _: None
        )
        assert isinstance(reply, ChatReply | ModelError)


def test_an_event_without_an_end_is_looked_at_once_however_it_is_cut() -> None:
    # Looked at again with each piece, these would be some fifty thousand million characters.
    reader = SseReader()
    for _ in range(300_000):
        assert reader.feed(b"x") == []
    assert reader.feed(b"\n\ndata: a\n\n") == ["a"]


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(
            [
                b"data: ",
                b"data:",
                b"a",
                b"\n",
                b"\r",
                b"\r\n",
                b"\n\n",
                b": c\n",
                b"\xf0\x9f",
                b"\x90\xba",
            ]
        )
    ),
    st.data(),
)
def test_events_are_the_same_however_they_are_cut(parts: list[bytes], data: st.DataObject) -> None:
    text = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    whole, cut = SseReader(), SseReader()
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert [event for piece in pieces for event in cut.feed(piece)] + cut.end() == whole.feed(
        text
    ) + whole.end()


def test_blanks_in_front_of_a_reply_are_looked_at_once() -> None:
    splitter = ThinkingSplitter()
    assert "".join(splitter.feed(" ") for _ in range(300_000)) == ""
    assert splitter.feed("<think>a</think> b") == "b"
    assert splitter.thinking == "a"


@pytest.mark.parametrize(
    "asked",
    ["9" * 5000, "1e999", "9" * 15, "99999999.5", "Fri, 31 Dec 9999 23:59:59 GMT"],
    ids=lambda each: each[:9],
)
def test_no_endpoint_asks_to_wait_longer_than_a_day(asked: str) -> None:
    waits = [retry_after({name: asked}, 0.0) for name in ("retry-after", "retry-after-ms")]
    assert all(wait is None or 0 <= wait <= 86_400 for wait in waits)


@given(
    st.text(max_size=60)
    | st.from_regex(r"\w{3}, \d{1,9} \w{3} \d{1,9} \d{1,9}:\d+:\d+ [+-]?\w{1,9}", fullmatch=True)
)
def test_any_words_about_waiting_are_a_time_or_none(asked: str) -> None:
    wait = retry_after({"retry-after": asked}, 1_700_000_000.0)
    assert wait is None or 0 <= wait <= 86_400


async def test_a_call_that_is_cancelled_while_the_rest_of_a_stream_is_read_leaves_no_task() -> None:
    async def coming() -> AsyncGenerator[bytes]:
        yield b""
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise httpx.ReadError("the connection was closed") from None

    before = asyncio.all_tasks()
    reading = asyncio.ensure_future(drain_received(coming()))
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert asyncio.all_tasks() == before
