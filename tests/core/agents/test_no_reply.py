"""Endpoints that give no reply, each over a real socket in a whole game: it goes on or stops, and
its files say what was done."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from tests.core.agents.tables import (
    BAD,
    HOUSE,
    MARK,
    STOPPED,
    Played,
    assert_replaced,
    go_on,
    good,
    play,
)
from tests.core.models.clocks import JumpingClock
from tests.core.models.serving import HANG, Request, Served, delta, error, events, raw, said
from tests.core.table.notes import Notes
from wolfcore.errors import SeatError
from wolfcore.records import is_locked
from wolfcore.table import verify

TEN_MEGABYTES = b"x" * 10_000_000
LIMIT = 5.0
"""Seconds that an endpoint has to reply."""


class HangingClock(JumpingClock):
    """Moves past a time limit only when the endpoint has the request."""

    def __init__(self) -> None:
        super().__init__()
        self.hung = 0
        self._loop, self._arrived = asyncio.get_running_loop(), asyncio.Event()

    def hang(self, _: Request) -> bytes:
        self.hung += 1
        self._loop.call_soon_threadsafe(self._arrived.set)
        return HANG

    async def sleep_until(self, moment: float) -> None:
        if moment - self.moment == LIMIT:
            await self._arrived.wait()
            self._arrived.clear()
        await super().sleep_until(moment)


NO_OUTPUT: dict[str, tuple[Served, str]] = {
    "wrong key": (
        error(401, f"bad key {MARK}"),
        f"the endpoint wants a key (401: bad key {MARK}). Name the variable",
    ),
    "unknown model": (
        error(404, f"no model {MARK}"),
        f"knows no model `m` (404: no model {MARK}). Correct `model` or `base_url`.",
    ),
    "unknown place": (
        error(404, MARK),
        f"has no such place (404: {MARK}). Correct `base_url`, or `model`.",
    ),
    "too many requests": (
        error(429, MARK),
        f"takes no more requests now (429: {MARK}). Wait a little.",
    ),
    "an hour's wait": (
        said({"error": MARK}, 429, retry_after="3600"),
        "It asks to wait 3600 seconds.",
    ),
    "its own failure": (
        said({"error": MARK}, 500),
        f"the endpoint failed (500: {MARK}). Look into the server's log.",
    ),
    "half a stream": (
        events(delta(f'{{"speech": "{MARK}'), done=False),
        "before the reply was whole (the stream ended in the",
    ),
    "ten megabytes": (
        raw(200, TEN_MEGABYTES, "text/plain"),
        "more than 4 megabytes came, which is no reply.",
    ),
    "ten megabytes of stream": (
        events(*[delta("x" * 100_000)] * 100),
        "more than 1,200,000 characters came, which is no reply.",
    ),
    "no UTF-8": (
        raw(200, b"\xff\xfe\x00{" + MARK.encode()),
        "which is no reply of the kind `openai`. Check `kind` and",
    ),
    "no JSON": (
        raw(200, f"<html>{MARK}".encode(), "text/html"),
        f"sent `<html>{MARK}`, which is no reply of the kind",
    ),
}


@pytest.mark.parametrize("case", NO_OUTPUT)
async def test_no_output_stops_the_game_and_it_goes_on_where_it_stopped(
    tmp_path: Path, case: str
) -> None:
    served, words = NO_OUTPUT[case]
    played = await play(tmp_path, served)
    assert_stopped(played, words)
    assert isinstance(played.error, SeatError)
    assert " its endpoint " in played.error.shared_problem
    assert MARK not in played.error.shared_problem, (
        "what an endpoint says may quote what a seat knows"
    )
    await assert_finished_later(played)


@pytest.mark.parametrize("case", ["wrong key", "its own failure", "half a stream", "no UTF-8"])
async def test_no_output_takes_the_fallback_of_every_ask_where_that_was_agreed_on(
    tmp_path: Path, case: str
) -> None:
    served, words = NO_OUTPUT[case]
    assert_replaced(await play(tmp_path, served, on_dead="fallback"), words)


async def test_nobody_listens(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        dead, words = (
            f"http://127.0.0.1:{taken.getsockname()[1]}",
            "cannot be reached (Connection refused).",
        )
        stopped = await play(tmp_path / "stop", base_url=dead)
        assert_stopped(stopped, words)
        assert_replaced(await play(tmp_path / "fallback", on_dead="fallback", base_url=dead), words)
    await assert_finished_later(stopped)


async def test_no_reply_in_time(tmp_path: Path) -> None:
    words, clock = "no reply within 5 seconds. Raise its `timeout`", HangingClock()
    stopped = await play(tmp_path / "stop", clock.hang, clock=clock, timeout=LIMIT)
    assert_stopped(stopped, words)
    assert clock.hung == 3
    clock = HangingClock()
    assert_replaced(
        await play(
            tmp_path / "fallback", clock.hang, clock=clock, timeout=LIMIT, on_dead="fallback"
        ),
        words,
    )
    await assert_finished_later(stopped)


async def test_a_house_bot_takes_over_where_that_was_agreed_on(tmp_path: Path) -> None:
    played = await play(tmp_path, error(401), on_dead=HOUSE)
    assert played.saved.result
    assert [(each.ask, each.done) for each in played.errors] == [
        ("n1.whisper.2", "bot:normal took over")
    ]
    assert len(played.heard[BAD]) == 1
    assert played.saved.about
    assert played.saved.about.seats_now()[BAD - 1].text == "bot:normal"
    assert {record.player for record in played.saved.journal.values() if record.seat == BAD} == {
        "bot:normal"
    }
    assert verify(played.saved).finished


def assert_stopped(played: Played, words: str) -> None:
    assert played.error is not None
    assert str(played.error).startswith(f"seat {BAD}: bad: ")
    assert words in str(played.error)
    assert [(each.seat, each.done, each.problem, each.detail) for each in played.errors] == [
        (BAD, STOPPED, str(played.error), "")
    ]
    assert played.saved.result is None
    assert BAD not in {record.seat for record in played.saved.journal.values()}
    assert not is_locked(played.saved.path)
    assert [call.problem for call in played.calls()] == [
        str(played.error).removeprefix(f"seat {BAD}: ")
    ]


async def assert_finished_later(stopped: Played) -> None:
    """Its endpoint is well again, and nobody is asked twice."""
    before = stopped.saved.journal
    played = await go_on(stopped.saved.path)
    assert played.error is None
    assert played.saved.result
    assert verify(played.saved).finished
    asked = sum(map(len, played.heard.values()))
    assert asked == sum(
        1 for ask, record in played.saved.journal.items() if ask not in before and record.calls
    )
    assert set(played.hows().values()) == {"given"}


# -- what passes


class LookingClock(JumpingClock):
    """Keeps what the table shows of the first whisper whenever something is waited for."""

    def __init__(self, notes: Notes) -> None:
        super().__init__()
        self.notes, self.shown = notes, set[str]()

    async def sleep_until(self, moment: float) -> None:
        if 0 < moment - self.moment <= self.longest:
            partials = [
                notice for notice in self.notes.notices if notice.startswith("partial n1.whisper.2")
            ]
            self.shown.add(partials[-1] if partials else "")
        await super().sleep_until(moment)


@pytest.mark.parametrize(
    ("first", "waited"),
    [
        (said({"error": "slow down"}, 429, retry_after="7"), 7.0),
        (error(429), 0.5),
        (error(503), 0.5),
        (events(delta('{"reasoning": "", "speech": "I am Zan'), done=False), 0.5),
        (raw(200, b"\xff\xfe"), 0.5),
    ],
    ids=["429 that says when", "429", "503", "half a stream", "no UTF-8"],
)
async def test_what_passes_is_asked_again_after_a_while_and_is_no_error(
    tmp_path: Path, first: bytes, waited: float
) -> None:
    notes = Notes()
    clock = LookingClock(notes)
    played = await play(tmp_path, first, good, clock=clock, watchers=[notes])
    assert played.saved.result
    assert played.errors == []
    assert set(played.hows().values()) == {"given"}
    assert waited in clock.waits
    tried, *others = (call.retries for call in played.calls())
    assert (tried, set(others)) == (1, {0})
    begun = "partial n1.whisper.2 'I am Zan'"
    assert (begun in notes.notices) == (b"I am Zan" in first)
    # What was shown of a reply that broke is taken back before anything is waited for.
    assert clock.shown <= {"", "partial n1.whisper.2 ''"}
