"""Slow is normal: a reply may take as long as it likes while it comes, and waiting for a turn is
not the model's time.

Servers on real sockets, by the clock of the machine: local ones write a token at a time and put
calls in a queue (llama.cpp, "server": `--parallel`), and OpenRouter sends comments while nothing
comes ("Streaming", "SSE comments").
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.serving import delta
from wolfcore.clock import SystemClock
from wolfcore.errors import ModelTimeout
from wolfcore.models import ChatReply, ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints

LIMIT = 0.6
STEP = 0.3
"""Seconds between two pieces: less than the limit, and four of them are more."""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
COMMENT = b": PROCESSING\n\n"


def event(data: object) -> bytes:
    return b"data: " + json.dumps(data).encode() + b"\n\n"


WHOLE = [event(delta(word)) for word in ("Bram ", "is ", "the ", "wolf.")] + [
    event(delta(finish="stop")),
    b"data: [DONE]\n\n",
]
THOUGHT = [event({"choices": [{"delta": {"reasoning_content": "hm"}, "finish_reason": None}]})] * 4


@asynccontextmanager
async def trickling(pieces: Sequence[bytes], step: float = STEP) -> AsyncGenerator[str]:
    """A server that sends a piece each `step` seconds and then nothing, and keeps the connection
    open."""

    async def serve(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        try:
            await reading.readuntil(b"\r\n\r\n")
            writing.write(HEAD)
            for piece in pieces:
                await asyncio.sleep(step)
                writing.write(piece)
                await writing.drain()
            await reading.read()
        except ConnectionError:
            pass
        finally:
            writing.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def asked(url: str, tmp_path: Path, times: int = 1, concurrency: int = 1) -> list[ChatReply]:
    spec = ModelSpec(model="m", base_url=url, timeout=LIMIT, tries=1, concurrency=concurrency)
    async with Endpoints(
        {"m": spec}, logs=tmp_path, options=EndpointOptions(clock=SystemClock())
    ) as endpoints:
        model = endpoints.open("m")
        return list(
            await asyncio.gather(*(model.complete(WORDS, lambda _: None) for _ in range(times)))
        )


@pytest.mark.parametrize("pieces", [WHOLE, [*THOUGHT, *WHOLE]], ids=["words", "thinking"])
async def test_a_reply_may_take_longer_than_the_limit_while_it_comes(
    tmp_path: Path, pieces: list[bytes]
) -> None:
    async with trickling(pieces) as url:
        (reply,) = await asked(url, tmp_path)
    assert reply.text == "Bram is the wolf."
    assert reply.seconds > 1.5 * LIMIT


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ([], "no reply within 0.6 seconds. "),
        (WHOLE[:2], "the reply was not whole, and no more of it came within 0.6 seconds. "),
        ([COMMENT] * 20, "no reply within 0.6 seconds. "),
        (
            [*WHOLE[:1], *[COMMENT] * 20],
            "the reply was not whole, and no more of it came within 0.6 seconds. ",
        ),
    ],
    ids=["silent", "begun", "comments", "begun and comments"],
)
async def test_what_stops_coming_ends(tmp_path: Path, pieces: list[bytes], words: str) -> None:
    async with trickling(pieces) as url:
        with pytest.raises(ModelTimeout) as raised:
            await asyncio.wait_for(asked(url, tmp_path), 5)
    assert words in str(raised.value)


async def test_waiting_for_a_turn_is_not_the_models_time(tmp_path: Path) -> None:
    async with trickling(WHOLE, 0.1) as url:
        replies = await asked(url, tmp_path, times=4)
    assert [reply.text for reply in replies] == ["Bram is the wolf."] * 4
    assert max(reply.seconds for reply in replies) < 2 * LIMIT


async def test_a_trickle_without_end_ends(tmp_path: Path) -> None:
    async with trickling([event(delta("x"))] * 5000, 0.005) as url:
        spec = ModelSpec(model="m", base_url=url, timeout=0.05, tries=1)
        async with Endpoints(
            {"m": spec}, logs=tmp_path, options=EndpointOptions(clock=SystemClock())
        ) as endpoints:
            with pytest.raises(ModelTimeout):
                await asyncio.wait_for(endpoints.open("m").complete(WORDS, lambda _: None), 10)
