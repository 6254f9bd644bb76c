"""Prices of calls, and the budget of a command: money, tokens and time.

Calls that are under way when the budget runs out complete, so they may exceed it.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.clock import Clock
from wolfcore.errors import ModelError, OverBudget
from wolfcore.models.chat import (
    CHARACTERS_PER_TOKEN,
    ChatModel,
    ChatReply,
    ChatRequest,
    DeltaListener,
    Usage,
    estimated_usage,
)
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


def is_unpriced(spec: ModelSpec) -> bool:
    """Tell whether only the endpoint knows what a call costs: it is hosted, and has no prices."""
    return prices_of(spec) is None and not spec.is_local


def costs_money(spec: ModelSpec) -> bool:
    """Tell whether calls of a model cost money, as far as its settings tell."""
    prices = prices_of(spec)
    return is_unpriced(spec) if prices is None else prices.sent > 0 or prices.received > 0


class PricedModel(ModelWrapper):
    """A wrapper that adds the cost to each reply: the endpoint's charge, or else by the prices.

    If the endpoint does not report token counts, they are estimated, so that a budget of money
    still applies.

    Args:
        inner: The wrapped model.
        prices: Its prices; None where the settings have none.
    """

    def __init__(self, inner: ChatModel, prices: Prices | None) -> None:
        super().__init__(inner)
        self._prices = prices

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request and return the reply with its `cost`; None where no price is known."""
        reply = await self._inner.complete(request, on_delta)
        charged = reply.usage.charged
        return replace(
            reply,
            cost=self._prices.cost_of(estimated_usage(request, reply))
            if charged is None and self._prices
            else charged,
        )


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


class BudgetTracker:
    """Counts calls, tokens and cost of all models, and checks them against a budget.

    Calls that are under way when the budget runs out complete, so they may exceed it.

    Args:
        budget: The limits.
        clock: Measures time, from now on.
        shared: A budget that other processes share, counted and checked with each call; None for
            none.

    Attributes:
        budget: The limits.
        calls: Replies so far.
        tokens: Tokens so far, sent and received.
        cost: Money so far; calls of models without a price cost nothing.
    """

    def __init__(self, budget: Budget, clock: Clock, shared: SharedBudget | None = None) -> None:
        self.budget, self._shared = budget, shared
        self._clock, self._began = clock, clock.now()
        self.calls, self.tokens, self.cost = 0, 0, 0.0
        self._estimated: dict[str, bool] = {}
        self._uncharged = ""

    @property
    def counts_money(self) -> bool:
        """Whether a budget of money applies, so that the cost of each call must be known."""
        return self.budget.cost is not None or self._shared is not None

    def check_call(self) -> None:
        """Check before a call that neither this budget nor the shared one is reached.

        Raises:
            OverBudget: A limit is reached, or the cost of an earlier call is unknown.
        """
        self.check()
        if self._shared:
            if self._uncharged:
                raise OverBudget(
                    f"The host's budget for all visitors cannot be kept: {self._unknown_cost}"
                )
            self._shared.check()

    @property
    def _unknown_cost(self) -> str:
        return (
            f"{self._uncharged} did not report the cost of a call, and the settings have no "
            "price for it"
        )

    def check(self) -> None:
        """Check that no limit of the budget is reached.

        Raises:
            OverBudget: A limit is reached, or a budget of money is set and the cost of a call is
                unknown.
        """
        budget = self.budget
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

    def add(
        self,
        model: str,
        request: ChatRequest,
        reply: ChatReply,
        *,
        only_endpoint_knows_cost: bool = False,
    ) -> None:
        """Count a reply: one call, its tokens (estimated where not reported) and its cost.

        Args:
            model: The name of the model.
            request: The request.
            reply: The reply.
            only_endpoint_knows_cost: Whether the settings have no price, so that only the endpoint
                knows the cost. If it does not report the cost, no budget of money can be kept.
        """
        if only_endpoint_knows_cost and reply.cost is None:
            self._uncharged = model
        usage = estimated_usage(request, reply)
        if usage is not reply.usage:
            self._estimated.setdefault(model, False)
        self.add_spent(1, (usage.tokens_in or 0) + (usage.tokens_out or 0), reply.cost or 0.0)
        if self._shared:
            self._shared.add(reply.cost or 0.0)

    def prepay(self, request: ChatRequest, prices: Prices | None) -> float:
        """Count what a call costs at least toward a shared budget, and return it.

        That is the price of the tokens sent, at the cached rate if that is lower. It is to be paid
        even if this process ends before the reply comes. Without a shared budget or prices nothing
        is counted.
        """
        if self._shared is None or prices is None:
            return 0.0
        prompt = sum(len(message.text) for message in request.messages) // CHARACTERS_PER_TOKEN
        cost = prompt * min(prices.sent, prices.cached) / _MILLION
        self._shared.add(cost)
        return cost

    def refund(self, prepaid: float) -> None:
        """Take back what `prepay` counted: the call failed, or its whole cost is known now."""
        if self._shared:
            self._shared.add(-prepaid)

    def newly_estimated(self) -> list[str]:
        """Return the models whose endpoints do not report token counts, each model once.

        Models that an earlier call returned are left out.
        """
        new = [model for model, reported in self._estimated.items() if not reported]
        self._estimated |= dict.fromkeys(new, True)
        return new

    def add_spent(self, calls: int, tokens: int, cost: float) -> None:
        """Count calls with their tokens and cost, such as those of a game before it was resumed.

        A shared budget has counted those already.
        """
        self.calls += calls
        self.tokens += tokens
        self.cost += cost


class BudgetedModel(ModelWrapper):
    """A wrapper that counts the calls of a model toward a budget, and stops when it is used up.

    Args:
        inner: The wrapped model.
        tracker: The tracker of the budget.
        prices: The model's prices; None where the settings have none.
        only_endpoint_knows_cost: Whether the settings have no price, so that only the endpoint
            knows the cost.
    """

    def __init__(
        self,
        inner: ChatModel,
        tracker: BudgetTracker,
        *,
        prices: Prices | None = None,
        only_endpoint_knows_cost: bool = False,
    ) -> None:
        super().__init__(inner)
        self._purse, self._prices, self._charged = tracker, prices, only_endpoint_knows_cost

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Check the budget, send a request and count the reply.

        Raises:
            OverBudget: A limit of the budget is reached; nothing was sent.
            ModelError: As in `ChatModel.complete`.
        """
        self._purse.check_call()
        prepaid = self._purse.prepay(request, self._prices)
        try:
            reply = await self._inner.complete(request, on_delta)
        except ModelError:
            self._purse.refund(prepaid)
            raise
        # In this order: a process that is killed in between has counted too much, not too little.
        self._purse.add(self.name, request, reply, only_endpoint_knows_cost=self._charged)
        self._purse.refund(prepaid)
        return reply
