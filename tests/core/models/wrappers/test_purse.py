"""What pays for models: what is counted, when it is empty, and that nothing is asked then."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Serve
from tests.core.models.serving import chat, said
from wolfcore.errors import ConfigError, ModelError, ModelUnreachable, OverBudget
from wolfcore.models import (
    Budget,
    BudgetedModel,
    BudgetTracker,
    ChatReply,
    ChatRequest,
    DeltaListener,
    ModelSpec,
    ScriptedModel,
    Usage,
)
from wolfcore.models.attempts import OpenAttempt
from wolfcore.models.chat import CHARACTERS_PER_TOKEN
from wolfcore.models.dialects.openai import OpenAIDialect
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.models.transport.http_model import Connections, HttpModel
from wolfcore.models.wrappers.costs import AttemptCounter, Prices, prices_of

CALL = ChatReply(text="Bram.", usage=Usage(100, 60, 20), cost=0.3)


async def spent_after(
    calls: int, clock: JumpingClock, reply: ChatReply = CALL, **budget: Any
) -> tuple[BudgetTracker, str]:
    """A purse after so many calls, and why there were no more; empty if there were all of them."""
    purse = BudgetTracker(Budget(**budget), clock)
    model = BudgetedModel(ScriptedModel([reply] * calls), AttemptCounter("scripted", purse))
    try:
        for _ in range(calls):
            await model.complete(WORDS)
        purse.check()
    except OverBudget as error:
        return purse, str(error)
    return purse, ""


async def test_calls_tokens_and_money_are_counted(clock: JumpingClock) -> None:
    purse, why = await spent_after(3, clock)
    assert (purse.calls, purse.tokens, round(purse.cost, 9), why) == (3, 360, 0.9, "")


@pytest.mark.parametrize(
    ("budget", "calls", "why"),
    [
        ({"tokens": 240}, 2, "The budget of 240 tokens is spent (240 in 2 calls)"),
        (
            {"tokens": 359},
            2,
            "The budget of 359 tokens is spent (240 in 2 calls, and the next one would take about "
            "120)",
        ),
        (
            {"cost": 0.5},
            1,
            "The budget of 0.5 is spent (0.3 in 1 calls, and the next one would cost about 0.3)",
        ),
        ({"cost": 0.6}, 2, "The budget of 0.6 is spent (0.6 in 2 calls)"),
        ({"cost": 10.0, "tokens": 1000, "seconds": 60.0}, 5, ""),
    ],
)
async def test_what_is_spent_is_spent_and_says_so(
    clock: JumpingClock, budget: dict[str, Any], calls: int, why: str
) -> None:
    purse, words = await spent_after(5, clock, **budget)
    assert (purse.calls, words) == (calls, why)


async def test_time_runs_from_the_beginning(clock: JumpingClock) -> None:
    await clock.sleep_until(30.0)
    purse = BudgetTracker(Budget(seconds=60.0), clock)
    await clock.sleep_until(89.0)
    purse.check()
    await clock.sleep_until(90.0)
    with pytest.raises(OverBudget, match=r"^The budget of 1 min is spent \(in 0 calls\)$"):
        purse.check()


async def test_tokens_that_an_endpoint_does_not_tell_are_counted_by_characters(
    clock: JumpingClock,
) -> None:
    purse, _ = await spent_after(1, clock, ChatReply(text="x" * 40, thinking="y" * 80))
    assert purse.tokens == sum(len(message.text) for message in WORDS.messages) // 4 + 30
    assert purse.cost == 0.0


@pytest.mark.parametrize(
    ("cached", "most", "asks"), [(0.5, 0.6, True), (0.5, 0.4, False), (3.0, 1.9, False)]
)
async def test_a_first_call_may_find_its_prompt_in_the_cache(
    clock: JumpingClock, cached: float, most: float, *, asks: bool
) -> None:
    tracker = BudgetTracker(Budget(cost=most), clock)
    million = 1_000_000 * CHARACTERS_PER_TOKEN
    call = tracker.reserve("m", million, Prices(2.0, cached, 2.0, 8.0))
    if asks:
        assert (await call).cost == cached
    else:
        with pytest.raises(OverBudget, match="the next one would cost about"):
            await call


async def test_after_a_call_that_was_too_dear_none_is_sent_until_the_budget_is_another(
    clock: JumpingClock,
) -> None:
    tracker = BudgetTracker(Budget(tokens=100), clock)
    for characters in (4000, 4):
        with pytest.raises(OverBudget, match="the next one would take about 1,000"):
            await tracker.reserve("m", characters, None)
    tracker.set_budget(Budget(tokens=101))
    assert (await tracker.reserve("m", 4, None)).tokens == 1


async def lost(
    tracker: BudgetTracker, attempt: OpenAttempt, error: ModelError, prices: Prices | None = None
) -> tuple[int, int, int]:
    """What is counted of an attempt without a reply: requests, tokens, and those estimated."""
    counter = AttemptCounter("m", tracker, prices)
    counter.count_lost(4000, attempt, error, await counter.reserve(4000))
    return tracker.calls, tracker.tokens, tracker.estimated


async def test_a_charge_that_came_before_the_failure_is_the_cost(clock: JumpingClock) -> None:
    tracker, attempt = BudgetTracker(Budget(), clock), OpenAttempt()
    attempt.note_part(Usage(900, None, 100, charged=0.4), 0)
    broken = ModelUnreachable("m", "broken")
    assert await lost(tracker, attempt, broken, Prices(1.0, 1.0, 1.0, 1.0)) == (1, 1000, 0)
    assert tracker.cost == 0.4


async def test_of_a_request_sent_again_in_vain_the_first_sending_counts(
    clock: JumpingClock,
) -> None:
    tracker, attempt = BudgetTracker(Budget(), clock), OpenAttempt()
    attempt.begin()
    attempt.repeats = 1
    assert await lost(tracker, attempt, ModelUnreachable("m", "gone")) == (1, 1000, 1000)
    assert tracker.newly_estimated() == [], "a reply may tell its tokens"


async def test_a_model_that_tells_no_tokens_is_named_once(clock: JumpingClock) -> None:
    tracker, _ = await spent_after(2, clock, ChatReply(text="Bram."))
    assert tracker.newly_estimated() == ["scripted"]
    assert tracker.newly_estimated() == []


async def test_an_empty_purse_asks_nobody_and_a_call_without_reply_costs_nothing(
    clock: JumpingClock,
) -> None:
    purse = BudgetTracker(Budget(tokens=100), clock)
    model = ScriptedModel([ModelUnreachable("m", "is down"), CALL])
    budgeted = BudgetedModel(model, AttemptCounter("m", purse))
    with pytest.raises(ModelUnreachable):
        await budgeted.complete(WORDS)
    assert purse.calls == purse.tokens == 0
    await budgeted.complete(WORDS)
    with pytest.raises(OverBudget):
        await budgeted.complete(WORDS)
    assert len(model.requests) == 2


class Held:
    """A model that answers when it is told to."""

    name = "held"

    def __init__(self) -> None:
        self.gate = asyncio.Event()

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        del request, on_delta
        await self.gate.wait()
        return CALL


async def test_what_is_out_when_the_last_is_spent_comes_to_its_end_and_is_counted(
    clock: JumpingClock,
) -> None:
    purse, held = BudgetTracker(Budget(tokens=100), clock), Held()
    model = BudgetedModel(held, AttemptCounter("m", purse))
    out = [asyncio.ensure_future(model.complete(WORDS)) for _ in range(4)]
    await asyncio.sleep(0)
    held.gate.set()
    await asyncio.gather(*out)
    assert (purse.calls, purse.tokens) == (4, 480)
    with pytest.raises(OverBudget):
        await model.complete(WORDS)


async def test_all_models_of_a_game_pay_from_one_purse(
    serve: Serve, tmp_path: Path, clock: JumpingClock
) -> None:
    server, purse = serve(chat("Bram.")), BudgetTracker(Budget(tokens=240), clock)
    specs = {name: ModelSpec(model=name, base_url=server.url) for name in ("one", "two", "three")}
    async with Endpoints(
        specs, logs=tmp_path, options=EndpointOptions(clock=clock, tracker=purse)
    ) as endpoints:
        await endpoints.open("one").complete(WORDS)
        await endpoints.open("two").complete(WORDS)
        with pytest.raises(OverBudget):
            await endpoints.open("three").complete(WORDS)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("settings", "opens"),
    [
        ({"base_url": "http://127.0.0.1:1/v1"}, True),
        ({"price_in": 1.0, "price_out": 2.0}, True),
        ({"price_in": 1.0}, False),
        ({}, False),
        ({"server": "openrouter", "base_url": "https://gate.example/v1"}, True),
        ({"base_url": "https://openrouter.ai/api/v1"}, True),
        ({"server": "deepseek"}, False),
    ],
)
def test_money_holds_only_models_whose_price_is_known_or_that_run_here(
    tmp_path: Path, clock: JumpingClock, settings: dict[str, Any], opens: bool
) -> None:
    specs = {"m": ModelSpec(model="m", **settings)}
    Endpoints(
        specs,
        logs=tmp_path,
        options=EndpointOptions(tracker=BudgetTracker(Budget(tokens=1), clock)),
    ).open("m")
    endpoints = Endpoints(
        specs,
        logs=tmp_path,
        options=EndpointOptions(tracker=BudgetTracker(Budget(cost=1.0), clock)),
    )
    if opens:
        endpoints.open("m")
        return
    with pytest.raises(
        ConfigError,
        match=r"^models\.m: has no price, so a budget of money cannot be kept\. Give it `price_in` "
        r"and",
    ):
        endpoints.open("m")


@pytest.mark.parametrize("told", [0.4, None])
async def test_what_an_endpoint_says_that_it_charged_is_held_by_a_budget_without_prices(
    clock: JumpingClock, serve: Serve, told: float | None
) -> None:
    """OpenRouter, "Usage accounting": `usage.cost`, in credits of a dollar."""
    usage = {"prompt_tokens": 9, "completion_tokens": 9} | ({"cost": told} if told else {})
    message = {"choices": [{"message": {"content": "ok"}, "finish_reason": "stop"}], "usage": usage}
    spec = ModelSpec(model="m", base_url=serve(said(message)).url, server="openrouter")
    purse = BudgetTracker(Budget(cost=1.0), clock)
    connections = Connections()
    sending = HttpModel("m", spec, OpenAIDialect(), None, connections, clock)
    counter = AttemptCounter("m", purse, prices_of(spec), only_endpoint_knows_cost=True)
    model, asked = BudgetedModel(sending, counter), 0
    with pytest.raises(OverBudget) as spent:
        while True:
            await model.complete(WORDS)
            asked += 1
    await connections.close()
    if told:
        assert (asked, round(purse.cost, 9)) == (2, 0.8)
        assert "The budget of 1 is spent" in str(spent.value)
    else:
        assert asked == 1
        assert str(spent.value).startswith(
            "The budget of 1 cannot be kept: m did not report the cost of a call"
        )
