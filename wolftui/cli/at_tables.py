"""Games one after the other at tables that wait: what `run` plays where a seat is a model."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence

from core.arena import Broken, OnDeadWord, Played
from core.errors import LogError, OverBudget, SeatError
from wolftui.games.arranging import Arrangement
from wolftui.games.headless import Left
from wolftui.games.running import RunningGame

from .playing import finish


class AtTables:
    """As `Headless`, for players who take their time: in this process, with what they cost told before and shown meanwhile.

    Args:
        arrangement: What was asked for.
        on_dead: What happens when a player gives no output at all.
    """

    def __init__(self, arrangement: Arrangement, on_dead: OnDeadWord) -> None:
        self._arrangement, self._on_dead = arrangement, on_dead
        self._running: RunningGame | None = None

    @property
    def under_way(self) -> Broken | None:
        """As `Headless.under_way`."""
        return _broken(self._running, "") if self._running and not self._running.game.over else None

    def left(self, seeds: Sequence[int]) -> list[Left]:
        """As `Headless.left`; here is nobody who could leave anything."""
        return []

    def games(self, seeds: Sequence[int], enough: Callable[[], bool]) -> Generator[Played | Broken]:
        """As `Headless.games`."""
        for number, seed in enumerate(seeds):
            if enough():
                return
            self._running = running = RunningGame.start(self._arrangement, seed)
            if number == 0 and (estimate := running.estimate(len(seeds))):
                sys.stderr.write(f"wolftui: {estimate}\n")
            try:
                finish(running, self._on_dead)
                ended = running.played
            except (SeatError, LogError, OverBudget) as error:
                ended = _broken(running, str(error))
            finally:
                running.close()
            yield ended


def _broken(running: RunningGame, why: str) -> Broken:
    return Broken(seed=running.spec.seed, why=why, folder=running.path, took_over=tuple(running.took_over))
