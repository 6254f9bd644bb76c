"""Memory: a pool as one seat may read it: as it stood at a revision, and nothing that its side must not see."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from wolfcore.errors import MemoryProblem

from .contract import ExperienceKind, PoolRequest, SearchContext, SimilarExperience
from .embedding import CachedEmbedder, in_memory_thread
from .pools import StoredExperience
from .vectors import Vector, VectorTable

SEARCH_TAGS = ("player", "role", "team", "model", "board", "stage")
"""By which of its tags an experience can be chosen."""
VILLAGE = "village"


class PoolIndex:
    """Experiences with their vectors, to be searched. All seats and games that read the same share one.

    Args:
        kept: The experiences; those without a vector get one from their text when they are first searched.
    """

    def __init__(self, kept: Sequence[StoredExperience]) -> None:
        self._kept = kept
        self._vectors: VectorTable | None = None

    async def near(self, query: Vector, above: float, embedder: CachedEmbedder) -> list[tuple[float, StoredExperience]]:
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
                self._kept = [replace(each, vector=vector) for each, vector in zip(self._kept, made, strict=True)]
            if lengths := {len(each.vector) for each in self._kept} - {len(query)}:
                raise MemoryProblem(f"the pool has vectors of {min(lengths)} numbers, and its embedder makes {len(query)}")
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
        self, read: Callable[[], PoolIndex], embedder: CachedEmbedder, wishes: PoolRequest, but_not: Collection[str] = ()
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
            "player": wishes.player, "model": wishes.model, "role": reader.role, "team": reader.team, "board": reader.board,
            "stage": reader.stage,
        }  # fmt: skip
        return all(getattr(each.tags, tag) == own[tag] for tag in wishes.tags)
