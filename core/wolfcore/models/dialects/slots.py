"""Models: how many calls a server of one's own works at together, in its own words.

Sources: llama.cpp `tools/server/README.md` (`GET /props`: `total_slots`); vLLM "OpenAI-Compatible Server" (`/v1/models`, owned by
`vllm`), whose continuous batching takes as many as come.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import httpx

from wolfcore.clock import Clock, within
from wolfcore.models.servers import MANY, SERVERS

from .dialect import count, word
from .wire import TooMuch, Unpackable, body

_PATIENCE = 2.0
"""Seconds for each question."""
_LARGEST = 1_000_000


async def told_slots(asking: httpx.AsyncClient, address: str, headers: Mapping[str, str], clock: Clock) -> int | None:
    """How many calls the server at an address says that it works at together, at most `MANY`; None where it does not say.

    Args:
        asking: Asks.
        address: Where the server answers calls.
        headers: What every request there needs.
        clock: Measures the time that it has.
    """
    slots = count(await _got(asking, f"{address.removesuffix('/v1')}/props", headers, clock), "total_slots")
    if slots:
        return min(slots, MANY)
    owner = word(await _got(asking, f"{address}/models", headers, clock), "data", 0, "owned_by")
    return next((server.at_once for server in SERVERS.values() if server.owner and server.owner == owner), None)


async def _got(asking: httpx.AsyncClient, url: str, headers: Mapping[str, str], clock: Clock) -> object:
    """The JSON at an address; None where there is none."""
    try:
        text = await within(_PATIENCE, _read(asking, url, headers), clock)
        return await asyncio.to_thread(json.loads, text)
    except (TimeoutError, httpx.HTTPError, TooMuch, Unpackable, ValueError, RecursionError):
        return None


async def _read(asking: httpx.AsyncClient, url: str, headers: Mapping[str, str]) -> bytes:
    async with asking.stream("GET", url, headers=dict(headers)) as response:
        response.raise_for_status()
        return await body(response, _LARGEST)
