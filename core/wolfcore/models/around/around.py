"""A model around a model: what every wrapper shares."""

from __future__ import annotations

from wolfcore.models.contract import ChatModel


class ModelWrapper:
    """Goes by the name of the model that it is put around.

    Args:
        inner: The model.
    """

    def __init__(self, inner: ChatModel) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._inner.name
