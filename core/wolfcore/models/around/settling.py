"""Models: parameters that the settings give where a request leaves them open."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.models.contract import (
    ChatModel,
    ChatReply,
    ChatRequest,
    DeltaListener,
)
from wolfcore.models.spec import ModelSpec

from .around import ModelWrapper


class DefaultParametersModel(ModelWrapper):
    """A model with the parameters of its settings.

    Args:
        inner: The model.
        spec: Its settings.
    """

    def __init__(self, inner: ChatModel, spec: ModelSpec) -> None:
        super().__init__(inner)
        self._spec = spec

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        spec = self._spec
        settled = replace(
            request,
            temperature=spec.temperature if request.temperature is None else request.temperature,
            top_p=spec.top_p if request.top_p is None else request.top_p,
            max_tokens=spec.max_tokens if request.max_tokens is None else request.max_tokens,
            seed=spec.seed if request.seed is None else request.seed,
        )
        return await self._inner.complete(settled, on_delta)
