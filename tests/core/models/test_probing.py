"""Servers of this machine are found, and told from whatever else listens on their ports."""

from __future__ import annotations

import socket

from core.models.probing import Found, detect, usual_places
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Serve
from tests.core.models.serving import DROP, HANG, raw, said

MODELS = {"object": "list", "data": [{"id": "a", "owned_by": "llamacpp"}, {"id": "b"}]}


def test_the_usual_places() -> None:
    ports = {name: url.split(":")[2] for name, url in usual_places().items()}
    assert ports == {"ollama": "11434/v1", "llama.cpp": "8080/v1", "vllm": "8000/v1", "lmstudio": "1234/v1"}


async def test_what_answers_is_found_and_named_by_what_it_says(serve: Serve) -> None:
    here = serve(said(MODELS))
    empty = serve(said({"data": []}))
    web = serve(raw(200, b"<html>", "text/html"))
    closed = serve(said({}, 404))
    dropping = serve(DROP)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert await detect({"ollama": here.url, "vllm": empty.url}) == [
            Found("llama.cpp", here.url, ("a", "b")),
            Found("vllm", empty.url, ()),
        ]
        assert await detect({"ollama": web.url, "vllm": closed.url, "lmstudio": dropping.url, "llama.cpp": nobody}) == []
    assert here.requests[0].path == "/models"


async def test_a_server_that_says_nothing_is_not_waited_for(serve: Serve) -> None:
    clock = JumpingClock()
    assert await detect({"ollama": serve(HANG).url}, clock) == []
    assert clock.waits == [2.0]
