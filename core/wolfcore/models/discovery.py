"""Find model servers on this machine: which servers answer, their models and their slot counts.

Sources of slot counts: llama.cpp `tools/server/README.md` (`GET /props`: `total_slots`); vLLM
(`/v1/models`, owned by `vllm`) batches all calls that arrive. Each question has a timeout of two
seconds.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import httpx
from msgspec import Struct

from wolfcore.clock import Clock, SystemClock, with_timeout

from .dialects.dialect import count_at, list_at, text_at, value_at
from .servers import DEFAULT_CONCURRENCY, SERVERS, ServerName
from .transport.http_client import BodyTooLarge, UndecodableBody, make_client, read_body

_PATIENCE = 2.0
"""Seconds in which a server must answer all questions of one probe."""


_LARGEST = 1_000_000
"""Bytes of the largest reply to a probe."""


_UNAUTHORIZED = (401, 403)


_NO_SERVER_ERRORS = (httpx.HTTPError, BodyTooLarge, UndecodableBody, ValueError, RecursionError)
"""Errors that may occur when the address does not belong to a model server."""


class DetectedServer(Struct, frozen=True):
    """A model server that answered a probe.

    Attributes:
        server: The kind of server.
        base_url: Its address.
        models: The names of the models that it serves.
        loaded: Which of these models are in its memory, so that they answer without loading; None
            where the server does not tell.
        locked: Whether the server tells nothing without an API key.
    """

    server: ServerName
    base_url: str
    models: tuple[str, ...]
    loaded: tuple[str, ...] | None = None
    locked: bool = False


def default_addresses() -> dict[ServerName, str]:
    """Return the usual address on this machine of each known server that has a usual port."""
    return {name: server.base_url for name, server in SERVERS.items() if server.port}


async def detect_servers(
    addresses: Mapping[ServerName, str] | None = None, clock: Clock | None = None
) -> list[DetectedServer]:
    """Probe addresses concurrently; return the servers that answer, in the order of `addresses`.

    Args:
        addresses: The address to probe for each kind of server; the usual addresses of this machine
            if None.
        clock: Measures the timeout of each probe; the system clock if None.
    """
    clock = clock or SystemClock()
    addresses = default_addresses() if addresses is None else addresses
    # No proxy of the environment stands between this program and its own machine.
    async with make_client(trust_env=False) as asking:
        found = await asyncio.gather(
            *(_probe(asking, server, url, clock) for server, url in addresses.items())
        )
    return [each for each in found if each]


async def _probe(
    asking: httpx.AsyncClient, server: ServerName, url: str, clock: Clock
) -> DetectedServer | None:
    try:
        return await with_timeout(_PATIENCE, _identify(asking, server, url), clock)
    except (TimeoutError, *_NO_SERVER_ERRORS):
        return None


async def _identify(
    asking: httpx.AsyncClient, server: ServerName, url: str
) -> DetectedServer | None:
    status, data = await _get_json(asking, f"{url}/models")
    # Any program may answer 401; a model server says why in JSON.
    if status in _UNAUTHORIZED and SERVERS[server].key_env and value_at(data, "error"):
        return DetectedServer(server, url, (), locked=True)
    listed = list_at(data, "data")
    if not 200 <= status < 300 or value_at(data, "data") is None:
        return None
    names = tuple(dict.fromkeys(name for each in listed if (name := text_at(each, "id"))))
    owner = next((text_at(each, "owned_by") for each in listed), "")
    # The owner tells more than the port, on which another server may have been started.
    server = _server_of(owner) or server
    return DetectedServer(server, url, names, await _loaded(asking, server, url))


async def _loaded(
    asking: httpx.AsyncClient, server: ServerName, url: str
) -> tuple[str, ...] | None:
    """Read which models a server has in its memory; None where the server does not tell.

    Ollama lists them under `models`; LM Studio lists all models under `data`, each with a `state`.
    """
    place = SERVERS[server].loaded_models_path
    if not place:
        return None
    try:
        status, data = await _get_json(asking, url.removesuffix("/v1") + place)
    except _NO_SERVER_ERRORS:
        return None
    running = [text_at(each, "name") for each in list_at(data, "models")]
    running += [
        text_at(each, "id") for each in list_at(data, "data") if text_at(each, "state") == "loaded"
    ]
    return tuple(filter(None, running)) if 200 <= status < 300 else None


async def _get_json(asking: httpx.AsyncClient, url: str) -> tuple[int, object]:
    """Send a GET request and return the status and the decoded JSON."""
    async with asking.stream("GET", url) as response:
        text = (await read_body(response, _LARGEST)).decode("utf-8", "replace")
        # A large body is decoded in a thread, so that the event loop goes on.
        return response.status_code, await asyncio.to_thread(json.loads, text)


def _server_of(owner: str) -> ServerName | None:
    """The server that uses this owner name in its model list (`owned_by`); None where none does."""
    return next(
        (name for name, server in SERVERS.items() if server.owner and server.owner == owner), None
    )


_PROBE_TIMEOUT = 2.0
"""Seconds in which a server must answer each question about its slots."""


_MAX_BYTES = 1_000_000
"""Bytes of the largest reply to a question about slots."""


async def reported_slots(
    asking: httpx.AsyncClient, address: str, headers: Mapping[str, str], clock: Clock
) -> int | None:
    """Ask a server how many calls it processes at the same time; None where it does not say.

    A number in `/props` is limited to `DEFAULT_CONCURRENCY`. Without one, the owner in the model
    list tells the kind of server, and so its usual number.

    Args:
        asking: The HTTP client.
        address: The address for calls, which may end in `/v1`.
        headers: Headers for each request, such as the key.
        clock: Measures the timeout of each question.
    """
    slots = count_at(
        await _get_json_or_none(asking, f"{address.removesuffix('/v1')}/props", headers, clock),
        "total_slots",
    )
    if slots:
        # A server may have more slots than a game has seats.
        return min(slots, DEFAULT_CONCURRENCY)
    owner = text_at(
        await _get_json_or_none(asking, f"{address}/models", headers, clock), "data", 0, "owned_by"
    )
    return next(
        (
            server.concurrency
            for server in SERVERS.values()
            if server.owner and server.owner == owner
        ),
        None,
    )


async def _get_json_or_none(
    asking: httpx.AsyncClient, url: str, headers: Mapping[str, str], clock: Clock
) -> object:
    """Send a GET request and return the decoded JSON; None on any failure or timeout."""
    try:
        text = await with_timeout(_PROBE_TIMEOUT, _read(asking, url, headers), clock)
        return await asyncio.to_thread(json.loads, text)
    except (
        TimeoutError,
        httpx.HTTPError,
        BodyTooLarge,
        UndecodableBody,
        ValueError,
        RecursionError,
    ):
        return None


async def _read(asking: httpx.AsyncClient, url: str, headers: Mapping[str, str]) -> bytes:
    async with asking.stream("GET", url, headers=dict(headers)) as response:
        response.raise_for_status()
        return await read_body(response, _MAX_BYTES)
