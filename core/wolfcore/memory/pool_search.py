"""Search a pool of experience: by vector similarity (asynchronous), or by shared clauses (exact).

A search by clauses needs no vectors. Its situations are written by rule as sentences from a fixed
set; the similarity of two situations is the share of sentences that they have in common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wolfcore.decoders import JsonReader
from wolfcore.errors import MemoryProblem
from wolfcore.files import read_bytes

from .contract import (
    VILLAGE,
    Experience,
    ExperienceKind,
    PoolRequest,
    SearchContext,
    SimilarExperience,
    StoredExperience,
)
from .embedders import CachedEmbedder, in_memory_thread
from .vectors import Vector, VectorTable


class PoolIndex:
    """The experiences of a pool with their vectors, to be searched.

    All seats and games that read the same revision share one index.

    Args:
        kept: The experiences. If one has no vector, all are embedded in the first search.
    """

    def __init__(self, kept: Sequence[StoredExperience]) -> None:
        self._kept = kept
        self._vectors: VectorTable | None = None

    async def near(
        self, query: Vector, above: float, embedder: CachedEmbedder
    ) -> list[tuple[float, StoredExperience]]:
        """Return the experiences more similar to `query` than `above`, in order of their number.

        Each comes with its cosine similarity.

        Args:
            query: The vector to compare with.
            above: The similarity that must be exceeded, -1 to 1.
            embedder: The embedder of `query` and of the experiences.

        Raises:
            MemoryProblem: The vectors have different lengths, or cannot be computed.
        """
        if not self._vectors:
            # A game may compare by another embedder than the one of the pool's vectors.
            if any(not each.vector for each in self._kept):
                made = await embedder.vectors([each.experience.situation for each in self._kept])
                self._kept = [
                    replace(each, vector=vector)
                    for each, vector in zip(self._kept, made, strict=True)
                ]
            if lengths := {len(each.vector) for each in self._kept} - {len(query)}:
                raise MemoryProblem(
                    f"the pool has vectors of {min(lengths)} numbers, but its embedder makes "
                    f"vectors of {len(query)}"
                )
            self._vectors = VectorTable([each.vector for each in self._kept])
        vectors = self._vectors
        found = await in_memory_thread(lambda: vectors.above(query, above))
        return [(alike, self._kept[place]) for place, alike in found]


class VectorPool:
    """A pool searched by vector similarity, as one seat may read it; implements `Experiences`.

    Args:
        read: Returns the index of the pool at the revision of the game.
        embedder: The embedder of the pool's texts.
        request: The seat's settings for reading the pool.
        but_not: Ids of games whose experiences are left out.
    """

    def __init__(
        self,
        read: Callable[[], PoolIndex],
        embedder: CachedEmbedder,
        request: PoolRequest,
        but_not: Collection[str] = (),
    ) -> None:
        self._read, self._wishes, self._but_not, self.embedder = read, request, but_not, embedder

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        """Search the experiences of a kind with a similarity above `above`, the most similar first.

        Empty if only the village may search and the reader is not in it.

        Args:
            kind: The method that produced the experiences.
            situation: The seat's text about its situation.
            above: The similarity that must be exceeded, -1 to 1.
            reader: The seat that searches; experiences that it may not read are left out.

        Raises:
            MemoryProblem: The pool cannot be searched.
        """
        if self._wishes.village and reader.team != VILLAGE:
            return ()
        (query,) = await self.embedder.vectors((situation,))
        # Reading the file takes time, in which the event loop serves the other seats.
        index = await in_memory_thread(self._read)
        found = await index.near(query, above, self.embedder)
        mine = [
            SimilarExperience(each.experience, alike)
            for alike, each in found
            if each.experience.kind == kind and self._may_read(each, reader)
        ]
        # The number decides between equals, so that a game can be repeated.
        return tuple(sorted(mine, key=lambda one: (-one.similarity, one.experience.id)))

    def _may_read(self, each: StoredExperience, reader: SearchContext) -> bool:
        request = self._wishes
        if (request.village and each.tags.team != VILLAGE) or each.tags.game in self._but_not:
            return False
        own = {
            "player": request.player,
            "model": request.model,
            "role": reader.role,
            "team": reader.team,
            "board": reader.board,
            "stage": reader.stage,
        }
        return all(getattr(each.tags, tag) == own[tag] for tag in request.tags)


_MAX_FILE_BYTES = 64 << 20
"""Bytes of the largest file of experiences that is read."""


_MAX_CACHED_SEARCHES = 4096
"""The most cached search results."""


class ClausePool:
    """A synchronous pool in memory, searched by shared clauses.

    Args:
        experiences: The experiences.
    """

    def __init__(self, experiences: Iterable[Experience]) -> None:
        self._held: dict[tuple[ExperienceKind, str], list[Experience]] = defaultdict(list)
        for each in experiences:
            self._held[each.kind, each.situation].append(each)
        self._near: dict[tuple[ExperienceKind, str, float], tuple[SimilarExperience, ...]] = {}

    def similar_to(
        self, kind: ExperienceKind, situation: str, above: float
    ) -> tuple[SimilarExperience, ...]:
        """Search the experiences of a kind by shared clauses, the most similar first.

        Args:
            kind: The method that produced the experiences.
            situation: The situation to compare with, as sentences.
            above: The share of common clauses that must be exceeded, 0 to 1.
        """
        asked = kind, situation, above
        if asked not in self._near:
            if len(self._near) >= _MAX_CACHED_SEARCHES:
                self._near.clear()
            # Experiences may share a situation, which is compared only once.
            shares = {
                known: shared_clauses(situation, known) for of, known in self._held if of == kind
            }
            found = [
                SimilarExperience(each, share)
                for known, share in shares.items()
                if share > above
                for each in self._held[kind, known]
            ]
            self._near[asked] = tuple(
                sorted(found, key=lambda each: (-each.similarity, each.experience.id))
            )
        return self._near[asked]


def shared_clauses(one: str, other: str) -> float:
    """Compute the share of clauses that two situations have in common, 0 to 1 (Jaccard index)."""
    a, b = (set(text.removesuffix(".").split(". ")) for text in (one, other))
    return len(a & b) / len(a | b)


def write_experiences(file: Path, experiences: Iterable[Experience]) -> None:
    """Write experiences to a file, one JSON object a line."""
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in experiences))


_EXPERIENCE = JsonReader(Experience, once=True)


def read_clause_pool(file: Path) -> ClausePool:
    """Read a file that `write_experiences` wrote, as a pool searched by clauses.

    Raises:
        MemoryProblem: The file cannot be read, or contains anything but experiences.
    """
    try:
        # Not `splitlines`: a situation may hold a line end of Unicode.
        *lines, rest = read_bytes(file, _MAX_FILE_BYTES).split(b"\n")
        found = [_EXPERIENCE.decode(line) for line in (*lines, *([rest] if rest else []))]
        if len({each.id for each in found}) < len(found):
            raise ValueError("an experience is there twice")
        return ClausePool(found)
    except (OSError, ValueError) as error:
        raise _no_pool(file, error) from error


def pool_file_digest(file: Path) -> str:
    """Return the SHA-256 of a pool file, in hexadecimal.

    Raises:
        MemoryProblem: The file cannot be read.
    """
    try:
        return sha256(read_bytes(file, _MAX_FILE_BYTES)).hexdigest()
    except OSError as error:
        raise _no_pool(file, error) from error


def _no_pool(file: Path, error: OSError | ValueError) -> MemoryProblem:
    hint = (
        "A seat without a model reads a file printed by `wolftui experience export`, with "
        "one experience per line."
    )
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return MemoryProblem(f"is not a pool of situations ({why})", file=str(file), hint=hint)
