"""Models from settings: what is shared, and what is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import chat, delta, error, events, said
from wolfcore.errors import ConfigError, ModelRefused, ModelUnreachable
from wolfcore.models import Delta, ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints


async def test_a_model_is_opened_once_and_one_that_is_not_there_is_named(tmp_path: Path) -> None:
    async with Endpoints(
        {"tiny": ModelSpec(model="m", base_url="http://127.0.0.1:9/v1")}, logs=tmp_path
    ) as endpoints:
        assert endpoints.open("tiny") is endpoints.open("tiny")
        with pytest.raises(ConfigError, match=r"there is no model `tinny`\. There are: tiny"):
            endpoints.open("tinny")


async def test_busy_then_broken_then_well(serve: Serve, opened: Open, clock: JumpingClock) -> None:
    server = serve(said({"error": "busy"}, 429, retry_after="20"), error(500), chat("Bram."))
    reply = await opened(server.url).complete(WORDS)
    assert (reply.text, reply.retries) == ("Bram.", 2)
    # The whole endpoint was held for twenty seconds, so the try after them had nothing left to wait
    # for.
    assert clock.waits == [20.0, 1.0]


async def test_a_stream_cut_in_half_is_withdrawn_and_comes_again(
    serve: Serve, opened: Open
) -> None:
    server = serve(
        events(delta("It is Cl"), done=False), events(delta("It is Bram."), delta(finish="stop"))
    )
    heard: list[Delta] = []
    reply = await opened(server.url).complete(WORDS, heard.append)
    assert reply.text == "It is Bram."
    assert heard == [Delta("It is Cl"), Delta("", restart=True), Delta("It is Bram.")]


async def test_models_at_one_endpoint_share_its_limit(
    serve: Serve, tmp_path: Path, clock: JumpingClock
) -> None:
    server = serve(chat("ok"))
    specs = {
        name: ModelSpec(model=name, base_url=server.url, requests_per_minute=limit, timeout=100.0)
        for name, limit in (("a", None), ("b", 2))
    }
    async with Endpoints(
        specs, logs=tmp_path, options=EndpointOptions(environ={}, clock=clock)
    ) as endpoints:
        models = [endpoints.open(name) for name in "ab"]
        for model in models * 2:
            await model.complete(WORDS)
    assert [request.body["model"] for request in server.requests] == ["a", "b", "a", "b"]
    assert clock.waits == [60.0]


async def test_a_batch_goes_out_at_once(serve: Serve, opened: Open) -> None:
    server = serve(chat("ok"))
    replies = await asyncio.gather(
        *(opened(server.url, concurrency=7).complete(WORDS) for _ in range(7))
    )
    assert len(replies) == 7
    assert server.connections == 7


async def test_an_endpoint_that_is_down_is_left_alone(serve: Serve, opened: Open) -> None:
    server = serve(error(503))
    model = opened(server.url, tries=1)
    for _ in range(6):
        with pytest.raises(ModelRefused, match="503"):
            await model.complete(CHOICE)
    with pytest.raises(
        ModelUnreachable, match="times in a row, the last time because the endpoint failed"
    ):
        await model.complete(CHOICE)
    assert len(server.requests) == 6
