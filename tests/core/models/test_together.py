"""Several questions at the same time: in order, so many at once, and none left behind."""

from __future__ import annotations

import asyncio

import pytest

from wolfcore.models import run_concurrently


async def test_so_many_are_under_way_and_no_more() -> None:
    begun: list[int] = []
    under_way = most = 0

    async def one(thing: int) -> None:
        nonlocal under_way, most
        begun.append(thing)
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1

    await run_concurrently(range(7), one, 3)
    assert begun == list(range(7))
    assert most == 3


async def test_the_first_error_ends_the_rest_and_waits_for_it() -> None:
    ended: list[str] = []
    waiting = asyncio.Event()

    async def one(thing: str) -> None:
        if thing == "fails":
            await waiting.wait()
            raise ValueError(thing)
        try:
            waiting.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(thing)

    with pytest.raises(ValueError, match="fails"):
        await run_concurrently(("fails", "waits", "never begun"), one, 2)
    assert ended == ["waits"]
