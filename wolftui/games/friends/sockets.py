"""Websockets as the channel of a seat: the host's server, and a guest's connection to it."""

from __future__ import annotations

import socket
import ssl
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import MultipleValuesError
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.http11 import Request, Response

from wolfcore.errors import ConfigError, WolfError
from wolfcore.protocol import MESSAGE_LIMIT, Channel
from wolfcore.protocol.sockets import ALIVE_SECONDS, SocketChannel

from .links import Certificate, Link, read_code

RECORD_LIMIT = 8 << 20
"""The most bytes of a message from a host: the record of the longest game takes a part of it."""


WRONG_CODES = 10
"""The most wrong codes of one network in `WRONG_SECONDS`; after them it gets no answer for a while.
"""


WRONG_SECONDS = 60.0


_THIS_MACHINE = ("", "127.0.0.1", "::1")
"""The addresses of connections from this machine, also of those through a tunnel."""


OF_NETWORK, OF_ALL = 16, 96
"""The most connections at a time of one network, and of all."""


CONNECT_SECONDS = 10.0


_HAS_LOCAL_SOCKETS = hasattr(socket, "AF_UNIX") and sys.platform != "win32"


class JoinError(WolfError):
    """A table cannot be joined.

    Args:
        why: Why, as a sentence.
        lasting: Whether another try cannot help.
    """

    def __init__(self, why: str, *, lasting: bool = True) -> None:
        self.lasting = lasting
        super().__init__(why)


class Pages(Protocol):
    """The page of a table for browsers, in each of which a program of its own joins."""

    def answer(self, request: Request, code: str, *, index: bool, secure: bool) -> Response | None:
        """Answer a request for the page (`index`) or for what it loads; None for any other."""
        ...

    async def serve(self, connection: ServerConnection, code: str) -> None:
        """Run the program of a browser's websocket."""
        ...


class SeatServer:
    """The host's server: seats at `/CODE/seat`, and at `/CODE` a page for browsers.

    Args:
        code: The code of the table.
        seat: Serves one connection until it ends.
        pages: The page; None for a line that says how to join in a terminal.
        certificate: What encrypts the connections; None for none.

    Attributes:
        local_problem: Why the accounts of this machine cannot join by the code; empty if they can.
    """

    def __init__(
        self,
        code: str,
        seat: Callable[[Channel], Awaitable[None]],
        pages: Pages | None = None,
        certificate: Certificate | None = None,
    ) -> None:
        self._code, self._seat, self._pages = code, seat, pages
        self._certificate = certificate
        self._open = Counter[str]()
        self._wrong: defaultdict[str, deque[float]] = defaultdict(deque)
        self._servers: list[Server] = []
        self._local = Link("", 0, code).local_socket
        self.local_problem = ""

    async def start(self, port: int, host: str | None = None) -> int:
        """Listen on a port of all addresses, or of one, and for the accounts of this machine.

        Returns:
            The port.

        Raises:
            OSError: It is not possible.
            ConfigError: The certificate cannot be used.
        """
        listener = partial(
            serve,
            self._serve,
            process_request=self._check,
            max_size=MESSAGE_LIMIT,
            compression=None,
            ping_interval=ALIVE_SECONDS,
            ping_timeout=ALIVE_SECONDS,
            close_timeout=2,
            server_header=None,
        )
        server = await listener(host, port, ssl=_encryption(self._certificate))
        self._servers.append(server)
        if _HAS_LOCAL_SOCKETS:
            try:
                # A host that was killed has left its socket.
                self._local.unlink(missing_ok=True)
                self._servers.append(await listener(path=str(self._local), unix=True))
                # Whoever has an account here may knock; the code lets in.
                self._local.chmod(0o666)
            except OSError as error:
                self.local_problem = error.strerror or str(error)
        return int(next(iter(server.sockets)).getsockname()[1])

    def close(self) -> None:
        """Close the server and, soon, its connections. Repeated calls do nothing."""
        for server in self._servers:
            server.close()
        if self._servers and not self.local_problem:
            self._local.unlink(missing_ok=True)

    async def closed(self) -> None:
        """Wait until the server, which was told to close, has ended all connections."""
        for server in self._servers:
            await server.wait_closed()

    def _check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request; None admits one for a seat or for the terminal of a page."""
        try:
            return self._answer(connection, request)
        except (ValueError, MultipleValuesError):
            return connection.respond(HTTPStatus.BAD_REQUEST, "That is no request.\n")

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        network, now = _network_of(connection), monotonic()
        wrong = self._wrong[network]
        while wrong and wrong[0] < now - WRONG_SECONDS:
            wrong.popleft()
        if len(wrong) >= WRONG_CODES:
            return connection.respond(
                HTTPStatus.TOO_MANY_REQUESTS, "Too many wrong codes came from your network.\n"
            )
        self._wrong = defaultdict(deque, {each: at for each, at in self._wrong.items() if at})
        path = request.path.partition("?")[0]
        code, _, rest = path.strip("/").upper().partition("/")
        try:
            right = read_code(code) == self._code
        except ConfigError:
            code, right = "", False
        if code and not right:
            # From this machine come all friends of a tunnel, and whoever may join by the code.
            if network not in _THIS_MACHINE:
                self._wrong[network].append(now)
            return connection.respond(HTTPStatus.NOT_FOUND, "There is no such table here.\n")
        index = right and not rest
        if self._pages and (
            page := self._pages.answer(
                request, self._code, index=index, secure=bool(self._certificate)
            )
        ):
            return page
        if not right or rest not in ("", "SEAT", "WS" if self._pages else "SEAT"):
            return connection.respond(HTTPStatus.NOT_FOUND, "There is nothing here.\n")
        if not rest:
            host = request.headers.get("Host", "")
            return connection.respond(
                HTTPStatus.OK,
                "This is a table of wolftui. Join it in a terminal:\n"
                f"  wolftui join http{'s' * bool(self._certificate)}://{host}/{self._code}\n",
            )
        full = self._open[network] >= OF_NETWORK and network not in _THIS_MACHINE
        if full or self._open.total() >= OF_ALL:
            return connection.respond(
                HTTPStatus.SERVICE_UNAVAILABLE, "There are too many connections.\n"
            )
        return None

    async def _serve(self, connection: ServerConnection) -> None:
        network = _network_of(connection)
        self._open[network] += 1
        try:
            path = connection.request.path.partition("?")[0] if connection.request else ""
            if path.upper().endswith("/SEAT"):
                await self._seat(SocketChannel(connection))
            elif self._pages:
                await self._pages.serve(connection, self._code)
        finally:
            self._open[network] -= 1
            self._open += Counter[str]()  # drops the networks without a connection


def _network_of(connection: ServerConnection) -> str:
    """Return the address of a guest, of an IPv6 one its network of 64 bits."""
    address = str((connection.remote_address or ("",))[0])
    return ":".join(address.split(":")[:4]) if address.count(":") > 3 else address


def _encryption(certificate: Certificate | None) -> ssl.SSLContext | None:
    """Return what encrypts with a certificate; None without one."""
    if certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate.chain, certificate.key or None, password="")
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        why = getattr(error, "strerror", None) or str(error)
        raise ConfigError(
            f"the certificate cannot be used ({why})", key="--tls-cert", hint="Name PEM files."
        ) from error
    return context


async def open_channel(link: Link) -> SocketChannel:
    """Connect to the seats of a table.

    Raises:
        JoinError: It is not possible; the message says whether there is no answer, nothing listens,
            or the code is wrong.
    """
    where = link.place
    try:
        connection = await connect(
            link.socket,
            **_local(link),
            max_size=RECORD_LIMIT,
            compression=None,
            open_timeout=CONNECT_SECONDS,
            ping_interval=ALIVE_SECONDS,
            ping_timeout=ALIVE_SECONDS,
            close_timeout=2,
            proxy=None,  # the table is asked, and nobody else
        )
    except InvalidStatus as error:
        raise _refusal(error.response.status_code, link) from error
    except TimeoutError as error:
        raise JoinError(
            f"No answer from {where}. A firewall may block it, or the address is of another "
            "network.",
            lasting=False,
        ) from error
    except ConnectionRefusedError as error:
        raise JoinError(
            f"Refused: nothing listens at {where}. Has the host closed the table?", lasting=False
        ) from error
    except FileNotFoundError as error:
        raise JoinError(f"Wrong code: there is no table {link.code} on this machine.") from error
    except socket.gaierror as error:
        raise JoinError(f"There is no machine with the name {link.host}.", lasting=False) from error
    except ssl.SSLCertVerificationError as error:
        raise JoinError(
            f"The certificate of {where} is not trusted here ({error.verify_message}). One of your "
            "own is trusted where SSL_CERT_FILE names it."
        ) from error
    except (OSError, InvalidHandshake, ValueError) as error:  # ValueError: no name of a machine
        why = getattr(error, "strerror", None) or str(error)
        hint = " An address with http:// is not encrypted." if link.secure else ""
        reason = f" ({why})" if why else ""
        raise JoinError(f"No answer from {where}{reason}.{hint}", lasting=False) from error
    return SocketChannel(connection)


def _local(link: Link) -> dict[str, Any]:
    """Return the options of a connection to a table on this machine."""
    return {} if link.host else {"unix": True, "path": str(link.local_socket)}


def _refusal(status: int, link: Link) -> JoinError:
    match status:
        case HTTPStatus.NOT_FOUND:
            return JoinError(f"Wrong code: there is no table {link.code} at {link.place}.")
        case HTTPStatus.TOO_MANY_REQUESTS:
            return JoinError("Too many wrong codes came from your network; wait a minute.")
        case HTTPStatus.SERVICE_UNAVAILABLE:
            return JoinError("Refused: there are too many connections.", lasting=False)
        case _:
            return JoinError(
                f"What answers at {link.place} is no table of wolftui (HTTP {status})."
            )
