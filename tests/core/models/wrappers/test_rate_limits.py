"""A hosted endpoint that takes so many calls a second and refuses the others with 429, as in
OpenAI's "Rate limits"."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.clocks import JumpingClock
from wolfcore.errors import ModelRefused
from wolfcore.models import ChatReply, ChatRequest, DeltaListener
from wolfcore.models.wrappers.rate_limits import EndpointLimits, RateLimitedModel
from wolfcore.models.wrappers.retrying import RetryingModel

_AWAY = 100
"""Turns of the loop until what an endpoint says is here, in which whatever may go out together has
gone out."""


class Bucket:
    """Takes `most` calls in a second, and asks whoever comes beside them to wait until the next.

    Args:
        most: Calls a second.
        clock: Measures it.
    """

    name = "hosted"

    def __init__(self, most: int, clock: JumpingClock) -> None:
        self._most, self._clock = most, clock
        self.taken: dict[int, int] = {}
        self.refused = 0

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        second = int(self._clock.now())
        taken = self.taken.get(second, 0) < self._most
        if taken:
            self.taken[second] = self.taken.get(second, 0) + 1
        for _ in range(_AWAY):
            await asyncio.sleep(0)
        if not taken:
            self.refused += 1
            raise ModelRefused(self.name, "too many", status=429, again=True, wait=1.0)
        return ChatReply(text="ok")


@pytest.mark.parametrize(("calls", "most"), [(7, 3), (56, 4), (56, 1)])
async def test_every_call_of_many_comes_through_and_few_are_refused(
    clock: JumpingClock, calls: int, most: int
) -> None:
    bucket = Bucket(most, clock)
    model = RetryingModel(
        RateLimitedModel(bucket, EndpointLimits(12, None, clock)),
        tries=3,
        clock=clock,
        jitter=lambda: 0.0,
    )
    replies = await asyncio.gather(*(model.complete(WORDS) for _ in range(calls)))
    assert [reply.text for reply in replies] == ["ok"] * calls
    assert sum(bucket.taken.values()) == calls
    assert bucket.refused <= 2.5 * calls


async def _free(limits: EndpointLimits) -> int:
    """Calls that may begin together."""
    begun = 0
    async with AsyncExitStack() as held:
        while limits.has_free_slot():
            await held.enter_async_context(limits.slot())
            begun += 1
    return begun


async def test_calls_refused_together_halve_what_goes_out_together_once_and_it_grows_again(
    clock: JumpingClock,
) -> None:
    limits = EndpointLimits(8, None, clock)
    async with AsyncExitStack() as held:
        for _ in range(8):
            await held.enter_async_context(limits.slot())
        for _ in range(8):
            limits.back_off(1.0)
    assert not limits.has_free_slot(), "none begins before the time"
    clock.moment += 1.0
    assert await _free(limits) == 4
    for _ in range(4):
        limits.record_success()
    assert await _free(limits) == 5
    for _ in range(100):
        limits.record_success()
    assert await _free(limits) == 8
