"""`HttpModel`: a chat model behind an HTTP endpoint, and the connection pool of all models.

No httpx exception leaves this module, since it would hold the request, and with it the key.
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

import httpx

from wolfcore.clock import Clock, with_idle_timeout
from wolfcore.errors import ModelError, ModelUntrusted
from wolfcore.models.api_keys import NO_KEY, Key
from wolfcore.models.attempts import SentRequest, add_request, current_attempt
from wolfcore.models.chat import ChatReply, ChatRequest, DeltaListener
from wolfcore.models.dialects.dialect import Dialect
from wolfcore.models.refusals import without_fields
from wolfcore.models.rescue import parse_reply
from wolfcore.models.servers import is_local_address
from wolfcore.models.spec import ModelSpec
from wolfcore.models.thinking_fields import merged

from .endpoint_errors import EndpointErrors
from .exchange import Exchange
from .http_client import make_client, tls_problem

_CONNECTING = 10.0
"""Seconds to wait for a connection."""


_KEY_VARIABLE = "API_KEY"
"""The name that stands for a key that comes from no variable."""


_LONGEST = 30
"""The most time for a whole reply, as a multiple of the timeout between two of its pieces."""


class Connections:
    """The HTTP clients of all models. Connections to this machine bypass any proxy.

    Args:
        offline: Whether to refuse every address that is not on this machine.
    """

    def __init__(self, *, offline: bool = False) -> None:
        self._offline = offline
        self._clients: dict[tuple[bool, bool, bool], httpx.AsyncClient] = {}

    def client_for(self, name: str, address: str, *, fresh: bool = False) -> httpx.AsyncClient:
        """Return the HTTP client for an address; clients are created on first use and kept.

        Args:
            name: The model's name, for the error.
            address: The address of the endpoint.
            fresh: Whether to use a client that opens a new connection for each request.

        Raises:
            ModelError: The address is not on this machine, and the network is switched off.
        """
        here = is_local_address(address)
        if self._offline and not here:
            raise ModelError(
                name, f"{address} is not asked, since the network is switched off", again=False
            )
        # Plain HTTP needs no certificates, and loading those of the system takes a while.
        plain = here and address.startswith("http:")
        known = self._clients.get((here, plain, fresh))
        if known is None:
            limits = httpx.Limits(
                max_connections=None,
                max_keepalive_connections=0 if fresh else 32,
                keepalive_expiry=30.0,
            )
            timeout = httpx.Timeout(None, connect=_CONNECTING)
            # The certificates of the environment (SSL_CERT_FILE) count on this machine as well,
            # where no proxy of the environment does.
            try:
                verify = httpx.create_ssl_context() if not plain else False
            except OSError as error:
                problem = f"the certificates of SSL_CERT_FILE cannot be read ({_words_of(error)})"
                hint = "Set it to a PEM file, or unset it."
                raise ModelUntrusted(name, problem, hint=hint) from None
            known = make_client(limits=limits, timeout=timeout, trust_env=not here, verify=verify)
            self._clients[here, plain, fresh] = known
        return known

    async def close(self) -> None:
        """Close all HTTP clients."""
        while self._clients:
            await self._clients.popitem()[1].aclose()


_AT_ONCE = 1.0
"""Seconds after which a connection that is dropped was not an idle one that was just closed."""


class HttpModel:
    """A chat model behind an HTTP endpoint.

    Args:
        name: The model's name in the settings.
        spec: The model's settings.
        dialect: The wire format of the endpoint.
        key: The API key; None where the endpoint needs none.
        connections: The shared HTTP clients.
        clock: Measures time and timeouts.
        log: The log file of the server, if wolftui started the server.
        observe: Called with the headers of each response; None for nothing.
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
        observe: Callable[[Mapping[str, str]], None] | None = None,
    ) -> None:
        self._observe = observe
        self._name, self._spec, self._dialect, self._key = name, spec, dialect, key
        self._connections, self._clock = connections, clock
        self._failures = EndpointErrors(name, spec, key, log)

    @property
    def name(self) -> str:
        """The name of the model in the settings."""
        return self._name

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request once, without retries, and return the parsed reply.

        Args:
            request: The request.
            on_delta: Called with each piece of the reply as it arrives; None for a reply that is
                not streamed.

        Raises:
            ModelError: There is no reply. The error says why, what to do, and whether a retry may
                help.
        """
        sent = self._request(request, streamed=on_delta is not None)
        problem = "it was cancelled"
        try:
            reply = await self._reply(request, sent, on_delta)
            problem = ""
        except ModelError as error:
            problem = error.problem
            raise
        finally:
            add_request(sent._replace(problem=problem))
        return reply

    def _request(self, request: ChatRequest, *, streamed: bool) -> SentRequest:
        """Build the request, without the key."""
        call = self._dialect.build_call(self._spec, request, streamed=streamed)
        body = without_fields(merged(call.body, self._spec.extra), request.left_out)
        headers = self._dialect.headers(None)
        if self._key:
            # The key is the end of the header that holds it.
            secret, name = self._key.reveal(), self._spec.api_key_env or _KEY_VARIABLE
            for header, value in self._dialect.headers(self._key).items():
                headers.setdefault(header, f"{value.removesuffix(secret)}${name}")
        return SentRequest(self._spec.address + call.path, headers, merged(body, request.added))

    async def _reply(
        self, request: ChatRequest, sent: SentRequest, on_delta: DeltaListener | None
    ) -> ChatReply:
        exchange = Exchange(self._failures, self._dialect, self._clock, on_delta)
        try:
            seconds = self._spec.timeout
            work = self._exchange(sent, exchange)
            await with_idle_timeout(
                seconds, _LONGEST * seconds, work, lambda: exchange.last_activity, self._clock
            )
        except TimeoutError:
            raise self._failures.timed_out(begun=exchange.has_begun) from None
        reply = await asyncio.to_thread(
            parse_reply, request, await exchange.reply(), (self._key or NO_KEY).redact
        )
        # Some servers close a stream without a word; only a whole JSON value shows its end.
        if not exchange.is_whole and (reply.reading != "strict" or reply.problem):
            raise self._failures.broken("the stream ended in the middle")
        return reply

    async def _exchange(self, sent: SentRequest, exchange: Exchange) -> None:
        content = json.dumps(sent.body, ensure_ascii=True).encode()
        headers = {"Content-Type": "application/json"} | self._dialect.headers(self._key)
        response = await self._sent(sent.url, content, headers)
        try:
            if self._observe:
                self._observe(response.headers)
            await exchange.read(response)
        except httpx.HTTPError as error:
            self._broken(error)
        finally:
            await response.aclose()

    async def _sent(self, url: str, content: bytes, headers: dict[str, str]) -> httpx.Response:
        """Send a POST request and return the response once its headers have arrived.

        If a connection is dropped before that, the request is sent again once over a new
        connection.
        """
        attempt = current_attempt()
        for fresh in (False, True):
            attempt.begin(self._spec.provider)
            began = self._clock.now()
            client = self._connections.client_for(self._name, self._spec.address, fresh=fresh)
            try:
                request = client.build_request(
                    "POST",
                    url,
                    content=content,
                    headers=headers,
                    extensions={"trace": attempt.trace},
                )
                return await client.send(request, stream=True)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError) as error:
                # A server may close an idle connection at any time; then it has not received the
                # request. What was read was sent over a new connection, or worked on for a while.
                read = attempt.connected or self._clock.now() - began > _AT_ONCE
                attempt.repeats += bool(attempt.sent and read and not fresh)
                if fresh:
                    raise self._failures.broken(system_reason(error), begun=False) from None
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise no_connection(self._failures, error) from None
        raise AssertionError("a second try either returns or raises")

    def _broken(self, error: httpx.HTTPError) -> NoReturn:
        raise self._failures.broken(system_reason(error)) from None


def no_connection(
    failures: EndpointErrors, error: httpx.HTTPError | httpx.InvalidURL
) -> ModelError:
    """Build the error of an endpoint to which there is no connection, or no secure one."""
    found = tls_problem(error)
    return failures.untrusted(*found) if found else failures.unreachable(system_reason(error))


def system_reason(error: httpx.HTTPError | httpx.InvalidURL) -> str:
    """Return the operating system's reason for an HTTP error, else the error's own message.

    httpx itself says only that all connection attempts failed.
    """
    cause: BaseException | None = error
    while cause:
        if isinstance(cause, OSError) and cause.errno is not None:
            return _words_of(cause)
        cause = cause.__cause__ or cause.__context__
    return str(error) or type(error).__name__


def _words_of(error: OSError) -> str:
    """Return the reason of a system error; OpenSSL's numbers are not the system's."""
    if isinstance(error, ssl.SSLError):
        return error.reason or str(error)
    known = error.errno in errno.errorcode
    return os.strerror(error.errno) if known and error.errno else str(error.strerror)
