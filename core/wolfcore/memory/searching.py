"""Memory: a pool as one seat may read it: as it stood at a revision, and nothing that its side must not see."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.errors import MemoryProblem

from .contract import Found, Kind, Reader, Wishes
from .embedding import CachedEmbedder, aside
from .pools import Kept
from .vectors import Vector, cosine

TAGS = ("player", "role", "team", "model", "board", "stage")
"""By which of its tags an experience can be chosen."""
VILLAGE = "village"


class SeatPool:
    """As `Experiences`.

    Args:
        read: Gives what the pool held at the revision of the game.
        embedder: What its vectors come from.
        wishes: What the seat asks of it.
    """

    def __init__(self, read: Callable[[], tuple[Kept, ...]], embedder: CachedEmbedder, wishes: Wishes) -> None:
        self._read, self._wishes, self.embedder = read, wishes, embedder

    async def near(self, kind: Kind, situation: str, above: float, reader: Reader) -> tuple[Found, ...]:
        """As `Experiences.near`."""
        if self._wishes.village and reader.team != VILLAGE:
            return ()
        (query,) = await self.embedder.vectors((situation,))
        return await aside(lambda: self._alike(kind, query, above, reader))

    def _alike(self, kind: Kind, query: Vector, above: float, reader: Reader) -> tuple[Found, ...]:
        found: list[Found] = []
        for each in self._read():
            if each.experience.kind != kind or not self._may_read(each, reader):
                continue
            if len(each.vector) != len(query):
                raise MemoryProblem(f"the pool has vectors of {len(each.vector)} numbers, and its embedder makes {len(query)}")
            if (alike := cosine(query, each.vector)) > above:
                found.append(Found(each.experience, alike))
        return tuple(sorted(found, key=lambda one: (-one.similarity, one.experience.id)))

    def _may_read(self, each: Kept, reader: Reader) -> bool:
        wishes = self._wishes
        if wishes.village and each.tags.team != VILLAGE:
            return False
        own = {
            "player": wishes.player, "model": wishes.model, "role": reader.role, "team": reader.team, "board": reader.board,
            "stage": reader.stage,
        }  # fmt: skip
        return all(getattr(each.tags, tag) == own[tag] for tag in wishes.tags)
