"""Many games without a screen and without slow players, in one process or several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from wolfcore.arena import (
    BrokenGame,
    GameTemplate,
    MachineGames,
    OnDeadWord,
    PlayedGame,
    ProcessPool,
    make_game_player,
)
from wolfcore.errors import OverBudget
from wolfcore.records import list_games

from .arrangement import Arrangement


class UnfinishedGame(NamedTuple):
    """A saved game that nobody goes on with.

    Attributes:
        folder: Where it is saved, or None for one that was not saved.
        over: Whether it came to its end.
    """

    folder: Path | None
    over: bool = False


class GameBatch(Protocol):
    """Whatever plays many games where nobody looks on."""

    @property
    def under_way(self) -> Sequence[BrokenGame]:
        """The games that are being played in this process, for when they do not go on."""
        ...

    def games(
        self, seeds: Sequence[int], enough: Callable[[], bool]
    ) -> Generator[PlayedGame | BrokenGame]:
        """Play games, in this order, until it is enough."""
        ...

    def unreported_games(self, seeds: Sequence[int]) -> list[UnfinishedGame]:
        """What else is saved of the games of these seeds: ended ones that were not given, and what processes that died left."""
        ...


class HeadlessGames:
    """Games like those asked for, each by its seed.

    With several processes a game that has begun always comes to its end, so what is played is a
    beginning of what was asked for whenever it stops. With one, a game can be stopped in its
    middle.

    Args:
        arrangement: What was asked for; nobody in it takes their time.
        on_dead: What happens when a player gives no output at all.
        jobs: How many processes play.

    Raises:
        ConfigError: Somebody asked for cannot sit down.
    """

    def __init__(self, arrangement: Arrangement, on_dead: OnDeadWord, jobs: int = 1) -> None:
        self._purse, self._jobs = arrangement.options.models.budget_meter, jobs
        self._wanted: GameTemplate = arrangement.arena_request(on_dead)
        self._arena = MachineGames(self._wanted, self._purse.check)
        self._script = arrangement.script
        self._spent: OverBudget | None = None
        self._began = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"

    @property
    def under_way(self) -> Sequence[BrokenGame]:
        """As `GameBatch.in_progress`."""
        under_way = self._arena.in_progress
        return [under_way.as_broken("")] if under_way else []

    def unreported_games(self, seeds: Sequence[int]) -> list[UnfinishedGame]:
        """As `GameBatch.left`; only what was begun since this was made."""
        root, board = self._wanted.root, self._wanted.board
        if root is None or self._jobs == 1:
            return []
        ours = [
            (game.header.spec.seed, game)
            for game in list_games(root)
            if game.created >= self._began
            and game.header
            and game.header.spec
            and game.header.spec.board == board
        ]
        return [
            UnfinishedGame(game.path, game.ended is not None)
            for seed, game in sorted(ours, key=lambda found: found[0])
            if seed in seeds
        ]

    def games(
        self, seeds: Sequence[int], enough: Callable[[], bool]
    ) -> Generator[PlayedGame | BrokenGame]:
        """Play games; the first that breaks is the last that is begun.

        Args:
            seeds: Their seeds.
            enough: Says when no further game is to be begun.

        Raises:
            ConfigError: An answer that was given already is not legal, or nothing can be saved.
            OverBudget: The minutes that they may take are over, and no game is under way.
            WorkerDied: A process that played ended by itself.
        """
        with self._script.blaming_file():
            if self._jobs == 1:
                for seed in seeds:
                    if enough():
                        return
                    yield self._arena.play(seed)
            else:
                yield from ProcessPool(make_game_player, self._wanted, self._jobs).results(
                    seeds, lambda: enough() or self._over()
                )
        if self._spent:
            raise self._spent

    def _over(self) -> bool:
        try:
            self._purse.check()
        except OverBudget as spent:
            self._spent = spent
            return True
        return False
