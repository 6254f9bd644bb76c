"""Every request that an endpoint took is counted, however it ended: its bill and ours agree."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import httpx
import pytest

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Serve
from tests.core.models.serving import (
    DROP,
    HANG,
    Endpoint,
    Request,
    Served,
    chat,
    delta,
    error,
    events,
    said,
)
from tests.core.models.ways import anthropic
from wolfcore.clock import Clock, SystemClock
from wolfcore.errors import (
    ModelError,
    ModelMalformed,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    OverBudget,
)
from wolfcore.models import (
    AttemptCounter,
    Budget,
    BudgetedModel,
    BudgetTracker,
    ChatRequest,
    Message,
    ModelSpec,
    Usage,
)
from wolfcore.models.attempts import (
    Attempt,
    Ending,
    OpenAttempt,
    Sizes,
    TokenRates,
    add_attempt,
    collected_attempts,
)
from wolfcore.models.dialects.openai import OpenAIDialect
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.models.transport.http_model import Connections, HttpModel

LONG = ChatRequest(messages=(Message("user", "x" * 4000),))
"""A thousand tokens, as characters estimate them."""

NO_LIMIT = Budget()

Open = Callable[..., tuple[Endpoints, BudgetTracker]]


@pytest.fixture
async def opened(serve: Serve, tmp_path: Path) -> AsyncGenerator[Open]:
    made: list[Endpoints] = []

    def start(
        server: Endpoint, clock: Clock, /, budget: Budget = NO_LIMIT, **settings: Any
    ) -> tuple[Endpoints, BudgetTracker]:
        tracker = BudgetTracker(budget, clock)
        usual: dict[str, Any] = {"model": "m", "base_url": server.url, "tries": 3}
        specs = {"m": ModelSpec(**usual | settings)}
        made.append(
            Endpoints(
                specs,
                logs=tmp_path,
                options=EndpointOptions(
                    environ={}, clock=clock, jitter=lambda: 0.0, tracker=tracker
                ),
            )
        )
        return made[-1], tracker

    yield start
    for each in made:
        await each.close()


class Way(NamedTuple):
    """How the attempts of one call end: the answers of the endpoint, and what it bills for.

    `told` are the tokens that it tells, `untold` those that it does not tell.
    """

    name: str
    answers: tuple[Served, ...]
    requests: int
    told: int
    untold: int = 0
    request: ChatRequest = WORDS
    settings: Mapping[str, Any] = MappingProxyType({})


USED = {"prompt_tokens": 900, "completion_tokens": 100}
FIVE_HUNDRED = delta("word " * 400)
PIECE = json.dumps(FIVE_HUNDRED)
OVERRUN = said(
    {
        "choices": [
            {"message": {"content": "", "reasoning_content": "hm"}, "finish_reason": "length"}
        ],
        "usage": USED | {"completion_tokens_details": {"reasoning_tokens": 100}},
    }
)
"""A reply that thought until the limit."""

BROKEN = b"HTTP/1.1 200 Said\r\nContent-Type: text/event-stream\r\nContent-Length: 99999\r\n\r\n"

WAYS = [
    Way("a reply", (chat("ok"),), 1, 120),
    Way("refused", (error(400, "no"),), 1, 0),
    Way("a wrong key", (error(401, "no"),), 1, 0),
    Way("busy, then a reply", (error(429, "slow down"), chat("ok")), 2, 120),
    Way("down, then a reply", (error(503, "overloaded"), chat("ok")), 2, 120),
    Way(
        "failed with usage, then a reply",
        (said({"error": {"message": "oops"}, "usage": USED}, 500), chat("ok")),
        2,
        1120,
    ),
    Way("a gateway waited in vain", (error(504, "upstream"), chat("ok")), 2, 120, 1000, LONG),
    Way("dropped without a word", (DROP, chat("ok")), 2, 120, 1000, LONG),
    Way("no reply in JSON", (said("nonsense"), chat("ok")), 2, 120, 1000, LONG),
    Way(
        "a reply without text, and its usage",
        (said({"choices": [{"message": None}], "usage": USED, "error": "x"}), chat("ok")),
        2,
        1120,
    ),
    Way(
        "broken in the middle",
        (BROKEN + f"data: {PIECE}\n\n".encode(), chat("ok")),
        2,
        120,
        1500,
        LONG,
    ),
    Way(
        "an end without a finish",
        (events(FIVE_HUNDRED, done=False), chat("ok")),
        2,
        120,
        1500,
        LONG,
    ),
    Way(
        "an error in the middle of a stream",
        (events(FIVE_HUNDRED, {"error": {"message": "lost", "code": 502}}), chat("ok")),
        2,
        120,
        1500,
        LONG,
    ),
    Way(
        "the prompt told, then broken",
        (
            anthropic("word " * 400, input_tokens=700)
            .partition(b"event: message_delta")[0]
            .split(b'data: {"type": "message_delta"')[0],
            anthropic("ok"),
        ),
        2,
        700 + 101,
        500,
        WORDS,
        {"kind": "anthropic", "price_in": 1.0, "price_out": 1.0},
    ),
    Way(
        "an error as the first event of a stream",
        (events({"error": {"message": "lost", "code": 502}}), chat("ok")),
        2,
        120,
        1000,
        LONG,
    ),
    Way("thought too long, then with more room", (OVERRUN, chat("ok")), 2, 1120),
    Way(
        "a form that is refused",
        (error(400, "response_format is not supported"), chat('{"reason": "a", "seat": 1}')),
        2,
        120,
        0,
        CHOICE,
    ),
    Way(
        "a prompt that was cut",
        (
            said(
                {
                    "choices": [{"message": {"content": "ok"}, "finish_reason": "stop"}],
                    "usage": {"prompt_tokens": 2048, "completion_tokens": 10},
                }
            ),
        ),
        1,
        2058,
        0,
        ChatRequest(messages=(Message("user", "word " * 9000),)),
    ),
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
async def test_the_bill_of_the_endpoint_is_ours(
    serve: Serve, opened: Open, clock: JumpingClock, way: Way
) -> None:
    server = serve(*way.answers, cut=range(9))
    endpoints, tracker = opened(server, clock, **way.settings)
    with collected_attempts() as attempts, suppress(ModelError):
        await endpoints.open("m").complete(way.request, lambda _: None)
    assert len(server.requests) == way.requests
    _check(tracker, attempts, way)


def _check(tracker: BudgetTracker, attempts: list[Attempt], way: Way) -> None:
    assert tracker.calls == way.requests
    assert tracker.tokens - tracker.estimated == way.told
    assert abs(tracker.estimated - way.untold) <= way.untold / 10
    # What the caller of the model is told is what the budget counts.
    assert sum(each.requests for each in attempts) == way.requests
    assert sum(each.tokens_in + each.tokens_out for each in attempts) == tracker.tokens
    assert sum(each.estimated for each in attempts) == tracker.estimated


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  what a server got is no event of this loop
        await asyncio.sleep(0.001)


async def test_a_timeout_before_the_first_byte_counts_the_prompt(
    serve: Serve, opened: Open
) -> None:
    server = serve(HANG)
    endpoints, tracker = opened(server, SystemClock(), timeout=0.2, tries=1)
    with pytest.raises(ModelError):
        await endpoints.open("m").complete(LONG)
    assert (tracker.calls, tracker.tokens, tracker.estimated) == (1, 1000, 1000)


@pytest.mark.parametrize(("begun", "tokens"), [(False, 1000), (True, 1500)])
async def test_a_call_that_is_cancelled_counts_the_prompt_and_what_came(
    serve: Serve, opened: Open, clock: JumpingClock, begun: bool, tokens: int
) -> None:
    """As a game's end, Ctrl-C and a stand-in for a late player cancel it."""
    head = b"HTTP/1.1 200 Said\r\nContent-Type: text/event-stream\r\n\r\n"
    server = serve(head + f"data: {PIECE}\n\n".encode() if begun else HANG)
    endpoints, tracker = opened(server, clock)
    heard: list[object] = []
    with collected_attempts() as attempts:
        call = asyncio.ensure_future(endpoints.open("m").complete(LONG, heard.append))
        await _until(lambda: bool(heard if begun else server.requests))
        await asyncio.sleep(0.01)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    assert (tracker.calls, tracker.tokens, tracker.estimated) == (1, tokens, tokens)
    assert [each.replied for each in attempts] == [False]


async def test_what_is_never_sent_is_no_attempt(
    opened: Open, serve: Serve, clock: JumpingClock
) -> None:
    server = serve(chat("ok"))
    endpoints, tracker = opened(server, clock, base_url="http://127.0.0.1:9", tries=1)
    with pytest.raises(ModelError):
        await endpoints.open("m").complete(LONG)
    assert (tracker.calls, tracker.tokens) == (0, 0)


@pytest.mark.parametrize(("seconds", "repeats"), [(0.0, 0), (1.5, 1)])
async def test_a_kept_connection_that_is_dropped_at_once_was_idle_and_took_nothing(
    serve: Serve, opened: Open, clock: JumpingClock, seconds: float, repeats: int
) -> None:
    def dropped(_: Request) -> bytes:
        clock.moment += seconds
        return DROP

    server = serve(chat("ok"), dropped, chat("ok"))
    endpoints, tracker = opened(server, clock, tries=1, price_in=1.0, price_out=1.0)
    for _ in range(2):
        await endpoints.open("m").complete(LONG)
    assert len(server.requests) == 3
    assert round(tracker.cost * 1_000_000) == tracker.tokens
    assert (tracker.calls, tracker.tokens, tracker.estimated) == (
        2 + repeats,
        240 + 100 * repeats,
        100 * repeats,
    )


async def test_a_request_that_was_not_sent_whole_is_no_attempt(clock: JumpingClock) -> None:
    class Closing(Connections):
        """Connections that close, after a while, before a request is written."""

        def client_for(self, name: str, address: str, *, fresh: bool = False) -> httpx.AsyncClient:
            del name, address, fresh

            def closed(_: httpx.Request) -> httpx.Response:
                clock.moment += 2.0
                raise httpx.WriteError("closed")

            return httpx.AsyncClient(transport=httpx.MockTransport(closed))

    tracker = BudgetTracker(NO_LIMIT, clock)
    spec = ModelSpec(model="m", base_url="http://127.0.0.1:9")
    sending = HttpModel("m", spec, OpenAIDialect(), None, Closing(), clock)
    with pytest.raises(ModelUnreachable):
        await BudgetedModel(sending, AttemptCounter("m", tracker)).complete(LONG)
    assert clock.moment == 4.0
    assert (tracker.calls, tracker.tokens) == (0, 0)


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        (None, "replied"),
        (ModelRefused("m", "no", status=400), "refused"),
        (ModelRefused("m", "no", status=503), "refused"),
        (ModelRefused("m", "upstream", status=504), "failed"),
        (ModelRefused("m", "upstream", status=524), "failed"),
        (ModelTimeout("m", "no reply"), "failed"),
        (ModelMalformed("m", "nonsense"), "failed"),
        (ModelUnreachable("m", "gone"), "unsent"),
        (asyncio.CancelledError(), "failed"),
    ],
)
def test_how_an_attempt_ended_whose_sending_nobody_noted(
    error: BaseException | None, ending: Ending
) -> None:
    assert OpenAttempt().ending(error) == ending


def test_of_token_counts_that_come_in_parts_the_last_of_each_counts() -> None:
    attempt = OpenAttempt()
    for usage in (Usage(700, 600, 1), Usage(), Usage(tokens_out=40)):
        attempt.note_part(usage, 10)
    assert (attempt.usage, attempt.characters) == (Usage(700, 600, 40), 30)


@pytest.mark.parametrize("answer", [chat("ok"), error(400, "no"), DROP])
async def test_an_attempt_names_the_provider_however_it_ends(
    serve: Serve, opened: Open, clock: JumpingClock, answer: Served
) -> None:
    endpoints, _ = opened(serve(answer), clock, server="vllm", tries=1)
    with collected_attempts() as attempts, suppress(ModelError):
        await endpoints.open("m").complete(LONG)
    assert {each.provider for each in attempts} == {"vllm"}


def test_attempts_are_those_of_the_block_they_end_in() -> None:
    with collected_attempts() as outer:
        with collected_attempts() as inner:
            add_attempt(Attempt("a", 1, 0, 0))
        add_attempt(Attempt("b", 1, 0, 0))
    add_attempt(Attempt("c", 1, 0, 0))
    assert [[each.model for each in found] for found in (inner, outer)] == [["a"], ["b"]]


@pytest.mark.parametrize(
    ("sizes", "usage", "tokens"),
    [
        # Hidden thinking has tokens and no characters; thinking that is shown has both.
        (Sizes(400, 100), Usage(100, None, 250, 200), 500),
        (Sizes(400, 100, 400), Usage(100, None, 250, 200), 500),
        # Reports that are absurd.
        (Sizes(400, 100_000), Usage(100, None, 1), 10),
        (Sizes(400, 1), Usage(100, None, 10_000), 10_000),
    ],
)
def test_a_thousand_characters_as_a_reply_had_them(sizes: Sizes, usage: Usage, tokens: int) -> None:
    rates = TokenRates()
    rates.measure(sizes, usage, None)
    assert rates.reply_tokens(1000) == tokens


async def test_an_estimate_counts_characters_as_this_models_replies_did(
    serve: Serve, opened: Open, clock: JumpingClock
) -> None:
    """Two characters a token in the reply that was told; so also in the one that was lost."""
    told = {"prompt_tokens": 2000, "completion_tokens": 400}
    first = {
        "choices": [{"message": {"content": "x" * 800}, "finish_reason": "stop"}],
        "usage": told,
    }
    server = serve(said(first), BROKEN + f"data: {PIECE}\n\n".encode(), cut=range(9))
    endpoints, tracker = opened(server, clock, tries=1)
    await endpoints.open("m").complete(LONG)
    with pytest.raises(ModelError):
        await endpoints.open("m").complete(LONG, lambda _: None)
    assert (tracker.tokens, tracker.estimated) == (2400 + 2000 + 1000, 3000)


@pytest.mark.parametrize(
    ("budget", "lost"),
    [(Budget(tokens=1500), 1000), (Budget(cost=0.0015), 1000), (Budget(tokens=900), 0)],
)
async def test_a_lost_attempt_counts_toward_the_budget_before_the_next_is_sent(
    serve: Serve, opened: Open, clock: JumpingClock, budget: Budget, lost: int
) -> None:
    server = serve(DROP, cut=range(9))
    endpoints, tracker = opened(server, clock, budget, price_in=1.0, price_out=1.0)
    with pytest.raises(OverBudget):
        await endpoints.open("m").complete(LONG)
    # A connection that is dropped is tried once more within the attempt.
    assert tracker.tokens in (lost, 2 * lost)
    assert len(server.requests) == (2 if lost else 0)


async def test_calls_under_way_are_expected_to_take_what_earlier_ones_took(
    serve: Serve, opened: Open, clock: JumpingClock
) -> None:
    """Eight at once, of which a budget holds four."""
    server = serve(chat("ok"))
    endpoints, tracker = opened(server, clock, Budget(tokens=5 * 120 + 30), concurrency=8)
    model = endpoints.open("m")
    await model.complete(WORDS)
    found = await asyncio.gather(*(model.complete(WORDS) for _ in range(8)), return_exceptions=True)
    assert [type(each).__name__ for each in found].count("OverBudget") == 4, found
    assert (tracker.tokens, len(server.requests)) == (600, 5)


async def _embedded(endpoints: Endpoints) -> None:
    await endpoints.embedding("m").vectors(["x" * 400, "y" * 400])


VECTORS = {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [2.0]}]}


@pytest.mark.parametrize(
    ("answers", "requests", "told", "untold"),
    [
        ((said(VECTORS | {"usage": {"prompt_tokens": 170, "total_tokens": 170}}),), 1, 170, 0),
        ((said(VECTORS | {"usage": {"total_tokens": 170}}),), 1, 170, 0),
        ((said(VECTORS),), 1, 0, 200),
        ((error(429, "slow"), said(VECTORS)), 2, 0, 200),
        ((DROP, said(VECTORS)), 2, 0, 400),
        ((said({"data": []}),) * 3, 3, 0, 600),
        ((said({"data": [], "usage": {"prompt_tokens": 170}}),) * 3, 3, 510, 0),
    ],
)
async def test_embeddings_are_counted_and_held_to_the_budget(
    serve: Serve,
    opened: Open,
    clock: JumpingClock,
    answers: tuple[bytes, ...],
    requests: int,
    told: int,
    untold: int,
) -> None:
    server = serve(*answers, cut=range(9))
    endpoints, tracker = opened(server, clock, price_in=10.0)
    with suppress(ModelError):
        await _embedded(endpoints)
    assert (tracker.calls, tracker.tokens - tracker.estimated) == (requests, told)
    assert tracker.estimated == untold
    assert round(tracker.cost, 9) == round(10.0 * (told + untold) / 1_000_000, 9)
    broke, _ = opened(server, clock, Budget(tokens=100), price_in=10.0)
    with pytest.raises(OverBudget):
        await _embedded(broke)


@pytest.mark.parametrize(
    ("usages", "told", "untold", "cost"),
    [
        # An endpoint that names its price is believed.
        ([{"prompt_tokens": 170, "cost": 0.25}], 170, 0, 0.25),
        # Two characters a token in the reply that was told; so also in the next.
        ([{"prompt_tokens": 400}, {}], 400, 400, 0.008),
    ],
)
async def test_embeddings_are_paid_as_their_endpoint_tells_or_told_before(
    serve: Serve,
    opened: Open,
    clock: JumpingClock,
    usages: list[dict[str, Any]],
    told: int,
    untold: int,
    cost: float,
) -> None:
    server = serve(*[said(VECTORS | {"usage": usage}) for usage in usages])
    endpoints, tracker = opened(server, clock, price_in=10.0)
    for _ in usages:
        await _embedded(endpoints)
    assert (tracker.tokens - tracker.estimated, tracker.estimated) == (told, untold)
    assert round(tracker.cost, 9) == cost
