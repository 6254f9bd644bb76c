"""Connections: a deadline for each, and a bound that a flood of half-open ones does not lock."""

from __future__ import annotations

import asyncio
import resource
from math import inf
from typing import Any

import pytest

from wolftui.web import connections as module
from wolftui.web.connections import Connections, most_connections, network_of, peer_of


class Line:
    """A transport, as far as connections know it."""

    def __init__(self, peer: str) -> None:
        self.peer, self.gone = peer, False

    def get_extra_info(self, name: str) -> tuple[str, int]:
        assert name == "peername"
        return self.peer, 1

    def is_closing(self) -> bool:
        return self.gone

    def abort(self) -> None:
        self.gone = True


def lines(connections: Connections, number: int, peer: str) -> list[Any]:
    made: list[Any] = [Line(peer) for _ in range(number)]
    for line in made:
        if not connections.admit(line):
            line.abort()
    return made


async def test_the_oldest_without_a_game_gives_way() -> None:
    connections = Connections(most=3)
    game, first, second, third, fourth = lines(connections, 5, "127.0.0.1")
    assert [line.gone for line in (game, first, second, third, fourth)] == [True, True] + [
        False
    ] * 3
    connections.allow(second, inf)
    fifth, sixth = lines(connections, 2, "127.0.0.1")
    assert [line.gone for line in (second, third, fourth, fifth, sixth)] == [
        False, True, False, False, False,
    ]  # fmt: skip
    fourth.gone = True
    lines(connections, 1, "::1")
    assert not fifth.gone, "one that was closed takes no room"
    assert len(connections) == 4


async def test_one_network_has_its_own_bound() -> None:
    connections = Connections()
    games = lines(connections, 32, "192.0.2.1")
    for game in games:
        connections.allow(game, inf)
    (refused,) = lines(connections, 1, "192.0.2.1")
    (other,) = lines(connections, 1, "192.0.2.2")
    assert refused.gone and not other.gone and not any(game.gone for game in games)
    of_network = lines(connections, 33, "2001:db8::1") + lines(connections, 1, "2001:db8::2")
    assert [line.gone for line in of_network] == [True, True] + [False] * 32


async def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REQUEST_SECONDS", 0.01)
    (silent,) = lines(connections := Connections(), 1, "127.0.0.1")
    await asyncio.sleep(0.05)
    assert silent.gone
    assert len(connections) == 0


async def test_a_deadline_closes_and_a_new_one_replaces_it() -> None:
    connections = Connections()
    short, long, game = lines(connections, 3, "127.0.0.1")
    connections.allow(short, 0.01)
    connections.allow(long, 0.01)
    connections.allow(long, 50.0)
    connections.allow(game, 0.01)
    connections.allow(game, inf)
    connections.allow(None, 1.0)
    await asyncio.sleep(0.05)
    assert (short.gone, long.gone, game.gone) == (True, False, False)
    connections.allow(short, 1.0)
    assert len(connections) == 2


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:127.0.0.1", ""),
        ("127.0.0.9", ""),
        ("::1", ""),
        ("unknown", ""),
        ("", ""),
    ],
)
def test_a_visitor_holds_a_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_only_a_proxy_of_this_machine_names_the_visitor() -> None:
    assert peer_of("127.0.0.1", "198.51.100.1, 192.0.2.7") == "192.0.2.7/32"
    assert peer_of("192.0.2.9", "198.51.100.1") == "192.0.2.9/32"
    assert peer_of("127.0.0.1", "") == ""


def test_connections_and_games_fit_into_the_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"now": (256, 1024)}

    def set_limit(_: int, new: tuple[int, int]) -> None:
        limits["now"] = new

    monkeypatch.setattr(resource, "getrlimit", lambda _: limits["now"])  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert most_connections(8) == 512
    assert limits["now"] == (6 * 8 + 64 + 512, 1024)
    assert most_connections(100) == 1024 - 6 * 100 - 64
    assert most_connections(1000) == 16
    limits["now"] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert most_connections(1000) == module.MAX_CONNECTIONS
