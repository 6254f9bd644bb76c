"""How many calls go out together to a server of this machine, acted out: llama.cpp's `/props` and
vLLM's `/v1/models`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import HANG, Request, chat, error, raw, said
from wolfcore.models import Delta, ModelSpec
from wolfcore.models.endpoints import EndpointOptions, Endpoints

LLAMA_CPP = {
    "default_generation_settings": {"n_ctx": 4096},
    "total_slots": 3,
    "model_path": "m.gguf",
}
"""As `tools/server/README.md` of llama.cpp shows `GET /props`."""
VLLM = {"object": "list", "data": [{"id": "m", "object": "model", "owned_by": "vllm"}]}


CALLS = 8


class Busy:
    """A server that holds each call until as many are here as go out together, and counts them.

    All other calls of the test must have been told by then that they wait for their turn. What is
    here too early is counted too: the most at once tells.

    Args:
        most: The number of calls that should go out together; 0 to hold none.
        questions: The number of addresses that are asked for slots before any call is answered.
        places: What it says at addresses other than that of calls.
    """

    def __init__(self, most: int = 0, questions: int = 0, **places: bytes) -> None:
        self.places, self.asked = places, list[str]()
        self.working = self.most = self._waiting = self._answered = 0
        self._together, self._questions, self._news = most, questions, threading.Condition()

    def __call__(self, request: Request) -> bytes:
        with self._news:
            if request.method == "GET":
                self.asked.append(request.path)
                self._news.notify_all()
                return self.places.get(request.path.strip("/").replace("/", "_"), error(404))
            self.working += 1
            self.most = max(self.most, self.working)
            self._news.notify_all()
            # Without the limit a test that fails would hang.
            self._news.wait_for(self._all_are_here, timeout=60)
            self.working -= 1
            self._answered += 1
        return chat("ok")

    def _all_are_here(self) -> bool:
        left = CALLS - self._answered
        here = min(self._together, left)
        return (
            not self._together
            or self._answered > 0
            or self.working > here
            or (
                (self.working, self._waiting) == (here, left - here)
                and len(self.asked) >= self._questions
            )
        )

    def told(self, delta: Delta) -> None:
        """Hear from the client that a call waits for its turn, or no longer."""
        with self._news:
            self._waiting += {"awaited": 1, "come": -1}.get(delta.turn, 0)
            self._news.notify_all()


async def at_once(
    model: Any, calls: int = CALLS, told: Callable[[Delta], None] = lambda _: None
) -> None:
    await asyncio.gather(*(model.complete(WORDS, told) for _ in range(calls)))


@pytest.mark.parametrize(
    ("places", "settings", "most", "asked"),
    [
        ({}, {}, 1, ["/props", "/v1/models"]),
        ({"props": said(LLAMA_CPP)}, {}, 3, ["/props"]),
        ({"props": said(LLAMA_CPP | {"total_slots": 1})}, {}, 1, ["/props"]),
        ({"props": said(LLAMA_CPP)}, {"server": "lmstudio"}, 3, ["/props"]),
        ({"v1_models": said(VLLM)}, {}, 8, ["/props", "/v1/models"]),
        (
            {"props": said(["no", "object"]), "v1_models": raw(200, b"<html>", "text/html")},
            {},
            1,
            ["/props", "/v1/models"],
        ),
        ({}, {"server": "vllm"}, 8, []),
        ({"props": said(LLAMA_CPP)}, {"concurrency": 5}, 5, []),
        ({}, {"kind": "anthropic"}, 1, []),
    ],
)
async def test_as_many_calls_go_out_as_the_server_works_at(
    serve: Serve,
    opened: Open,
    clock: JumpingClock,
    places: dict[str, bytes],
    settings: dict[str, Any],
    most: int,
    asked: list[str],
) -> None:
    clock.longest = 1.0
    busy = Busy(most, len(asked), **places)
    body = (
        said({"content": [{"type": "text", "text": "ok"}], "stop_reason": "end_turn"})
        if settings.get("kind")
        else None
    )
    server: Callable[[Request], bytes] = (lambda request: busy(request) and body) if body else busy
    model = opened(f"{serve(server, tells=True).url}/v1", **settings)
    await at_once(model, told=busy.told)
    assert (busy.most, busy.asked) == (most, asked)


async def test_nobody_is_asked_for_slots_while_one_call_follows_another(
    serve: Serve, opened: Open
) -> None:
    busy = Busy(props=said(LLAMA_CPP))
    model = opened(serve(busy, tells=True).url)
    for _ in range(3):
        await at_once(model, 1)
    assert busy.asked == []


async def test_the_question_has_the_key(serve: Serve, opened: Open, clock: JumpingClock) -> None:
    clock.longest = 1.0
    keys: list[str] = []

    def served(request: Request) -> bytes:
        if request.method == "GET":
            keys.append(request.headers.get("authorization", ""))
            return error(401)
        return chat("ok")

    await at_once(opened(serve(served, tells=True).url, api_key_env="K", environ={"K": "sk-1"}), 3)
    assert keys == ["Bearer sk-1"] * 2


async def test_a_server_that_says_nothing_to_it_is_not_waited_for(
    serve: Serve, opened: Open, clock: JumpingClock
) -> None:
    def served(request: Request) -> bytes:
        return HANG if request.method == "GET" else chat("ok")

    await at_once(opened(serve(served, tells=True).url), 3)
    assert clock.waits == [2.0, 2.0]


class MovedClock(JumpingClock):
    """A clock that only the server moves, from its own thread."""

    moment: float

    def __init__(self) -> None:
        super().__init__()
        self._loop, self._moved = asyncio.get_running_loop(), asyncio.Event()

    def move(self, seconds: float) -> None:
        self.moment += seconds
        self._loop.call_soon_threadsafe(self._moved.set)

    async def sleep_until(self, moment: float) -> None:
        while self.moment < moment:
            self._moved.clear()
            await self._moved.wait()


async def test_who_waits_for_a_turn_is_told_and_its_time_does_not_run(
    serve: Serve, tmp_path: Path
) -> None:
    clock = MovedClock()

    def slow(request: Request) -> bytes:
        if request.method == "GET":
            return error(404)
        clock.move(60.0)
        return chat("ok")

    spec = ModelSpec(model="m", base_url=serve(slow, tells=True).url, timeout=80.0)
    heard = [list[Delta]() for _ in range(4)]
    async with Endpoints(
        {"m": spec}, logs=tmp_path, options=EndpointOptions(environ={}, clock=clock)
    ) as endpoints:
        replies = await asyncio.gather(
            *(endpoints.open("m").complete(WORDS, each.append) for each in heard)
        )
    assert clock.moment == 240.0
    assert [reply.text for reply in replies] == ["ok"] * 4
    turns = [[delta.turn for delta in each if delta.turn] for each in heard]
    assert turns == [[], *([["awaited", "come"]] * 3)]
