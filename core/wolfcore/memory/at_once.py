"""Memory: vectors for whoever cannot wait, made in the thread that asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from .embedding import Encoder
from .sentences import local_encoder
from .vectors import Vector

_MAX_SYNC_VECTORS = 1 << 16
"""Texts whose vectors are kept: 100 MB of them, where each has 384 numbers."""


class SyncEncoder(Encoder, Protocol):
    """An encoder that answers whoever asks in the thread that asks."""

    def encode_sync(self, texts: Sequence[str]) -> list[Vector]:
        """As `encode`.

        Raises:
            MemoryProblem: There are none to be had.
        """
        ...


class SyncVectors:
    """The vectors of an encoder on this machine, each text's made once as long as it is kept.

    Args:
        encoder: Makes them.
    """

    def __init__(self, encoder: SyncEncoder) -> None:
        self.encoder = encoder
        self._kept: dict[str, Vector] = {}

    @property
    def name(self) -> str:
        """The model."""
        return self.encoder.name

    def vectors(self, texts: Sequence[str]) -> dict[str, Vector]:
        """The vector of each text.

        Raises:
            MemoryProblem: There are none to be had.
        """
        if missing := [text for text in dict.fromkeys(texts) if text not in self._kept]:
            made = dict(zip(missing, self.encoder.encode_sync(missing), strict=True))
            if len(self._kept) + len(made) > _MAX_SYNC_VECTORS:
                # Lines of the game that is played are asked for again; those of games that are over are not.
                self._kept = {text: self._kept[text] for text in texts if text in self._kept}
            self._kept |= made
        return {text: self._kept[text] for text in texts}


@lru_cache(maxsize=4)
def sync_vectors(name: str) -> SyncVectors:
    """Those of an embedder that runs here, by name; the same for all who ask in this process.

    Raises:
        ConfigError: As `local_encoder`.
    """
    return SyncVectors(local_encoder(name))
