"""Embedders: a cached asynchronous one, a synchronous one, and one behind an endpoint.

Each text is embedded once. Work runs in one thread (`in_memory_thread`), since two torch or ONNX
calls at a time compete for the same cores.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Protocol, TypeAlias, TypeVar

from wolfcore.errors import MemoryProblem, ModelError

from .vectors import Vector, VectorCache, VectorTable, unit_vector

T = TypeVar("T")


RequestVectors: TypeAlias = Callable[[Sequence[str]], Awaitable[list[list[float]]]]
"""Asks an endpoint for the vector of each text, in order; raises ModelError."""


_MAX_CACHED_VECTORS = 8192
"""Texts whose vectors are kept at hand."""


_AT_ONCE = 64
"""Texts that an endpoint is sent in one call."""


_LONGEST = 4000
"""Characters of a text that are looked at: no model of this kind reads more."""


class Encoder(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """The model."""
        ...

    @property
    def ready(self) -> bool:
        """As `Embedder.ready`."""
        ...

    async def load(self) -> None:
        """As `Embedder.load`."""
        ...

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """The vector of each text, in order.

        Raises:
            MemoryProblem: There are none to be had.
        """
        ...


class RemoteEncoder:
    """A model behind an endpoint.

    Args:
        name: What the endpoint calls it.
        request: Asks the endpoint.
    """

    ready = True

    def __init__(self, name: str, request: RequestVectors) -> None:
        self.name, self._ask = name, request

    async def load(self) -> None:
        """Nothing: it answers whenever it is asked."""

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """As `Encoder.encode`."""
        found: list[Vector] = []
        try:
            for start in range(0, len(texts), _AT_ONCE):
                found += map(unit_vector, await self._ask(texts[start : start + _AT_ONCE]))
        except ModelError as error:
            raise MemoryProblem(str(error).removesuffix(".")) from error
        except (ValueError, OverflowError, TypeError) as error:
            raise MemoryProblem(f"the endpoint of `{self.name}` sent {error}") from error
        if len(found) != len(texts):
            raise MemoryProblem(
                f"the endpoint of `{self.name}` sent {len(found)} vectors for {len(texts)} texts"
            )
        return found


class CachedEmbedder:
    """An embedder that asks its encoder for each text once.

    Args:
        encoder: Makes the vectors.
        kept: Keeps them on disk; None for not at all.
    """

    def __init__(self, encoder: Encoder, disk_cache: VectorCache | None = None) -> None:
        self._encoder, self._kept = encoder, disk_cache
        self._recent: dict[str, Vector] = {}
        self._turns: dict[asyncio.AbstractEventLoop, asyncio.Lock] = {}

    @property
    def name(self) -> str:
        """As `Embedder.name`."""
        return self._encoder.name

    @property
    def ready(self) -> bool:
        """As `Embedder.ready`."""
        return self._encoder.ready

    async def load(self) -> None:
        """As `Embedder.load`."""
        await self._encoder.load()

    async def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """The vector of each text, in order.

        Raises:
            MemoryProblem: There are none to be had.
        """
        wanted = [text[:_LONGEST] for text in texts]
        missing = list(dict.fromkeys(text for text in wanted if text not in self._recent))
        found = {text: self._recent[text] for text in wanted if text in self._recent}
        if missing:
            found |= await self._load_or_encode(missing)
        if len({len(vector) for vector in found.values()}) > 1:
            raise MemoryProblem(f"`{self.name}` gives vectors of several lengths")
        return [found[text] for text in wanted]

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """As `Embedder.similarities`."""
        if not texts:
            return []
        first, *others = await self.vectors((query, *texts))
        return VectorTable(others).cosines(first)

    async def _load_or_encode(self, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of texts that are not at hand: from disk, or made and kept there."""
        kept = self._kept
        async with self._turn():
            # Whoever had the turn before may have made some of them.
            found = {text: self._recent[text] for text in texts if text in self._recent}
            rest = [text for text in texts if text not in found]
            if kept and rest:
                found |= await in_memory_thread(lambda: kept.get(self.name, rest))
            if missing := [text for text in texts if text not in found]:
                made = dict(zip(missing, await self._encoder.encode(missing), strict=True))
                found |= made
                if kept:
                    await in_memory_thread(lambda: kept.store(self.name, made))
            self._recent |= found
            for text in list(self._recent)[:-_MAX_CACHED_VECTORS]:
                del self._recent[text]
        return found

    def _turn(self) -> asyncio.Lock:
        """One asks at a time, since those who ask side by side ask for much the same."""
        loop = asyncio.get_running_loop()
        if loop not in self._turns:
            self._turns = {loop: asyncio.Lock()}
        return self._turns[loop]


async def in_memory_thread(work: Callable[[], T]) -> T:
    """What `work` gives, done in the one thread of memory: two at a time would fight for the same processors."""
    return await asyncio.get_running_loop().run_in_executor(_thread(), work)


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "memory")


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
                # Lines of the game that is played are asked for again; those of games that are over
                # are not.
                self._kept = {text: self._kept[text] for text in texts if text in self._kept}
            self._kept |= made
        return {text: self._kept[text] for text in texts}
