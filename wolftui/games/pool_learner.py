"""Pools of experience learning from finished saved games, and the message when that fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from wolfcore.errors import LogError
from wolfcore.memory.embedders import in_memory_thread
from wolfcore.memory.pools import PoolFile
from wolfcore.records import SavedGame, read_game
from wolfcore.table.replay import replay_game
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.settings.memories import GameMemories
from wolftui.settings.paths import pools_file

if TYPE_CHECKING:
    from wolfcore.memory import Lesson


class LearningResult(Struct, frozen=True):
    """The result of learning from one game.

    Attributes:
        game: Its id.
        experiences: How many experiences were added.
        already_known: Whether the pool had learned from the game before, so that nothing was added.
    """

    game: str
    experiences: int = 0
    already_known: bool = False


async def learn_from(
    path: Path, pool: str, memories: GameMemories, embedder: str = ""
) -> LearningResult:
    """Add the lessons of a saved game to a pool; a missing pool is created.

    Args:
        path: The game's folder.
        pool: The pool.
        memories: Provides embedders.
        embedder: The embedder of a new pool; the default one if empty. An existing pool has its
            own.

    Raises:
        LogError: The game cannot be read, or is not over.
        ConfigError: The embedder is not available.
        MemoryProblem: The pool cannot be written, or no vectors can be computed.
    """
    pools = PoolFile(pools_file())
    saved = read_game(path)
    if pools.has_game(pool, saved.id):
        return LearningResult(saved.id, already_known=True)
    lessons = await in_memory_thread(lambda: lessons_of_game(saved))
    using = memories.pool_embedder(pool, embedder)
    if (known := pools.pool(pool)) and known.embedder != using.name:
        await memories.turned_over(pool, using)
    vectors = await using.vectors([lesson.situation for lesson in lessons])
    added = await in_memory_thread(lambda: pools.add(pool, using.name, saved.id, lessons, vectors))
    return LearningResult(saved.id, len(lessons) if added else 0, already_known=not added)


class PoolLearner:
    """Adds saved games to a pool one after the other, for callers without an event loop.

    Args:
        pool: The pool.
        models: The models that may serve as embedders.
        embedder: The embedder of a new pool; the default one if empty.
    """

    def __init__(self, pool: str, models: ModelSettings, embedder: str = "") -> None:
        self.pool, self._models, self._embedder = pool, GameModels(models), embedder
        self._memories = self._models.memories()

    def check(self) -> None:
        """Raise ConfigError if the pool cannot be used or its embedder is not available."""
        self._memories.pool_embedder(self.pool, self._embedder)

    def learn(self, path: Path) -> LearningResult:
        """Learn from the game in a folder.

        Raises:
            LogError: The game cannot be read, or is not over.
            ConfigError: The embedder is not available.
            MemoryProblem: The pool cannot be written, or no vectors can be computed.
        """
        return asyncio.run(self._learned(path))

    async def _learned(self, path: Path) -> LearningResult:
        try:
            return await learn_from(path, self.pool, self._memories, self._embedder)
        finally:
            await self._models.close()


def learning_failure_text(error: Exception, pool: str, game: str) -> str:
    """Explain why learning from a game failed and how to repeat it."""
    return (
        f"Nothing was learned from the game: {error} `wolftui experience add {pool} {game}` "
        "tries again."
    )


def lessons_of_game(saved: SavedGame) -> tuple[Lesson, ...]:
    """Return the experiences that a saved game teaches.

    Raises:
        LogError: The game is not over, is damaged, or cannot be replayed.
    """
    # Agents are loaded once a game is learned from.
    from wolfcore.agents.lessons import AnswerAuthor, lessons_of  # noqa: PLC0415  language models alone

    if saved.result is None:
        raise LogError("is not over; only finished games can be learned from", file=str(saved.path))
    game = replay_game(saved, "learned from")
    return lessons_of(
        game,
        saved.id,
        {ask: AnswerAuthor(*_split_player(record.player)) for ask, record in saved.journal.items()},
    )


def _split_player(text: str) -> tuple[str, str]:
    """Return the player and model of a seat's text as written on a command line."""
    head, _, model = text.partition("@")
    return head.partition(":")[0], model
