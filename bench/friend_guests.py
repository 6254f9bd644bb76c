"""The guests of `python -m bench friends`: the real program, which may break any rule."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import cast
from unittest import mock

from msgspec.structs import replace

from wolfcore import protocol as wire
from wolfcore.game import Answer, Ask, View
from wolfcore.game.asks import SPEECH_KINDS
from wolfcore.protocol.messages import Message, Working
from wolfcore.table import TakeOver
from wolftui import __version__
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.guest_game import GuestGame
from wolftui.games.friends.hosted_table import HostedSource
from wolftui.games.friends.links import Link
from wolftui.games.friends.sockets import JoinError, SocketChannel, open_channel
from wolftui.games.front import ScreenFront
from wolftui.games.session.game_session import GameSession
from wolftui.settings.paths import HOME
from wolftui.words.glyphs import FANCY

WAYS = (
    *("good",) * 12, *("dies", "leaves", "lags", "floods", "lies", "returns twice") * 2,
    "no commitment", "no number", "another number",
)  # fmt: skip
OFTEN = 0.1  # the chance of a misdeed with each message
CLOCK = 1  # seconds that a table waits for an answer


class _Noted(SocketChannel):
    lines: list[bytes]

    async def receive(self) -> bytes:
        self.lines.append(line := await super().receive())
        return line


def joining(token: str, *, watch: bool = False) -> bytes:
    return wire.encoded(wire.Joining(wire.PROTOCOL_VERSION, __version__, token, watch=watch))


class ChanceFront:
    """Answers by what `chance` draws."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def ask(self, ask: Ask, view: View | None = None) -> Answer:
        text = "I suspect nobody." if ask.kind in SPEECH_KINDS else ""
        return Answer(self._chance.choice(ask.options), text)


class Person(Guest):
    """A person who answers by chance, with a guest's program and a home of their own.

    Attributes:
        way: What they do in this game; empty before it.
        secret: Begins the thought of each of their answers.
        streams: What came over each connection of this game.
    """

    def __init__(self, link: Link, name: str, chance: random.Random, home: Path) -> None:
        with mock.patch.dict(os.environ, {HOME: str(home)}):
            super().__init__(link, name)
        self._chance, self.home, self.gone = chance, home, False
        self.task: asyncio.Task[None] | None = None
        self.begin("")

    def begin(self, way: str) -> None:
        self.way, self.secret, self.game = way, token_hex(8), cast("GuestGame | None", None)
        self.stall = 0.0
        self.sent, self.withdrawn = dict[str, float](), dict[str, float]()
        self.streams, self._late = list[list[bytes]](), list[asyncio.Task[None]]()
        self._own = self._other = Ask("d9.vote.1", 0, "vote", 9, "vote", (1,))
        self._note()

    def _note(self) -> None:
        if self.channel:
            self.channel = noted = _Noted(self.channel.connection)
            noted.lines = []
            self.streams.append(noted.lines)

    async def connect(self, *, returning: bool = False) -> None:
        if self.gone:
            raise JoinError("They are gone.")
        self.cut()
        await super().connect(returning=returning)
        self._note()

    def cut(self) -> None:
        if self.channel:
            self.channel.connection.transport.abort()

    async def send(self, message: Message) -> None:
        match self.way, message:
            case ("no commitment", wire.Committed()) | ("no number", wire.Opened()):
                return
            case "another number", wire.Opened():
                message = wire.Opened(wire.new_number())
            case "lags", wire.Answered() if self._chance.random() < OFTEN:
                self._late.append(asyncio.create_task(self._send_late(message)))
                return
            case _, wire.Answered(ask=ask):
                message = replace(message, thought=f"{self.secret} {ask}", memo=self.secret)
                self.sent[ask] = time.monotonic()
            case _:
                pass
        await super().send(message)

    async def _send_late(self, message: Message) -> None:
        await asyncio.sleep(1.2 * CLOCK)
        with suppress(JoinError):
            await super().send(message)

    async def receive(self) -> wire.ToFriend:
        message = await super().receive()
        match message:
            case wire.Hello(seat=seat):
                self._own = replace(self._own, seat=seat)
            case wire.Asked(ask=ask):
                self._own = ask
            case wire.Withdrawn(ask=ask_id):
                self.withdrawn[ask_id] = time.monotonic()
            case wire.Waiting(asks=(*_, ask)) if ask.seat != self._own.seat:
                self._other = ask
            case _:
                pass
        if self._chance.random() < OFTEN:
            with suppress(ConnectionError):
                await self._misbehave()
        return message

    async def _misbehave(self) -> None:
        assert self.channel
        match self.way:
            case "dies" | "leaves":
                self.gone = self.way == "leaves"
                self.cut()
                await asyncio.sleep(self._chance.uniform(0, CLOCK))
            case "floods":
                for _ in range(200):
                    await self.channel.send(wire.encoded(Working("d9.vote.1")))
            case "lies":
                await self.channel.send(_lie(self._chance, self._own, self._other))
            case "returns twice":
                rival = await open_channel(self.link)
                await asyncio.gather(rival.send(joining(self.place.token)), self.connect())
                rival.connection.transport.abort()
            case _:
                pass

    async def play(self) -> None:
        """Play a game to its end; raise JoinError where they are refused, or left for ever."""
        message = await self.wait(lambda people: None, lambda notice: None, _claim_nothing)
        self.game = GuestGame(self, message, FANCY, lambda text: None, self.home / "games")
        self.stall = await play_out(self.game, self.game.session, ChanceFront(self._chance))

    async def answer_at_once(self) -> None:
        """Answer each ask without a program, until the table ends the connection."""
        await self.connect()
        with suppress(JoinError):
            while True:
                if isinstance(message := await self.receive(), wire.Asked):
                    await self.send(wire.Answered(message.ask.id, message.ask.options[0]))

    async def finish(self, *, left: bool) -> None:
        """Wait for late answers, and end the connection of who left."""
        self.gone = left
        await asyncio.gather(*self._late)
        if left:
            self.cut()


async def _claim_nothing(names: Sequence[str]) -> str:
    del names
    return ""


def _lie(chance: random.Random, own: Ask, other: Ask) -> bytes:
    """Return what no guest may send; of the asks, one is for another seat."""
    foreign = wire.Answered(other.id, other.options[0], thought="a lie")
    return chance.choice((
        b"\xff\x00", b"[" * 100_000, b"x" * (wire.MESSAGE_LIMIT + 1), b'{"is":"record"}',
        b'{"is":"answer","ask":7}', wire.encoded(wire.Answered(own.id, 99)), wire.encoded(foreign),
        wire.encoded(wire.Opened("0" * 64)), joining("0" * 64),
    ))  # fmt: skip


async def play_out(
    source: GuestGame | HostedSource, session: GameSession, front: ChanceFront
) -> float:
    """Play a game without a screen; who sits there has always read everything.

    Returns:
        The longest time that this process stood still meanwhile, in seconds.
    """
    stall = 0.0
    game = asyncio.ensure_future(source.run(cast("ScreenFront", front), cast("TakeOver", None)))
    try:
        while not game.done():
            session.go_end()
            began = time.monotonic()
            await asyncio.wait({game}, timeout=0.02)
            stall = max(stall, time.monotonic() - began - 0.02)
        await game
        return stall
    finally:
        game.cancel()
