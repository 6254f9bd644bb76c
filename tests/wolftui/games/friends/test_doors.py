"""Who gets in at a table of friends, and what becomes of whoever sends nonsense, floods or hangs."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, Board, Game, View, get_board, make_spec
from wolfcore.game.asks import AskKind
from wolfcore.protocol import MESSAGE_LIMIT, Hello, Joining, Notice, card_draw, encoded
from wolfcore.protocol import friend as friends
from wolfcore.protocol import hub as hubs
from wolftui import __version__
from wolftui.games.friends import hosted_table, sockets
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.guest_game import GuestGame
from wolftui.games.friends.hosted_table import HostedTable
from wolftui.games.friends.links import (
    Certificate,
    Link,
    address_of,
    new_code,
    parse_link,
    read_code,
)
from wolftui.games.friends.sockets import JoinError
from wolftui.words.glyphs import FANCY

from .tables import Visitor, opened, shut

TOKEN = "0" * 64


PEM = """-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJB48dbsYGK/5cDnlIxfWrIQJxluac9zNXwNnHEiOoAM
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBWzCCAQ2gAwIBAgIUbRvEpntm9rJ+IxJs9O7YoaCV4wswBQYDK2VwMBQxEjAQ
BgNVBAMMCWxvY2FsaG9zdDAgFw0yNjExMjgxNTQ2MDJaGA8yMTI2MTEwNDE1NDYw
MlowFDESMBAGA1UEAwwJbG9jYWxob3N0MCowBQYDK2VwAyEAqEwg751V6A0PkJyu
30s+E8f0dS3Rt1a2dGh1bNlzzKKjbzBtMB0GA1UdDgQWBBSqWUN2wU59khDfq5cz
KZ0l0cPLxTAfBgNVHSMEGDAWgBSqWUN2wU59khDfq5czKZ0l0cPLxTAPBgNVHRMB
Af8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAFBgMrZXADQQDX
O15qBX6TjxmZX1201YRFvWPDOKDbdE1soJu5xxxpUIo4JYNXHJK0YltNCz+DZ/6w
KOkxeRowMPf2U2OutKgI
-----END CERTIFICATE-----
"""
"""A certificate for this machine, signed by itself, with its key, which guards nothing."""


async def refused(link: Link) -> str:
    guest = Guest(link, "Ada")
    try:
        await guest.connect()
        while True:
            await guest.receive()
    except JoinError as error:
        return str(error)
    finally:
        await guest.close()


async def spoken(table: HostedTable, *lines: str | bytes) -> list[str]:
    """What a table answers to some lines until it ends the connection."""
    heard = list[str]()
    async with connect(table.link.socket, proxy=None) as connection:
        try:
            for line in lines:
                await connection.send(line)
            while True:
                heard.append(str(await connection.recv()))
        except ConnectionClosed:
            return heard


def joining(**other: object) -> str:
    return json.dumps({"is": "join", "version": 1, "program": __version__, "token": TOKEN, **other})


async def test_a_failed_join_says_which_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "CONNECT_SECONDS", 0.3)
    table = await opened()
    link = table.link
    assert (await refused(link._replace(code="AAAA-AAAA"))).startswith("Wrong code: ")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert (await refused(link._replace(port=port))).startswith("No answer from ")
    monkeypatch.setattr("wolftui.games.friends.guest.__version__", "0.0.1")
    other = await refused(link)
    assert f"The table plays wolftui {__version__}, and this is 0.0.1" in other
    await shut(table)
    await asyncio.sleep(0.05)
    assert (await refused(link)).startswith("Refused: nothing listens at ")


async def test_a_network_that_tries_codes_gets_no_answer_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await opened()
    with suppress(ConnectionClosed, InvalidStatus):
        await connect(f"ws://127.0.0.1:{table.link.port}/favicon.ico", proxy=None)
    for _ in range(sockets.WRONG_CODES):
        await refused(table.link._replace(code=new_code()))
    guest = Guest(table.link, "Ada")
    await guest.connect()  # all friends of a tunnel come from this machine
    await guest.close()
    monkeypatch.setattr(sockets, "_THIS_MACHINE", ())
    for _ in range(sockets.WRONG_CODES):
        await refused(table.link._replace(code=new_code()))
    assert (await refused(table.link)).startswith("Too many wrong codes")
    await shut(table)


async def test_a_request_that_is_none_is_answered_and_the_code_needs_no_dash() -> None:
    table = await opened()
    where, code = f"127.0.0.1:{table.link.port}", table.link.code.replace("-", "").lower()
    answers = list[str]()
    for path, headers in (
        ("//[", ""),
        (f"/{table.link.code}", f"Host: {where}\r\nHost: {where}\r\n"),
        (f"/{code}", f"Host: {where}\r\n"),
        (f"/{code}/else", f"Host: {where}\r\n"),
        ("/robots.txt", f"Host: {where}\r\n"),
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", table.link.port)
        writer.write(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
        answers.append((await reader.read()).decode().split(" ", 2)[1])
        writer.close()
    assert answers == ["404", "400", "200", "404", "404"]
    await shut(table)


async def test_without_a_local_socket_the_link_still_works() -> None:
    code = new_code()
    taken = Link("", 0, code).local_socket
    taken.mkdir()
    try:
        table = HostedTable("Hana", get_board("duel6"), port=0, address="127.0.0.1", code=code)
        told = list[str]()
        with table.hub.listening(lambda notice: told.append(notice.text) if notice else None):
            await table.open()
        guest = Guest(table.link, "Ada")
        await guest.connect()
        await guest.close()
        await shut(table)
    finally:
        taken.rmdir()
    assert told == ["Nobody can join by --here (Is a directory)."]


@pytest.mark.parametrize(
    "lines",
    [
        (b"\xff\x00",),
        ("[" * 5000,),
        (json.dumps({"is": "answer", "ask": "x"}),),
        (joining(token="short"),),
        (joining(), "nonsense"),
        (joining(), "x" * (MESSAGE_LIMIT + 1)),
        (joining(), *[json.dumps({"is": "name", "name": "Ada"})] * 300),
    ],
    ids=["bytes", "depth", "no join", "token", "nonsense", "length", "flood"],
)
async def test_what_is_no_message_ends_the_connection_and_nothing_else(
    lines: tuple[str | bytes, ...],
) -> None:
    table = await opened()
    staying = Visitor(table.link, "Ben")
    await staying.join()
    async with asyncio.timeout(5):
        await spoken(table, *lines)
    await asyncio.sleep(0.05)
    assert [each.name for each in table.hub.friends] == ["Ben"]
    assert staying.guest.channel and table.hub.ready
    await staying.guest.close()
    await shut(table)


async def test_the_next_port_is_taken_where_none_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = await opened()
    port = first.link.port
    monkeypatch.setattr(hosted_table, "DEFAULT_PORT", port)
    second = HostedTable("Hana", get_board("classic9"), address="127.0.0.1")
    await second.open()
    assert port < second.link.port < port + 10
    named = HostedTable("Hana", get_board("classic9"), port=port, address="127.0.0.1")
    with pytest.raises(ConfigError, match="cannot listen on port"):
        await named.open()
    await shut(second)
    await shut(first)


async def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "JOIN_SECONDS", 0.1)
    table = await opened()
    async with asyncio.timeout(3):
        assert await spoken(table) == []
    await shut(table)


async def test_who_sends_nonsense_again_and_again_is_refused_for_good() -> None:
    table = await opened()
    known = friends.Friend(TOKEN, "Ada")
    known.faults = hubs.MOST_FAULTS
    table.hub.friends.append(known)
    (answer,) = await spoken(table, joining())
    assert "could not be read" in answer
    await shut(table)


class Deaf:
    """A channel whose other side never reads."""

    def __init__(self) -> None:
        self.lines = [joining().encode()]

    async def send(self, line: bytes) -> None:
        await asyncio.Event().wait()

    async def receive(self) -> bytes:
        if self.lines:
            return self.lines.pop()
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_friend_who_does_not_read_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "SEND_SECONDS", 0.2)
    table = await opened()
    serving = asyncio.ensure_future(table.hub.serve(Deaf()))
    await asyncio.sleep(0.05)
    for _ in range(friends.MOST_QUEUED + 5):  # no wait: the queue is full, and the line ends
        table.hub.changed()
    async with asyncio.timeout(3):
        await serving
    assert not table.hub.friends
    await shut(table)


async def asked(friend: friends.Friend, kind: AskKind) -> Answer:
    """What is answered for a friend to one question; TimeoutError where nobody answers soon."""
    view = Game(make_spec(get_board("duel6"), 1)).view(1)

    async def bot() -> Answer:
        return Answer(0, "A bot.")

    ask = Ask(f"d1.{kind}.1", 1, kind, 1, "night", (0,))
    async with asyncio.timeout(0.5):
        return await friend.ask(view, ask, 60, lambda: asyncio.ensure_future(bot()))


async def test_who_is_away_gets_a_last_call_at_questions_that_all_know_of() -> None:
    """At a secret one the time of the night would tell that they were asked."""
    friend = friends.Friend(TOKEN, "Ada", 1)
    friend.connect(friends.Line(Deaf()))
    friend.missed = friends.MISSED_ASKS
    assert (await asked(friend, "check")).text == "A bot."
    with pytest.raises(TimeoutError):
        await asked(friend, "vote")


async def test_an_open_question_waits_a_while_for_who_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friends, "AWAY_SECONDS", 0.05)
    friend = friends.Friend(TOKEN, "Ada", 1)
    friend.connect(friends.Line(Deaf()))
    loop = asyncio.get_running_loop()
    loop.call_later(0.02, friend.lose)
    assert (await asked(friend, "vote")).text == "A bot."
    friend.connect(friends.Line(Deaf()))
    loop.call_later(0.02, friend.lose)
    loop.call_later(0.04, friend.connect, friends.Line(Deaf()))
    with pytest.raises(TimeoutError):  # the table's own clock
        await asked(friend, "vote")


async def test_names_are_those_that_games_allow_and_no_two_are_equal() -> None:
    table = await opened()
    visitors = [Visitor(table.link, name) for name in ("hana", "Ada", "ＡDA", "a\x1b[2Jb", "Seer")]
    for each in visitors:
        await each.join()
    assert [each.name for each in table.hub.friends] == ["", "Ada", "", "", ""]
    for each in visitors:
        await each.guest.close()
    await shut(table)


async def test_nobody_joins_a_game_that_has_begun_or_a_full_table(tmp_path: Path) -> None:
    table = await opened("duel6")
    visitors = [Visitor(table.link, name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve")]
    for each in visitors:
        await each.join()
    assert await refused(table.link) == "All chairs are taken."
    reading = [asyncio.ensure_future(each.play(tmp_path)) for each in visitors]
    await table.hub.draw()
    for friend in table.hub.friends:
        assert friend.seat and friend.number
    await shut(table)
    await asyncio.gather(*reading, return_exceptions=True)


async def test_who_takes_no_part_in_the_draw_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_draw, "DRAW_SECONDS", 0.2)
    table = await opened()
    ada, ben = Visitor(table.link, "Ada"), Visitor(table.link, "Ben")
    await ada.join()
    await ben.join()

    async def read() -> None:
        while True:
            await ada.guest.receive()

    reading = asyncio.ensure_future(read())  # Ben's program reads nothing
    deal = await table.hub.draw()
    assert [each.name for each in table.hub.friends] == ["Ada"] and len(deal.chairs) == 2
    assert ada.guest.place.pledge and ada.guest.place.pledge.drawings == 1
    reading.cancel()
    await ben.guest.close()
    await shut(table)


async def nobody(view: View, ask: Ask) -> Answer:
    raise AssertionError


async def test_who_has_no_name_when_the_cards_are_drawn_is_sent_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, told = await opened(), list[Notice | None]()
    ada, nameless = Visitor(table.link, "Ada"), Visitor(table.link, "")
    await ada.join()
    await nameless.join()
    reading = asyncio.ensure_future(ada.play(Path()))
    with table.hub.listening(told.append):
        deal = await table.hub.draw()
        table.hub.begin(Game(deal.spec), deal.chairs[0], nobody)
        async with asyncio.timeout(3):
            assert nameless.guest.channel
            await nameless.guest.channel.connection.wait_closed()
        table.hub.gather_again()
    assert not any(told) and [each.name for each in table.hub.friends] == ["Ada"]
    reading.cancel()
    await shut(table)
    assert not caplog.records


async def test_a_table_with_a_certificate_is_encrypted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem = tmp_path / "table.pem"
    pem.write_text(PEM)
    files = Certificate(str(pem))
    table = HostedTable("Hana", get_board("duel6"), port=0, address="127.0.0.1", certificate=files)
    await table.open()
    assert table.link.text.startswith("https://127.0.0.1:")
    assert parse_link(table.link.text) == table.link
    assert "is not trusted here" in await refused(table.link)
    plain = await refused(table.link._replace(secure=False))
    assert plain.startswith("No answer from 127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    ada = Visitor(table.link, "Ada")
    await ada.join()
    assert ada.guest.channel
    assert ada.guest.channel.connection.transport.get_extra_info("ssl_object")
    await ada.guest.close()
    await shut(table)
    open_table = await opened()
    said = await refused(open_table.link._replace(secure=True))
    assert said.endswith("An address with http:// is not encrypted.")
    await shut(open_table)
    pem.write_text("no certificate")
    with pytest.raises(ConfigError, match="the certificate cannot be used"):
        await table.open()


async def test_friends_on_one_machine_need_no_port() -> None:
    table = await opened()
    ada = Visitor(table.link._replace(host=""), "Ada")
    await ada.join()
    assert [each.name for each in table.hub.ready] == ["Ada"]
    assert await refused(Link("", 0, new_code())) != ""
    assert table.link.code not in str(table.link.local_socket)
    await ada.guest.close()
    await shut(table)
    assert not table.link.local_socket.exists()
    assert (await refused(table.link._replace(host=""))).startswith("Wrong code: ")


def test_links_and_codes_are_read_as_people_write_them() -> None:
    link = Link("192.168.1.20", 7474, "K7F2-9QXA")
    for text in (link.text, "192.168.1.20:7474/k7f29qxa", " http://192.168.1.20:7474/K7F2-9QXA/ "):
        assert parse_link(text) == link
    assert parse_link("https://[fd00::2]/K7F2-9QXA") == Link("[fd00::2]", 443, "K7F2-9QXA", True)
    for text in ("", "K7F2-9QXA", "ftp://a/K7F2-9QXA", "http://a:99999/K7F2-9QXA", "a:1/K7F2-9QX0"):
        with pytest.raises(ConfigError):
            parse_link(text)
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50 and all(read_code(code) == code for code in codes)
    reaches = [
        address_of(text).reach for text in ("127.0.0.1", "10.1.2.3", "100.101.1.1", "8.8.8.8")
    ]
    assert reaches == ["machine", "network", "tailnet", "anybody"]


def test_a_message_of_a_guest_holds_what_it_says() -> None:
    assert json.loads(encoded(Joining(1, "1", TOKEN))) == {
        "is": "join", "version": 1, "program": "1", "token": TOKEN,
    }  # fmt: skip


async def no_claim(names: Sequence[str]) -> str:
    return ""


async def test_a_connection_that_is_lost_before_the_game_is_made_again() -> None:
    table = await opened()
    guest = Guest(table.link, "Ada")
    waiting = asyncio.ensure_future(guest.wait(lambda people: None, lambda notice: None, no_claim))
    for _ in range(2):
        for _ in range(1000):
            if table.hub.ready:
                break
            await asyncio.sleep(0.01)
        assert guest.channel and table.hub.ready and not waiting.done()
        guest.channel.connection.transport.abort()
        for _ in range(1000):
            if not table.hub.ready:
                break
            await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await guest.close()
    await shut(table)


@pytest.mark.parametrize(
    "other",
    [
        {"seat": 10},
        {"seat": 0},
        {"names": ("Ada",)},
        {"names": ("A\n# Question", *"BCDEFGHI")},
        {"board": Board("x", ("Werewolf",) * 5)},
    ],
    ids=["seat", "no seat", "names", "lines in a name", "board"],
)
def test_a_game_that_cannot_be_is_not_played(other: dict[str, object]) -> None:
    hello = Hello(1, get_board("classic9"), "", 4, tuple("ABCDEFGHI"))
    guest = Guest(Link("localhost", 1, "K7F2-9QXA"))
    GuestGame(guest, hello, FANCY, lambda text: None)
    with pytest.raises(JoinError, match="cannot be played"):
        GuestGame(guest, replace(hello, **other), FANCY, lambda text: None)
    guest.place.close()
