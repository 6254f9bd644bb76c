"""Models: how many calls a server of one's own works at together, in its own words.

Sources: llama.cpp `tools/server/README.md` (`GET /props`: `total_slots`); vLLM "OpenAI-Compatible Server" (`/v1/models`, owned by
`vllm`), whose continuous batching takes as many as come.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import httpx

from wolfcore.clock import Clock, with_timeout
from wolfcore.models.servers import DEFAULT_CONCURRENCY, SERVERS

from .dialect import count_at, text_at
from .wire import BodyTooLarge, UndecodableBody, read_body

_PROBE_TIMEOUT = 2.0
"""Seconds for each question."""
_MAX_BYTES = 1_000_000


async def reported_slots(asking: httpx.AsyncClient, address: str, headers: Mapping[str, str], clock: Clock) -> int | None:
    """How many calls the server at an address says that it works at together, at most `MANY`; None where it does not say.

    Args:
        asking: Asks.
        address: Where the server answers calls.
        headers: What every request there needs.
        clock: Measures the time that it has.
    """
    slots = count_at(await _get_json_or_none(asking, f"{address.removesuffix('/v1')}/props", headers, clock), "total_slots")
    if slots:
        return min(slots, DEFAULT_CONCURRENCY)
    owner = text_at(await _get_json_or_none(asking, f"{address}/models", headers, clock), "data", 0, "owned_by")
    return next((server.concurrency for server in SERVERS.values() if server.owner and server.owner == owner), None)


async def _get_json_or_none(asking: httpx.AsyncClient, url: str, headers: Mapping[str, str], clock: Clock) -> object:
    """The JSON at an address; None where there is none."""
    try:
        text = await with_timeout(_PROBE_TIMEOUT, _read(asking, url, headers), clock)
        return await asyncio.to_thread(json.loads, text)
    except (TimeoutError, httpx.HTTPError, BodyTooLarge, UndecodableBody, ValueError, RecursionError):
        return None


async def _read(asking: httpx.AsyncClient, url: str, headers: Mapping[str, str]) -> bytes:
    async with asking.stream("GET", url, headers=dict(headers)) as response:
        response.raise_for_status()
        return await read_body(response, _MAX_BYTES)
