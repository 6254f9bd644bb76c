"""The data and protocols of memory: experiences, pools, embedders, and requests of seats.

Loads neither SQLite nor a vector library; `agents` imports it at start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from .vectors import Vector

VILLAGE = "village"
"""The name of the village team in tags."""


SEARCH_TAGS = ("player", "role", "team", "model", "board", "stage")
"""The tags by which a search can filter experiences."""


class StoredExperience(Struct, frozen=True):
    """An experience as a pool stores it.

    Attributes:
        experience: The experience.
        tags: Its origin.
        vector: The embedding of its situation; empty if the caller requested another embedder than
            the pool's.
    """

    experience: Experience
    tags: Tags
    vector: Vector


class PoolInfo(Struct, frozen=True):
    """The metadata of a pool.

    Attributes:
        name: The name of the pool.
        embedder: The embedder of its vectors.
        revision: The number of changes so far.
        games: The number of games from which it was built.
        experiences: The number of experiences in it.
    """

    name: str
    embedder: str
    revision: int
    games: int
    experiences: int


ExperienceKind: TypeAlias = Literal["xu", "plus"]
"""The method that produced an experience: Xu et al. 3.4 (reflection, response, score), or
WereWolf-Plus 3.1 (summary before the vote, ballot, reward)."""


class Experience(Struct, frozen=True, forbid_unknown_fields=True):
    """A situation in an earlier game, the response of a seat, and how well the game went.

    Attributes:
        id: Its number in its pool.
        kind: The method that produced it.
        situation: The seat's own text about its situation: a reflection or a summary, without
            names.
        response: What the seat did then, without names.
        score: How good that was: 1000 minus the days of the game for winners, the days for losers
            (Xu et al. equation 4).
    """

    id: int
    kind: ExperienceKind
    situation: str
    response: str
    score: float


class Tags(Struct, frozen=True, kw_only=True):
    """The origin of an experience.

    Attributes:
        player: The player that made it, such as `xu2023` or `bot`.
        model: The model that played; empty where none did.
        role: The role of the seat.
        team: The team of the seat.
        board: The board of the game.
        stage: `night`, `speech` or `vote`.
        game: The id of the game.
        ask: The id of the ask.
    """

    player: str
    model: str
    role: str
    team: str
    board: str
    stage: str
    game: str
    ask: str


class Lesson(Struct, frozen=True):
    """An experience that is not in a pool yet, with its origin; fields as in `Experience`."""

    kind: ExperienceKind
    situation: str
    response: str
    score: float
    tags: Tags


class SimilarExperience(Struct, frozen=True):
    """A search result: an experience, and the cosine similarity of its situation, -1 to 1."""

    experience: Experience
    similarity: float


class SearchContext(Struct, frozen=True):
    """The seat that searches a pool, and its current state in the game.

    Attributes:
        role: Its role.
        team: Its team.
        board: Its board.
        stage: `night`, `speech` or `vote`.
    """

    role: str
    team: str
    board: str
    stage: str


class Embedder(Protocol):
    """Computes embedding vectors of texts and compares texts by meaning."""

    @property
    def name(self) -> str:
        """The name of the embedding model."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the model is loaded; if not, call `load` first or the first text waits for it."""
        ...

    async def load(self) -> None:
        """Load the model outside the event loop; does nothing if it is loaded.

        Raises:
            MemoryProblem: The model cannot be loaded.
        """
        ...

    async def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """Return the vector of each text, in order; all have length one and equal dimensions.

        Raises:
            MemoryProblem: The vectors cannot be computed.
        """
        ...

    async def similarities(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the cosine similarity of each text to the query, -1 to 1, in order.

        Raises:
            MemoryProblem: The vectors cannot be computed.
        """
        ...


class Experiences(Protocol):
    """A pool of experiences as one seat may read it, at the revision of the start of its game."""

    @property
    def embedder(self) -> Embedder:
        """The embedder of the pool's vectors."""
        ...

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        """Search the experiences of a kind with a similarity above `above`, the most similar first.

        Args:
            kind: The method that produced the experiences.
            situation: The seat's text about its situation.
            above: The similarity that must be exceeded, -1 to 1.
            reader: The seat that searches; experiences that it may not read are left out.

        Raises:
            MemoryProblem: The pool cannot be searched.
        """
        ...


class PoolRequest(Struct, frozen=True):
    """A seat's settings for reading a pool.

    Attributes:
        pool: The name of the pool; empty for the default pool.
        tags: The tags in which an experience must equal the reader: `player`, `role`, `team`,
            `model`, `board`, `stage`.
        village: Whether only seats of the village search, and find only experiences of the village.
        follow_revisions: Whether each game reads what the games before it added to the pool.
        player: The agent that reads the pool.
        model: The model that plays the agent.
    """

    pool: str = ""
    tags: tuple[str, ...] = ()
    village: bool = False
    follow_revisions: bool = False
    player: str = ""
    model: str = ""


class MemoryProvider(Protocol):
    """Provides seats with embedders and pools."""

    def embedder(self, name: str) -> Embedder:
        """Return the embedder of a name; the default embedder if the name is empty.

        Raises:
            ConfigError: There is no such embedder, or what it needs is not installed or cannot be
                reached.
        """
        ...

    def experiences(self, wishes: PoolRequest) -> Experiences | None:
        """Open the requested pool; None where none is named and there is no default pool.

        Raises:
            ConfigError: There is no such pool, it cannot be read, or its embedder is not available.
        """
        ...
