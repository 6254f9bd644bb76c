"""Models: the one place that speaks HTTP. It posts what a dialect says and reads what comes, bounded in time and in size.

Only this module and `probing` load httpx. Nothing that httpx raises leaves here: its errors know the request, and that the key.
"""

from __future__ import annotations

import errno
import json
import logging
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import NoReturn

import httpx

from core.clock import Clock, within
from core.errors import ModelError
from core.models.contract import (
    ChatReply,
    ChatRequest,
    Delta,
    Listener,
)
from core.models.keys import Key
from core.models.reading import understood, whole_characters
from core.models.servers import is_here
from core.models.spec import ModelSpec

from .dialect import Dialect, ReplyPart, joined
from .events import EventReader
from .failures import Failures
from .thinking import ThinkingSplitter

for _library in ("httpx", "httpcore"):
    # In their debugging words they repeat headers, and an endpoint may give a key back in one.
    logging.getLogger(_library).setLevel(logging.WARNING)

LARGEST = 4_000_000
"""Bytes of the largest reply."""
_REFUSAL = 65_536
"""Bytes of an error that are read."""
_CONNECTING = 10.0
_DONE = "[DONE]"


class Connections:
    """The connections of all models. Those to this machine go past any proxy; a second kind never uses one twice.

    Args:
        offline: Whether to refuse every address that is not of this machine.
    """

    def __init__(self, *, offline: bool = False) -> None:
        self._offline = offline
        self._clients: dict[tuple[bool, bool, bool], httpx.AsyncClient] = {}

    def to(self, name: str, address: str, *, fresh: bool = False) -> httpx.AsyncClient:
        """The client for an address; with `fresh` one whose every connection is new.

        Raises:
            ModelError: The address is not of this machine, and the network is not to be used.
        """
        here = is_here(address)
        if self._offline and not here:
            raise ModelError(name, f"{address} is not asked, since the network is switched off", again=False)
        # No certificate is looked at on plain connections to this machine, and to read those of the system takes a while.
        plain = here and address.startswith("http:")
        client = self._clients.get((here, plain, fresh))
        if client is None:
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=0 if fresh else 32, keepalive_expiry=30.0)
            timeout, agent = httpx.Timeout(None, connect=_CONNECTING), {"User-Agent": "wolftui"}
            client = httpx.AsyncClient(limits=limits, timeout=timeout, trust_env=not here, verify=not plain, headers=agent)
            self._clients[here, plain, fresh] = client
        return client

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
    """

    def __init__(
        self, name: str, spec: ModelSpec, dialect: Dialect, key: Key | None, connections: Connections, clock: Clock
    ) -> None:
        self._name, self._spec, self._dialect, self._key = name, spec, dialect, key
        self._connections, self._clock = connections, clock
        self._failures = Failures(name, spec, key)

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._name

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        exchange = _Exchange(self._failures, self._dialect, self._clock, hear)
        try:
            await within(self._spec.timeout, self._exchange(request, exchange), self._clock)
        except TimeoutError:
            raise self._failures.late() from None
        return understood(request, exchange.reply())

    async def _exchange(self, request: ChatRequest, exchange: _Exchange) -> None:
        call = self._dialect.call(self._spec, request, streamed=exchange.streamed)
        content = json.dumps(_merged(call.body, self._spec.extra), ensure_ascii=True).encode()
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
            client = self._connections.to(self._name, self._spec.address, fresh=fresh)
            try:
                return await client.send(client.build_request("POST", url, content=content, headers=headers), stream=True)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError) as error:
                # A server may close a kept connection at any time, and then it has not seen the request.
                if fresh:
                    self._broken(error)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise self._failures.unreachable(_reason(error)) from None
        raise AssertionError("a second try either returns or raises")

    def _broken(self, error: httpx.HTTPError) -> NoReturn:
        raise self._failures.broken(_reason(error)) from None


class _Exchange:
    """What has come of one reply."""

    def __init__(self, failures: Failures, dialect: Dialect, clock: Clock, hear: Listener | None) -> None:
        self._failures, self._dialect, self._clock, self._hear = failures, dialect, clock, hear
        self._started, self._first = clock.now(), None
        self._parts: list[ReplyPart] = []
        self._done = False
        self._splitter = ThinkingSplitter()
        self._shown: list[str] = []

    @property
    def streamed(self) -> bool:
        return self._hear is not None

    async def read(self, response: httpx.Response) -> None:
        if not response.is_success:
            body = await _body(response, _REFUSAL)
            headers = {key.lower(): value for key, value in response.headers.items()}
            raise self._failures.refused(response.status_code, headers, body[:_REFUSAL], self._clock.date())
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            await self._read_events(response)
        else:
            body = await _body(response, LARGEST)
            if len(body) > LARGEST:
                raise self._failures.too_long(LARGEST)
            self._take_whole(body.decode("utf-8", "replace"))

    async def _read_events(self, response: httpx.Response) -> None:
        reader, size = EventReader(), 0
        async with aclosing(_chunks(response)) as chunks:
            async for chunk in chunks:
                size += len(chunk)
                if size > LARGEST:
                    raise self._failures.too_long(LARGEST)
                self._take_events(reader.feed(chunk))
        self._take_events(reader.end())
        if not (any(part.finish for part in self._parts) or (self._done and self._shown)):
            raise self._failures.broken("the stream ended in the middle")

    def _take_whole(self, text: str) -> None:
        part = self._dialect.whole(self._value(text))
        if not (part.text or part.finish or part.failure):
            raise self._failures.no_reply(text)
        self._take(part)

    def _take_events(self, events: list[str]) -> None:
        for event in events:
            if event.strip() == _DONE:
                self._done = True
            else:
                self._take(self._dialect.event(self._value(event)))

    def _value(self, text: str) -> object:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise self._failures.no_reply(text) from None

    def _take(self, part: ReplyPart) -> None:
        if part.failure:
            raise self._failures.failed(part.failure)
        self._parts.append(part)
        if part.text:
            self._show(self._splitter.feed(part.text))

    def _show(self, text: str) -> None:
        if not text:
            return
        if self._first is None:
            self._first = self._clock.now() - self._started
        self._shown.append(text)
        if self._hear:
            self._hear(Delta(self._safe(text)))

    def reply(self) -> ChatReply:
        self._show(self._splitter.end())
        part = joined(self._parts)
        return ChatReply(
            text=self._safe("".join(self._shown)),
            thinking=self._safe(part.thinking or self._splitter.thinking),
            finish=part.finish or "other",
            usage=part.usage,
            seconds=self._clock.now() - self._started,
            first=self._first if self.streamed else None,
            served_by=self._failures.said(part.served_by),
        )

    def _safe(self, text: str) -> str:
        """Words of the endpoint that can be written, without the key."""
        whole = whole_characters(text)
        return self._failures.key.struck_from(whole) if self._failures.key else whole


async def _chunks(response: httpx.Response) -> AsyncGenerator[bytes]:
    async for chunk in response.aiter_bytes():
        yield chunk


async def _body(response: httpx.Response, limit: int) -> bytes:
    """The body, read until it is over or longer than `limit`."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > limit:
            break
    return bytes(body)


def _reason(error: httpx.HTTPError | httpx.InvalidURL) -> str:
    """Why, in the words of the system where there are any: httpx says only that all attempts failed."""
    cause: BaseException | None = error
    while cause:
        if isinstance(cause, OSError) and cause.errno is not None:
            return os.strerror(cause.errno) if cause.errno in errno.errorcode else str(cause.strerror)
        cause = cause.__cause__ or cause.__context__
    return str(error) or type(error).__name__


def _merged(body: dict[str, object], extra: dict[str, object]) -> dict[str, object]:
    """`body` with what the settings add; a table is merged into a table of the same name."""
    merged = dict(body)
    for key, value in extra.items():
        old = merged.get(key)
        merged[key] = old | value if isinstance(old, dict) and isinstance(value, dict) else value
    return merged
