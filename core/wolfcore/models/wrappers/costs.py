"""Prices of calls, and the budget of a command: money, tokens and time.

Calls that are under way when the budget runs out complete, so they may exceed it.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.clock import Clock
from wolfcore.errors import OverBudget
from wolfcore.models.chat import (
    ChatModel,
    ChatReply,
    ChatRequest,
    DeltaListener,
    Usage,
    estimated_usage,
)
from wolfcore.models.spec import ModelSpec

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

    Attributes:
        budget: The limits.
        calls: Replies so far.
        tokens: Tokens so far, sent and received.
        cost: Money so far; calls of models without a price cost nothing.
    """

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self.budget = budget
        self._clock, self._began = clock, clock.now()
        self.calls, self.tokens, self.cost = 0, 0, 0.0
        self._estimated: dict[str, bool] = {}
        self._uncharged = ""

    def check(self) -> None:
        """Check that no limit of the budget is reached.

        Raises:
            OverBudget: A limit is reached, or a budget of money is set and the cost of a call is
                unknown.
        """
        budget = self.budget
        if budget.cost is not None and self._uncharged:
            why = (
                f"{self._uncharged} did not report the cost of a call, and the settings have no "
                "price for it"
            )
            raise OverBudget(f"The budget of {budget.cost:g} cannot be kept: {why}")
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

    def newly_estimated(self) -> list[str]:
        """Return the models whose endpoints do not report token counts, each model once.

        Models that an earlier call returned are left out.
        """
        new = [model for model, reported in self._estimated.items() if not reported]
        self._estimated |= dict.fromkeys(new, True)
        return new

    def add_spent(self, calls: int, tokens: int, cost: float) -> None:
        """Count calls with their tokens and cost, such as those of a game before it was resumed."""
        self.calls += calls
        self.tokens += tokens
        self.cost += cost


class BudgetedModel(ModelWrapper):
    """A wrapper that counts the calls of a model toward a budget, and stops when it is used up.

    Args:
        inner: The wrapped model.
        tracker: The tracker of the budget.
        only_endpoint_knows_cost: Whether the settings have no price, so that only the endpoint
            knows the cost.
    """

    def __init__(
        self, inner: ChatModel, tracker: BudgetTracker, *, only_endpoint_knows_cost: bool = False
    ) -> None:
        super().__init__(inner)
        self._purse, self._charged = tracker, only_endpoint_knows_cost

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Check the budget, send a request and count the reply.

        Raises:
            OverBudget: A limit of the budget is reached; nothing was sent.
            ModelError: As in `ChatModel.complete`.
        """
        self._purse.check()
        reply = await self._inner.complete(request, on_delta)
        self._purse.add(self.name, request, reply, only_endpoint_knows_cost=self._charged)
        return reply
