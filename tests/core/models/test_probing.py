"""Servers of this machine are found, and told from whatever else listens on their ports."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Serve
from tests.core.models.serving import DROP, HANG, Request, raw, said
from wolfcore.models import SERVERS
from wolfcore.models.discovery import DetectedServer, default_addresses, detect_servers
from wolfcore.models.servers import ServerName

MODELS = {"object": "list", "data": [{"id": "a", "owned_by": "llamacpp"}, {"id": "b"}]}


def test_the_usual_places() -> None:
    ports = {name: url.split(":")[2] for name, url in default_addresses().items()}
    assert ports == {
        "ollama": "11434/v1",
        "llama.cpp": "8080/v1",
        "vllm": "8000/v1",
        "lmstudio": "1234/v1",
        "litellm": "4000/v1",
    }


async def test_what_answers_is_found_and_named_by_what_it_says(serve: Serve) -> None:
    here = serve(said(MODELS))
    empty = serve(said({"data": []}))
    web = serve(raw(200, b"<html>", "text/html"))
    closed = serve(said({}, 404))
    dropping = serve(DROP)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert await detect_servers({"ollama": here.url, "vllm": empty.url}) == [
            DetectedServer("llama.cpp", here.url, ("a", "b")),
            DetectedServer("vllm", empty.url, ()),
        ]
        assert (
            await detect_servers(
                {
                    "ollama": web.url,
                    "vllm": closed.url,
                    "lmstudio": dropping.url,
                    "llama.cpp": nobody,
                }
            )
            == []
        )
    assert here.requests[0].path == "/models"


async def test_a_server_that_says_nothing_is_not_waited_for(serve: Serve) -> None:
    clock = JumpingClock()
    assert await detect_servers({"ollama": serve(HANG).url}, clock) == []
    assert clock.waits == [2.0]


def at_places(**served: bytes) -> Callable[[Request], bytes]:
    """A server that has these places, whose names stand for `/`, and no others."""
    return lambda request: served.get(
        request.path.strip("/").replace("/", "_"), raw(404, b"404 page not found", "text/plain")
    )


async def test_what_is_loaded_is_told_from_what_could_be(serve: Serve) -> None:
    # Ollama `docs/api.md`, "List Running Models"; LM Studio REST API, "GET /api/v0/models".
    models = said(
        {
            "object": "list",
            "data": [{"id": "llama3.2:latest", "owned_by": "library"}, {"id": "qwen3:4b"}],
        }
    )
    running = said(
        {
            "models": [
                {"name": "qwen3:4b", "model": "qwen3:4b", "size_vram": 5, "context_length": 4096}
            ]
        }
    )
    ollama = serve(at_places(v1_models=models, api_ps=running))
    studio_models = said(
        {
            "data": [
                {"id": "gemma-3-4b", "owned_by": "organization_owner"},
                {"id": "phi-4", "owned_by": "organization_owner"},
            ]
        }
    )
    states = said(
        {
            "data": [
                {"id": "gemma-3-4b", "type": "llm", "state": "loaded"},
                {"id": "phi-4", "type": "llm", "state": "not-loaded"},
            ]
        }
    )
    studio = serve(at_places(v1_models=studio_models, api_v0_models=states))
    old = serve(at_places(v1_models=models))
    found = await detect_servers({"ollama": f"{ollama.url}/v1", "lmstudio": f"{studio.url}/v1"})
    assert found == [
        DetectedServer(
            "ollama", f"{ollama.url}/v1", ("llama3.2:latest", "qwen3:4b"), ("qwen3:4b",)
        ),
        DetectedServer("lmstudio", f"{studio.url}/v1", ("gemma-3-4b", "phi-4"), ("gemma-3-4b",)),
    ]
    assert await detect_servers({"ollama": f"{old.url}/v1"}) == [
        DetectedServer("ollama", f"{old.url}/v1", ("llama3.2:latest", "qwen3:4b"))
    ]


LOCKED: dict[ServerName, object] = {
    # LiteLLM, "Virtual keys": an error in the form of OpenAI's.
    "litellm": {"error": {"message": "Authentication Error, No api key passed in."}},
    # vLLM `--api-key`, `AuthenticationMiddleware`.
    "vllm": {"error": "Unauthorized"},
    # LM Studio 0.4, "Authentication".
    "lmstudio": {"error": {"message": "An LM Studio API token is required.", "type": "x"}},
}


@pytest.mark.parametrize("server", LOCKED)
async def test_a_server_that_wants_its_key_is_found(serve: Serve, server: ServerName) -> None:
    locked = serve(said(LOCKED[server], 401))
    page = serve(raw(401, b"<html>", "text/html"))
    other = serve(said({"message": "log in"}, 401))
    assert await detect_servers({server: locked.url}) == [
        DetectedServer(server, locked.url, (), locked=True)
    ]
    assert SERVERS[server].key_env, "the command that adds a model names the variable of its key"
    assert await detect_servers({server: page.url, "ollama": other.url}) == []
