"""Prices of calls, and the budget of a command: money, tokens and time.

Calls that are under way when the budget runs out complete, so they may exceed it by what their
replies are longer than expected.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.clock import Clock
from wolfcore.errors import OverBudget
from wolfcore.models.attempts import (
    Attempt,
    OpenAttempt,
    Sizes,
    TokenRates,
    add_attempt,
    open_attempt,
)
from wolfcore.models.chat import ChatModel, ChatReply, ChatRequest, DeltaListener, Usage
from wolfcore.models.spec import ModelSpec

from .shared_ledger import SharedBudget
from .wrapper import ModelWrapper

_MILLION = 1_000_000


_CACHE_WRITE_FACTOR = 1.25
"""The price of tokens that Anthropic writes to its cache for five minutes, as a multiple of the
usual price ("Prompt caching", "Pricing")."""


class Prices(Struct, frozen=True):
    """Prices of a million tokens, in any currency.

    Args:
        sent: Price of tokens sent.
        cached: Price of tokens sent that the endpoint read from its cache.
        written: Price of tokens sent that the endpoint wrote to its cache.
        received: Price of tokens received.
    """

    sent: float
    cached: float
    written: float
    received: float

    def cost_of(self, usage: Usage) -> float | None:
        """Compute the price of a call; None where a token count is missing."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        # Endpoints are not trusted to count parts that fit the whole.
        cached = min(usage.tokens_cached or 0, usage.tokens_in)
        written = min(usage.tokens_written or 0, usage.tokens_in - cached)
        sent = (
            (usage.tokens_in - cached - written) * self.sent
            + cached * self.cached
            + written * self.written
        )
        return (sent + usage.tokens_out * self.received) / _MILLION


def prices_of(spec: ModelSpec) -> Prices | None:
    """Return the prices in a model's settings; None where `price_in` or `price_out` is missing."""
    if spec.price_in is None or spec.price_out is None:
        return None
    cached = spec.price_in if spec.price_cached is None else spec.price_cached
    surcharge = _CACHE_WRITE_FACTOR if spec.kind == "anthropic" else 1.0
    written = surcharge * spec.price_in if spec.price_written is None else spec.price_written
    return Prices(spec.price_in, cached, written, spec.price_out)


def embedding_prices_of(spec: ModelSpec) -> Prices | None:
    """Return the prices of embeddings, for which no tokens are written; None without `price_in`."""
    price = spec.price_in
    return None if price is None else Prices(price, price, price, 0.0)


def is_unpriced(spec: ModelSpec) -> bool:
    """Tell whether only the endpoint knows what a call costs: it is hosted, and has no prices."""
    return prices_of(spec) is None and not spec.is_local


def costs_money(spec: ModelSpec) -> bool:
    """Tell whether calls of a model cost money, as far as its settings tell."""
    prices = prices_of(spec)
    return is_unpriced(spec) if prices is None else prices.sent > 0 or prices.received > 0


def is_billed(spec: ModelSpec) -> bool:
    """Tell whether a model has a price in the settings, or one that only its endpoint knows."""
    return prices_of(spec) is not None or is_unpriced(spec)


class Budget(Struct, frozen=True):
    """The limits of what a command may spend; None for no limit.

    Attributes:
        cost: Money, in the currency of the prices in the settings.
        tokens: Tokens, sent and received.
        seconds: Wall time in seconds.
    """

    cost: float | None = None
    tokens: int | None = None
    seconds: float | None = None


class Reserved(Struct, frozen=True):
    """What a call under way is expected to take: tokens, and money as the prices count it."""

    tokens: int
    cost: float


class BudgetTracker:
    """Counts the attempts of all models, their tokens and cost, and checks them against a budget.

    A call is refused if it would exceed the budget as far as can be told: it is expected to take
    what this model's replies took so far, by their length; before the first reply, the tokens of
    the prompt. While calls under way may still take what it needs, it waits for one of them to end.
    What a failed attempt took is estimated and counts.

    Args:
        budget: The limits.
        clock: Measures time, from now on.
        shared: A budget that other processes share, counted and checked with each call; None for
            none.

    Attributes:
        budget: The limits.
        calls: Requests sent so far, failed ones included.
        tokens: Tokens so far, sent and received.
        estimated: How many of the tokens are estimated, because no count was reported.
        cost: Money so far; calls of models without a price cost nothing.
        earlier_calls: Those of the calls that were made before this tracker, such as those of a
            game before it was resumed.
    """

    def __init__(self, budget: Budget, clock: Clock, shared: SharedBudget | None = None) -> None:
        self.budget, self._shared = budget, shared
        self._clock, self._began = clock, clock.now()
        self.calls, self.tokens, self.estimated, self.cost = 0, 0, 0, 0.0
        self.earlier_calls = 0
        self._open_tokens, self._open_cost = 0, 0.0
        self._waiting: list[asyncio.Future[None]] = []
        self._rates: defaultdict[str, TokenRates] = defaultdict(TokenRates)
        self._estimated: dict[str, bool] = {}
        self._uncharged = self._refused = ""

    @property
    def counts_money(self) -> bool:
        """Whether a budget of money applies, so that the cost of each call must be known."""
        return self.budget.cost is not None or self._shared is not None

    def set_budget(self, budget: Budget) -> None:
        """Set other limits; what was counted stays counted."""
        self.budget, self._refused = budget, ""

    def rates_of(self, model: str) -> TokenRates:
        """Return the characters per token measured on the replies of a model so far."""
        return self._rates[model]

    async def reserve(self, model: str, characters: int, prices: Prices | None) -> Reserved:
        """Check before a call that no budget is exceeded by it, and reserve what it may take.

        Wait while that depends on calls under way.

        Toward a shared budget it is counted at once, since it is to be paid even if this process
        ends before the reply comes.

        Args:
            model: The name of the model.
            characters: Characters of the prompt.
            prices: Its prices; None where the settings have none.

        Raises:
            OverBudget: A limit is or would be exceeded, or the cost of an earlier call is unknown.
        """
        while True:
            self.check()
            tokens, cost = self._expected(model, characters, prices)
            self._check_next(tokens, cost)
            if self._has_room(tokens + self._open_tokens, cost + self._open_cost):
                break
            ended = asyncio.get_running_loop().create_future()
            self._waiting.append(ended)
            await ended
        if self._shared:
            if self._uncharged:
                raise OverBudget(
                    f"The host's budget for all visitors cannot be kept: {self._unknown_cost}"
                )
            self._shared.check(cost)
            self._shared.add(cost)
        self._open_tokens += tokens
        self._open_cost += cost
        return Reserved(tokens, cost)

    def _expected(self, model: str, characters: int, prices: Prices | None) -> tuple[int, float]:
        """Return the tokens and the cost that a call is expected to take."""
        rates = self._rates[model]
        prompt = rates.prompt_tokens(characters)
        tokens = prompt + rates.usual_reply
        cost = rates.cost_of(tokens)
        if not cost and prices:
            # Nothing is known of the reply, and the cache may hold the prompt.
            cost = prompt * min(prices.sent, prices.cached) / _MILLION
        return tokens, cost

    def _has_room(self, tokens: int, cost: float) -> bool:
        budget = self.budget
        return (budget.cost is None or self.cost + cost <= budget.cost) and (
            budget.tokens is None or self.tokens + tokens <= budget.tokens
        )

    @property
    def _unknown_cost(self) -> str:
        return (
            f"{self._uncharged} did not report the cost of a call, and the settings have no "
            "price for it"
        )

    def check(self) -> None:
        """Check that no limit of the budget is reached, and that no call was refused for it.

        Raises:
            OverBudget: A limit is reached, or a budget of money is set and the cost of a call is
                unknown.
        """
        budget = self.budget
        if self._refused:
            raise OverBudget(self._refused)
        if budget.cost is not None and self._uncharged:
            raise OverBudget(f"The budget of {budget.cost:g} cannot be kept: {self._unknown_cost}")
        if budget.cost is not None and self.cost >= budget.cost:
            raise OverBudget(
                f"The budget of {budget.cost:g} is spent ({self.cost:.4g} in {self.calls} calls)"
            )
        if budget.tokens is not None and self.tokens >= budget.tokens:
            raise OverBudget(
                f"The budget of {budget.tokens} tokens is spent ({self.tokens} in "
                f"{self.calls} calls)"
            )
        if budget.seconds is not None and self._clock.now() - self._began >= budget.seconds:
            raise OverBudget(
                f"The budget of {budget.seconds / 60:g} min is spent (in {self.calls} calls)"
            )

    def _check_next(self, tokens: int, cost: float) -> None:
        """Refuse a call that would exceed a limit even if calls under way took nothing.

        All later ones are refused as well, so that a game stops where it cannot go on.
        """
        budget = self.budget
        if budget.cost is not None and self.cost + cost > budget.cost:
            self._refused = (
                f"The budget of {budget.cost:g} is spent ({self.cost:.4g} in {self.calls} calls, "
                f"and the next one would cost about {cost:.2g})"
            )
        elif budget.tokens is not None and self.tokens + tokens > budget.tokens:
            self._refused = (
                f"The budget of {budget.tokens} tokens is spent ({self.tokens} in {self.calls} "
                f"calls, and the next one would take about {tokens:,})"
            )
        if self._refused:
            raise OverBudget(self._refused)

    def count(self, attempt: Attempt, reserved: Reserved, *, cost_is_unknown: bool = False) -> None:
        """Count an attempt that ended, and give back what was reserved for it.

        Args:
            attempt: The attempt.
            reserved: What `reserve` returned.
            cost_is_unknown: Whether neither the endpoint nor the settings tell its cost, so that no
                budget of money can be kept.
        """
        if cost_is_unknown:
            self._uncharged = attempt.model
        if attempt.estimated and attempt.replied:
            self._estimated.setdefault(attempt.model, False)
        self.calls += attempt.requests
        self.tokens += attempt.tokens_in + attempt.tokens_out
        self.cost += attempt.cost or 0.0
        self.estimated += attempt.estimated
        # In this order: a process that is killed in between has counted too much, not too little.
        if self._shared:
            self._shared.add(attempt.cost or 0.0)
        self.release(reserved)

    def release(self, reserved: Reserved) -> None:
        """Give back what was reserved for a call that was not sent, or that is counted now."""
        self._open_tokens -= reserved.tokens
        self._open_cost -= reserved.cost
        while self._waiting:
            ended = self._waiting.pop()
            if not ended.done():
                ended.set_result(None)
        if self._shared:
            self._shared.add(-reserved.cost)

    def newly_estimated(self) -> list[str]:
        """Return the models whose endpoints do not report token counts, each model once.

        Models that an earlier call returned are left out.
        """
        new = [model for model, reported in self._estimated.items() if not reported]
        self._estimated |= dict.fromkeys(new, True)
        return new

    def add_spent(self, calls: int, tokens: int, cost: float, estimated: int = 0) -> None:
        """Count earlier calls with their tokens and cost: those of a game before it was resumed.

        A shared budget has counted those already.
        """
        self.calls += calls
        self.earlier_calls += calls
        self.tokens += tokens
        self.cost += cost
        self.estimated += estimated


class AttemptCounter:
    """Counts the attempts of one model toward a budget.

    Args:
        model: The model's name in the settings.
        tracker: The tracker of the budget.
        prices: The model's prices; None where the settings have none.
        only_endpoint_knows_cost: Whether the settings have no price, so that only the endpoint
            knows the cost.
    """

    def __init__(
        self,
        model: str,
        tracker: BudgetTracker,
        prices: Prices | None = None,
        *,
        only_endpoint_knows_cost: bool = False,
    ) -> None:
        self._model, self._tracker, self._prices = model, tracker, prices
        self._charged = only_endpoint_knows_cost

    async def reserve(self, characters: int) -> Reserved:
        """Check the budget before a call with a prompt of so many characters.

        Raises:
            OverBudget: A limit of the budget is reached or would be exceeded.
        """
        return await self._tracker.reserve(self._model, characters, self._prices)

    def count_reply(
        self, sizes: Sizes, usage: Usage, attempt: OpenAttempt, reserved: Reserved
    ) -> float | None:
        """Count an attempt with a reply, and return the cost of the reply; None if unknown.

        Args:
            sizes: Characters of the prompt and of the reply.
            usage: The token counts and the charge, as the endpoint reports them.
            attempt: What was noted of the attempt.
            reserved: What `reserve` returned.
        """
        rates = self._tracker.rates_of(self._model)
        prompt, answer = rates.prompt_tokens(sizes.sent), rates.reply_tokens(sizes.received)
        sent = prompt if usage.tokens_in is None else usage.tokens_in
        received = answer if usage.tokens_out is None else usage.tokens_out
        cost = usage.charged
        if cost is None and self._prices:
            cost = self._prices.cost_of(replace(usage, tokens_in=sent, tokens_out=received))
        rates.measure(sizes, usage, cost)
        # A request that was dropped and sent again over a new connection was read twice.
        again = attempt.repeats * prompt
        estimated = (sent if usage.tokens_in is None else 0) + again
        estimated += received if usage.tokens_out is None else 0
        self._end(
            Attempt(
                self._model,
                1 + attempt.repeats,
                sent + again,
                received,
                estimated,
                None if cost is None else cost + self._cost_of(Usage(again, tokens_out=0)),
                provider=attempt.provider,
            ),
            reserved,
            cost_is_unknown=self._charged and cost is None,
        )
        return cost

    def count_lost(
        self, characters: int, attempt: OpenAttempt, error: BaseException, reserved: Reserved
    ) -> None:
        """Count an attempt without a reply: the whole prompt and what came, or nothing.

        Args:
            characters: Characters of the prompt.
            attempt: What was noted of the attempt.
            error: Why there is no reply.
            reserved: What `reserve` returned.
        """
        ending = attempt.ending(error)
        if ending == "unsent" and not attempt.repeats:
            self._tracker.release(reserved)
            return
        rates, told = self._tracker.rates_of(self._model), attempt.usage
        prompt = rates.prompt_tokens(characters)
        again = attempt.repeats * prompt
        unread = prompt if ending == "failed" else 0
        sent = unread if told.tokens_in is None else told.tokens_in
        # A count that came early may be of fewer tokens than what came after it.
        counted = told.tokens_out or 0
        received = max(counted, rates.reply_tokens(attempt.characters))
        estimated = again + (sent if told.tokens_in is None else 0)
        estimated += received if received > counted else 0
        usage = replace(told, tokens_in=sent + again, tokens_out=received)
        cost = self._cost_of(usage) if told.charged is None else told.charged
        self._end(
            Attempt(
                self._model,
                attempt.repeats + (ending != "unsent"),
                sent + again,
                received,
                estimated,
                cost if self._prices or cost else None,
                replied=False,
                provider=attempt.provider,
            ),
            reserved,
        )

    def _cost_of(self, usage: Usage) -> float:
        """Return the cost of tokens by the prices, or else by the charges for this model so far."""
        tokens = (usage.tokens_in or 0) + (usage.tokens_out or 0)
        known = self._prices.cost_of(usage) if self._prices else None
        return self._tracker.rates_of(self._model).cost_of(tokens) if known is None else known

    def _end(self, attempt: Attempt, reserved: Reserved, *, cost_is_unknown: bool = False) -> None:
        self._tracker.count(attempt, reserved, cost_is_unknown=cost_is_unknown)
        add_attempt(attempt)


class BudgetedModel(ModelWrapper):
    """A wrapper that counts each request of a model toward a budget, and stops when it is used up.

    It wraps the model that sends requests, so that every attempt passes it, however it ends. It
    adds to each reply its `cost`: the endpoint's charge, or else by the prices.

    Args:
        inner: The wrapped model.
        counter: Counts its requests toward a budget.
    """

    def __init__(self, inner: ChatModel, counter: AttemptCounter) -> None:
        super().__init__(inner)
        self._counter = counter

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Check the budget, send a request, and count it whether or not a reply comes.

        Raises:
            OverBudget: A limit of the budget is reached or would be exceeded; nothing was sent.
            ModelError: As in `ChatModel.complete`.
        """
        characters = sum(len(message.text) for message in request.messages)
        reserved = await self._counter.reserve(characters)
        with open_attempt() as attempt:
            try:
                reply = await self._inner.complete(request, on_delta)
            except BaseException as error:
                self._counter.count_lost(characters, attempt, error, reserved)
                raise
        sizes = Sizes(characters, len(reply.text), len(reply.thinking))
        usage = reply.usage
        if usage.charged is None and reply.cost is not None:
            usage = replace(usage, charged=reply.cost)
        return replace(reply, cost=self._counter.count_reply(sizes, usage, attempt, reserved))
