"""Games of models against an endpoint of fixed latency in another process: how much of the time is our own.

First, one game at a time with an endpoint that takes a call of every seat at once, against as many latencies as it has batches.
Then several games at once in one event loop, with an endpoint that takes k calls, and how full it is kept. Last, what a game of
vanilla sends and receives.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias
from urllib.request import urlopen

from core.agents import PRESETS, LanguagePlayer
from core.game import Ask, Game, get_board, make_spec
from core.models import ChatModel, ChatReply, ChatRequest, Listener, ModelSpec
from core.models.opening import Endpoints
from core.records import GameFolder, SeatSpec
from core.table import Table, Watcher

SEAT = SeatSpec("vanilla", (), "m")
Row: TypeAlias = dict[str, float | str]
"""What one line of a table says, by name."""
PEER_CALLS = 361
"""Calls that another program makes for a game on `arena8`."""


class Call(NamedTuple):
    """A call of a model: when it began and when it ended, in seconds of the monotonic clock, which all processes here share."""

    began: float
    ended: float


class Played(NamedTuple):
    """A game that was played.

    Attributes:
        seconds: By the clock, from before the first ask to the end.
        batches: How many batches a model was called in.
        calls: How many calls that were.
        ended: When it ended, by the monotonic clock.
        own: Seconds of this process' processor time.
    """

    seconds: float
    batches: int
    calls: int
    ended: float
    own: float


class Watched(Watcher):
    """A model that keeps what it was asked and when, from when a player wanted it; and a watcher that tells batches apart.

    Args:
        inner: The model.
    """

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner
        self.calls: list[Call] = []
        self.batches: set[int] = set()
        self.prompts: list[tuple[str, str]] = []
        self.sent = self.received = self._batch = 0

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._inner.name

    def asked(self, batch: Sequence[Ask]) -> None:
        """As `Watcher.asked`."""
        self._batch += 1

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        began = time.monotonic()
        self.batches.add(self._batch)
        self.prompts.append((request.messages[0].text, "".join(message.text for message in request.messages)))
        reply = await self._inner.complete(request, hear)
        self.calls.append(Call(began, time.monotonic()))
        self.sent += reply.usage.tokens_in or 0
        self.received += reply.usage.tokens_out or 0
        return reply


@contextmanager
def endpoint(seconds: float) -> Generator[str]:
    """The address of an endpoint of this latency, in a process of its own."""
    command = [sys.executable, "-m", "bench.pretend_endpoint", str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.stdin.close()


@asynccontextmanager
async def model(url: str, concurrency: int) -> AsyncGenerator[ChatModel]:
    """The model there, behind the adapter and the wrappers that players get."""
    spec = ModelSpec(model="m", base_url=url, concurrency=concurrency)
    async with Endpoints({"m": spec}, logs=Path()) as endpoints:
        yield endpoints.open("m")


async def play(board: str, seed: int, watched: Watched, home: Path) -> Played:
    """A whole game that is saved, all its seats vanilla."""
    spec = make_spec(get_board(board), seed)
    player = LanguagePlayer(PRESETS["vanilla"], watched)
    folder = GameFolder.create(home, spec, [SEAT] * spec.board.size, version="bench")
    began, spent = time.monotonic(), time.process_time()
    await Table(Game(spec), dict.fromkeys(range(1, spec.board.size + 1), player), folder=folder, watchers=(watched,)).run()
    ended = time.monotonic()
    return Played(ended - began, len(watched.batches), len(watched.calls), ended, time.process_time() - spent)


# -- one game at a time


def measure_batches(boards: Iterable[str], seeds: Sequence[int], latency: float) -> list[Row]:
    """Time by the clock against batches x latency, and our processor time a batch; a ratio of 1 is the least that there can be."""
    found: list[Row] = []
    print(f"\none game at a time, {latency * 1000:.0f} ms a call, a call of every seat at once")
    heads = ("games", "batches", "calls", "seconds", "at least", "ratio", "worst", "own ms")
    print(f"{'board':16} " + " ".join(f"{head:>8}" for head in heads))
    for board in boards:
        with endpoint(latency) as url, tempfile.TemporaryDirectory() as home:
            games = [asyncio.run(_one(board, seed, url, Path(home))) for seed in seeds]
        batches, calls, seconds, own = (
            sum(getattr(game, name) for game in games) for name in ("batches", "calls", "seconds", "own")
        )
        row: Row = {
            "board": board, "batches": batches, "calls": calls, "seconds": seconds, "ratio": seconds / (batches * latency),
            "worst": max(game.seconds / (game.batches * latency) for game in games), "own_ms": 1000 * own / batches,
        }  # fmt: skip
        found.append(row)
        print(f"{board:16} {len(games):8} {batches:8} {calls:8} {seconds:8.2f} {batches * latency:8.2f} {row['ratio']:8.3f} "
              f"{row['worst']:8.3f} {row['own_ms']:8.1f}", flush=True)  # fmt: skip
    return found


async def _one(board: str, seed: int, url: str, home: Path) -> Played:
    async with model(url, get_board(board).size) as chat:
        return await play(board, seed, Watched(chat), home)


# -- games at once


def filled(calls: Iterable[Call], slots: int, start: float, end: float) -> float:
    """How many of `slots` calls are under way between two moments, on average, as a share of `slots`.

    Args:
        calls: The calls.
        slots: How many calls the endpoint takes at a time.
        start: The first moment.
        end: The last one.
    """
    changes = sorted((min(max(moment, start), end), step) for call in calls for moment, step in ((call.began, 1), (call.ended, -1)))
    full, under_way = 0.0, 0
    for (moment, step), (following, _) in pairwise([*changes, (end, 0)]):
        under_way += step
        full += min(under_way, slots) * (following - moment)
    return full / (slots * (end - start))


def measure_limit(board: str, games: int, slots: int, latency: float) -> Row:
    """How full an endpoint is kept that takes `slots` calls at a time, while so many games are left that they could fill it.

    A game has at least one call to make until its end, but for the moment in which it goes on to its next batch: from the first
    call until fewer than `slots` games are left there is always work for all slots. Both ends of a call are those that the
    endpoint sees, so that whatever we need between an answer and the next call counts as idle.
    """
    with endpoint(latency) as url, tempfile.TemporaryDirectory() as home:
        played, wanted, own = asyncio.run(_at_once(board, games, slots, url, Path(home)))
        with urlopen(f"{url}/calls") as said:
            calls = [Call(*call) for call in json.loads(said.read())]
    start, ends = min(call.began for call in calls), sorted(game.ended for game in played)
    busy = filled(calls, slots, start, ends[games - slots])
    of_wanted = filled(calls, slots, start, ends[-1]) / filled(wanted, slots, start, ends[-1])
    print(f"\n{games} games at once on {board} in one event loop, {slots} calls at a time of {latency * 1000:.0f} ms")
    print(f"{'calls':>6} {'seconds':>8} {'busy':>6} {'of wanted':>10} {'own ms':>7}   busy until fewer than {slots} games are left")
    print(f"{len(calls):6} {ends[-1] - start:8.2f} {busy:6.1%} {of_wanted:10.1%} {1000 * own / len(calls):7.1f}", flush=True)
    return {
        "calls": len(calls), "seconds": ends[-1] - start, "busy": busy, "of_wanted": of_wanted, "own_ms": 1000 * own / len(calls)
    }  # fmt: skip


async def _at_once(board: str, games: int, slots: int, url: str, home: Path) -> tuple[list[Played], list[Call], float]:
    """The games, the calls as players wanted them, and our own processor time."""
    async with model(url, slots) as chat:
        watched = [Watched(chat) for _ in range(games)]
        began = time.process_time()
        played = await asyncio.gather(*(play(board, seed, each, home) for seed, each in enumerate(watched)))
        return list(played), [call for each in watched for call in each.calls], time.process_time() - began


# -- what is sent


def measure_tokens(board: str, games: int) -> Row:
    """Calls and tokens a game, by four characters a token, and how much of a prompt its seat's last one began with."""
    with endpoint(0.0) as url, tempfile.TemporaryDirectory() as home:
        played = [asyncio.run(_counted(board, seed, url, Path(home))) for seed in range(games)]
    calls, days = sum(len(each.calls) for each, _ in played) / games, sum(days for _, days in played) / games
    sent, received = (sum(getattr(each, name) for each, _ in played) / games for name in ("sent", "received"))
    shared, whole = (sum(parts) for parts in zip(*(shared_beginnings(each.prompts) for each, _ in played), strict=True))
    longest = max(len(prompt) for each, _ in played for _, prompt in each.prompts) // 4
    print(f"\nvanilla on {board}, {games} games of {days:.1f} days on average (a peer needs {PEER_CALLS} calls there)")
    print(f"{'calls':>8} {'tokens in':>10} {'tokens out':>11} {'in a call':>10} {'longest':>8} {'begin as the last one did':>27}")
    print(f"{calls:8.0f} {sent:10,.0f} {received:11,.0f} {sent / calls:10,.0f} {longest:8,} {shared / whole:27.1%}", flush=True)
    return {"calls": calls, "days": days, "tokens_in": sent, "tokens_out": received, "longest": longest, "shared": shared / whole}


async def _counted(board: str, seed: int, url: str, home: Path) -> tuple[Watched, int]:
    async with model(url, get_board(board).size) as chat:
        watched = Watched(chat)
        spec = make_spec(get_board(board), seed)
        game = Game(spec)
        player = LanguagePlayer(PRESETS["vanilla"], watched)
        result = await Table(game, dict.fromkeys(range(1, spec.board.size + 1), player), watchers=(watched,)).run()
        return watched, result.days


def shared_beginnings(prompts: Iterable[tuple[str, str]]) -> tuple[int, int]:
    """How much of prompts their seat's last prompt began with.

    Args:
        prompts: For each prompt in order what tells its seat, and its text.

    Returns:
        The characters that they share with the last one, and all their characters.
    """
    last: dict[str, str] = {}
    shared = whole = 0
    for seat, prompt in prompts:
        if seat in last:
            shared += next((n for n, (one, two) in enumerate(zip(last[seat], prompt, strict=False)) if one != two), len(last[seat]))
            whole += len(prompt)
        last[seat] = prompt
    return shared, whole


def measure(argv: Sequence[str]) -> None:
    """`python -m bench model_seats`."""
    parser = argparse.ArgumentParser(prog="python -m bench model_seats", description=__doc__)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds that a call takes (default 0.2)")
    parser.add_argument("--boards", default="sla7,plus12+sheriff", help="boards of one game at a time, between commas")
    parser.add_argument("--seeds", type=int, default=3, help="games on each of them (default 3)")
    parser.add_argument("--board", default="sla7", help="the board of the games at once (default sla7)")
    parser.add_argument("--games", type=int, default=8, help="how many games at once (default 8)")
    parser.add_argument("--slots", type=int, default=4, help="calls that the endpoint takes at a time then (default 4)")
    parser.add_argument("--counted", default="arena8", help="the board whose tokens are counted (default arena8)")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the tables")
    chosen = parser.parse_args(argv)
    with endpoint(0.0) as url, tempfile.TemporaryDirectory() as home:
        # The first call of a process loads what speaks HTTP, which takes about a tenth of a second.
        asyncio.run(_one("duel6", 0, url, Path(home)))
    found = {
        "batches": measure_batches(chosen.boards.split(","), range(chosen.seeds), chosen.latency),
        "limit": measure_limit(chosen.board, chosen.games, chosen.slots, chosen.latency),
        "tokens": measure_tokens(chosen.counted, chosen.games),
    }
    if chosen.json:
        print(json.dumps(found))
