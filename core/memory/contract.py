"""Memory: what language players ask of it, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

Kind: TypeAlias = Literal["xu", "plus"]
"""Whose experiences: those of Xu et al. 3.4 (reflection, response, score), or of WereWolf-Plus 3.1 (summary before the vote,
ballot, reward)."""


class Experience(Struct, frozen=True):
    """Something that was learned in an earlier game.

    Attributes:
        id: Its number in its pool.
        kind: Whose way of learning it belongs to.
        situation: What the seat thought of its situation: a reflection or a summary. It names nobody.
        response: What it did then. It names nobody either.
        score: How good that was: 1000 less the days of the game for winners, the days for losers (Xu et al. equation 4).
    """

    id: int
    kind: Kind
    situation: str
    response: str
    score: float


class Found(Struct, frozen=True):
    """An experience that is like a situation, with their cosine similarity, -1 to 1."""

    experience: Experience
    similarity: float


class Embedder(Protocol):
    """Compares texts by meaning."""

    @property
    def name(self) -> str:
        """The model of its vectors."""
        ...

    @property
    def ready(self) -> bool:
        """Whether it answers at once; where not, its model has to be loaded first."""
        ...

    async def load(self) -> None:
        """Make it ready, away from the event loop; harmless when repeated.

        Raises:
            MemoryProblem: Its model cannot be loaded.
        """
        ...

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """The cosine similarity of each text to the query, -1 to 1, in order.

        Raises:
            MemoryProblem: There are no vectors to be had.
        """
        ...


class Experiences(Protocol):
    """A pool of experiences, as one seat may read it, as it stood when its game began."""

    async def near(self, kind: Kind, situation: str, above: float) -> tuple[Found, ...]:
        """The experiences of a kind whose situation is more similar than `above`, the most similar first.

        Raises:
            MemoryProblem: The pool cannot be searched.
        """
        ...


class Memories(Protocol):
    """Where seats get what they remember with."""

    def embedder(self, name: str) -> Embedder:
        """The embedder of a name; the usual one where that is empty.

        Raises:
            ConfigError: There is none of its name, or what it needs is not installed or cannot be reached.
        """
        ...
