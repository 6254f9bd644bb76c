"""Several questions to models at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


async def run_concurrently(items: Iterable[T], do: Callable[[T], Awaitable[object]], limit: int) -> None:
    """Do something with each of several things, so many at a time; what is under way when one fails is cancelled and waited for.

    Args:
        items: They are begun in their order.
        do: What is done with each; the first error ends all, and is raised as it is.
        limit: How many at most are under way, from 1.
    """
    left = iter(items)

    async def one_after_another() -> None:
        for thing in left:
            await do(thing)

    tasks = [asyncio.ensure_future(one_after_another()) for _ in range(limit)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
