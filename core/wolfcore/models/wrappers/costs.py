"""Prices of calls and the budget of a command: money, tokens and time.

Calls under way when the budget runs out finish, so a budget may be exceeded by those.
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
"""How many times the usual price Anthropic takes for what it puts into its cache for five minutes
("Prompt caching", "Pricing")."""


class Prices(Struct, frozen=True):
    """Prices of a million tokens, in any currency.

    Args:
        sent: Tokens sent.
        cached: Tokens sent that the endpoint had in its cache.
        written: Tokens sent that the endpoint put into its cache.
        received: Tokens received.
    """

    sent: float
    cached: float
    written: float
    received: float

    def cost_of(self, usage: Usage) -> float | None:
        """The price of a call; None where it is not known how many tokens it took."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        cached = min(usage.tokens_cached or 0, usage.tokens_in)
        written = min(usage.tokens_written or 0, usage.tokens_in - cached)
        sent = (
            (usage.tokens_in - cached - written) * self.sent
            + cached * self.cached
            + written * self.written
        )
        return (sent + usage.tokens_out * self.received) / _MILLION


def prices_of(spec: ModelSpec) -> Prices | None:
    """The prices in a model's settings; None where one of the two that matter is missing."""
    if spec.price_in is None or spec.price_out is None:
        return None
    cached = spec.price_in if spec.price_cached is None else spec.price_cached
    surcharge = _CACHE_WRITE_FACTOR if spec.kind == "anthropic" else 1.0
    written = surcharge * spec.price_in if spec.price_written is None else spec.price_written
    return Prices(spec.price_in, cached, written, spec.price_out)


class PricedModel(ModelWrapper):
    """A model whose replies say what they cost: what the endpoint says that it charged, or else what the prices say.

    Where it does not say how many tokens it took, that is an estimate, so that a budget of money
    holds it all the same.

    Args:
        inner: The model.
        prices: Its prices; None where the settings have none.
    """

    def __init__(self, inner: ChatModel, prices: Prices | None) -> None:
        super().__init__(inner)
        self._prices = prices

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        reply = await self._inner.complete(request, on_delta)
        told = reply.usage.charged
        return replace(
            reply,
            cost=self._prices.cost_of(estimated_usage(request, reply))
            if told is None and self._prices
            else told,
        )


class Budget(Struct, frozen=True):
    """What may be spent; None for as much as it takes.

    Attributes:
        cost: Money, in the currency of the prices in the settings.
        tokens: Tokens, sent and received.
        seconds: Time.
    """

    cost: float | None = None
    tokens: int | None = None
    seconds: float | None = None


class BudgetTracker:
    """Counts for all models of a game, and says when it is empty.

    A call that is under way when the last of a budget is spent comes to its end, so a budget may be
    passed by what is out then.

    Args:
        budget: What may be spent.
        clock: Measures time, from now on.

    Attributes:
        budget: What may be spent.
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
        """Make sure that something of every part of the budget is left.

        Raises:
            OverBudget: Something is spent.
        """
        budget = self.budget
        if budget.cost is not None and self._uncharged:
            why = (
                f"{self._uncharged} did not say what a call cost, and the settings have no "
                "price of it"
            )
            raise OverBudget(f"The budget of {budget.cost:g} cannot be held: {why}")
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
        """Count a reply of the model of that name.

        Args:
            model: Its name.
            request: What was asked.
            reply: The reply.
            only_endpoint_knows_cost: Whether nobody but its endpoint knows what it cost. Where it
                does not say so, no budget of money can be held.
        """
        if only_endpoint_knows_cost and reply.cost is None:
            self._uncharged = model
        usage = estimated_usage(request, reply)
        if usage is not reply.usage:
            self._estimated.setdefault(model, False)
        self.add_spent(1, (usage.tokens_in or 0) + (usage.tokens_out or 0), reply.cost or 0.0)

    def newly_estimated(self) -> list[str]:
        """The models whose endpoints do not say how many tokens a call takes, those left out that this told before."""
        new = [model for model, told in self._estimated.items() if not told]
        self._estimated |= dict.fromkeys(new, True)
        return new

    def add_spent(self, calls: int, tokens: int, cost: float) -> None:
        """Count calls, such as those that a game took before it was stopped and resumed."""
        self.calls += calls
        self.tokens += tokens
        self.cost += cost


class BudgetedModel(ModelWrapper):
    """A model that is paid from a purse.

    Args:
        inner: The model.
        tracker: That of the game.
        only_endpoint_knows_cost: Whether nobody but its endpoint knows what a call costs.
    """

    def __init__(
        self, inner: ChatModel, tracker: BudgetTracker, *, only_endpoint_knows_cost: bool = False
    ) -> None:
        super().__init__(inner)
        self._purse, self._charged = tracker, only_endpoint_knows_cost

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`.

        Raises:
            OverBudget: Nothing is left; nothing was asked.
        """
        self._purse.check()
        reply = await self._inner.complete(request, on_delta)
        self._purse.add(self.name, request, reply, only_endpoint_knows_cost=self._charged)
        return reply
