"""Models: a server asked in its own way, or in the common one where it does not know its own."""

from __future__ import annotations

from wolfcore.errors import ModelRefused
from wolfcore.models.contract import ChatModel, ChatReply, ChatRequest, DeltaListener

_NO_SUCH_PLACE = (404, 405, 501)


class ApiFallbackModel:
    """A model at a server that should have an interface of its own; one that has it not is asked as others are from then on.

    Args:
        native: The model asked in the server's own way.
        fallback: The same model asked as most servers are.
    """

    def __init__(self, native: ChatModel, fallback: ChatModel) -> None:
        self._asked, self._common = native, fallback

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._common.name

    async def complete(self, request: ChatRequest, on_delta: DeltaListener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""
        try:
            return await self._asked.complete(request, on_delta)
        except ModelRefused as error:
            # Where the model is missing, and not the place, the words say so: "model 'llama3.2' not found".
            if error.status not in _NO_SUCH_PLACE or "model" in error.endpoint_text.lower() or self._asked is self._common:
                raise
        self._asked = self._common
        return await self._common.complete(request, on_delta)
