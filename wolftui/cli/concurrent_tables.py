"""Plays the games of `run` that have model seats, several at once in one event loop.

Games are yielded in the order of their seeds. All share the connections, limits and budget of their
endpoints.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

from wolfcore.arena import BrokenGame, OnDeadWord, PlayedGame
from wolfcore.errors import LogError, OverBudget, SeatError, crash_traceback
from wolfcore.seating import DEFAULT_SEAT
from wolfcore.table import OnDead, Spent
from wolftui.games.arrangement import Arrangement
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame, UnfinishedGame
from wolftui.settings.endpoints import SharedModels

from .argument_values import say_notes
from .progress import BatchProgress, game_progress_text, usage_text
from .stop_notes import print_learning_failure
from .takeover_notes import print_estimated_models

_POLL_SECONDS = 0.1
"""Interval in seconds at which Ctrl-C is checked."""


class _StartedGame(NamedTuple):
    running: RunningGame
    task: asyncio.Task[PlayedGame | BrokenGame]


class ConcurrentTables:
    """Plays the games of a batch that have slow players, concurrently in one event loop.

    It implements `GameBatch`. An estimate of the cost is printed before and the usage while games
    run. All games share the connections and limits of their endpoints, so more concurrent games
    keep an endpoint busy without exceeding its limits. Games are yielded in the order of their
    seeds. After Ctrl-C they are stopped at once, and each can be resumed.

    Args:
        arrangement: The options.
        on_dead: What happens when a player gives no output at all.
        at_once: How many games run at the same time.
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
        """The started games that are not over, reported as broken if the batch stops now."""
        return [_broken_game(running, "") for running, _ in self._begun if not running.game.over]

    def unreported_games(self, seeds: Sequence[int]) -> list[UnfinishedGame]:
        """Return the games of these seeds that ended before an earlier started game did."""
        over = [
            running
            for running, _ in self._begun
            if running.game.over and running.spec.seed in seeds
        ]
        return [UnfinishedGame(running.path, over=True) for running in over]

    def games(
        self, seeds: Sequence[int], enough: Callable[[], bool]
    ) -> Generator[PlayedGame | BrokenGame]:
        """Yield the games in seed order; after one that breaks, the running ones are finished.

        Raises:
            ConfigError: A given answer is not legal, or nothing can be saved.
            KeyboardInterrupt: `enough` returned True before any game broke, so the caller wants to
                stop.
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
        """Play until the game that was started first is over, or `enough` returns True."""
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
        if not (self._given or self._begun):
            # A rehearsal takes about a second; without a price it is for a person who waits.
            estimate = running.estimate(self._games, local=sys.stderr.isatty())
            sys.stderr.write(f"wolftui: {estimate}\n" if estimate else "")
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
            return _broken_game(running, str(error), crash_traceback(error))
        finally:
            running.close()

    async def _gate(self) -> None:
        """Let each batch of asks pass at once, since there is no viewer."""
        print_estimated_models(self._models.budget_meter)

    async def _end(self) -> None:
        """Cancel the running games and close the shared connections."""
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


def _broken_game(running: RunningGame, why: str, trace: str = "") -> BrokenGame:
    return BrokenGame(
        seed=running.spec.seed,
        reason=why,
        trace=trace,
        folder=running.path,
        took_over=tuple(running.takeovers),
    )
