"""Models: which servers answer on this machine, asked all at once and not for long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import httpx
from msgspec import Struct

from wolfcore.clock import Clock, SystemClock, within

from .dialects.dialect import at, items, word
from .dialects.wire import TooMuch, Unpackable, body, client
from .servers import SERVERS, ServerName

_PATIENCE = 2.0
"""Seconds for all of them."""
_LARGEST = 1_000_000
_LOCKED = (401, 403)
_NOBODY = (httpx.HTTPError, TooMuch, Unpackable, ValueError, RecursionError)
"""What comes of asking whoever is no such server."""


class Found(Struct, frozen=True):
    """A server that answers.

    Attributes:
        server: Which it is.
        base_url: Where.
        models: What it serves.
        loaded: Which of them are in its memory, so that they answer at once; None where it does not tell them apart.
        locked: Whether it tells nothing without a key.
    """

    server: ServerName
    base_url: str
    models: tuple[str, ...]
    loaded: tuple[str, ...] | None = None
    locked: bool = False


def usual_places() -> dict[ServerName, str]:
    """Where servers usually answer on this machine."""
    return {name: server.base_url for name, server in SERVERS.items() if server.port}


async def detect(places: Mapping[ServerName, str] | None = None, clock: Clock | None = None) -> list[Found]:
    """The servers that answer, in the order of `places`.

    Args:
        places: Where to look, with the server to expect; the usual places of this machine if None.
        clock: Measures the time that each has.
    """
    clock = clock or SystemClock()
    places = usual_places() if places is None else places
    async with client(trust_env=False) as asking:
        found = await asyncio.gather(*(_look(asking, server, url, clock) for server, url in places.items()))
    return [each for each in found if each]


async def _look(asking: httpx.AsyncClient, server: ServerName, url: str, clock: Clock) -> Found | None:
    try:
        return await within(_PATIENCE, _found(asking, server, url), clock)
    except (TimeoutError, *_NOBODY):
        return None


async def _found(asking: httpx.AsyncClient, server: ServerName, url: str) -> Found | None:
    status, data = await _listed(asking, f"{url}/models")
    if status in _LOCKED and SERVERS[server].key_env and at(data, "error"):
        return Found(server, url, (), locked=True)
    listed = items(data, "data")
    if not 200 <= status < 300 or at(data, "data") is None:
        return None
    names = tuple(dict.fromkeys(name for each in listed if (name := word(each, "id"))))
    owner = next((word(each, "owned_by") for each in listed), "")
    server = _server_of(owner) or server
    return Found(server, url, names, await _loaded(asking, server, url))


async def _loaded(asking: httpx.AsyncClient, server: ServerName, url: str) -> tuple[str, ...] | None:
    """The models that a server has in its memory, as Ollama (`models`) and LM Studio (`data` with a `state`) tell it."""
    place = SERVERS[server].loaded_at
    if not place:
        return None
    try:
        status, data = await _listed(asking, url.removesuffix("/v1") + place)
    except _NOBODY:
        return None
    running = [word(each, "name") for each in items(data, "models")]
    running += [word(each, "id") for each in items(data, "data") if word(each, "state") == "loaded"]
    return tuple(filter(None, running)) if 200 <= status < 300 else None


async def _listed(asking: httpx.AsyncClient, url: str) -> tuple[int, object]:
    """The status of an answer, and what it says."""
    async with asking.stream("GET", url) as response:
        text = (await body(response, _LARGEST)).decode("utf-8", "replace")
        return response.status_code, await asyncio.to_thread(json.loads, text)


def _server_of(owner: str) -> ServerName | None:
    """The server that calls the owner of its models so."""
    return next((name for name, server in SERVERS.items() if server.owner and server.owner == owner), None)
