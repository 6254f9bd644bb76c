"""`friends`: hosted games over websockets of this machine, with eight guests who break every rule.

What a guest does is drawn for each game (`WAYS`) and at each message. Each game has to end; no
stream may hold what is not in the view of its seat; and each answer stands in the log once.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import gc
import logging
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from math import inf
from pathlib import Path
from secrets import token_hex
from statistics import median, quantiles
from typing import Any, NamedTuple, cast
from unittest import mock

from wolfcore import protocol as wire
from wolfcore.errors import WolfError
from wolfcore.game import Answer, Ask, get_board, view_of
from wolfcore.game.facts import Died
from wolfcore.protocol import card_draw, friend, hub
from wolfcore.records import AnswerRecord, read_game
from wolftui.games.friends import guest_game, sockets
from wolftui.games.friends.hosted_table import HostedSource, HostedTable
from wolftui.games.friends.sockets import JoinError, SocketChannel, open_channel
from wolftui.games.running_game import RunningGame
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import HOME

from .friend_guests import CLOCK, WAYS, ChanceFront, Person, joining, play_out
from .harness import a_count

_CACHED = type(lru_cache(view_of))
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Ida")
MODELS = ModelSettings()  # of the host's program, for all its games
GAME_SECONDS = 90.0  # the most seconds of a game
REST_SECONDS = 2.5  # after which websockets whose other side is gone are given up
SAMPLE = 100  # after so many games all tables are closed, and what is left is counted
MORE_LARGE, MORE_SMALL = 1.5, 4000  # mebibytes and pieces in use beyond those after two samples:
# Python's table of names grows once by a mebibyte, as names come and go
CLOCKS: dict[tuple[Any, str], object] = {
    (friend, "AWAY_SECONDS"): 0.5, (friend, "LAST_CALL_SECONDS"): 0.1,
    (friend, "SEND_SECONDS"): 2.0, (guest_game, "RETRY_SECONDS"): (0.02, 0.1),
    (hub, "JOIN_SECONDS"): 2.0, (card_draw, "DRAW_SECONDS"): 3.0,
    (sockets, "OF_NETWORK"): 1000, (sockets, "OF_ALL"): 1000,
    (os, "fsync"): int,  # does nothing: the one disk of all these homes would hold up all
}  # fmt: skip
"""Clocks and limits while tables are measured; all guests come from one address."""


class Usage(NamedTuple):
    """What is held: memory by both allocators of Python, files and tasks.

    Attributes:
        resident: Mebibytes of the process, with what is free between pieces that are in use.
        large: Mebibytes in use by pieces of more than 512 bytes.
        small: The number of the others.
        files: Open files.
        tasks: Tasks.
    """

    resident: float
    large: float
    small: int
    files: int
    tasks: int

    def has_grown(self, early: Usage) -> bool:
        """Return whether more is in use than `early`."""
        large, small = self.large - early.large, self.small - early.small
        memory = large > MORE_LARGE or small > MORE_SMALL
        return memory or self.files > early.files or self.tasks > early.tasks


class Found(NamedTuple):
    """What games showed: counts, the usage after each sample, and faults as sentences."""

    counts: Counter[str]
    usage: list[Usage]
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
            if usage.has_grown(early):
                found.faults.append(f"memory, files or tasks grew from {early}")
            held = "{:>8.1f} MiB ({:.2f} large, {} small) {:>4} files{:>3} tasks".format(*usage)
            print(f"{found.counts['games']:>6} games{held}{len(found.faults) - told:>4} faults")
            print("".join(f"fault: {each}\n" for each in found.faults[told:]), end="", flush=True)
            told = len(found.faults)
    return found


class _Malloc(ctypes.Structure):
    """`struct mallinfo2` of the GNU C library."""

    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]


def _usage() -> Usage:
    for each in gc.get_objects():  # caches have bounds, but fill for thousands of games
        if type(each) is _CACHED and each.__module__.startswith("wolf"):
            each.cache_clear()
    gc.collect()
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = _Malloc
    malloc = library.mallinfo2()
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return Usage(
        pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
        (malloc.uordblks + malloc.hblkhd) / 2**20,
        sys.getallocatedblocks(),
        len(list(Path("/proc/self/fd").iterdir())),
        len(asyncio.all_tasks()),
    )


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
    # House bots fill caches of theirs for hundreds of games, which would look like a leak.
    cast("Any", table).level = table.hub.bots = "random"
    await table.open()
    return table


async def _close(table: HostedTable, people: Sequence[Person]) -> None:
    table.close()
    await table.closed()
    for each in people:
        if each.task:
            each.task.cancel()
            await asyncio.gather(each.task, return_exceptions=True)
        await each.close()
        shutil.rmtree(each.home)


async def _play(games: int, seed: str, home: Path, found: Found) -> None:
    """Play games at one table after the other, at each with rematches of who is still there."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.uniform(0, 3))  # not all tables at the same moment
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
    playing = list[asyncio.Task[None]]()
    for each in people:
        each.begin("")
        each.task = asyncio.create_task(each.play())
        playing.append(each.task)
    await _gather(table, people, playing)
    for number, (each, task) in enumerate(zip(people, playing, strict=True)):
        way = chance.choice(WAYS) if number else "good"
        each.begin("refused" if task.done() else way)
        found.counts[each.way] += 1
    with await table.start(MODELS) as running:
        source = HostedSource(running, table)
        await play_out(source, running.session, ChanceFront(chance))
        ends = await asyncio.gather(*playing, return_exceptions=True)
        for each, end in zip(people, ends, strict=True):
            await each.finish(left=isinstance(end, JoinError))
            if end and (each.way in ("good", "lags") or not each.gone):
                found.faults.append(f"not there at the end ({each.way}): {end!r}")
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
        elif (
            person.way == "good"
            and person.withdrawn.get(ask, inf) - sent > CLOCK / 2 + person.stall
        ):
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
            with await table.start(MODELS) as running:
                for _ in range(others):
                    channel = await open_channel(table.link)
                    await channel.send(joining(token_hex(32), watch=True))
                    await channel.receive()
                    tasks.append(asyncio.create_task(_listen(channel)))
                cast("Any", table.hub).ask = _timed(table.hub.ask, there)
                cast("Any", front).ask = _timed(front.ask, here)
                await play_out(HostedSource(running, table), running.session, front)
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
