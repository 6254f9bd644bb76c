"""Search a pool of experience: by vector similarity (asynchronous), or by shared clauses (exact).

A search by clauses needs no vectors: a situation is written by rule as sentences of a fixed set,
and two are as similar as the share of sentences that they have in common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from wolfcore.errors import MemoryProblem
from wolfcore.files import read_text

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
    """Experiences with their vectors, to be searched. All seats and games that read the same share one.

    Args:
        kept: The experiences; those without a vector get one from their text when they are first
            searched.
    """

    def __init__(self, kept: Sequence[StoredExperience]) -> None:
        self._kept = kept
        self._vectors: VectorTable | None = None

    async def near(
        self, query: Vector, above: float, embedder: CachedEmbedder
    ) -> list[tuple[float, StoredExperience]]:
        """The experiences that are more similar to a vector than `above`, with their similarity, in order of their number.

        Args:
            query: The vector.
            above: The similarity that is needed, -1 to 1.
            embedder: What the vector comes from, and those of the experiences do.

        Raises:
            MemoryProblem: The vectors are of another length, or there are none to be had.
        """
        if not self._vectors:
            if any(not each.vector for each in self._kept):
                made = await embedder.vectors([each.experience.situation for each in self._kept])
                self._kept = [
                    replace(each, vector=vector)
                    for each, vector in zip(self._kept, made, strict=True)
                ]
            if lengths := {len(each.vector) for each in self._kept} - {len(query)}:
                raise MemoryProblem(
                    f"the pool has vectors of {min(lengths)} numbers, and its embedder makes "
                    f"{len(query)}"
                )
            self._vectors = VectorTable([each.vector for each in self._kept])
        vectors = self._vectors
        found = await in_memory_thread(lambda: vectors.above(query, above))
        return [(alike, self._kept[place]) for place, alike in found]


class VectorPool:
    """As `Experiences`.

    Args:
        read: Gives what the pool held at the revision of the game.
        embedder: What compares its texts.
        wishes: What the seat asks of it.
        but_not: Games from which nothing is read.
    """

    def __init__(
        self,
        read: Callable[[], PoolIndex],
        embedder: CachedEmbedder,
        wishes: PoolRequest,
        but_not: Collection[str] = (),
    ) -> None:
        self._read, self._wishes, self._but_not, self.embedder = read, wishes, but_not, embedder

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        """As `Experiences.near`."""
        if self._wishes.village and reader.team != VILLAGE:
            return ()
        (query,) = await self.embedder.vectors((situation,))
        index = await in_memory_thread(self._read)
        found = await index.near(query, above, self.embedder)
        mine = [
            SimilarExperience(each.experience, alike)
            for alike, each in found
            if each.experience.kind == kind and self._may_read(each, reader)
        ]
        return tuple(sorted(mine, key=lambda one: (-one.similarity, one.experience.id)))

    def _may_read(self, each: StoredExperience, reader: SearchContext) -> bool:
        wishes = self._wishes
        if (wishes.village and each.tags.team != VILLAGE) or each.tags.game in self._but_not:
            return False
        own = {
            "player": wishes.player,
            "model": wishes.model,
            "role": reader.role,
            "team": reader.team,
            "board": reader.board,
            "stage": reader.stage,
        }
        return all(getattr(each.tags, tag) == own[tag] for tag in wishes.tags)


_MAX_FILE_BYTES = 64 << 20
"""Bytes of a file of experiences."""


_MAX_CACHED_SEARCHES = 4096
"""Situations of which it is remembered what is near."""


class ClausePool:
    """A pool out of a list, which answers at once.

    Args:
        experiences: What was learned.
    """

    def __init__(self, experiences: Iterable[Experience]) -> None:
        self._held: dict[tuple[ExperienceKind, str], list[Experience]] = defaultdict(list)
        for each in experiences:
            self._held[each.kind, each.situation].append(each)
        self._near: dict[tuple[ExperienceKind, str, float], tuple[SimilarExperience, ...]] = {}

    def similar_to(
        self, kind: ExperienceKind, situation: str, above: float
    ) -> tuple[SimilarExperience, ...]:
        """The experiences of a kind whose situation shares more than `above` of its clauses, 0 to 1, the most similar first."""
        asked = kind, situation, above
        if asked not in self._near:
            if len(self._near) >= _MAX_CACHED_SEARCHES:
                self._near.clear()
            shares = {
                told: shared_clauses(situation, told) for of, told in self._held if of == kind
            }
            found = [
                SimilarExperience(each, share)
                for told, share in shares.items()
                if share > above
                for each in self._held[kind, told]
            ]
            self._near[asked] = tuple(
                sorted(found, key=lambda each: (-each.similarity, each.experience.id))
            )
        return self._near[asked]


def shared_clauses(one: str, other: str) -> float:
    """Which share of their clauses two situations have in common, 0 to 1."""
    a, b = (set(text.removesuffix(".").split(". ")) for text in (one, other))
    return len(a & b) / len(a | b)


def write_experiences(file: Path, experiences: Iterable[Experience]) -> None:
    """Write experiences into a file, one a line."""
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in experiences))


def read_clause_pool(file: Path) -> ClausePool:
    """The pool of a file that `write_experiences` wrote.

    Raises:
        MemoryProblem: It cannot be read, or holds something else.
    """
    try:
        lines = read_text(file, _MAX_FILE_BYTES).splitlines()
        return ClausePool([msgspec.json.decode(line, type=Experience) for line in lines])
    except (OSError, ValueError, msgspec.DecodeError, RecursionError) as error:
        hint = (
            "A seat without a model reads a file that `wolftui experience export` printed, "
            "an experience a line."
        )
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MemoryProblem(
            f"is no pool of situations ({why})", file=str(file), hint=hint
        ) from error
