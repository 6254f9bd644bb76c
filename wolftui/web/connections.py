"""The open connections of the web server: each has a deadline, and their number is bounded.

A connection counts from its first byte on the wire, before any request of it is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from math import inf

from msgspec import Struct

REQUEST_SECONDS = 20.0
"""Seconds that a visitor has to send a request, from the connection or the last answer on."""


ANSWER_SECONDS = 60.0
"""Seconds that a visitor has to take an answer."""


DOWNLOAD_SECONDS = 600.0
"""Seconds that a visitor has to take a file."""


MAX_CONNECTIONS = 512
"""The most connections at a time, besides those with a game."""


_OF_PEER = 32
"""The most connections of one network address, besides those of this machine: a browser opens six.
"""


_FILES_OF_GAME = 6
"""Open files of a visitor's game: the connection, three pipes, the process, one to spare."""


_SPARE_FILES = 64


class _Open(Struct, eq=False):
    """An open connection.

    Attributes:
        peer: The network that it comes from; empty for this machine.
        timer: Closes it at its deadline; None where it has none.
        is_evictable: Whether it may be closed in favour of another.
    """

    peer: str
    timer: asyncio.TimerHandle | None = None
    is_evictable: bool = True


class Connections:
    """The open connections.

    Args:
        most: The most at a time, besides those with a game.
    """

    def __init__(self, most: int = MAX_CONNECTIONS) -> None:
        self._most = most
        self._open: dict[asyncio.Transport, _Open] = {}  # oldest first

    def entry(self, make: Callable[[], asyncio.Protocol]) -> Callable[[], asyncio.Protocol]:
        """Return a factory of protocols that admit a connection before one of `make` has it."""
        return lambda: _Entry(self, make)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count a new connection, closing an older one if there are too many.

        Returns:
            Whether it may stay.
        """
        for gone in [each for each in self._open if each.is_closing()]:
            self._forget(gone)
        peer = network_of(str((transport.get_extra_info("peername") or ("",))[0]))
        waiting = [each for each, one in self._open.items() if one.is_evictable]
        of_peer = [each for each, one in self._open.items() if peer and one.peer == peer]
        for crowd, most in ((of_peer, _OF_PEER), (waiting, self._most)):
            if len(crowd) >= most:
                oldest = next((each for each in crowd if self._open[each].is_evictable), None)
                if oldest is None:
                    return False
                self._forget(oldest)
                oldest.abort()
                break
        self._open[transport] = _Open(peer)
        self.allow(transport, REQUEST_SECONDS)
        return True

    def allow(self, transport: asyncio.Transport | None, seconds: float) -> None:
        """Set the deadline of a connection anew.

        Args:
            transport: The connection; None or one that is closed changes nothing.
            seconds: Seconds from now; infinite for a game, whose connection is never closed in
                favour of another.
        """
        if transport is None or (known := self._open.get(transport)) is None:
            return
        if known.timer:
            known.timer.cancel()
        known.is_evictable = seconds <= ANSWER_SECONDS
        known.timer = (
            asyncio.get_running_loop().call_later(seconds, self._expire, transport)
            if seconds < inf
            else None
        )

    def __len__(self) -> int:
        return len(self._open)

    def _expire(self, transport: asyncio.Transport) -> None:
        self._forget(transport)
        transport.abort()

    def _forget(self, transport: asyncio.Transport) -> None:
        if timer := self._open.pop(transport).timer:
            timer.cancel()


class _Entry(asyncio.Protocol):
    """The protocol of a connection until it is admitted."""

    def __init__(self, connections: Connections, make: Callable[[], asyncio.Protocol]) -> None:
        self._connections, self._make = connections, make

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if not self._connections.admit(transport):
            transport.abort()
            return
        handler = self._make()
        transport.set_protocol(handler)
        handler.connection_made(transport)


def network_of(address: str) -> str:
    """Return the network that one visitor may hold: an IPv4 address, or 64 bits of an IPv6 one.

    Empty for this machine, behind whose proxy are many visitors, and for what is no address.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    return str(ipaddress.ip_network((found, 64 if found.version == 6 else 32), strict=False))


def peer_of(address: str, forwarded: str) -> str:
    """Return the network of a visitor.

    Args:
        address: The address that the connection comes from.
        forwarded: The header `X-Forwarded-For`; only a proxy on this machine is believed.
    """
    return network_of(address) or network_of(forwarded.rpartition(",")[2].strip())


def most_connections(max_visitors: int) -> int:
    """Return how many connections fit beside the games; raise the limit of open files for it."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    resource = import_module("resource")
    games = _FILES_OF_GAME * max_visitors + _SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < games + MAX_CONNECTIONS:
        wanted = games + MAX_CONNECTIONS
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(16, min(MAX_CONNECTIONS, soft - games))
