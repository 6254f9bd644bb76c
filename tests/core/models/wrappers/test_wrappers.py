"""The small wrappers, each around a scripted model and with a clock that jumps."""

from __future__ import annotations

import asyncio
from email.utils import formatdate

import pytest

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.clocks import JumpingClock
from wolfcore.errors import ModelError, ModelMalformed, ModelRefused, ModelTimeout, ModelUnreachable
from wolfcore.models import (
    ChatReply,
    ChatRequest,
    Delta,
    DeltaListener,
    ModelSpec,
    Prices,
    ScriptedModel,
    Usage,
    prices_of,
)
from wolfcore.models.rate_headers import retry_after
from wolfcore.models.wrappers.rate_limits import EndpointLimits, RateLimitedModel
from wolfcore.models.wrappers.retrying import CircuitBreaker, CircuitBreakerModel, RetryingModel

DOWN = ModelUnreachable("scripted", "cannot be reached")
LATE = ModelTimeout("scripted", "no reply")
WRONG = ModelRefused("scripted", "wrong key", status=401)


def busy(wait: float | None) -> ModelRefused:
    return ModelRefused("scripted", "busy", status=429, again=True, wait=wait)


def retrying(
    model: ScriptedModel, clock: JumpingClock, chance: float = 0.0, tries: int = 3
) -> RetryingModel:
    return RetryingModel(model, tries=tries, clock=clock, jitter=lambda: chance)


async def test_what_may_pass_is_tried_again_with_growing_waits(clock: JumpingClock) -> None:
    reply = await retrying(ScriptedModel([DOWN, LATE, "Bram."]), clock).complete(WORDS)
    assert (reply.text, reply.retries) == ("Bram.", 2)
    assert clock.waits == [0.5, 1.0]


async def test_chance_shortens_a_wait_by_a_quarter_at_most_and_no_wait_is_longer_than_eight_seconds(
    clock: JumpingClock,
) -> None:
    with pytest.raises(ModelUnreachable):
        await retrying(ScriptedModel([DOWN] * 9), clock, chance=1.0, tries=7).complete(WORDS)
    assert clock.waits == [0.375, 0.75, 1.5, 3.0, 6.0, 6.0]


async def test_the_last_error_is_the_one_that_is_raised(clock: JumpingClock) -> None:
    model = ScriptedModel([LATE, LATE, DOWN, "too late"])
    with pytest.raises(ModelUnreachable):
        await retrying(model, clock).complete(WORDS)
    assert len(model.requests) == 3


async def test_what_does_not_pass_is_not_tried_again(clock: JumpingClock) -> None:
    model = ScriptedModel([WRONG, "Bram."])
    with pytest.raises(ModelRefused):
        await retrying(model, clock).complete(WORDS)
    assert (len(model.requests), clock.waits) == (1, [])


async def test_an_endpoint_is_waited_for_as_long_as_it_asks(clock: JumpingClock) -> None:
    await retrying(ScriptedModel([busy(20.0), busy(None), "Bram."]), clock).complete(WORDS)
    assert clock.waits == [20.0, 1.0]


async def test_an_endpoint_that_asks_for_an_hour_is_not_waited_for(clock: JumpingClock) -> None:
    with pytest.raises(ModelRefused):
        await retrying(ScriptedModel([busy(3600.0), "Bram."]), clock).complete(WORDS)


async def test_what_was_heard_is_withdrawn_before_the_next_try(clock: JumpingClock) -> None:
    heard: list[Delta] = []
    await retrying(ScriptedModel([DOWN, "It is Bram."]), clock).complete(WORDS, heard.append)
    assert heard == [Delta("", restart=True), Delta("It"), Delta(" is"), Delta(" Bram.")]


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "20"}, 20.0),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": formatdate(1_700_000_030, usegmt=True)}, 30.0),
        ({"retry-after": formatdate(1_600_000_000, usegmt=True)}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-4"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "Mon, 01 Jan 99999999999 00:00:00 GMT"}, None),
        ({}, None),
    ],
)
def test_retry_after_in_seconds_and_as_a_date(headers: dict[str, str], wait: float | None) -> None:
    assert retry_after(headers, 1_700_000_000.0) == wait


class Counting:
    """A model that counts how many calls are under way, and ends them when it is told."""

    def __init__(self) -> None:
        self.now = self.most = self.begun = 0
        self.gate = asyncio.Event()

    @property
    def name(self) -> str:
        return "counting"

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        del request, on_delta
        self.begun += 1
        self.now += 1
        self.most = max(self.most, self.now)
        await self.gate.wait()
        self.now -= 1
        return ChatReply(text="ok")


async def test_no_more_calls_at_a_time_than_the_limit_and_no_fewer(clock: JumpingClock) -> None:
    model = Counting()
    limited = RateLimitedModel(model, EndpointLimits(3, None, clock))
    calls = [asyncio.ensure_future(limited.complete(WORDS)) for _ in range(8)]
    for _ in range(20):
        await asyncio.sleep(0)
    assert (model.begun, model.now) == (3, 3)
    model.gate.set()
    await asyncio.gather(*calls)
    assert (model.begun, model.most) == (8, 3)


async def test_a_cancelled_call_gives_its_place_back(clock: JumpingClock) -> None:
    model = Counting()
    limited = RateLimitedModel(model, EndpointLimits(1, None, clock))
    first, second = (asyncio.ensure_future(limited.complete(WORDS)) for _ in range(2))
    await asyncio.sleep(0.0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    model.gate.set()
    assert (await second).text == "ok"


async def test_calls_a_minute(clock: JumpingClock) -> None:
    limited = RateLimitedModel(ScriptedModel(lambda _: "ok"), EndpointLimits(8, 2, clock))
    begun: list[float] = []
    for _ in range(5):
        await limited.complete(WORDS)
        begun.append(clock.now())
    assert begun == [0.0, 0.0, 60.0, 60.0, 120.0]


async def test_when_one_call_is_asked_to_wait_all_wait(clock: JumpingClock) -> None:
    limited = RateLimitedModel(ScriptedModel([busy(20.0), "ok"]), EndpointLimits(8, None, clock))
    with pytest.raises(ModelRefused):
        await limited.complete(WORDS)
    await limited.complete(WORDS)
    assert clock.waits == [20.0]


async def test_a_shorter_wait_does_not_end_a_longer_one(clock: JumpingClock) -> None:
    limits = EndpointLimits(8, None, clock)
    limits.back_off(20.0)
    limits.back_off(5.0)
    await RateLimitedModel(ScriptedModel(["ok"]), limits).complete(WORDS)
    assert clock.waits == [20.0]


async def test_who_waits_for_the_minute_to_be_over_waits_on_where_a_call_is_asked_to_wait_meanwhile(
    clock: JumpingClock,
) -> None:
    limits = EndpointLimits(8, 1, clock)
    limited = RateLimitedModel(ScriptedModel(lambda _: "ok"), limits)
    await limited.complete(WORDS)
    second = asyncio.ensure_future(limited.complete(WORDS))
    await asyncio.sleep(0)
    assert clock.waits == [60.0]
    limits.back_off(20.0)
    await second
    assert clock.waits == [60.0, 20.0]


async def test_a_breaker_opens_after_failures_in_a_row_and_tries_one_call_after_its_pause(
    clock: JumpingClock,
) -> None:
    model = ScriptedModel([DOWN, WRONG, DOWN, LATE, DOWN, DOWN, "Bram.", "Bram."])
    guarded = CircuitBreakerModel(model, CircuitBreaker(clock, failures=3, pause=20.0))

    async def ask() -> str:
        try:
            return (await guarded.complete(WORDS)).text
        except ModelError as error:
            return error.problem

    assert [await ask() for _ in range(5)] == [
        "cannot be reached",
        "wrong key",
        "cannot be reached",
        "no reply",
        "cannot be reached",
    ]
    assert "times in a row, the last time because cannot be reached" in await ask()
    with pytest.raises(ModelUnreachable) as raised:
        await guarded.complete(WORDS)
    assert (raised.value.retry_after, len(model.requests)) == (20.0, 5)
    clock.moment = 20.0
    assert await ask() == "cannot be reached"
    assert "times in a row, the last time because cannot be reached" in await ask()
    clock.moment = 40.0
    assert [await ask(), await ask()] == ["Bram.", "Bram."]


async def test_only_one_call_at_a_time_tries_an_endpoint_that_was_down(clock: JumpingClock) -> None:
    model = Counting()
    breaker = CircuitBreaker(clock, failures=1)
    with pytest.raises(ModelUnreachable), breaker.call("counting"):
        raise DOWN
    clock.moment = 20.0
    trial = asyncio.ensure_future(CircuitBreakerModel(model, breaker).complete(WORDS))
    await asyncio.sleep(0)
    with pytest.raises(ModelUnreachable):
        await CircuitBreakerModel(model, breaker).complete(WORDS)
    model.gate.set()
    await trial
    assert (await CircuitBreakerModel(model, breaker).complete(WORDS)).text == "ok"


class EndedByHand:
    """A model whose calls end when and as the test says, in any order."""

    name = "by hand"

    def __init__(self) -> None:
        self.calls: list[asyncio.Future[ChatReply]] = []

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        del request, on_delta
        self.calls.append(asyncio.get_running_loop().create_future())
        return await self.calls[-1]


async def test_a_call_from_before_the_pause_that_fails_during_the_trial_is_not_the_trial(
    clock: JumpingClock,
) -> None:
    model = EndedByHand()
    guarded = CircuitBreakerModel(model, CircuitBreaker(clock, failures=1, pause=20.0))
    first, late = (asyncio.ensure_future(guarded.complete(WORDS)) for _ in range(2))
    await asyncio.sleep(0)
    model.calls[0].set_exception(DOWN)
    await asyncio.wait({first})
    clock.moment = 20.0
    trial = asyncio.ensure_future(guarded.complete(WORDS))
    await asyncio.sleep(0)
    model.calls[1].set_exception(LATE)
    await asyncio.wait({late})
    with pytest.raises(ModelUnreachable, match="times in a row") as raised:
        await guarded.complete(WORDS)
    assert (raised.value.retryable, raised.value.retry_after) == (True, 1.0), (
        "the trial is still out, so it is worth waiting for"
    )
    model.calls[2].set_result(ChatReply(text="Bram."))
    assert (await trial).text == "Bram."
    assert first.exception() is DOWN
    assert late.exception() is LATE


async def test_retry_waits_for_the_breaker(clock: JumpingClock) -> None:
    model = ScriptedModel([DOWN, "Bram."])
    guarded = CircuitBreakerModel(model, CircuitBreaker(clock, failures=1, pause=20.0))
    assert (await retrying(ScriptedModel([DOWN, "x"]), clock).complete(WORDS)).text == "x"
    clock.waits.clear()
    reply = await RetryingModel(guarded, tries=3, clock=clock, jitter=lambda: 0.0).complete(WORDS)
    assert (reply.text, clock.waits) == ("Bram.", [0.5, 19.5])


async def test_an_endpoint_that_is_still_down_after_a_pause_is_waited_for_no_more(
    clock: JumpingClock,
) -> None:
    model = ScriptedModel([DOWN] * 3 + ["Bram."] * 2)
    limited = RateLimitedModel(
        CircuitBreakerModel(model, CircuitBreaker(clock, failures=2, pause=20.0)),
        EndpointLimits(4, None, clock),
    )
    patient = RetryingModel(limited, tries=3, clock=clock, jitter=lambda: 0.0)
    for _ in range(9):
        with pytest.raises(
            ModelUnreachable, match="times in a row, the last time because cannot be reached"
        ):
            await patient.complete(WORDS)
    assert (len(model.requests), clock.waits) == (3, [0.5, 1.0, 19.0, 0.5])
    clock.moment += 20.0
    assert (await patient.complete(WORDS)).text == "Bram."
    assert (await patient.complete(WORDS)).text == "Bram."


def test_prices() -> None:
    prices = prices_of(ModelSpec(model="m", price_in=2.0, price_out=8.0))
    assert prices == Prices(2.0, 2.0, 2.0, 8.0)
    assert prices
    assert prices.cost_of(Usage(1_000_000, 500_000, 1000)) == 2.008
    assert prices.cost_of(Usage(None, None, 1000)) is None
    assert prices_of(ModelSpec(model="m", price_in=2.0)) is None
    assert prices_of(ModelSpec(model="m", price_in=2.0, price_out=8.0, kind="anthropic")) == Prices(
        2.0, 2.0, 2.5, 8.0
    )
    told = prices_of(
        ModelSpec(
            model="m",
            price_in=2.0,
            price_cached=0.5,
            price_written=4.0,
            price_out=8.0,
            kind="anthropic",
        )
    )
    assert told
    usage = Usage(1_000_000, 500_000, 0, tokens_written=250_000)
    assert told.cost_of(usage) == 0.25 * 2.0 + 0.5 * 0.5 + 0.25 * 4.0
    assert told.cost_of(Usage(100, 80, 0, tokens_written=10**9)) == (80 * 0.5 + 20 * 4.0) / 1e6, (
        "no more than was sent"
    )
    assert told.cost_of(Usage(100, 10**9, 0)) == 100 * 0.5 / 1e6


async def test_a_script_by_function_and_its_end() -> None:
    model = ScriptedModel(lambda request: f"{len(request.messages)}", name="counter")
    assert (await model.complete(WORDS)).text == "2"
    assert model.requests == [WORDS]
    with pytest.raises(ModelError, match="the script is at its end"):
        await ScriptedModel([]).complete(WORDS)


async def test_a_script_is_read_as_any_reply(clock: JumpingClock) -> None:
    model = ScriptedModel(
        ['So: {"reason": "quiet", "seat": 2}', ChatReply(text="cut", finish="length")],
        seconds=2.0,
        clock=clock,
    )
    first, second = await model.complete(CHOICE), await model.complete(CHOICE)
    assert (first.parsed, first.reading, first.seconds) == (
        {"reason": "quiet", "seat": 2},
        "repaired",
        2.0,
    )
    assert (second.reading, second.problem) == ("unreadable", "it was cut at the limit of tokens")
    assert clock.waits == [2.0, 2.0]


async def test_a_malformed_reply_is_tried_again(clock: JumpingClock) -> None:
    assert (
        await retrying(ScriptedModel([ModelMalformed("m", "odd"), "ok"]), clock).complete(WORDS)
    ).retries == 1
