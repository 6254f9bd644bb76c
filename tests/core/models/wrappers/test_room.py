"""Room for thinking, call by call: what the calls for one answer took together, and what is learned
of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Endpoint, chat, error, said
from wolfcore.errors import ModelError, ModelTimeout, ModelUnreachable, PromptTooLong
from wolfcore.models import SMOLLM, ChatReply, Delta, ModelSpec, ScriptedModel
from wolfcore.models.wrappers.adaptation import ThinkingRoomModel, combined_reply
from wolfcore.models.wrappers.negotiation import CapabilityTracker

THOUGHT = chat("", "length", reasoning_content="Hm.")
GOOD = chat('{"reason": "quiet", "seat": 2}')
PRICES = {"price_in": 1.0, "price_out": 10.0}


def limits(server: Endpoint) -> list[int]:
    return [request.body["max_tokens"] for request in server.requests]


async def test_the_calls_for_one_answer_are_told_together(serve: Serve, opened: Open) -> None:
    server = serve(THOUGHT, THOUGHT, GOOD)
    heard: list[Delta] = []
    reply = await opened(server.url, **PRICES).complete(CHOICE, heard.append)
    assert limits(server) == [2048, 8192, 32_768]
    assert (
        reply.usage.tokens_in,
        reply.usage.tokens_cached,
        reply.usage.tokens_out,
        reply.retries,
    ) == (300, 180, 60, 2)
    assert round(reply.cost or 0.0, 9) == 3 * (100 * 1.0 + 20 * 10.0) / 1e6
    assert heard.count(Delta("", restart=True)) == 2


async def test_an_answer_that_thinking_cut_short_has_more_room_and_one_without_thinking_is_brief(
    serve: Serve, opened: Open
) -> None:
    cut = '{"reason": "because he'
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 9,
        "completion_tokens_details": {"reasoning_tokens": 5},
    }
    told = {"choices": [{"message": {"content": cut}, "finish_reason": "length"}], "usage": usage}
    server = serve(said(told), GOOD)
    assert (await opened(server.url).complete(CHOICE)).reading == "strict"
    assert limits(server) == [2048, 8192]
    server = serve(chat(cut, "length"), GOOD)
    assert (await opened(server.url).complete(CHOICE)).problem.startswith(
        "it was cut at the limit of tokens"
    )
    assert limits(server) == [2048]


async def test_a_larger_limit_that_is_refused_leaves_the_reply_that_came(
    serve: Serve, opened: Open
) -> None:
    # OpenRouter, "Errors and debugging": 402 where the credit is less than the limit may cost.
    server = serve(
        THOUGHT, error(402, "You requested up to 8192 tokens, but can only afford 200"), GOOD
    )
    model = opened(server.url, extra={"reasoning_effort": "low"})
    assert (
        await model.complete(WORDS)
    ).problem == "it was cut at the limit of tokens before any answer"
    await model.complete(WORDS)
    assert limits(server) == [2048, 8192, 2048]


LATE = ModelTimeout("m", "no reply within 120 seconds")
GONE = ModelUnreachable("m", "cannot be reached")


@pytest.mark.parametrize(
    ("bad", "asked"), [(LATE, [2048, 8192, 2048, 8192, 2048]), (GONE, [2048, 8192] * 3)]
)
async def test_a_larger_limit_at_which_the_call_fails_leaves_the_reply_that_came(
    bad: ModelError, asked: list[int]
) -> None:
    """What takes too long twice is tried no more, for every try takes as long as the time limit."""
    model = ScriptedModel(
        lambda request: (
            bad if (request.max_tokens or 0) > 2048 else ChatReply(text="", finish="length")
        )
    )
    roomy = ThinkingRoomModel(model, ModelSpec(model="m"), CapabilityTracker())
    for _ in range(3):
        assert (await roomy.complete(WORDS)).finish == "length"
    assert [request.max_tokens for request in model.requests] == asked


async def test_the_room_of_the_settings_is_added_to_every_limit() -> None:
    model = ScriptedModel([ChatReply(text="", finish="length")])
    spec = ModelSpec(model="m", thinking_tokens=800)
    await ThinkingRoomModel(model, spec, CapabilityTracker()).complete(WORDS)
    assert [request.max_tokens for request in model.requests] == [spec.max_tokens + 800]


async def test_a_prompt_without_room_for_thinking_may_have_room_for_the_answer() -> None:
    long = PromptTooLong("m", "too long", status=400)
    fit = CapabilityTracker()
    fit.record_needed_room(6144)
    model = ScriptedModel([long, ChatReply(text="Bram."), long, long])
    roomy = ThinkingRoomModel(model, ModelSpec(model="m"), fit)
    assert (await roomy.complete(WORDS)).text == "Bram."
    with pytest.raises(PromptTooLong):
        await roomy.complete(WORDS)
    assert [request.max_tokens for request in model.requests] == [8192, 2048] * 2


def test_the_first_piece_of_a_repeated_call_came_after_the_call_before_it() -> None:
    one, two = ChatReply(text="", seconds=5.0), ChatReply(text="x", seconds=3.0)
    assert combined_reply(one, replace(two, seconds_to_first=1.0)).seconds_to_first == 6.0
    assert combined_reply(one, two).seconds_to_first is None


def test_a_larger_limit_that_helps_makes_up_for_one_that_did_not() -> None:
    fit = CapabilityTracker()
    fit.record_overrun()
    fit.record_needed_room(6144)
    fit.record_overrun()
    assert fit.larger_limit(2048) == 8192
    fit.record_overrun()
    assert fit.larger_limit(2048) is None


async def test_no_more_is_tried_than_the_endpoint_takes(serve: Serve, opened: Open) -> None:
    words = "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for c-1"
    server = serve(THOUGHT, error(400, words), THOUGHT)
    model = opened(server.url)
    await model.complete(WORDS)
    assert limits(server)[:3] == [2048, 8192, 4096]
    await model.complete(WORDS)
    assert set(limits(server)[3:]) == {2048, 4096}


async def test_a_local_model_is_given_no_more_than_its_context() -> None:
    model = ScriptedModel([ChatReply(text="", finish="length")] * 9)
    await ThinkingRoomModel(model, SMOLLM, CapabilityTracker()).complete(WORDS)
    assert [request.max_tokens for request in model.requests] == [512, 2048]
