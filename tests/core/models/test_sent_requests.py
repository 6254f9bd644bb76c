"""The requests of a call are collected as the endpoint got them, in order, without the key."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.core.models.asking import CHOICE
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import DROP, chat, error
from wolfcore.errors import ModelError
from wolfcore.models import ChatModel
from wolfcore.models.attempts import SentRequest, add_request, collected_requests

KEY = "abcdefgh-ijklmnop"
KINDS: dict[str, dict[str, Any]] = {
    "openai": {},
    "responses": {"kind": "responses"},
    "anthropic": {"kind": "anthropic"},
    "google": {"kind": "google"},
    "ollama": {"server": "ollama"},
}


async def collected(model: ChatModel, *, streamed: bool = False) -> list[SentRequest]:
    with collected_requests() as requests, suppress(ModelError):
        await model.complete(CHOICE, (lambda _: None) if streamed else None)
    return requests


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("streamed", [True, False])
@pytest.mark.parametrize("key", ["API", "", "short"])
async def test_what_is_collected_is_what_the_endpoint_got(
    serve: Serve, opened: Open, kind: str, streamed: bool, key: str
) -> None:
    server = serve(error(400, "no"))
    secret = "a" if key == "short" else KEY
    settings = KINDS[kind] | ({"api_key_env": "OWN_KEY"} if key else {})
    model = opened(
        server.url, environ={"OWN_KEY": secret}, extra={"top_k": 40}, temperature=0.7, **settings
    )
    requests = await collected(model, streamed=streamed)
    assert requests
    for sent, got in zip(requests, server.requests, strict=True):
        assert sent.url == server.url + got.path
        assert json.dumps(sent.body).encode() == got.raw
        assert sent.body["top_k"] == 40
        shown = {name.lower(): value for name, value in sent.headers.items()}
        for name, value in shown.items():
            assert got.headers[name] == value.replace("$OWN_KEY", secret)
        assert sum("$OWN_KEY" in value for value in shown.values()) == bool(key)
        assert KEY not in str(sent)
        assert "400: no" in sent.problem


async def test_a_key_from_a_file_has_a_name_of_its_own(
    serve: Serve, opened: Open, tmp_path: Path
) -> None:
    file = tmp_path / "key"
    file.write_text(KEY)
    file.chmod(0o600)
    model = opened(serve(chat('{"choice": "a"}')).url, api_key_file=str(file))
    (sent,) = await collected(model)
    assert sent.headers == {"Authorization": "Bearer $API_KEY"}
    assert sent.problem == ""


async def test_every_try_is_collected_with_what_it_changed(serve: Serve, opened: Open) -> None:
    server = serve(error(503), error(400, "response_format is not supported"), chat("a"))
    requests = await collected(opened(server.url))
    assert [sent.body for sent in requests] == [got.body for got in server.requests]
    assert ["json_schema" in str(sent.body) for sent in requests] == [True, True, False]
    assert [bool(sent.problem) for sent in requests] == [True, True, False]


async def test_a_request_without_an_end_is_collected(
    serve: Serve, opened: Open, clock: JumpingClock
) -> None:
    requests = await collected(opened(serve(DROP).url, tries=1))
    assert len(requests) == 1
    assert "broke" in requests[0].problem
    requests = await collected(opened("http://127.0.0.1:1", tries=1))
    assert len(requests) == 1
    assert requests[0].problem


def test_requests_belong_to_the_innermost_call() -> None:
    sent = SentRequest("http://127.0.0.1", {}, {})
    add_request(sent)
    with collected_requests() as outer:
        with collected_requests() as inner:
            add_request(sent)
        assert (inner, outer) == ([sent], [])
