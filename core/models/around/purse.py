"""Models: what all calls of a game may cost together, and what they have cost so far."""

from __future__ import annotations

from msgspec import Struct

from core.clock import Clock
from core.errors import OverBudget
from core.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Listener,
)

from .around import Around

_CHARACTERS_A_TOKEN = 4
"""Where an endpoint does not say how many tokens a call took, so many characters count as one."""


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


class Purse:
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

    def check(self) -> None:
        """Make sure that something of every part of the budget is left.

        Raises:
            OverBudget: Something is spent.
        """
        budget = self.budget
        if budget.cost is not None and self.cost >= budget.cost:
            raise OverBudget(f"The budget of {budget.cost:g} is spent ({self.cost:.4g} in {self.calls} calls)")
        if budget.tokens is not None and self.tokens >= budget.tokens:
            raise OverBudget(f"The budget of {budget.tokens} tokens is spent ({self.tokens} in {self.calls} calls)")
        if budget.seconds is not None and self._clock.now() - self._began >= budget.seconds:
            raise OverBudget(f"The budget of {budget.seconds / 60:g} min is spent (in {self.calls} calls)")

    def add(self, request: ChatRequest, reply: ChatReply) -> None:
        """Count a reply."""
        usage = reply.usage
        sent, received = usage.tokens_in, usage.tokens_out
        if sent is None:
            sent = sum(len(message.text) for message in request.messages) // _CHARACTERS_A_TOKEN
        if received is None:
            received = (len(reply.text) + len(reply.thinking)) // _CHARACTERS_A_TOKEN
        self.calls += 1
        self.tokens += sent + received
        self.cost += reply.cost or 0.0


class Paid(Around):
    """A model that is paid from a purse.

    Args:
        inner: The model.
        purse: That of the game.
    """

    def __init__(self, inner: ChatModel, purse: Purse) -> None:
        super().__init__(inner)
        self._purse = purse

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`.

        Raises:
            OverBudget: Nothing is left; nothing was asked.
        """
        self._purse.check()
        reply = await self._inner.complete(request, hear)
        self._purse.add(request, reply)
        return reply
