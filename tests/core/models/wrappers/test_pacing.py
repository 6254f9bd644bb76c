"""Calls and tokens a minute, paced by what the headers of earlier replies say, before a refusal."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Request, chat
from wolfcore.errors import ModelRefused
from wolfcore.models import ChatReply, ChatRequest, DeltaListener, Message, ScriptedModel
from wolfcore.models.rate_headers import Allowance, allowances, retry_after, wait_in_body
from wolfcore.models.wrappers.pace import Need, Pace
from wolfcore.models.wrappers.rate_limits import EndpointLimits, RateLimitedModel
from wolfcore.models.wrappers.retrying import MAX_WAIT, RetryingModel

DATE = 1_767_225_600.0
"""2026-01-01T00:00:00Z."""


class Case(NamedTuple):
    headers: dict[str, str]
    found: dict[str, Allowance]


CASES = {
    "openai": Case(
        {
            "x-ratelimit-limit-requests": "60",
            "x-ratelimit-remaining-requests": "59",
            "x-ratelimit-reset-requests": "1s",
            "x-ratelimit-limit-tokens": "150000",
            "x-ratelimit-remaining-tokens": "149984",
            "x-ratelimit-reset-tokens": "6m0s",
        },
        {"requests": Allowance(59, 60, 1.0), "tokens": Allowance(149_984, 150_000, 360.0)},
    ),
    "groq": Case(
        {
            "x-ratelimit-remaining-tokens": "17997",
            "x-ratelimit-reset-tokens": "7.66s",
            "x-ratelimit-remaining-requests": "14",
            "x-ratelimit-reset-requests": "2m59.56s",
        },
        {"tokens": Allowance(17_997, None, 7.66), "requests": Allowance(14, None, 179.56)},
    ),
    "milliseconds": Case(
        {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "120ms"},
        {"requests": Allowance(0, None, 0.12)},
    ),
    "anthropic": Case(
        {
            "anthropic-ratelimit-requests-limit": "50",
            "anthropic-ratelimit-requests-remaining": "0",
            "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:12Z",
            "anthropic-ratelimit-input-tokens-limit": "30000",
            "anthropic-ratelimit-input-tokens-remaining": "1000",
            "anthropic-ratelimit-input-tokens-reset": "2026-01-01T00:00:58+00:00",
        },
        {
            "requests": Allowance(0, 50, 12.0),
            "input-tokens": Allowance(1000, 30_000, 58.0),
        },
    ),
    "openrouter, epoch in milliseconds": Case(
        {
            "x-ratelimit-limit": "20",
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": "1767225630000",
        },
        {"requests": Allowance(0, 20, 30.0)},
    ),
    "epoch in seconds": Case(
        {"x-ratelimit-remaining": "3", "x-ratelimit-reset": "1767225605"},
        {"requests": Allowance(3, None, 5.0)},
    ),
    "a time without a zone": Case(
        {"x-ratelimit-remaining": "3", "x-ratelimit-reset": "2026-01-01T00:00:05"},
        {"requests": Allowance(3, None, 5.0)},
    ),
    "the draft of the IETF": Case(
        {"ratelimit-limit": "10", "ratelimit-remaining": "2", "ratelimit-reset": "7"},
        {"requests": Allowance(2, 10, 7.0)},
    ),
    "cerebras": Case(
        {
            "x-ratelimit-limit-tokens-minute": "60000",
            "x-ratelimit-remaining-tokens-minute": "100",
            "x-ratelimit-reset-tokens-minute": "11.38",
        },
        {"tokens-minute": Allowance(100, 60_000, 11.38)},
    ),
    "past": Case(
        {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1767225000"},
        {"requests": Allowance(0, None, 0.0)},
    ),
    "nothing that can be read": Case(
        {
            "x-ratelimit-remaining-requests": "-1",
            "x-ratelimit-reset-requests": "soon",
            "x-ratelimit-remaining-tokens": "9" * 5000,
            "x-ratelimit-reset-tokens": "1s",
            "x-ratelimit-limit-input-tokens": "0",
            "x-ratelimit-remaining-input-tokens": "0",
            "x-ratelimit-reset-input-tokens": "1s",
            "x-ratelimit-remaining-output-tokens": "1",
            "x-request-id": "7",
        },
        {},
    ),
    "many": Case(
        {f"x-ratelimit-remaining-b{number}": "0" for number in range(5000)}
        | {f"x-ratelimit-reset-b{number}": "1s" for number in range(5000)},
        {},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_headers_of_endpoints(case: str) -> None:
    assert allowances(CASES[case].headers, DATE) == CASES[case].found


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "7", "retry-after-ms": "250"}, 0.25),
        ({"retry-after": "999999"}, 86_400.0),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:09 GMT"}, 9.0),
        ({"retry-after": "Fri, 01 Jan 2027 00:00:00 GMT"}, 86_400.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_the_wait_in_headers(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, DATE) == seconds


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("Please try again in 1h2m3.5s.", 3723.5),
        ("Please retry in 250ms", 0.25),
        ("Please try again in 999h", 86_400.0),
        ("Try another model.", None),
    ],
)
def test_the_wait_in_words(words: str, seconds: float | None) -> None:
    assert wait_in_body({}, words) == seconds


class Server:
    """Takes `most` calls, or tokens, in each window of a minute; each reply says what is left.

    Args:
        limits: Observes the headers.
        clock: Measures the window.
        most: What may be used in a window.
        cost: What a call uses.
        bucket: The name of the limit.
        rolls: Whether the allowance grows steadily, or is renewed at the end of the window.
    """

    name = "hosted"

    def __init__(
        self,
        limits: EndpointLimits,
        clock: JumpingClock,
        most: int,
        cost: int = 1,
        bucket: str = "requests",
        *,
        rolls: bool = False,
    ) -> None:
        self._limits, self._clock, self._most, self._cost = limits, clock, most, cost
        self._bucket, self._rolls = bucket, rolls
        self._left, self._then, self._window = float(most), 0.0, 0.0
        self.taken, self.refused = 0, 0

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        now = self._clock.now()
        if self._rolls:
            self._left = min(self._most, self._left + (now - self._then) * self._most / 60)
            self._then = now
        elif now >= self._window + 60:
            self._left, self._window = float(self._most), now - now % 60
        accepted = self._left >= self._cost
        if accepted:
            self._left -= self._cost
            self.taken += 1
        wait = (
            (self._most - self._left) * 60 / self._most if self._rolls else self._window + 60 - now
        )
        headers = {
            f"x-ratelimit-limit-{self._bucket}": str(self._most),
            f"x-ratelimit-remaining-{self._bucket}": str(int(self._left)),
            f"x-ratelimit-reset-{self._bucket}": f"{wait:.3f}s",
        }
        await asyncio.sleep(0)
        self._limits.observe(self.name, headers)
        if not accepted:
            self.refused += 1
            raise ModelRefused(self.name, "too many", status=429, again=True, wait=1.0)
        return ChatReply(text="ok")


LONG = ChatRequest(messages=(Message("user", "word " * 800),))
"""About a thousand tokens."""


@pytest.mark.parametrize("rolls", [True, False])
@pytest.mark.parametrize(
    ("bucket", "most", "cost", "asked"),
    [("requests", 5, 1, WORDS), ("tokens", 6000, 1000, LONG), ("input-tokens", 6000, 1000, LONG)],
)
async def test_calls_are_paced_before_any_is_refused(
    clock: JumpingClock, bucket: str, most: int, cost: int, asked: ChatRequest, *, rolls: bool
) -> None:
    limits = EndpointLimits(1, None, clock)
    server = Server(limits, clock, most, cost, bucket, rolls=rolls)
    model = RateLimitedModel(server, limits)
    for _ in range(20):
        await model.complete(asked)
    assert (server.taken, server.refused) == (20, 0)
    # No slower than what is allowed: 20 calls at so many a minute.
    assert clock.now() <= 60 * 20 * cost / most


@pytest.mark.parametrize(("resets_in", "earliest"), [(59.5, 1.5), (58.5, 59.0)])
def test_an_allowance_that_grows_is_told_from_one_that_is_renewed(
    resets_in: float, earliest: float
) -> None:
    """A call puts off the moment at which an allowance that grows is whole again."""
    pace = Pace()
    pace.begin(1, 0.0, Need())
    pace.observe(1, 0.0, {"requests": Allowance(1, 60, 59.0)})
    pace.begin(2, 0.0, Need())
    pace.observe(2, 0.5, {"requests": Allowance(0, 60, resets_in)})
    assert round(pace.earliest(0.5, Need()), 1) == earliest


def test_a_reply_to_an_earlier_call_counts_once_what_was_told_is_over() -> None:
    pace = Pace()
    for number in range(1, 4):
        pace.begin(number, 0.0, Need())
    pace.observe(3, 1.0, {"requests": Allowance(0, None, 30.0)})
    pace.observe(2, 2.0, {"requests": Allowance(4, None, 30.0)})
    assert pace.earliest(2.0, Need()) == 31.0
    pace.observe(2, 31.0, {"requests": Allowance(0, None, 30.0)})
    assert pace.earliest(31.0, Need()) == 61.0


def test_calls_before_a_renewal_use_nothing_of_what_is_renewed() -> None:
    pace = Pace()
    pace.observe(1, 0.0, {"requests": Allowance(2, 2, 10.0)})
    for number in (2, 3):
        pace.begin(number, 1.0, Need())
    assert pace.earliest(2.0, Need()) == 10.0
    assert pace.earliest(11.0, Need()) == 11.0
    for number in (4, 5):
        pace.begin(number, 11.0, Need())
    assert pace.earliest(12.0, Need()) == 13.0, "a reply may tell the renewal by then"
    assert pace.earliest(70.0, Need()) == 70.0, "no window is longer than a minute"


@pytest.mark.parametrize(
    ("bucket", "left", "limit", "need", "waits"),
    [
        ("input-tokens", 50, None, Need(50, 1000), False),
        ("input-tokens", 50, None, Need(51, 0), True),
        ("output-tokens", 50, None, Need(1000, 50), False),
        ("output-tokens", 50, None, Need(0, 51), True),
        ("tokens", 50, None, Need(25, 26), True),
        # More than all of it cannot be waited for.
        ("tokens", 50, 50, Need(1000, 1000), False),
    ],
)
def test_what_a_call_may_use_of_each_allowance(
    bucket: str, left: int, limit: int | None, need: Need, *, waits: bool
) -> None:
    pace = Pace()
    pace.record_refusal()
    pace.observe(0, 0.0, {bucket: Allowance(left, limit, 30.0)})
    assert pace.earliest(0.0, need) == (30.0 if waits else 0.0)


async def test_until_a_refusal_a_reply_is_expected_to_be_as_long_as_usual(
    clock: JumpingClock,
) -> None:
    limits, need = EndpointLimits(1, None, clock), Need(10, 1000)
    told = {"x-ratelimit-remaining-tokens": "500", "x-ratelimit-reset-tokens": "30s"}
    limits.observe("m", told)
    limits.record_success("m", 2000)
    assert limits.has_free_slot("m", need)
    limits.record_success("m", 2000)
    assert not limits.has_free_slot("m", need)
    limits.observe("other", told)
    assert limits.has_free_slot("other", need)
    limits.back_off(1.0, "other")
    clock.moment += 1.0
    assert not limits.has_free_slot("other", need)


async def test_a_wait_that_is_too_long_is_the_callers_to_refuse(clock: JumpingClock) -> None:
    limits = EndpointLimits(1, None, clock)
    busy = [ModelRefused("m", "busy", status=429, wait=wait) for wait in (MAX_WAIT + 1, MAX_WAIT)]
    model = RateLimitedModel(ScriptedModel(busy), limits)
    for free in (True, False):
        with pytest.raises(ModelRefused):
            await model.complete(WORDS)
        assert limits.has_free_slot() is free


async def test_games_of_one_process_share_what_is_left(clock: JumpingClock) -> None:
    limits = EndpointLimits(12, None, clock)
    server = Server(limits, clock, 6)
    games = [
        RetryingModel(RateLimitedModel(server, limits), tries=3, clock=clock, jitter=lambda: 0.0)
        for _ in range(4)
    ]

    async def play(model: RetryingModel) -> None:
        for _ in range(10):
            await model.complete(WORDS)

    await asyncio.gather(*map(play, games))
    assert server.taken == 40
    assert server.refused == 0


@pytest.mark.parametrize(
    "headers",
    [
        # The allowance of a day: the refusal tells that better than a wait of hours.
        {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "5h0m0s"},
        {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1e9"},
        {"x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "60s"},
        {"x-ratelimit-remaining-tokens": "5000", "x-ratelimit-reset-tokens": "60s"},
        {"x-ratelimit-remaining-output-tokens": "1", "x-ratelimit-reset-output-tokens": "60s"},
        {"x-ratelimit-remaining-images": "0", "x-ratelimit-reset-images": "60s"},
        {"x-ratelimit-remaining-requests": "0"},
    ],
)
async def test_what_does_not_bind_a_call_delays_none(
    clock: JumpingClock, headers: dict[str, str]
) -> None:
    limits = EndpointLimits(1, None, clock)
    limits.observe("hosted", headers)
    assert limits.has_free_slot("hosted", Need(10, 100))
    async with limits.slot("hosted", Need(10, 100)):
        assert clock.now() == 0


async def test_models_of_an_endpoint_have_allowances_of_their_own(clock: JumpingClock) -> None:
    limits = EndpointLimits(2, None, clock)
    spent = {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "30s"}
    limits.observe("large", spent)
    clock.longest = 10.0
    waiting = asyncio.ensure_future(limits.slot("large").__aenter__())
    await asyncio.sleep(0)
    async with asyncio.timeout(5.0), limits.slot("small"):
        assert clock.now() == 0
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    clock.longest = 61.0
    assert not limits.has_free_slot("large")
    async with limits.slot("large"):
        assert clock.now() == 30


async def test_the_headers_of_a_real_reply_pace_the_next_call(
    serve: Serve, opened: Open, clock: JumpingClock
) -> None:
    def answer(request: Request) -> bytes:
        del request
        head, _, body = chat("Bram.").partition(b"\r\n\r\n")
        told = b"\r\nX-RateLimit-Remaining-Requests: 0\r\nX-RateLimit-Reset-Requests: 12.2s"
        return head + told + b"\r\n\r\n" + body

    model = opened(serve(answer).url)
    await model.complete(WORDS)
    await model.complete(WORDS)
    assert clock.waits == [12.2]
