"""The games of updates, spread over processes; none of them needs torch but the one that learns."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeAlias

from wolfcore.errors import ConfigError

from .episodes import Episode
from .plan import Plan
from .playing import GameTask, SelfPlayer

PlayTasks: TypeAlias = Callable[[Sequence[GameTask]], Iterable[list[list[Episode]]]]
"""Plays tasks, and gives the episodes of each game of each of them in order."""


@contextmanager
def make_task_player(plan: Plan, workers: int) -> Generator[PlayTasks]:
    """Plays tasks in this process or in several, and gives what came of them in the order of the tasks."""
    if workers == 1:
        player = SelfPlayer(plan)
        yield lambda tasks: map(player.play, tasks)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, _start_worker, (plan,)) as pool:
        try:
            yield lambda tasks: pool.map(_play_task, tasks)
        except BrokenProcessPool as error:
            hint = "Begin the same training again: it goes on from its last whole update."
            raise ConfigError("a process that played games ended by itself", hint=hint) from error
        finally:
            pool.shutdown(cancel_futures=True)


_player: SelfPlayer | None = None
"""Whoever plays in a helping process."""


def _start_worker(plan: Plan) -> None:
    global _player
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _player = SelfPlayer(plan)


def _play_task(task: GameTask) -> list[list[Episode]]:
    assert _player is not None
    return _player.play(task)
