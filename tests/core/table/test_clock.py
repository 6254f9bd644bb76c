"""The table's own clock."""

from __future__ import annotations

import asyncio
import gc

import pytest

from tests.core.table.moved_clock import MovedClock
from tests.core.table.notes import until_quiet
from wolfcore.table import TableClock
from wolfcore.table.time_limits import Timer, TimeUp


def test_a_paused_clock_stands_still_and_runs_on_from_there() -> None:
    ticks = iter([10.0, 12.0, 20.0, 21.0])
    clock = TableClock(lambda: next(ticks))
    assert clock.now() == 10
    clock.pause()
    assert clock.now() == 12
    clock.pause()
    assert clock.now() == 12
    clock.resume()
    clock.resume()
    assert clock.now() == 13


async def test_nobody_s_time_runs_out_while_the_clock_is_paused() -> None:
    clock = TableClock()
    clock.pause()
    alarm = asyncio.ensure_future(clock.sleep_until(clock.now() + 0.001))
    await until_quiet()
    assert not alarm.done()
    clock.resume()
    await alarm
    await clock.sleep_until(clock.now() - 1)


async def test_work_in_time_is_returned_and_late_work_is_dropped() -> None:
    clock, loop = MovedClock(), asyncio.get_running_loop()
    for finishes in (True, False):
        work: asyncio.Future[int] = loop.create_future()
        waiting = asyncio.ensure_future(Timer(3, clock).result(work))
        await until_quiet()
        if finishes:
            work.set_result(4)
            assert await waiting == 4
        else:
            clock.move(3)
            with pytest.raises(TimeUp):
                await waiting
            assert work.cancelled()


async def test_a_timer_stands_still_while_it_is_held() -> None:
    clock, work = MovedClock(), asyncio.get_running_loop().create_future()
    timer = Timer(3, clock)
    waiting = asyncio.ensure_future(timer.result(work))
    await until_quiet()
    for _ in range(2):
        clock.move(1)
        timer.pause()
        timer.pause()
        clock.move(100)
        await until_quiet()
        timer.resume()
        timer.resume()
        await until_quiet()
    clock.move(0.5)
    await until_quiet()
    assert not waiting.done()
    clock.move(0.5)
    with pytest.raises(TimeUp):
        await waiting


@pytest.mark.parametrize("seconds", [None, 3])
async def test_a_timer_can_be_ended_before_it_has_run(seconds: float | None) -> None:
    clock, work = MovedClock(), asyncio.get_running_loop().create_future()
    timer = Timer(seconds, clock)
    waiting = asyncio.ensure_future(timer.result(work))
    await until_quiet()
    assert not waiting.done()
    timer.expire()
    with pytest.raises(TimeUp):
        await waiting
    assert work.cancelled()


@pytest.mark.slow
async def test_an_error_that_comes_too_late_is_not_reported() -> None:
    async def stubborn() -> int:
        try:
            return await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            raise ValueError("too late") from None

    clock, reported = MovedClock(), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
    work = asyncio.ensure_future(stubborn())
    waiting = asyncio.ensure_future(Timer(3, clock).result(work))
    await until_quiet()
    clock.move(3)
    with pytest.raises(TimeUp):
        await waiting
    await until_quiet()
    assert work.done()
    del work, waiting
    gc.collect()
    await until_quiet()
    assert reported == []
