"""A saved game holds the requests of its models as the endpoint got them, in little space, and no
key."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.core.agents.tables import BAD, good, play
from tests.core.models.serving import Request, error
from wolfcore.players import CallRecord
from wolfcore.players.request_bodies import unpacked_body

KEY = "abcdefgh-ijklmnop"


def without_schema(request: Request) -> bytes:
    refused = "response_format" in request.body
    return error(400, "response_format is not supported") if refused else good(request)


def bodies(call: CallRecord) -> list[dict[str, Any]]:
    texts, found = [text for _, text in call.messages], list[dict[str, Any]]()
    for request in call.requests:
        found.append(unpacked_body(request.body, texts) if request.body else found[-1])
    return found


@pytest.mark.parametrize("serve", [good, without_schema])
async def test_a_saved_game_gives_each_request_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Any
) -> None:
    monkeypatch.setenv("OWN_KEY", KEY)
    played = await play(tmp_path, serve, api_key_env="OWN_KEY", extra={"api_key": "another-secret"})
    calls = played.calls()
    assert len(calls) >= 4
    heard = [request.body for request in played.heard[BAD]]
    hidden = [body | {"api_key": "[key]"} for body in heard]
    assert list(chain.from_iterable(map(bodies, calls))) == hidden
    assert calls[-1].requests[-1].headers == {"Authorization": "Bearer $OWN_KEY"}
    for file in played.saved.path.iterdir():
        content = file.read_bytes()
        assert KEY.encode() not in content
        assert b"another-secret" not in content
    for call in calls:
        assert [bool(each.problem) for each in call.requests[-1:]] == [False]
        added = len(json.dumps([each.body for each in call.requests]))
        assert added < 1000 * len(call.requests)
