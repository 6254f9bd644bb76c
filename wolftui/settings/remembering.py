"""What the agents of a command remember with. Nothing is looked for or loaded before a seat needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .paths import vectors_file

if TYPE_CHECKING:
    from core.memory.embedding import AskedVectors, CachedEmbedder
    from core.models import ModelSpec


class Remembering:
    """What all games of a command share: embedders on this machine are loaded once, and each text is turned into a vector once."""

    def __init__(self) -> None:
        self._here: dict[str, CachedEmbedder] = {}

    def here(self, name: str) -> CachedEmbedder:
        """An embedder of this machine.

        Raises:
            ConfigError: As `Memories.embedder`.
        """
        if name not in self._here:
            from core.memory.cache import VectorCache
            from core.memory.embedding import CachedEmbedder
            from core.memory.sentences import local_encoder

            self._here[name] = CachedEmbedder(local_encoder(name), VectorCache(vectors_file()))
        return self._here[name]


class GameMemories:
    """What the seats of a game, or of several in one event loop, remember with: `Memories`.

    Args:
        shared: What all games of the command share.
        specs: The models of the settings; any of them may be an embedder behind an endpoint.
        ask: Gives what asks the endpoint of one of them for vectors.
    """

    def __init__(self, shared: Remembering, specs: Mapping[str, ModelSpec], ask: Callable[[str], AskedVectors]) -> None:
        self._shared, self._specs, self._ask = shared, specs, ask
        self._remote: dict[str, CachedEmbedder] = {}

    def embedder(self, name: str) -> CachedEmbedder:
        """As `Memories.embedder`; a name is one of those that run here, or that of a model of the settings, or its endpoint's."""
        from core.memory.sentences import DEFAULT, SOURCES

        meant = name or DEFAULT
        known = meant if meant in self._specs else next((key for key, spec in self._specs.items() if spec.model == meant), "")
        return self._at_endpoint(known) if known and meant not in SOURCES else self._shared.here(meant)

    def _at_endpoint(self, name: str) -> CachedEmbedder:
        if name not in self._remote:
            from core.memory.cache import VectorCache
            from core.memory.embedding import CachedEmbedder, RemoteEncoder

            encoder = RemoteEncoder(self._specs[name].model, self._ask(name))
            self._remote[name] = CachedEmbedder(encoder, VectorCache(vectors_file()))
        return self._remote[name]
