"""Bodies are bounded however they are packed and cut, no cookie is kept, and no redirect is
followed."""

from __future__ import annotations

import asyncio
import gzip
import json
import tracemalloc
import zlib
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.models.asking import WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Endpoint, chat, delta, events, raw, said
from wolfcore.errors import ModelMalformed, ModelRefused, ModelUnreachable
from wolfcore.models import ModelSpec
from wolfcore.models.discovery import detect_servers
from wolfcore.models.endpoints import Endpoints
from wolfcore.models.transport.http_client import (
    CHUNK_SIZE,
    MAX_CHUNKS,
    BodyTooLarge,
    UndecodableBody,
    body_chunks,
    make_client,
    read_body,
)

KEYED = {"api_key_env": "K", "environ": {"K": "sk-planted-0123456789"}, "tries": 1}
REPLY = json.dumps(
    {"choices": [{"message": {"content": "Bram."}, "finish_reason": "stop"}]}
).encode()


def chunked(
    parts: list[bytes],
    *,
    kind: str = "text/event-stream",
    more: str = "",
    end: bytes = b"0\r\n\r\n",
) -> bytes:
    """An answer in these pieces."""
    head = f"HTTP/1.1 200 Said\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n{more}\r\n"
    return head.encode() + b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + end


@cache
def bomb(levels: int, size: int = 100_000_000) -> bytes:
    """`size` zeros, packed so often."""
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    data = (
        b"".join(packing.compress(bytes(1_000_000)) for _ in range(size // 1_000_000))
        + packing.flush()
    )
    for _ in range(levels - 1):
        data = gzip.compress(data)
    return data


PACKED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "gzip": ("gzip", lambda: bomb(1)),
    "deflate": ("deflate", lambda: bomb(1)),
    "twice": ("gzip, gzip", lambda: bomb(2)),
    "twice and again": ("gzip,identity,gzip", lambda: bomb(2)),
    "br": ("br", lambda: b"\x8b\x03\x80"),
    "zstd": ("zstd", lambda: b"(\xb5/\xfd"),
    "no gzip": ("gzip", lambda: b"no gzip at all"),
    "no header": ("gzip\x00", lambda: bomb(1)),
}
ONCE = {
    "gzip": ("gzip", gzip.compress(REPLY)),
    "x-gzip": ("x-gzip", gzip.compress(REPLY)),
    "deflate": ("deflate", zlib.compress(REPLY)),
    "identity": ("identity", REPLY),
    "none": ("", REPLY),
    "more": ("gzip", gzip.compress(REPLY) + b"more"),
}


@pytest.mark.parametrize("status", [200, 400, 500])
@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
@pytest.mark.parametrize("how", PACKED)
async def test_what_is_packed_small_stays_small(
    serve: Serve, opened: Open, how: str, kind: str, status: int
) -> None:
    coding, data = PACKED[how]
    server = serve(raw(status, data(), kind, content_encoding=coding))
    model = opened(server.url, **KEYED)
    tracemalloc.start()
    with pytest.raises((ModelMalformed, ModelRefused, ModelUnreachable)):
        await model.complete(WORDS, lambda _: None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60_000_000


@pytest.mark.parametrize("how", ONCE)
async def test_what_a_proxy_packs_once_is_read(serve: Serve, opened: Open, how: str) -> None:
    coding, data = ONCE[how]
    server = serve(raw(200, data, content_encoding=coding))
    assert (await opened(server.url).complete(WORDS)).text == "Bram."
    assert server.requests[0].headers["accept-encoding"] == "identity"


async def test_how_a_reply_is_packed_is_said(serve: Serve, opened: Open) -> None:
    with pytest.raises(
        ModelMalformed, match="sent its reply packed as `gzip, gzip`, which is not unpacked"
    ):
        await opened(serve(raw(200, bomb(2), content_encoding="gzip, gzip")).url, tries=1).complete(
            WORDS
        )


async def test_a_list_of_models_that_is_packed_is_no_list(serve: Serve) -> None:
    for coding, data in (("gzip, gzip", bomb(2)), ("gzip", bomb(1))):
        assert (
            await detect_servers({"ollama": serve(raw(200, data, content_encoding=coding)).url})
            == []
        )


async def got(answer: bytes, use: Callable[[httpx.Response], Awaitable[None]]) -> None:
    with closing(Endpoint(answer)) as server:
        async with (
            make_client(trust_env=False) as asking,
            asking.stream("GET", server.url) as response,
        ):
            await use(response)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.binary(max_size=3 * CHUNK_SIZE),
    st.sampled_from(["", "gzip"]),
    st.integers(1, 3 * CHUNK_SIZE),
    st.integers(1, 3 * CHUNK_SIZE),
)
def test_a_body_comes_in_small_pieces_up_to_its_limit(
    data: bytes, coding: str, size: int, limit: int
) -> None:
    sent = gzip.compress(data) if coding else data
    parts = [sent[start : start + size] for start in range(0, len(sent), size)]
    came: list[bytes] = []
    keep = came.append  # what came before an error counts too

    async def take(response: httpx.Response) -> None:
        async for piece in body_chunks(response, limit):
            keep(piece)

    answer = chunked(parts, more=f"Content-Encoding: {coding}\r\n" if coding else "")
    if max(len(data), len(sent)) > limit:
        with pytest.raises(BodyTooLarge):
            asyncio.run(got(answer, take))
        assert len(b"".join(came)) <= limit + CHUNK_SIZE
    else:
        asyncio.run(got(answer, take))
        assert b"".join(came) == data
    assert data.startswith(b"".join(came))
    assert all(0 < len(piece) <= CHUNK_SIZE for piece in came)


@pytest.mark.slow
async def test_no_more_pieces_are_taken_than_a_reply_has() -> None:
    async def take(response: httpx.Response) -> None:
        with pytest.raises(BodyTooLarge):
            await read_body(response, 10 * MAX_CHUNKS)

    await got(chunked([b"x"] * (MAX_CHUNKS + 1), end=b""), take)


async def test_broken_packing_says_so() -> None:
    async def take(response: httpx.Response) -> None:
        with pytest.raises(UndecodableBody, match="broken data"):
            await read_body(response, 1000)

    await got(raw(200, b"nothing", content_encoding="gzip"), take)


async def test_no_cookie_goes_anywhere(serve: Serve, tmp_path: Path) -> None:
    crumbs = "a=sk-planted-0123456789; Path=/; Domain=127.0.0.1"
    setting, other = serve(said(json.loads(REPLY), set_cookie=crumbs)), serve(chat("Cleo."))
    specs = {
        name: ModelSpec(model="m", base_url=server.url)
        for name, server in (("one", setting), ("two", other))
    }
    async with Endpoints(specs, logs=tmp_path) as endpoints:
        for name in ("one", "one", "two"):
            await endpoints.open(name).complete(WORDS)
    asked = [request.headers for server in (setting, other) for request in server.requests]
    assert len(asked) == 3
    assert not [headers for headers in asked if "cookie" in headers]


async def test_a_client_keeps_no_cookie_between_two_servers(serve: Serve) -> None:
    setting, other = serve(said({}, set_cookie="a=b")), serve(said({}))
    async with make_client(trust_env=False) as asking:
        for url in (setting.url, setting.url, other.url):
            await asking.get(url)
        assert len(asking.cookies) == 0
    assert not [
        request for request in (*setting.requests, *other.requests) if "cookie" in request.headers
    ]


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308])
async def test_no_redirect_is_followed(serve: Serve, opened: Open, status: int) -> None:
    other = serve(chat("I have your key."))
    server = serve(raw(status, b"", location=f"{other.url}/chat/completions"))
    with pytest.raises(ModelRefused, match="points elsewhere to"):
        await opened(server.url, **KEYED).complete(WORDS)
    assert (len(server.requests), other.requests) == (1, [])


@pytest.mark.parametrize(
    "location", ["http://[", "http://x:y/", "\x00", "//", "http://" + "x" * 9_000, "javascript:0"]
)
async def test_a_redirect_to_nowhere_is_a_refusal_like_any_other(
    serve: Serve, opened: Open, location: str
) -> None:
    with pytest.raises((ModelRefused, ModelUnreachable)):
        await opened(serve(raw(307, b"", location=location)).url, **KEYED).complete(WORDS)


async def test_a_connection_is_used_again_after_a_stream_that_came_to_its_end(
    serve: Serve, opened: Open
) -> None:
    data = events(delta("Bram."), delta(finish="stop")).split(b"\r\n\r\n", 1)[1]
    server = serve(chunked([data]))
    model = opened(server.url)
    for _ in range(3):
        assert (await model.complete(WORDS, lambda _: None)).text == "Bram."
    assert server.connections == 1
