"""What a guest may do while the cards are drawn, and what that does to the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from wolfcore.errors import ConfigError
from wolfcore.game import Game, get_board, make_spec
from wolfcore.protocol import (
    Commitments,
    Committed,
    Drawing,
    DrawnDeal,
    Hello,
    Notice,
    Opened,
    card_draw,
    commitment_of,
    encoded,
    new_number,
)
from wolfcore.protocol import friend as friends
from wolfcore.protocol.connection import hello_of
from wolfcore.protocol.messages import Message
from wolfcore.protocol.sockets import SocketChannel
from wolfcore.records import read_game
from wolftui import __version__
from wolftui.games.friends import hosted_table
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.hosted_table import HostedTable
from wolftui.games.friends.links import Link
from wolftui.games.friends.sockets import JoinError
from wolftui.settings.endpoints import ModelSettings

from .tables import Visitor, hosted, opened, shut, until

TOKEN = "1" * 64


class RawGuest:
    """A guest that sends lines of its own.

    Attributes:
        last: The last message of the table; its kind is `is`.
    """

    def __init__(self, connection: ClientConnection, token: str = TOKEN) -> None:
        self._connection, self._token, self._number = connection, token, new_number()
        self.last: dict[str, object] = {}

    async def say(self, kind: str, **fields: object) -> None:
        await self._connection.send(json.dumps({"is": kind, **fields}))

    async def until(self, kind: str) -> None:
        while self.last.get("is") != kind:
            self.last = json.loads(await self._connection.recv())

    async def join(self, name: str = "Eve") -> None:
        await self.say("join", version=1, program=__version__, token=self._token, name=name)
        await self.until("people")

    async def commit(self) -> None:
        await self.until("drawing")
        await self.say("committed", commitment=commitment_of(self._number))
        await self.until("commitments")

    async def open(self) -> None:
        await self.say("opened", number=self._number)


def raw(table: HostedTable) -> connect:
    return connect(table.link.socket, proxy=None)


async def test_a_name_of_later_changes_nothing_of_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends, "AWAY_SECONDS", 0.0)
    table = await opened()
    ada = Visitor(table.link, "Ada")
    await ada.join()
    async with raw(table) as connection:
        eve = RawGuest(connection)
        await eve.join()
        playing = asyncio.ensure_future(ada.play(tmp_path / "guests"))
        game = asyncio.ensure_future(hosted(table, tmp_path / "host"))
        await eve.commit()
        await eve.say("name", name="Mallory")
        await eve.open()
        await eve.until("hello")
    running = await game
    await playing
    await shut(table)
    assert {"Ada", "Eve"} < set(running.spec.names)
    assert running.path
    seat = 1 + running.spec.names.index("Eve")
    journal = read_game(running.path).journal.values()
    hows = {each.answer.how for each in journal if each.seat == seat}
    assert hows <= {"stand_in"}, "also the question that was open waits no longer for who is gone"
    assert ada.said[-1] == "The deal is the one that all of you drew, and your number is in it."


async def test_who_withholds_a_number_twice_is_refused_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_draw, "DRAW_SECONDS", 0.1)
    table = await opened()
    told = list[str]()
    for _ in range(card_draw.MOST_WITHHELD):
        async with raw(table) as connection:
            eve = RawGuest(connection)
            await eve.join()
            with table.hub.listening(lambda notice: told.append(notice.text) if notice else None):
                drawing = asyncio.ensure_future(table.start(ModelSettings(), tmp_path))
                await eve.commit()
                await eve.until("refused")
                with pytest.raises(ConfigError, match="nobody is ready yet"):
                    await drawing
        assert not table.hub.friends, "no chair and no name is kept for who is gone"
    assert told == ["Eve did not take part in drawing the cards, and was left out."] * 2
    async with raw(table) as connection:
        eve = RawGuest(connection)
        with pytest.raises(ConnectionClosed):
            await eve.join()
    assert eve.last["why"] == "Your program has stopped the drawing of the cards twice."
    await shut(table)


async def drawn_without_eve(table: HostedTable) -> asyncio.Future[DrawnDeal]:
    """Begin to draw with a guest who is lost at once; return the drawing, which goes on."""
    async with raw(table) as connection:
        eve = RawGuest(connection)
        await eve.join()
        drawing = asyncio.ensure_future(table.hub.draw())
        await eve.until("drawing")
    return drawing


async def test_who_is_lost_in_the_draw_costs_little_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_draw, "BACK_SECONDS", 0.1)
    table = await opened()
    ada = Visitor(table.link, "Ada")
    await ada.join()
    drawing = await drawn_without_eve(table)
    playing = asyncio.ensure_future(ada.play(tmp_path))
    async with asyncio.timeout(card_draw.DRAW_SECONDS / 2):
        deal = await drawing
    assert len(deal.chairs) == 2 and [each.name for each in table.hub.friends] == ["Ada"]
    await shut(table)
    await asyncio.gather(playing, return_exceptions=True)


async def test_who_is_lost_when_nobody_is_left_keeps_no_chair() -> None:
    table = await opened()
    drawing = await drawn_without_eve(table)
    with pytest.raises(ConfigError, match="nobody is ready yet"):
        await drawing
    assert not table.hub.friends
    await shut(table)


async def waiting(guest: Guest) -> Hello:
    return await guest.wait(lambda _: None, lambda _: None, nobody)


async def nobody(names: Sequence[str]) -> str:
    raise AssertionError(names)


@pytest.mark.parametrize("kind", [Committed, Opened])
async def test_who_is_lost_and_back_in_the_draw_has_a_chair(
    monkeypatch: pytest.MonkeyPatch, kind: type[Message]
) -> None:
    """The step that was lost is put again, with its whole time; only one number is opened."""
    monkeypatch.setattr("wolftui.games.friends.guest.RETRY_SECONDS", (0.2,))
    monkeypatch.setattr(card_draw, "BACK_SECONDS", 0.5)
    table, sent = await opened(), list[Message]()
    ada = Guest(table.link, "Ada")
    send = ada.send

    async def send_cut(message: Message) -> None:
        sent.append(message)
        if isinstance(message, kind):
            assert ada.channel
            if sum(isinstance(each, kind) for each in sent) == 1:
                await ada.channel.close()
            else:
                await asyncio.sleep(0.5)
        await send(message)

    monkeypatch.setattr(ada, "send", send_cut)
    waits = asyncio.ensure_future(waiting(ada))
    await until(lambda: table.hub.ready)
    deal = await table.hub.draw()
    assert sum(isinstance(each, kind) for each in sent) == 2 and len(deal.chairs) == 2
    assert {each.number for each in sent if isinstance(each, Opened)} == {table.hub.numbers[1]}
    assert ada.place.drawings == 1
    await left(ada, waits)
    await shut(table)


@pytest.mark.parametrize("kind", [Committed, Opened])
async def test_a_program_that_is_killed_in_the_draw_is_left_out_and_accuses_nobody(
    monkeypatch: pytest.MonkeyPatch, kind: type[Message]
) -> None:
    monkeypatch.setattr(card_draw, "DRAW_SECONDS", 1.0)
    table = await opened()
    killed = Guest(table.link, "Ada")
    send = killed.send

    async def send_last(message: Message) -> None:
        if kind is Committed:
            await send(message)
        if isinstance(message, kind):
            raise JoinError("killed")
        await send(message)

    monkeypatch.setattr(killed, "send", send_last)
    waits = asyncio.ensure_future(waiting(killed))
    await until(lambda: table.hub.ready)
    drawing = asyncio.ensure_future(table.hub.draw())
    with pytest.raises(JoinError, match="killed"):
        await waits
    await killed.close()
    ada = Guest(table.link)
    waits = asyncio.ensure_future(waiting(ada))
    with pytest.raises(ConfigError, match="nobody is ready yet"):
        await drawing
    with pytest.raises(JoinError, match="Your program did not take part in drawing the cards"):
        await waits
    await left(ada, waits)
    await shut(table)


async def test_two_who_withhold_in_turn_stop_the_draw_only_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who was left out has to wait for the next game, even if they come back at once."""
    monkeypatch.setattr(card_draw, "DRAW_SECONDS", 0.2)
    monkeypatch.setattr(card_draw, "BACK_SECONDS", 0.1)
    table = await opened()
    ada = Guest(table.link, "Ada")
    waits = asyncio.ensure_future(waiting(ada))

    async def withhold(name: str, token: str, commits: int) -> None:
        with suppress(ConnectionClosed):
            while True:
                async with raw(table) as connection:
                    eve = RawGuest(connection, token)
                    await eve.join(name)
                    await eve.until("drawing")
                    if commits:
                        commits -= 1
                        await eve.commit()
                    await eve.until("refused")

    eves = [
        asyncio.ensure_future(withhold("Eva", "2" * 64, 0)),
        asyncio.ensure_future(withhold("Eve", TOKEN, 1)),
    ]
    await until(lambda: len(table.hub.ready) == 3)
    drawings = list[Notice]()
    with table.hub.listening(lambda notice: drawings.append(notice) if notice else None):
        deal = await table.hub.draw()
    assert len(deal.chairs) == 2
    assert [each.text.partition(" did")[0] for each in drawings] == ["Eva", "Eve"]
    for each in eves:
        each.cancel()
    await asyncio.gather(*eves, return_exceptions=True)
    await left(ada, waits)
    await shut(table)


class Queue:
    """The messages of a host, and what a guest sends."""

    def __init__(self, *messages: Message) -> None:
        self.messages, self.sent = list(messages), list[bytes]()

    async def receive(self) -> bytes:
        return encoded(self.messages.pop(0))

    async def send(self, line: bytes) -> None:
        self.sent.append(line)

    async def close(self) -> None:
        pass


async def numbers_opened(guest: Guest, *messages: Message) -> int:
    """Return how many numbers a guest opens at the messages of a host."""
    queue = Queue(*messages, Notice("the end"))
    guest.channel = cast("SocketChannel", queue)
    await guest.receive()
    return sum(b'"opened"' in line for line in queue.sent)


async def test_no_number_is_opened_for_two_deals() -> None:
    """A host that knows the numbers would choose the deal, by the order of the guests alone."""
    guest, host = Guest(Link("127.0.0.1", 1, "ABCD-EFGH"), "Ada"), commitment_of("Hana")
    others = tuple(map(commitment_of, ("Ben", "Cleo")))
    queue = Queue(Drawing(host), Notice(""))
    guest.channel = cast("SocketChannel", queue)
    await guest.receive()
    own = json.loads(queue.sent[0])["commitment"]
    drawn = Commitments((host, own, *others), commitment_of("terms"))
    turned = replace(drawn, commitments=(host, *others, own))
    assert await numbers_opened(guest, drawn) == 1
    assert await numbers_opened(guest, drawn) == 1, "the number was lost with the connection"
    assert await numbers_opened(guest, turned) == 0
    assert guest.place.drawings == 1
    guest.channel = cast(
        "SocketChannel", Queue(hello_of(Game(make_spec(get_board("duel6"), 1)).view(1)))
    )
    await guest.receive()
    assert await numbers_opened(guest, drawn) == 0, "that deal is dealt"
    with pytest.raises(JoinError, match="left your number out"):
        await numbers_opened(guest, Drawing(host), drawn)
    await guest.close()


async def left(guest: Guest, waits: asyncio.Future[Hello]) -> None:
    waits.cancel()
    await asyncio.gather(waits, return_exceptions=True)
    await guest.close()


async def test_who_is_turned_away_may_leave(tmp_path: Path) -> None:
    table = await opened()
    ada = Visitor(table.link, "Ada")
    await ada.join()
    async with raw(table) as connection:
        eve = RawGuest(connection)
        await eve.join(name="")
        playing = asyncio.ensure_future(ada.play(tmp_path))
        await table.hub.draw()
        await eve.until("refused")
        table.hub.game = None
        with pytest.raises(ConnectionClosed):
            await eve.until("nothing else")
    await asyncio.sleep(0.05)
    assert [each.name for each in table.hub.friends] == ["Ada"]
    await shut(table)
    await asyncio.gather(playing, return_exceptions=True)


def full(**_: object) -> None:
    raise OSError(28, "No space left on device")


async def test_no_number_is_opened_for_a_game_that_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.write_text("no folder")
    table = await opened()
    ada = Visitor(table.link, "Ada")
    await ada.join()
    with pytest.raises(ConfigError):
        await table.start(ModelSettings(), games)
    monkeypatch.setattr(hosted_table, "TemporaryDirectory", full)
    with pytest.raises(ConfigError, match="No space left"):
        await table.start(ModelSettings(), tmp_path / "other")
    assert ada.guest.place.pledge is None and not table.hub.numbers
    await ada.guest.close()
    await shut(table)
