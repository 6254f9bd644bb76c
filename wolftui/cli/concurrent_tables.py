"""Plays the games of `run` that have model seats, several at once in one event loop.

Games are yielded in the order of their seeds. All share the connections, limits and budget of
their endpoints.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

from wolfcore.arena import BrokenGame, OnDeadWord, PlayedGame
from wolfcore.errors import LogError, OverBudget, SeatError
from wolfcore.seating import DEFAULT_SEAT
from wolfcore.table import OnDead, Spent
from wolftui.games.arrangement import Arrangement
from wolftui.games.game_starts import start_game
from wolftui.games.headless import UnfinishedGame
from wolftui.games.running_game import RunningGame
from wolftui.settings.endpoints import SharedModels

from .argument_values import say_notes
from .game_display import print_learning_failure
from .progress import BatchProgress, game_progress_text, usage_text
from .takeover_notes import print_estimated_models

_POLL_SECONDS = 0.1
"""Seconds after which Ctrl-C is looked for."""


class _StartedGame(NamedTuple):
    running: RunningGame
    task: asyncio.Task[PlayedGame | BrokenGame]


class ConcurrentTables:
    """As `HeadlessGames`, for players who take their time: in one event loop, with what they cost told before and shown meanwhile.

    All games share the connections and limits of their endpoints, so that more games at once keep
    an endpoint busy and ask no more of it. They are given in the order of their seeds. After Ctrl-C
    they are stopped at once, and each can be resumed.

    Args:
        arrangement: What was asked for.
        on_dead: What happens when a player gives no output at all.
        at_once: How many games are under way at the same time.
    """

    def __init__(self, arrangement: Arrangement, on_dead: OnDeadWord, at_once: int = 1) -> None:
        self._arrangement, self._on_dead, self._at_once = arrangement, on_dead, at_once
        self._models = SharedModels(arrangement.options.models)
        self._begun: deque[_StartedGame] = deque()
        self._progress = BatchProgress(self._progress_text)
        self._games, self._given, self._broke = 0, 0, False
        self._before: list[Spent] = []

    @property
    def under_way(self) -> Sequence[BrokenGame]:
        """As `HeadlessGames.in_progress`."""
        return [_broken_game(running, "") for running, _ in self._begun if not running.game.over]

    def unreported_games(self, seeds: Sequence[int]) -> list[UnfinishedGame]:
        """As `HeadlessGames.left`: games that came to their end before one that was begun earlier."""
        over = [
            running
            for running, _ in self._begun
            if running.game.over and running.spec.seed in seeds
        ]
        return [UnfinishedGame(running.path, over=True) for running in over]

    def games(
        self, seeds: Sequence[int], enough: Callable[[], bool]
    ) -> Generator[PlayedGame | BrokenGame]:
        """As `HeadlessGames.games`; after one that breaks, those under way are played to their end.

        Raises:
            ConfigError: An answer that was given already is not legal, or nothing can be saved.
            KeyboardInterrupt: It was enough before any game broke: whoever waits wants it to stop.
        """
        waiting, self._games = iter(seeds), len(seeds)
        with asyncio.Runner() as runner:
            try:
                while True:
                    runner.run(self._play_until_first_ends(waiting, enough))
                    if not self._begun:
                        return
                    running, task = self._begun[0]
                    if not task.done():
                        raise KeyboardInterrupt
                    self._begun.popleft()
                    self._given += 1
                    self._before += running.spent
                    self._progress.clear()
                    yield task.result()
            finally:
                runner.run(self._end())
                self._progress.clear()

    async def _play_until_first_ends(
        self, waiting: Iterator[int], enough: Callable[[], bool]
    ) -> None:
        """Play until the game that was begun first is over, or it is enough."""
        while True:
            while self._has_room and not enough() and (seed := next(waiting, None)) is not None:
                self._start(seed)
            under_way = [task for _, task in self._begun if not task.done()]
            if not self._begun or self._begun[0].task.done():
                return
            await asyncio.wait(
                under_way, timeout=_POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if enough() and not self._broke:
                return

    @property
    def _has_room(self) -> bool:
        return not self._broke and sum(not task.done() for _, task in self._begun) < self._at_once

    def _start(self, seed: int) -> None:
        running = start_game(self._arrangement, seed, models=self._models)
        say_notes(self._models.settings)
        if not (self._given or self._begun) and (estimate := running.estimate(self._games)):
            sys.stderr.write(f"wolftui: {estimate}\n")
        self._progress.watch(running)
        self._begun.append(_StartedGame(running, asyncio.ensure_future(self._played(running))))

    async def _played(self, running: RunningGame) -> PlayedGame | BrokenGame:
        bot = self._on_dead == "bot"
        way: OnDead = (
            running.replacement(DEFAULT_SEAT)
            if bot
            else "fallback"
            if self._on_dead == "fallback"
            else "stop"
        )
        try:
            await running.play(gate=self._gate, on_dead=way)
            print_learning_failure(running)
            return running.as_played
        except (SeatError, LogError, OverBudget) as error:
            self._broke = True
            return _broken_game(running, str(error))
        finally:
            running.close()

    async def _gate(self) -> None:
        """Nobody looks on, so nothing waits."""
        print_estimated_models(self._models.budget_meter)

    async def _end(self) -> None:
        """Stop what is under way, and close what all share."""
        tasks = [task for _, task in self._begun]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._models.close_all()

    def _progress_text(self) -> str:
        running = [each for each, task in self._begun if not task.done()]
        if self._games == 1:
            return game_progress_text(running[0]) if running else ""
        spent = [*self._before, *(spent for each, _ in self._begun for spent in each.spent)]
        over = self._given + len(self._begun) - len(running)
        return (
            f"{over} of {self._games} games, {len(running)} under way: "
            f"{usage_text(self._models.budget_meter, spent)}"
        )


def _broken_game(running: RunningGame, why: str) -> BrokenGame:
    return BrokenGame(
        seed=running.spec.seed, reason=why, folder=running.path, took_over=tuple(running.takeovers)
    )
