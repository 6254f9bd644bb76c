"""Websockets as channels of seats, and servers as players: this program connects to them."""

from __future__ import annotations

import asyncio
import weakref
from asyncio import AbstractEventLoop
from collections.abc import Mapping
from contextlib import suppress
from math import inf
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import Connection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.frames import CloseCode
from websockets.protocol import State

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, View
from wolfcore.players import Desk

from .connection import GuestConnection, end_of
from .messages import MESSAGE_LIMIT

ALIVE_SECONDS = 10.0
"""Seconds between two signs of life; without an answer for as long, the connection is lost."""


_CONNECTING, _CLOSING = 10.0, 1.0
"""The most seconds for a connection to be made, and to be closed."""


_WAITS = (0.1, 0.5, 2.0, 5.0)
"""Seconds before each further try to put an ask to a server."""


class SocketChannel:
    """A websocket as a channel of lines.

    Args:
        connection: The websocket.

    Attributes:
        connection: As given.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def send(self, line: bytes) -> None:
        """Send one line.

        Raises:
            ConnectionError: The other side is gone.
        """
        try:
            await self.connection.send(line, text=True)
        except ConnectionClosed as error:
            raise ConnectionError("the connection is closed") from error

    async def receive(self) -> bytes:
        """Receive one line.

        Raises:
            ConnectionError: The other side is gone, or sent too long a line.
        """
        try:
            received = await self.connection.recv(decode=False)
        except ConnectionClosed as error:
            if error.sent and error.sent.code == CloseCode.MESSAGE_TOO_BIG:
                raise ConnectionError("the other side sent too long a line") from error
            raise ConnectionError("the connection is closed") from error
        assert isinstance(received, bytes)
        return received

    async def close(self) -> None:
        """Close the connection."""
        await self.connection.close()


class ServerPlayer:
    """Connects to a server for each seat that it plays, in each event loop.

    A lost connection is made again: the server gets a hello with the answers so far, all facts, and
    the same ask. A connection ends with its event loop or with this player.

    Args:
        url: The address, `ws://` or `wss://`.
        seconds: The most seconds that the server is told for an answer.
    """

    def __init__(self, url: str, seconds: float = inf) -> None:
        self._url, self._seconds = url, seconds
        self._seats: dict[tuple[int, AbstractEventLoop], _Seat] = {}
        weakref.finalize(self, _end_all, self._seats)

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Put one ask to the server, five times at most.

        Raises:
            SeatError: The server cannot be reached, or the connection is lost each time.
        """
        until = end_of(desk, self._seconds)
        for wait in (*_WAITS, None):
            seat: _Seat | None = None
            try:
                seat = await self._seat(ask.seat)
                return await seat.guest.ask(view, ask, desk, until)
            except SeatError:
                if wait is None or (seat and seat.is_open):  # it sends without end
                    raise
            except (OSError, InvalidHandshake, ValueError) as error:
                if wait is None:
                    why = f"cannot be reached ({_reason(error)})"
                    raise SeatError(ask.seat, f"`{self._url}` {why}") from None
            await asyncio.sleep(wait)
        raise AssertionError("the last try returns or raises")

    async def _seat(self, number: int) -> _Seat:
        """Return the open connection of a seat."""
        key = number, asyncio.get_running_loop()
        if (seat := self._seats.get(key)) and seat.is_open:
            return seat
        # An arena plays each game in a loop of its own.
        for other in [each for each in self._seats if each[1].is_closed()]:
            del self._seats[other]
        parts = urlsplit(self._url)
        connection = await connect(
            self._url,
            # Named again, so that no redirect leads to another machine.
            port=parts.port or (443 if parts.scheme == "wss" else 80),
            max_size=MESSAGE_LIMIT,
            compression=None,
            open_timeout=_CONNECTING,
            ping_interval=ALIVE_SECONDS,
            ping_timeout=ALIVE_SECONDS,
            close_timeout=_CLOSING,
            proxy=None,  # the server is asked, and nobody else
        )
        seat = self._seats[key] = _Seat(connection)
        return seat


def _reason(error: Exception) -> str:
    if isinstance(error, InvalidStatus):
        return f"HTTP {error.response.status_code}"
    return getattr(error, "strerror", None) or str(error) or "no answer"


def _end_all(seats: Mapping[tuple[int, AbstractEventLoop], _Seat]) -> None:
    for seat in seats.values():
        seat.end()


class _Seat:
    """The connection of one seat."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._loop = connection, asyncio.get_running_loop()
        self.guest = GuestConnection(SocketChannel(connection))
        self._watching = asyncio.ensure_future(_close_with_loop(connection))

    @property
    def is_open(self) -> bool:
        return self._connection.state is State.OPEN

    def end(self) -> None:
        """Close the connection; may be called from any thread, and after the end of the loop."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._watching.cancel)


async def _close_with_loop(connection: ClientConnection) -> None:
    """Wait for the end of a connection, and bring it about when this task is cancelled."""
    with suppress(asyncio.CancelledError):
        await connection.wait_closed()
    await connection.close()
