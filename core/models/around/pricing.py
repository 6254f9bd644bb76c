"""Models: what calls cost."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from core.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    Listener,
    Usage,
)
from core.models.spec import ModelSpec

from .around import Around

_MILLION = 1_000_000


class Prices(Struct, frozen=True):
    """Prices of a million tokens, in any currency.

    Args:
        sent: Tokens sent.
        cached: Tokens sent that the endpoint had in its cache.
        received: Tokens received.
    """

    sent: float
    cached: float
    received: float

    def of(self, usage: Usage) -> float | None:
        """The price of a call; None where the endpoint does not say how many tokens it took."""
        if usage.tokens_in is None or usage.tokens_out is None:
            return None
        cached = min(usage.tokens_cached or 0, usage.tokens_in)
        whole = (usage.tokens_in - cached) * self.sent + cached * self.cached + usage.tokens_out * self.received
        return whole / _MILLION


def prices_of(spec: ModelSpec) -> Prices | None:
    """The prices in a model's settings; None where one of the two that matter is missing."""
    if spec.price_in is None or spec.price_out is None:
        return None
    return Prices(spec.price_in, spec.price_in if spec.price_cached is None else spec.price_cached, spec.price_out)


class Priced(Around):
    """A model whose replies say what they cost.

    Args:
        inner: The model.
        prices: Its prices.
    """

    def __init__(self, inner: ChatModel, prices: Prices) -> None:
        super().__init__(inner)
        self._prices = prices

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        reply = await self._inner.complete(request, hear)
        return replace(reply, cost=self._prices.of(reply.usage))
