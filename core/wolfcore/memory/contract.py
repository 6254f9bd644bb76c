"""The data and protocols of memory: experiences, pools, embedders, and what a seat asks of them.

Loads no SQLite and no library of vectors; `agents` imports it at start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from .vectors import Vector

VILLAGE = "village"


SEARCH_TAGS = ("player", "role", "team", "model", "board", "stage")
"""By which of its tags an experience can be chosen."""


class StoredExperience(Struct, frozen=True):
    """An experience as a pool keeps it.

    Attributes:
        experience: The experience.
        tags: Where it comes from.
        vector: The vector of its situation; empty where it was asked for by another embedder than
            the pool's.
    """

    experience: Experience
    tags: Tags
    vector: Vector


class PoolInfo(Struct, frozen=True):
    """What is known of a pool.

    Attributes:
        name: What it is called.
        embedder: What its vectors come from.
        revision: How often it was changed.
        games: How many games it was learned from.
        experiences: How many experiences it holds.
    """

    name: str
    embedder: str
    revision: int
    games: int
    experiences: int


ExperienceKind: TypeAlias = Literal["xu", "plus"]
"""Whose experiences: those of Xu et al. 3.4 (reflection, response, score), or of WereWolf-Plus 3.1
(summary before the vote, ballot, reward)."""


class Experience(Struct, frozen=True):
    """Something that was learned in an earlier game.

    Attributes:
        id: Its number in its pool.
        kind: Whose way of learning it belongs to.
        situation: What the seat thought of its situation: a reflection or a summary. It names
            nobody.
        response: What it did then. It names nobody either.
        score: How good that was: 1000 less the days of the game for winners, the days for losers
            (Xu et al. equation 4).
    """

    id: int
    kind: ExperienceKind
    situation: str
    response: str
    score: float


class Tags(Struct, frozen=True, kw_only=True):
    """Where an experience comes from.

    Attributes:
        player: Which player made it, such as `xu2023` or `bot`.
        model: The model that played it; empty where none did.
        role: Its role.
        team: Its team.
        board: Its board.
        stage: `night`, `speech` or `vote`.
        game: The id of its game.
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
    """An experience that is not in a pool yet, with where it comes from; as in `Experience`."""

    kind: ExperienceKind
    situation: str
    response: str
    score: float
    tags: Tags


class SimilarExperience(Struct, frozen=True):
    """An experience that is like a situation, with their cosine similarity, -1 to 1."""

    experience: Experience
    similarity: float


class SearchContext(Struct, frozen=True):
    """Who looks for experience, and where it stands in its game.

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

    async def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """The vector of each text, of length one and all of as many numbers, in order.

        Raises:
            MemoryProblem: There are none to be had.
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

    @property
    def embedder(self) -> Embedder:
        """What its vectors come from."""
        ...

    async def similar(
        self, kind: ExperienceKind, situation: str, above: float, reader: SearchContext
    ) -> tuple[SimilarExperience, ...]:
        """The experiences of a kind whose situation is more similar than `above`, the most similar first.

        Args:
            kind: Whose way of learning.
            situation: What the seat thinks of its situation.
            above: The similarity that is needed, -1 to 1.
            reader: Who asks; what it may not read is not among them.

        Raises:
            MemoryProblem: The pool cannot be searched.
        """
        ...


class PoolRequest(Struct, frozen=True):
    """What a seat asks of a pool.

    Attributes:
        pool: The pool by name; empty for the usual one.
        tags: Of which tags an experience must have the reader's own: `player`, `role`, `team`,
            `model`, `board`, `stage`.
        village: Whether the village alone learns, and of the village alone.
        follow_revisions: Whether each game reads what the games before it taught.
        player: Which agent asks.
        model: Which model plays it.
    """

    pool: str = ""
    tags: tuple[str, ...] = ()
    village: bool = False
    follow_revisions: bool = False
    player: str = ""
    model: str = ""


class MemoryProvider(Protocol):
    """Where seats get what they remember with."""

    def embedder(self, name: str) -> Embedder:
        """The embedder of a name; the usual one where that is empty.

        Raises:
            ConfigError: There is none of its name, or what it needs is not installed or cannot be
                reached.
        """
        ...

    def experiences(self, wishes: PoolRequest) -> Experiences | None:
        """The pool that is wished for; None where none is named and there is no usual one.

        Raises:
            ConfigError: There is none of its name, it cannot be read, or its embedder cannot be
                had.
        """
        ...
