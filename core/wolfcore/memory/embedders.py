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
"""Requests the vector of each text from an endpoint, in order; raises ModelError."""


_MAX_CACHED_VECTORS = 8192
"""The most vectors that one embedder keeps in memory."""


_AT_ONCE = 64
"""The most texts in one request to an endpoint."""


_LONGEST = 4000
"""Characters of a text that are embedded; models of this kind read no more."""


class Encoder(Protocol):
    """Computes the vectors of texts, without a cache."""

    @property
    def name(self) -> str:
        """The name of the embedding model."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the model is loaded; if not, the first text waits for it."""
        ...

    async def load(self) -> None:
        """Load the model outside the event loop; does nothing if it is loaded.

        Raises:
            MemoryProblem: The model cannot be loaded.
        """
        ...

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """Compute the vector of each text, in order.

        Raises:
            MemoryProblem: The vectors cannot be computed.
        """
        ...


class RemoteEncoder:
    """An encoder that requests vectors from an endpoint.

    Args:
        name: The endpoint's name of the model.
        request: Sends the request.
    """

    ready = True

    def __init__(self, name: str, request: RequestVectors) -> None:
        self.name, self._ask = name, request

    async def load(self) -> None:
        """Do nothing: an endpoint needs no loading."""

    async def encode(self, texts: Sequence[str]) -> list[Vector]:
        """Request the vector of each text, 64 texts a request, and return them in order.

        Raises:
            MemoryProblem: The request failed, or the endpoint sent no valid vector for each text.
        """
        found: list[Vector] = []
        try:
            for start in range(0, len(texts), _AT_ONCE):
                # Inside the `try`, since the numbers come from outside and may be no vector.
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
    """An embedder that encodes each text once: it caches vectors in memory and on disk.

    Args:
        encoder: Computes the vectors.
        disk_cache: Stores the vectors on disk; None for no disk cache.
    """

    def __init__(self, encoder: Encoder, disk_cache: VectorCache | None = None) -> None:
        self._encoder, self._kept = encoder, disk_cache
        self._recent: dict[str, Vector] = {}
        self._turns: dict[asyncio.AbstractEventLoop, asyncio.Lock] = {}

    @property
    def name(self) -> str:
        """The name of the embedding model."""
        return self._encoder.name

    @property
    def ready(self) -> bool:
        """Whether the encoder is loaded."""
        return self._encoder.ready

    async def load(self) -> None:
        """Load the encoder; does nothing if it is loaded.

        Raises:
            MemoryProblem: The model cannot be loaded.
        """
        await self._encoder.load()

    async def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """Return the vector of each text, in order; only texts that are not cached are encoded.

        Raises:
            MemoryProblem: The vectors cannot be computed, or have different lengths.
        """
        wanted = [text[:_LONGEST] for text in texts]
        missing = list(dict.fromkeys(text for text in wanted if text not in self._recent))
        # Taken now: while the others are encoded, these may be dropped from memory.
        found = {text: self._recent[text] for text in wanted if text in self._recent}
        if missing:
            found |= await self._load_or_encode(missing)
        if len({len(vector) for vector in found.values()}) > 1:
            raise MemoryProblem(f"`{self.name}` gives vectors of different lengths")
        return [found[text] for text in wanted]

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the cosine similarity of each text to the query, -1 to 1, in order.

        Raises:
            MemoryProblem: The vectors cannot be computed.
        """
        if not texts:
            return []
        first, *others = await self.vectors((query, *texts))
        return VectorTable(others).cosines(first)

    async def _load_or_encode(self, texts: Sequence[str]) -> dict[str, Vector]:
        """Return the vectors of texts not in the memory cache: from disk, or newly encoded."""
        kept = self._kept
        async with self._turn():
            # The previous holder of the lock may have encoded some of these texts.
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
            # A dictionary keeps the order of insertion, so that the oldest go first.
            for text in list(self._recent)[:-_MAX_CACHED_VECTORS]:
                del self._recent[text]
        return found

    def _turn(self) -> asyncio.Lock:
        """Return the lock of the running event loop.

        Only one caller encodes at a time, since concurrent callers ask for much the same texts.
        """
        loop = asyncio.get_running_loop()
        if loop not in self._turns:
            # A lock belongs to its event loop, and an earlier loop is closed by now.
            self._turns = {loop: asyncio.Lock()}
        return self._turns[loop]


async def in_memory_thread(work: Callable[[], T]) -> T:
    """Run `work` in the single thread for memory, and return its result.

    Two such calls at the same time would compete for the same cores.
    """
    return await asyncio.get_running_loop().run_in_executor(_thread(), work)


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "memory")


_MAX_SYNC_VECTORS = 1 << 16
"""The most vectors that `SyncVectors` keeps: 100 MB if each has 384 numbers."""


class SyncEncoder(Encoder, Protocol):
    """An encoder that can also run in the calling thread."""

    def encode_sync(self, texts: Sequence[str]) -> list[Vector]:
        """Compute the vector of each text in the calling thread, in order.

        Raises:
            MemoryProblem: The vectors cannot be computed.
        """
        ...


class SyncVectors:
    """A synchronous cache of the vectors of a local encoder.

    Args:
        encoder: Computes the vectors.
    """

    def __init__(self, encoder: SyncEncoder) -> None:
        self.encoder = encoder
        self._kept: dict[str, Vector] = {}

    @property
    def name(self) -> str:
        """The name of the embedding model."""
        return self.encoder.name

    def vectors(self, texts: Sequence[str]) -> dict[str, Vector]:
        """Return the vector of each text; only texts that are not cached are encoded.

        Raises:
            MemoryProblem: The vectors cannot be computed.
        """
        if missing := [text for text in dict.fromkeys(texts) if text not in self._kept]:
            made = dict(zip(missing, self.encoder.encode_sync(missing), strict=True))
            if len(self._kept) + len(made) > _MAX_SYNC_VECTORS:
                # Keep only the texts of this call: those of the current game are requested again,
                # those of finished games are not.
                self._kept = {text: self._kept[text] for text in texts if text in self._kept}
            self._kept |= made
        return {text: self._kept[text] for text in texts}
