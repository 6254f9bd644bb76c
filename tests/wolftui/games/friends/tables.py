"""Tables of friends over real sockets of this machine, with house bots in place of the people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, View, get_board
from wolfcore.players import Desk
from wolfcore.protocol import Hello, People
from wolfcore.table import TakeOver
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.guest_game import GuestGame
from wolftui.games.friends.hosted_table import HostedSource, HostedTable
from wolftui.games.friends.links import Link
from wolftui.games.front import ScreenFront
from wolftui.games.running_game import RunningGame
from wolftui.settings.endpoints import ModelSettings
from wolftui.words.glyphs import FANCY


class BotFront:
    """Answers as a house bot would.

    Args:
        before: Called with each ask; one that it returns True for is never answered.
    """

    def __init__(self, before: Callable[[Ask], object] = lambda ask: None) -> None:
        self._bot, self._before = HouseBot(("normal",)), before
        self.asked: list[str] = []

    async def ask(self, ask: Ask, view: View) -> Answer:
        self.asked.append(ask.id)
        if self._before(ask):
            await asyncio.Event().wait()
        return await self._bot.answer(view, ask, Desk.of_seed(ask, 1))


def local_table(board: str = "classic9", seconds: int = 90) -> HostedTable:
    """A table that will listen on this machine alone."""
    return HostedTable("Hana", get_board(board), seconds=seconds, port=0, address="127.0.0.1")


async def opened(board: str = "classic9", seconds: int = 90) -> HostedTable:
    """A table that listens on this machine alone."""
    table = local_table(board, seconds)
    await table.open()
    return table


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so; the sockets of this machine take some time."""
    for _ in range(6000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never was so")


class Visitor:
    """A guest's program without a screen.

    Attributes:
        guest: The connection.
        lines: Everything that the table sent.
        front: Answers the asks.
        game: The game, once it has begun.
        said: What the guest was told.
    """

    def __init__(
        self, link: Link, name: str, front: BotFront | None = None, *, watch: bool = False
    ) -> None:
        self.guest, self.lines = Guest(link, name, watch=watch), list[bytes]()
        self.front = front or BotFront()
        self.game: GuestGame | None = None
        self.said: list[str] = []

    async def join(self) -> None:
        """Connect, and wait until the table knows the guest."""
        await self.come_back()
        while not isinstance(await self.guest.receive(), People):
            pass

    async def come_back(self) -> None:
        """Connect, and note what comes."""
        await self.guest.connect()
        channel = self.guest.channel
        assert channel
        receive = channel.receive

        async def noted() -> bytes:
            self.lines.append(line := await receive())
            return line

        channel.receive = noted

    async def play(self, root: Path) -> None:
        """Play to the end; the game is saved below `root`."""
        message = None
        while not isinstance(message, Hello):
            message = await self.guest.receive()
        await self.go_on(message, root)

    async def go_on(self, hello: Hello, root: Path) -> None:
        """Play a game that has begun to its end; it is saved below `root`."""
        self.game = GuestGame(self.guest, hello, FANCY, self.said.append, root)
        reading = asyncio.ensure_future(_read(self.game))
        try:
            await self.game.run(cast("ScreenFront", self.front), cast("TakeOver", None))
        finally:
            reading.cancel()

    async def die(self) -> None:
        """End the connection as a killed program does, and let go of the place."""
        channel = self.guest.channel
        assert channel
        channel.connection.transport.abort()
        self.guest.place.close()


async def _read(game: GuestGame) -> None:
    while True:
        await asyncio.sleep(0.005)
        game.session.go_end()


async def play_hosted(table: HostedTable, running: RunningGame) -> None:
    """Play a hosted game to its end."""
    source = HostedSource(running, table)
    session = running.session
    session.subscribe(lambda _: session.go_end())
    await source.run(cast("ScreenFront", BotFront()), cast("TakeOver", None))


async def hosted(table: HostedTable, root: Path) -> RunningGame:
    """Start the game of a table and play it to its end."""
    running = await table.start(ModelSettings(), root)
    await play_hosted(table, running)
    return running


async def shut(table: HostedTable) -> None:
    """Close a table, and wait until its connections have ended."""
    table.close()
    await table.closed()
    await asyncio.sleep(0.01)  # a connection that was just being made is closed by its own task
