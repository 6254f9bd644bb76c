"""Many games without a screen and without slow players, in one process or several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from datetime import UTC, datetime
from typing import Protocol

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
from .running_game import UnfinishedGame


class GameBatch(Protocol):
    """Plays many games without a viewer."""

    @property
    def under_way(self) -> Sequence[BrokenGame]:
        """The games being played in this process, reported as broken if the batch stops now."""
        ...

    def games(
        self, seeds: Sequence[int], enough: Callable[[], bool]
    ) -> Generator[PlayedGame | BrokenGame]:
        """Yield the played games in the order of the seeds, until `enough` returns True."""
        ...

    def unreported_games(self, seeds: Sequence[int]) -> list[UnfinishedGame]:
        """Return other saved games of these seeds.

        They are games that ended without being yielded, and games left by processes that died.
        """
        ...


class HeadlessGames:
    """Plays the games of an arrangement, one per seed, in this process or in workers.

    With several processes every started game is finished, so the result is always a prefix of the
    requested games. With one process, a game can be stopped in its middle.

    Args:
        arrangement: The options, without slow players.
        on_dead: What happens when a player gives no output at all.
        jobs: How many processes play.

    Raises:
        ConfigError: A requested player cannot be seated.
    """

    def __init__(self, arrangement: Arrangement, on_dead: OnDeadWord, jobs: int = 1) -> None:
        self._budget_meter, self._jobs = arrangement.options.models.budget_meter, jobs
        self._wanted: GameTemplate = arrangement.arena_request(on_dead)
        self._arena = MachineGames(self._wanted, self._budget_meter.check)
        self._script = arrangement.script
        self._spent: OverBudget | None = None
        self._began = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"

    @property
    def under_way(self) -> Sequence[BrokenGame]:
        """The game being played in this process; empty between games and with several processes."""
        under_way = self._arena.in_progress
        return [under_way.as_broken("")] if under_way else []

    def unreported_games(self, seeds: Sequence[int]) -> list[UnfinishedGame]:
        """Return the saved games of these seeds that began since this batch was created.

        Empty with one process or if games are not saved.
        """
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
        """Play games and yield each, broken ones too, until `enough` returns True.

        Args:
            seeds: Their seeds.
            enough: Returns whether no further game is to be started.

        Raises:
            ConfigError: A given answer is not legal, or nothing can be saved.
            OverBudget: The time limit is reached, and no game is under way.
            WorkerDied: A worker process ended by itself.
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
            self._budget_meter.check()
        except OverBudget as spent:
            self._spent = spent
            return True
        return False
