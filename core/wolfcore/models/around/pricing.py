"""Models: what calls cost."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    DeltaListener,
    Usage,
)
from wolfcore.models.spec import ModelSpec

from .around import ModelWrapper

CHARACTERS_PER_TOKEN = 4
"""Where an endpoint does not say how many tokens a call took, so many characters count as one."""
_MILLION = 1_000_000
_CACHE_WRITE_FACTOR = 1.25
"""How many times the usual price Anthropic takes for what it puts into its cache for five minutes ("Prompt caching", "Pricing")."""


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
        sent = (usage.tokens_in - cached - written) * self.sent + cached * self.cached + written * self.written
        return (sent + usage.tokens_out * self.received) / _MILLION


def prices_of(spec: ModelSpec) -> Prices | None:
    """The prices in a model's settings; None where one of the two that matter is missing."""
    if spec.price_in is None or spec.price_out is None:
        return None
    cached = spec.price_in if spec.price_cached is None else spec.price_cached
    surcharge = _CACHE_WRITE_FACTOR if spec.kind == "anthropic" else 1.0
    written = surcharge * spec.price_in if spec.price_written is None else spec.price_written
    return Prices(spec.price_in, cached, written, spec.price_out)


def estimated_usage(request: ChatRequest, reply: ChatReply) -> Usage:
    """What a call took; tokens that its endpoint does not tell are estimated, those of thinking that it shows included."""
    usage = reply.usage
    if usage.tokens_in is not None and usage.tokens_out is not None:
        return usage
    sent, received = usage.tokens_in, usage.tokens_out
    if sent is None:
        sent = sum(len(message.text) for message in request.messages) // CHARACTERS_PER_TOKEN
    if received is None:
        received = (len(reply.text) + len(reply.thinking)) // CHARACTERS_PER_TOKEN
    return replace(usage, tokens_in=sent, tokens_out=received)


class PricedModel(ModelWrapper):
    """A model whose replies say what they cost: what the endpoint says that it charged, or else what the prices say.

    Where it does not say how many tokens it took, that is an estimate, so that a budget of money holds it all the same.

    Args:
        inner: The model.
        prices: Its prices; None where the settings have none.
    """

    def __init__(self, inner: ChatModel, prices: Prices | None) -> None:
        super().__init__(inner)
        self._prices = prices

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        reply = await self._inner.complete(request, on_delta)
        told = reply.usage.charged
        return replace(reply, cost=self._prices.cost_of(estimated_usage(request, reply)) if told is None and self._prices else told)
