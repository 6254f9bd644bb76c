"""Servers as players: a game over websockets, lost connections, and what a hostile server gets."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from wolfcore.bots import HouseBot
from wolfcore.errors import ConfigError, SeatError
from wolfcore.game import Answer, Ask, Game, View, dice_of, get_board, make_spec
from wolfcore.players import Desk
from wolfcore.protocol import MESSAGE_LIMIT, Facts, Hello, to_friend
from wolfcore.protocol.sockets import ServerPlayer
from wolfcore.records import SeatSpec
from wolfcore.seating import allow_named_players, make_player, parse_player
from wolfcore.table import Table

Handler = Callable[[ServerConnection], Awaitable[None]]


@asynccontextmanager
async def serving(handler: Handler, **options: Any) -> AsyncGenerator[str]:
    async with serve(handler, "127.0.0.1", 0, **options) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/seat"


class Server:
    """Answers with the last option; loses the connection at an ask that it sees the first time."""

    def __init__(self, lost: Callable[[str], bool] = lambda _: False) -> None:
        self.heard: list[list[bytes]] = []
        self.asks = Counter[str]()
        self.open, self.idle = 0, asyncio.Event()
        self._lost = lost

    async def __call__(self, connection: ServerConnection) -> None:
        heard = list[bytes]()
        self.heard.append(heard)
        self.open += 1
        self.idle.clear()
        async for line in connection:
            assert isinstance(line, str)
            heard.append(line.encode())
            message = json.loads(line)
            if message["is"] != "ask":
                continue
            ask = message["ask"]
            self.asks[ask["id"]] += 1
            if self.asks[ask["id"]] == 1 and self._lost(ask["id"]):
                break
            text = "I suspect nobody." if ask["kind"] == "speak" else ""
            answer = {"is": "answer", "ask": ask["id"], "choice": ask["options"][-1], "text": text}
            await connection.send(json.dumps(answer))
        self.open -= 1
        if not self.open:
            self.idle.set()


class InProcess:
    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return Answer(ask.options[-1], "I suspect nobody." if ask.kind == "speak" else "")


async def played(*players: Any) -> Game:
    game = Game(make_spec(get_board("classic9"), 3))
    seats = dict(enumerate(players, 1))
    others = HouseBot(("normal",))
    await Table(game, {seat: seats.get(seat, others) for seat in range(1, 10)}).run()
    return game


async def test_a_server_plays_and_lost_connections_lose_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wolfcore.protocol.sockets._WAITS", (0.0, 0.0))
    server = Server(lost=lambda ask: ask.startswith(("d1", "n2")))
    async with serving(server) as url:
        player = ServerPlayer(url)
        game = await played(player, player)
        assert list(game.log) == list((await played(InProcess(), InProcess())).log)
        # An ask is put again exactly where its connection was lost.
        for ask, times in server.asks.items():
            assert times == (2 if ask.startswith(("d1", "n2")) else 1)
        for lines in server.heard:
            hello, *others = [to_friend(line) for line in lines]
            assert isinstance(hello, Hello)
            told = [fact for each in others if isinstance(each, Facts) for fact in each.facts]
            assert told == game.view(hello.seat).facts[: len(told)]
        again = {len(json.loads(lines[0]).get("answered", ())) for lines in server.heard}
        assert len(again) > 2, "a new connection is told the answers so far"
        del player
        async with asyncio.timeout(5):
            await server.idle.wait()


async def asked(url: str) -> Answer:
    game = Game(make_spec(get_board("classic9"), 3))
    ask = game.asks[0]
    return await ServerPlayer(url).answer(game.view(ask.seat), ask, Desk(ask, dice_of(3, ask.id)))


async def flood(connection: ServerConnection) -> None:
    async for line in connection:
        ask = json.loads(line)
        while ask["is"] == "ask":
            await connection.send(json.dumps({"is": "working", "ask": ask["ask"]["id"]}))


async def giant(connection: ServerConnection) -> None:
    async for line in connection:
        if '"is":"ask"' in str(line):
            await connection.send("x" * (MESSAGE_LIMIT + 1))


async def gone(connection: ServerConnection) -> None:
    await connection.close()


@pytest.mark.parametrize(
    ("handler", "words"),
    [(flood, "messages without an answer"), (giant, "too long a line"), (gone, "is closed")],
)
async def test_a_hostile_server_is_an_error_of_its_seat(
    handler: Handler, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # After a flood no connection was lost, after which an ask would be put again.
    monkeypatch.setattr("wolfcore.protocol.sockets._WAITS", (60.0 if handler is flood else 0.0,))
    monkeypatch.setattr("wolfcore.protocol.connection.MOST_MESSAGES", 50)
    began = monotonic()
    async with serving(handler) as url:
        with pytest.raises(SeatError, match=words):
            await asked(url)
    assert monotonic() - began < 5


async def test_no_redirect_leads_to_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wolfcore.protocol.sockets._WAITS", ())
    other = Server()
    async with serving(other) as there:

        def away(connection: ServerConnection, request: object) -> object:
            response = connection.respond(302, "")
            response.headers["Location"] = there
            return response

        async with serving(gone, process_request=away) as url:
            with pytest.raises(SeatError, match="cannot be reached"):
                await asked(url)
    assert not other.heard
    with pytest.raises(SeatError, match="cannot be reached"):
        await asked(there)


def test_a_server_is_called_only_where_it_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wolfcore.seating.own_players._ALLOWED", set[str]())
    spec = parse_player("ws://localhost:8000/a")
    assert spec == SeatSpec("ws", ("//localhost:8000/a",), code="a server")
    with pytest.raises(ConfigError, match="--own 'ws://localhost:8000/a'"):
        make_player(spec)
    allow_named_players([spec.text])
    make_player(spec)
    for word in ("ws://", "ws://h:99999", "wss://u:p@h", "ws://h h"):
        with pytest.raises(ConfigError, match="is no address"):
            parse_player(word)
