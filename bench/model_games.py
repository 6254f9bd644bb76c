"""Games of models against the fake endpoint, and the log of their calls."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

from wolfcore.agents import LanguagePlayer
from wolfcore.game import Answer, Ask, Game, get_board, make_spec
from wolfcore.models import ChatModel, ChatReply, ChatRequest, DeltaListener, ModelSpec
from wolfcore.models.endpoints import Endpoints
from wolfcore.records import GameFolder, NewGame, SeatSpec
from wolfcore.table import Table, TableOptions, Watcher

SEAT = SeatSpec("vanilla", (), "m")


class Call(NamedTuple):
    """A call of a model: when it began and ended.

    Times are seconds of the monotonic clock, which all processes on this machine share.
    """

    began: float
    ended: float


class Played(NamedTuple):
    """A game that was played.

    Attributes:
        seconds: By the clock, from before the first ask to the end.
        batches: How many batches a model was called in.
        calls: How many calls that were.
        days: How many days it took.
        ended: When it ended, by the monotonic clock.
        own: Seconds of this process' processor time.
        replaced: How many answers were not the model's own.
    """

    seconds: float
    batches: int
    calls: int
    days: int
    ended: float
    own: float
    replaced: int


class Watched(Watcher):
    """A model wrapper that records its calls and prompts; as a watcher it numbers the batches.

    A call begins when a player requests it.

    Args:
        inner: The model.
    """

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner
        self.calls: list[Call] = []
        self.batches: set[int] = set()
        self.prompts: list[tuple[str, str]] = []
        self.sent = self.received = self.replaced = self._batch = 0

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._inner.name

    def asked(self, batch: Sequence[Ask]) -> None:
        """As `Watcher.asked`."""
        self._batch += 1

    def answered(self, ask: Ask, answer: Answer) -> None:
        """As `Watcher.answered`."""
        self.replaced += answer.how not in ("given", "repaired")

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        began = time.monotonic()
        self.batches.add(self._batch)
        self.prompts.append(
            (request.messages[0].text, "".join(message.text for message in request.messages))
        )
        reply = await self._inner.complete(request, on_delta)
        self.calls.append(Call(began, time.monotonic()))
        self.sent += reply.usage.tokens_in or 0
        self.received += reply.usage.tokens_out or 0
        return reply


@contextmanager
def endpoint(seconds: float, slots: int | None = None) -> Generator[str]:
    """Start an endpoint of this latency in its own process and yield its address.

    With `slots` it works on that many calls at a time.
    """
    command = [
        sys.executable,
        "-m",
        "bench.fake_endpoint",
        str(seconds),
        *([str(slots)] if slots else []),
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.stdin.close()


@asynccontextmanager
async def model(url: str, concurrency: int | None = None) -> AsyncGenerator[ChatModel]:
    """Open the model at `url`, with the adapter and the wrappers that players get.

    All settings but `concurrency` are the defaults.
    """
    spec = ModelSpec(model="m", base_url=url, concurrency=concurrency)
    async with Endpoints({"m": spec}, logs=Path()) as endpoints:
        yield endpoints.open("m")


async def play(board: str, seed: int, watched: Watched, home: Path) -> Played:
    """Play and save a whole game with the vanilla preset in all seats."""
    spec = make_spec(get_board(board), seed)
    player = LanguagePlayer(watched)
    folder = GameFolder.create(home, NewGame(spec, [SEAT] * spec.board.size, version="bench"))
    began, spent = time.monotonic(), time.process_time()
    players = dict.fromkeys(range(1, spec.board.size + 1), player)
    result = await Table(
        Game(spec), players, folder=folder, options=TableOptions(watchers=(watched,))
    ).run()
    ended, own = time.monotonic(), time.process_time() - spent
    return Played(
        ended - began,
        len(watched.batches),
        len(watched.calls),
        result.days,
        ended,
        own,
        watched.replaced,
    )
