"""`HttpModel`: a chat model behind an HTTP endpoint, and the connection pool of all models.

No httpx exception leaves this module: it would carry the request, and with it the key.
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
from pathlib import Path
from typing import NoReturn

import httpx

from wolfcore.clock import Clock, with_idle_timeout
from wolfcore.errors import ModelError
from wolfcore.models.api_keys import NO_KEY, Key
from wolfcore.models.chat import ChatReply, ChatRequest, DeltaListener
from wolfcore.models.dialects.dialect import Dialect
from wolfcore.models.reply_json import parse_reply
from wolfcore.models.servers import is_local_address
from wolfcore.models.spec import ModelSpec

from .endpoint_errors import EndpointErrors
from .exchange import Exchange
from .http_client import make_client

_CONNECTING = 10.0


_LONGEST = 30
"""How many times as long as nothing may come a whole reply may take."""


class Connections:
    """The connections of all models. Those to this machine go past any proxy; a second kind never uses one twice.

    Args:
        offline: Whether to refuse every address that is not of this machine.
    """

    def __init__(self, *, offline: bool = False) -> None:
        self._offline = offline
        self._clients: dict[tuple[bool, bool, bool], httpx.AsyncClient] = {}

    def client_for(self, name: str, address: str, *, fresh: bool = False) -> httpx.AsyncClient:
        """The client for an address; with `fresh` one whose every connection is new.

        Raises:
            ModelError: The address is not of this machine, and the network is not to be used.
        """
        here = is_local_address(address)
        if self._offline and not here:
            raise ModelError(
                name, f"{address} is not asked, since the network is switched off", again=False
            )
        # No certificate is looked at on plain connections to this machine, and to read those of the
        # system takes a while.
        plain = here and address.startswith("http:")
        known = self._clients.get((here, plain, fresh))
        if known is None:
            limits = httpx.Limits(
                max_connections=None,
                max_keepalive_connections=0 if fresh else 32,
                keepalive_expiry=30.0,
            )
            timeout = httpx.Timeout(None, connect=_CONNECTING)
            known = make_client(
                limits=limits, timeout=timeout, trust_env=not here, verify=not plain
            )
            self._clients[here, plain, fresh] = known
        return known

    async def close(self) -> None:
        """Close them all."""
        while self._clients:
            await self._clients.popitem()[1].aclose()


class HttpModel:
    """A model behind an HTTP endpoint.

    Args:
        name: What it is called in the settings.
        spec: The model.
        dialect: How its endpoint is spoken to.
        key: Its key.
        connections: The connections to use.
        clock: Bounds and measures time.
        log: The file that holds what its server prints, where that is ours.
    """

    def __init__(
        self,
        name: str,
        spec: ModelSpec,
        dialect: Dialect,
        key: Key | None,
        connections: Connections,
        clock: Clock,
        log: Path | None = None,
    ) -> None:
        self._name, self._spec, self._dialect, self._key = name, spec, dialect, key
        self._connections, self._clock = connections, clock
        self._failures = EndpointErrors(name, spec, key, log)

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        exchange = Exchange(self._failures, self._dialect, self._clock, on_delta)
        try:
            seconds = self._spec.timeout
            work = self._exchange(request, exchange)
            await with_idle_timeout(
                seconds, _LONGEST * seconds, work, lambda: exchange.last_activity, self._clock
            )
        except TimeoutError:
            raise self._failures.timed_out(begun=exchange.has_begun) from None
        reply = await exchange.reply()
        return await asyncio.to_thread(parse_reply, request, reply, (self._key or NO_KEY).redact)

    async def _exchange(self, request: ChatRequest, exchange: Exchange) -> None:
        call = self._dialect.build_call(self._spec, request, streamed=exchange.streamed)
        content = json.dumps(_merge_extra(call.body, self._spec.extra), ensure_ascii=True).encode()
        headers = {"Content-Type": "application/json"} | self._dialect.headers(self._key)
        url = self._spec.address + call.path
        response = await self._sent(url, content, headers)
        try:
            await exchange.read(response)
        except httpx.HTTPError as error:
            self._broken(error)
        finally:
            await response.aclose()

    async def _sent(self, url: str, content: bytes, headers: dict[str, str]) -> httpx.Response:
        """The response to a post, once its head is here. A connection that is dropped before that is replaced once."""
        for fresh in (False, True):
            client = self._connections.client_for(self._name, self._spec.address, fresh=fresh)
            try:
                return await client.send(
                    client.build_request("POST", url, content=content, headers=headers), stream=True
                )
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError) as error:
                # A server may close a kept connection at any time, and then it has not seen the
                # request.
                if fresh:
                    self._broken(error)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise self._failures.unreachable(system_reason(error)) from None
        raise AssertionError("a second try either returns or raises")

    def _broken(self, error: httpx.HTTPError) -> NoReturn:
        raise self._failures.broken(system_reason(error)) from None


def system_reason(error: httpx.HTTPError | httpx.InvalidURL) -> str:
    """Why, in the words of the system where there are any: httpx says only that all attempts failed."""
    cause: BaseException | None = error
    while cause:
        if isinstance(cause, OSError) and cause.errno is not None:
            return (
                os.strerror(cause.errno) if cause.errno in errno.errorcode else str(cause.strerror)
            )
        cause = cause.__cause__ or cause.__context__
    return str(error) or type(error).__name__


def _merge_extra(body: dict[str, object], extra: dict[str, object]) -> dict[str, object]:
    """`body` with what the settings add; a table is merged into a table of the same name."""
    merged = dict(body)
    for key, value in extra.items():
        old = merged.get(key)
        merged[key] = old | value if isinstance(old, dict) and isinstance(value, dict) else value
    return merged
