"""Models: which servers answer on this machine, asked all at once and not for long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import httpx
from msgspec import Struct

from core.clock import Clock, SystemClock, within

from .dialects.dialect import items, word
from .dialects.wire import TooMuch, Unpackable, body, client
from .servers import SERVERS, ServerName

_PATIENCE = 2.0
"""Seconds for all of them."""
_LARGEST = 1_000_000


class Found(Struct, frozen=True):
    """A server that answers.

    Attributes:
        server: Which it is.
        base_url: Where.
        models: What it serves.
    """

    server: ServerName
    base_url: str
    models: tuple[str, ...]


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
        text = await within(_PATIENCE, _listed(asking, f"{url}/models"), clock)
        data: object = await asyncio.to_thread(json.loads, text)
    except (TimeoutError, httpx.HTTPError, TooMuch, Unpackable, ValueError, RecursionError):
        return None
    listed = items(data, "data")
    names = tuple(dict.fromkeys(name for each in listed if (name := word(each, "id"))))
    if not names and '"data"' not in text:
        return None
    owner = next((word(each, "owned_by") for each in listed), "")
    return Found(_server_of(owner) or server, url, names)


async def _listed(asking: httpx.AsyncClient, url: str) -> str:
    async with asking.stream("GET", url) as response:
        response.raise_for_status()
        return (await body(response, _LARGEST)).decode("utf-8", "replace")


def _server_of(owner: str) -> ServerName | None:
    """The server that calls the owner of its models so."""
    return next((name for name, server in SERVERS.items() if server.owner and server.owner == owner), None)
