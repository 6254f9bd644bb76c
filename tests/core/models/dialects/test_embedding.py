"""Vectors of texts from an endpoint."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Serve
from tests.core.models.serving import Served, error, said
from wolfcore.errors import ConfigError, ModelError
from wolfcore.models import ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints

KEY = "sk-very-secret-key"
TWO = said({"data": [{"index": 1, "embedding": [3, 4]}, {"index": 0, "embedding": [1.0, 2.0]}]})


async def asked(url: str, tmp_path: Path) -> list[list[float]]:
    specs = {
        "ada": ModelSpec(model="text-embedding-ada-002", base_url=url, api_key_env="KEY", tries=2)
    }
    async with Endpoints(
        specs,
        logs=tmp_path,
        options=EndpointOptions(environ={"KEY": KEY}, clock=JumpingClock(), jitter=lambda: 0.0),
    ) as endpoints:
        return await endpoints.embedding("ada").vectors(("one", "two"))


async def test_each_text_gets_its_own_vector_whatever_their_order(
    serve: Serve, tmp_path: Path
) -> None:
    server = serve(TWO)
    assert await asked(f"{server.url}/v1", tmp_path) == [[1.0, 2.0], [3, 4]]
    (request,) = server.requests
    assert (request.path, request.body) == (
        "/v1/embeddings",
        {"model": "text-embedding-ada-002", "input": ["one", "two"]},
    )
    assert request.headers["authorization"] == f"Bearer {KEY}"


async def test_an_endpoint_that_is_busy_is_asked_again(serve: Serve, tmp_path: Path) -> None:
    server = serve(error(500), TWO)
    assert len(await asked(server.url, tmp_path)) == 2
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (error(401, f"wrong key {KEY}"), r"refused the key"),
        (error(404), "no such place"),
        (said({"data": [{"index": 0, "embedding": [1.0]}]}), "no reply"),
        (
            said({"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}),
            "no reply",
        ),
        (
            said({"data": [{"index": 0, "embedding": "one"}, {"index": 1, "embedding": [1]}]}),
            "no reply",
        ),
        (said("nothing"), "no reply"),
    ],
)
async def test_what_is_no_reply_is_said_without_the_key(
    answer: Served, problem: str, serve: Serve, tmp_path: Path
) -> None:
    with pytest.raises(ModelError, match=problem) as raised:
        await asked(serve(answer).url, tmp_path)
    assert KEY not in str(raised.value)


async def test_nobody_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be reached"):
        await asked("http://127.0.0.1:1", tmp_path)


def test_a_model_of_another_kind_gives_no_vectors(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"models\.claude: has the kind `anthropic`"):
        Endpoints({"claude": ModelSpec(kind="anthropic", model="c")}, logs=tmp_path).embedding(
            "claude"
        )
