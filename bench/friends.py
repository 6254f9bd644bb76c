"""`friends`: hosted games over websockets of this machine, with eight guests who break every rule.

What a guest does is drawn for each game (`WAYS`) and at each message. Each game has to end; no
stream may hold what is not in the view of its seat; and each answer stands in the log once.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from math import inf
from pathlib import Path
from secrets import token_hex
from statistics import median, quantiles
from typing import Any, NamedTuple, cast
from unittest import mock

from msgspec.structs import replace

from wolfcore import protocol as wire
from wolfcore.errors import WolfError
from wolfcore.game import Answer, Ask, View, get_board, view_of
from wolfcore.game.asks import SPEECH_KINDS
from wolfcore.game.facts import Died
from wolfcore.protocol import friend, hub
from wolfcore.protocol.messages import Message
from wolfcore.records import AnswerRecord, read_game
from wolfcore.table import TakeOver
from wolftui import __version__
from wolftui.games.friends import guest, sockets
from wolftui.games.friends.guest import Guest, GuestGame
from wolftui.games.friends.hosted_table import HostedSource, HostedTable
from wolftui.games.friends.links import Link
from wolftui.games.friends.sockets import JoinError, SocketChannel, open_channel
from wolftui.games.front import ScreenFront
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import HOME
from wolftui.words.glyphs import FANCY

from .harness import a_count

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Ida")
WAYS = (
    *("good",) * 6, "dies", "leaves", "lags", "floods", "lies", "returns twice",
    "no commitment", "no number", "another number",
)  # fmt: skip
OFTEN = 0.1  # the chance of a misdeed with each message
CLOCK = 1  # seconds that a table waits for an answer
GAME_SECONDS = 90.0  # the most seconds of a game
REST_SECONDS = 2.5  # after which websockets whose other side is gone are given up
SAMPLE = 100  # after so many games all tables are closed, and what is left is counted
GROWTH = 1.05  # the most memory in the end, as a multiple of that after two samples
CLOCKS: dict[tuple[Any, str], object] = {
    (friend, "AWAY_SECONDS"): 0.5, (friend, "LAST_CALL_SECONDS"): 0.1,
    (friend, "SEND_SECONDS"): 2.0, (guest, "RETRY_SECONDS"): (0.02, 0.1),
    (hub, "JOIN_SECONDS"): 2.0, (hub, "DRAW_SECONDS"): 1.5,
    (sockets, "OF_NETWORK"): 1000, (sockets, "OF_ALL"): 1000,
}  # fmt: skip
"""Clocks and limits while tables are measured; all guests come from one address."""


class Found(NamedTuple):
    """What games showed: counts, the usage after each sample, and faults as sentences."""

    counts: Counter[str]
    usage: list[tuple[float, int, int]]  # mebibytes, open files, tasks
    faults: list[str]


def measure(argv: Sequence[str]) -> None:
    """`python -m bench friends`."""
    parser = argparse.ArgumentParser(prog="python -m bench friends", description=__doc__)
    parser.add_argument("--games", type=a_count, default=1000, help="how many (default 1000)")
    parser.add_argument("--tables", type=a_count, default=5, help="at a time (default 5)")
    parser.add_argument("--seed", type=int, default=1, help="draws what guests do (default 1)")
    parser.add_argument("--latency", action="store_true", help="the time of an ask, in 20 games")
    chosen = parser.parse_args(argv)
    if chosen.latency:
        for others in (0, 50):
            asks, middle, slow = asyncio.run(latency(others, 20, chosen.seed))
            print(f"{others:>3} watch: {asks} asks, median {middle:.2f} ms, 95 % {slow:.2f} ms")
        print(f"over a socket less in process; load of the machine {os.getloadavg()[0]:.1f}")
        return
    found = asyncio.run(soak(chosen.games, chosen.tables, chosen.seed))
    print(", ".join(f"{name} {number}" for name, number in sorted(found.counts.items())))
    print(f"{len(found.faults)} faults in {found.counts['games']} games, seed {chosen.seed}")
    if found.faults:
        raise SystemExit(1)


# -- the guests


class _Noted(SocketChannel):
    lines: list[bytes]

    async def receive(self) -> bytes:
        self.lines.append(line := await super().receive())
        return line


def _joining(token: str, *, watch: bool = False) -> bytes:
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
        self.begin("")

    def begin(self, way: str) -> None:
        self.way, self.secret, self.game = way, token_hex(8), cast("GuestGame | None", None)
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
                    await self.channel.send(wire.encoded(wire.Named("Al")))
            case "lies":
                await self.channel.send(_lie(self._chance, self._own, self._other))
            case "returns twice":
                rival = await open_channel(self.link)
                await asyncio.gather(rival.send(_joining(self.place.token)), self.connect())
                rival.connection.transport.abort()
            case _:
                pass

    async def play(self) -> None:
        """Play a game to its end; raise JoinError where they are refused, or left for ever."""
        message = await self.wait(lambda people: None, lambda notice: None)
        self.game = GuestGame(self, message, FANCY, lambda text: None, self.home / "games")
        await _run(self.game, self.game.session, ChanceFront(self._chance))

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


def _lie(chance: random.Random, own: Ask, other: Ask) -> bytes:
    """Return what no guest may send; of the asks, one is for another seat."""
    foreign = wire.Answered(other.id, other.options[0], thought="a lie")
    return chance.choice((
        b"\xff\x00", b"[" * 100_000, b"x" * (wire.MESSAGE_LIMIT + 1), b'{"is":"record"}',
        b'{"is":"answer","ask":7}', wire.encoded(wire.Answered(own.id, 99)), wire.encoded(foreign),
        wire.encoded(wire.Opened("0" * 64)), _joining("0" * 64),
    ))  # fmt: skip


async def _run(source: GuestGame | HostedSource, session: GameSession, front: ChanceFront) -> None:
    """Play a game without a screen; who sits there has always read everything."""
    game = asyncio.ensure_future(source.run(cast("ScreenFront", front), cast("TakeOver", None)))
    try:
        while not game.done():
            session.go_end()
            await asyncio.wait({game}, timeout=0.02)
        await game
    finally:
        game.cancel()


# -- the soak


async def soak(games: int, tables: int, seed: int) -> Found:
    """Play games at some tables at a time, and print what is held after each sample."""
    found, told = Found(Counter(), [], []), 0
    with _short_clocks(found.faults) as home:
        for played in range(0, games, SAMPLE):
            most = min(SAMPLE, games - played)
            parts = [(len(range(n, most, tables)), f"{seed} {played} {n}") for n in range(tables)]
            await asyncio.gather(*(_play(*part, home, found) for part in parts))
            found.counts["games"] += most
            await asyncio.sleep(REST_SECONDS)
            found.usage.append(usage := _usage())
            early = found.usage[:2][-1]
            if usage[0] > GROWTH * early[0] or usage[1:] > early[1:]:
                found.faults.append(f"memory, files or tasks grew from {early}")
            row = "{:>6} games{:>8.1f} MiB{:>5} files{:>5} tasks{:>5} faults"
            print(row.format(found.counts["games"], *usage, len(found.faults) - told))
            print("".join(f"fault: {each}\n" for each in found.faults[told:]), end="", flush=True)
            told = len(found.faults)
    return found


def _usage() -> tuple[float, int, int]:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    files = len(list(Path("/proc/self/fd").iterdir()))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20, files, len(asyncio.all_tasks())


@contextmanager
def _short_clocks(faults: list[str]) -> Generator[Path]:
    """Shorten the clocks of tables, note the errors that are logged, and lend a home."""
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: faults.append(handler.format(record))
    logging.getLogger().addHandler(handler)
    with ExitStack() as stack:
        stack.callback(logging.getLogger().removeHandler, handler)
        for place, value in CLOCKS.items():
            stack.enter_context(mock.patch.object(*place, value))
        home = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(mock.patch.dict(os.environ, {HOME: home}))
        yield Path(home)


async def _open(seconds: int) -> HostedTable:
    board, here = get_board("classic9"), "127.0.0.1"
    table = HostedTable("Hana", board, seconds=seconds, port=0, address=here)
    table.level = table.hub.bots = "bot:easy"
    await table.open()
    return table


async def _close(table: HostedTable, people: Sequence[Person]) -> None:
    table.close()
    await table.closed()
    for each in people:
        await each.close()
        shutil.rmtree(each.home)


async def _play(games: int, seed: str, home: Path, found: Found) -> None:
    """Play games at one table after the other, at each with rematches of who is still there."""
    chance = random.Random(seed)
    while games > 0:
        table, people, everybody = await _open(CLOCK), list[Person](), list[Person]()
        for _ in range(min(games, chance.randint(1, 4))):
            games -= 1
            names = sorted(set(NAMES) - {each.place.name for each in people})
            for name in names[: len(NAMES) - len(people)]:
                people.append(Person(table.link, name, chance, home / token_hex(4)))
                everybody.append(people[-1])
            try:
                async with asyncio.timeout(GAME_SECONDS):
                    await _play_game(table, people, chance, found)
            except (TimeoutError, WolfError) as error:
                found.faults.append(f"no end: {error!r} {[each.way for each in people]}")
                break
            people = [each for each in people if not each.gone]
            table.hub.gather_again()
        await _close(table, everybody)


async def _gather(
    table: HostedTable, people: Sequence[Person], playing: Sequence[asyncio.Task[None]]
) -> None:
    """Wait until all are ready whose programs were not refused."""
    at, moved = table.hub, asyncio.Event()
    for task in playing:
        task.add_done_callback(lambda _: moved.set())
    with at.listening(lambda _: moved.set()):
        for each in people:
            if each.place.name:
                with suppress(AssertionError, JoinError):  # their program connects again
                    await each.choose_name(each.place.name)
        while len(at.ready) < sum(not task.done() for task in playing):
            moved.clear()
            await moved.wait()


async def _play_game(
    table: HostedTable, people: Sequence[Person], chance: random.Random, found: Found
) -> None:
    """Play one game and check it."""
    playing = [asyncio.create_task(each.play()) for each in people]
    await _gather(table, people, playing)
    for number, (each, task) in enumerate(zip(people, playing, strict=True)):
        way = chance.choice(WAYS) if number else "good"
        each.begin("refused" if task.done() else way)
        found.counts[each.way] += 1
    with await table.start(ModelSettings()) as running:
        source = HostedSource(running, table)
        await _run(source, running.session, ChanceFront(chance))
        ends = await asyncio.gather(*playing, return_exceptions=True)
        for each, end in zip(people, ends, strict=True):
            await each.finish(left=isinstance(end, JoinError))
            # Who comes back while the cards are drawn is left out of the game.
            steady = each.way in ("good", "lags") and len(each.streams) == 1
            if end and (steady or not each.gone):
                found.faults.append(
                    f"not there at the end ({each.way}, {len(each.streams)} connections): {end!r}"
                )
        assert running.path
        journal = read_game(running.path).journal
        for seated in table.hub.friends:
            person = next(each for each in people if each.place.token == seated.token)
            secrets = {each.secret for each in people if each is not person}
            secrets |= {str(running.spec.seed), *table.hub.numbers} - {seated.number}
            for fault in (
                *_stream_faults(running, seated.seat, person, secrets),
                *_answer_faults(journal, seated.seat, person, found.counts),
            ):
                found.faults.append(f"{person.way}, {running.spec.seed}: {fault}")
        shutil.rmtree(running.path)


_OPEN = (b'{"is":"everything"', b'{"is":"record"')  # in these nothing is secret any more


def _stream_faults(
    running: RunningGame, seat: int, person: Person, secrets: set[str]
) -> Iterator[str]:
    """Yield what is wrong with what one person was told."""
    log, spec, records = running.game.log, running.spec, 0
    view = view_of(log, seat, spec.board, spec.names).facts
    for stream in person.streams:
        messages = [wire.to_friend(line) for line in stream]
        ended = any(isinstance(each, wire.Record) for each in messages)
        facts = [fact for each in messages if isinstance(each, wire.Facts) for fact in each.facts]
        before = b"".join(line for line in stream if not line.startswith(_OPEN))
        records += ended
        if facts != (view if ended else view[: len(facts)]):
            yield "the stream is not the view"
        if any(secret.encode() in before for secret in secrets):
            yield "a secret is in the stream"
        for each in messages:
            match each:
                case wire.Hello(seat=told) | wire.Asked(ask=Ask(seat=told)) if told != seat:
                    yield f"it is told what is for seat {told}"
                case wire.Everything(begin=begin, entries=entries) if log[
                    begin : begin + len(entries)
                ] != list(entries) or not any(
                    isinstance(fact, Died) and fact.seat == seat for fact in facts
                ):
                    yield "it is told everything without being out, or something else"
                case wire.Waiting(asks=asks) if not all(ask.public for ask in asks):
                    yield "it is told of a secret question"
                case _:
                    pass
    if records and (game := person.game):
        if not game.verdict.startswith("The deal is the one that all of you drew"):
            yield game.verdict
        if list(read_game(Path(game.shown.path)).entries) != log:
            yield "the record is of another game"
        shutil.rmtree(game.shown.path)
    elif person.way == "good":
        yield "there is no record"


def _answer_faults(
    journal: Mapping[str, AnswerRecord], seat: int, person: Person, counts: Counter[str]
) -> Iterator[str]:
    """Yield what is wrong with the answers of one person, and count them."""
    thoughts = Counter(each.answer.thought for each in journal.values())
    for ask, sent in person.sent.items():
        if thoughts[f"{person.secret} {ask}"]:
            counts["answers kept"] += 1
        elif person.way == "good" and person.withdrawn.get(ask, inf) - sent > CLOCK / 2:
            yield f"the answer to {ask} is lost"
        else:
            counts[f"late or cut off ({person.way})"] += 1
    for record in journal.values():
        own = record.seat == seat and record.answer.how == "given"
        thought = record.answer.thought
        if own != thought.startswith(person.secret) or (own and thoughts[thought] > 1):
            yield f"the answer to {record.ask} is of another seat, or twice there"


# -- the time of an ask


async def latency(others: int, games: int, seed: int) -> tuple[int, float, float]:
    """Measure asks of guests who answer at once, while `others` only watch.

    Returns:
        The number of asks; the median of their times and the 95 % quantile, in milliseconds, less
        the median of the host's asks.
    """
    there, here = list[float](), list[float]()
    with _short_clocks([]) as home:
        for number in range(games):
            table, front = await _open(90), ChanceFront(random.Random(f"{seed} {number}"))
            people = [Person(table.link, name, random.Random(), home / name) for name in NAMES]
            tasks = [asyncio.create_task(each.answer_at_once()) for each in people]
            await _gather(table, people, tasks)
            with await table.start(ModelSettings()) as running:
                for _ in range(others):
                    channel = await open_channel(table.link)
                    await channel.send(_joining(token_hex(32), watch=True))
                    await channel.receive()
                    tasks.append(asyncio.create_task(_listen(channel)))
                cast("Any", table.hub).ask = _timed(table.hub.ask, there)
                cast("Any", front).ask = _timed(front.ask, here)
                await _run(HostedSource(running, table), running.session, front)
            await _close(table, people)
            await asyncio.gather(*tasks)
    own = median(here)
    return len(there), median(there) - own, quantiles(there, n=20)[-1] - own


def _timed(ask: Any, times: list[float]) -> Any:
    async def timed(*given: object) -> Answer:
        began = time.perf_counter()
        answer = await ask(*given)
        times.append(1000 * (time.perf_counter() - began))
        return answer

    return timed


async def _listen(channel: SocketChannel) -> None:
    with suppress(ConnectionError):
        while True:
            await channel.receive()
