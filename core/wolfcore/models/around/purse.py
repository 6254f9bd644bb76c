"""Models: what all calls of a game may cost together, and what they have cost so far."""

from __future__ import annotations

from msgspec import Struct

from wolfcore.clock import Clock
from wolfcore.errors import OverBudget
from wolfcore.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    DeltaListener,
)

from .around import ModelWrapper
from .pricing import estimated_usage


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

    A call that is under way when the last of a budget is spent comes to its end, so a budget may be passed by what is out then.

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
            why = f"{self._uncharged} did not say what a call cost, and the settings have no price of it"
            raise OverBudget(f"The budget of {budget.cost:g} cannot be held: {why}")
        if budget.cost is not None and self.cost >= budget.cost:
            raise OverBudget(f"The budget of {budget.cost:g} is spent ({self.cost:.4g} in {self.calls} calls)")
        if budget.tokens is not None and self.tokens >= budget.tokens:
            raise OverBudget(f"The budget of {budget.tokens} tokens is spent ({self.tokens} in {self.calls} calls)")
        if budget.seconds is not None and self._clock.now() - self._began >= budget.seconds:
            raise OverBudget(f"The budget of {budget.seconds / 60:g} min is spent (in {self.calls} calls)")

    def add(self, model: str, request: ChatRequest, reply: ChatReply, *, only_endpoint_knows_cost: bool = False) -> None:
        """Count a reply of the model of that name.

        Args:
            model: Its name.
            request: What was asked.
            reply: The reply.
            only_endpoint_knows_cost: Whether nobody but its endpoint knows what it cost. Where it does not say so, no budget of money can be held.
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

    def __init__(self, inner: ChatModel, tracker: BudgetTracker, *, only_endpoint_knows_cost: bool = False) -> None:
        super().__init__(inner)
        self._purse, self._charged = tracker, only_endpoint_knows_cost

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
        """As `ChatModel.complete`.

        Raises:
            OverBudget: Nothing is left; nothing was asked.
        """
        self._purse.check()
        reply = await self._inner.complete(request, on_delta)
        self._purse.add(self.name, request, reply, only_endpoint_knows_cost=self._charged)
        return reply
