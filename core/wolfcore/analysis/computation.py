"""Courses of saved games, computed in processes within limits of time.

Every roll-out is one call of a process pool, so that one game and many games keep all processes
busy, and a stop loses at most the roll-outs of the games under way.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, MutableSequence, Sequence
from contextlib import redirect_stderr
from itertools import count, groupby
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, cast

from wolfcore.arena.process_pool import ProcessPool
from wolfcore.errors import LogError
from wolfcore.records import read_game

from .course import Course, known_course, write_course
from .positions import Event
from .rollouts import FEWEST_ROLLOUTS, GameRollouts, Wins, make_course

USUAL_ROLLOUTS = 48
"""The roll-outs of each position: of 15 positions a change of 21 points can be named."""


USUAL_SECONDS = 10.0
"""Processor seconds of a game: 100 games take ten minutes on two cores, with a sixth to spare.

With bots of a board of nine seats 48 roll-outs take 7 to 10 seconds.
"""


_MOST_QUICK_JOBS = 8
"""The most processes of a quick course; more take longer to start than they save."""


_FEW_CORES = 2


_PROGRESS_SECONDS = 1.0


_QUICK_MARGIN = 0.3
"""Seconds that a quick course needs to end its processes."""


_LONGEST = 2.0 - _QUICK_MARGIN
"""Seconds after which a roll-out of a quick course is given up."""


class Analysed(NamedTuple):
    """The course of a game, or why it has none.

    Attributes:
        folder: The game's folder.
        course: The course, or None.
        problem: Why there is no course, as a sentence; empty where there is one.
    """

    folder: Path
    course: Course | None
    problem: str = ""


class _Task(NamedTuple):
    """One roll-out to play: the game's folder, its number, and the monotonic time of its end."""

    folder: Path
    number: int
    deadline: float = inf


class _Played(NamedTuple):
    """The result of a task.

    Attributes:
        folder: The game's folder.
        log: The checksum of its log.
        events: The events of its positions.
        wins: The results; None if the deadline came before.
        seconds: The processor seconds that it took.
        problem: Why the game cannot be analysed; empty if it can.
    """

    folder: Path
    log: str = ""
    events: tuple[Event, ...] = ()
    wins: Wins | None = None
    seconds: float = 0.0
    problem: str = ""


def _make_worker(places: MutableSequence[int]) -> Callable[[_Task], _Played]:
    """Return the function that a process calls for each task."""
    return _Worker(places).play


class _Worker:
    """Plays roll-outs, and keeps the positions of the last game.

    Args:
        places: Two numbers that all processes share: the place of the game that is played on from,
            and the number of places.
    """

    def __init__(self, places: MutableSequence[int]) -> None:
        self._game: tuple[Path, GameRollouts] | None = None
        self._places = places

    def play(self, task: _Task) -> _Played:
        began = time.thread_time()
        if self._game is None or self._game[0] != task.folder:
            try:
                self._game = task.folder, GameRollouts(read_game(task.folder))
            except LogError as error:
                return _Played(task.folder, problem=str(error))
        game, place = self._game[1], count(1)

        def enough() -> bool:
            self._places[:] = next(place), len(game.events)
            return time.monotonic() > task.deadline

        wins = game.play(task.number, enough)
        seconds = time.thread_time() - began
        return _Played(task.folder, game.log, game.events, wins, seconds)


def compute_courses(
    folders: Sequence[Path],
    *,
    rollouts: int = USUAL_ROLLOUTS,
    seconds: float = USUAL_SECONDS,
    jobs: int = 1,
    longest: float = inf,
    enough: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] | None = None,
) -> Generator[Analysed]:
    """Compute the courses of finished games, in order, and write each into its folder.

    Args:
        folders: The folders of the games, each once.
        rollouts: The most roll-outs of each position, at least 2.
        seconds: The processor seconds of a game after which no further roll-out begins, so that a
            slow game gets fewer.
        jobs: The number of processes; with 1, everything happens in this thread.
        longest: The seconds after which a roll-out of all positions is given up, so that a stop
            waits no longer. A game of which two are given up has no course.
        enough: Called between roll-outs; True stops. The games under way then have no course.
        progress: Called from a thread, once a second while roll-outs are played, with the place of
            a game that is played on from, counted from 1, and the number of its places.

    Raises:
        WorkerDied: A process ended by itself.
    """
    spent = dict.fromkeys(folders, 0.0)

    def tasks() -> Iterator[_Task]:
        for folder in folders:
            for number in range(rollouts):
                if number >= FEWEST_ROLLOUTS and spent[folder] > seconds:
                    break
                yield _Task(folder, number, time.monotonic() + longest)

    def played() -> Iterator[_Played]:
        for each in _play(tasks(), jobs, enough, progress):
            spent[each.folder] += inf if each.problem else each.seconds
            yield each

    for folder, group in groupby(played(), lambda each: each.folder):
        done = list(group)
        if len(done) < rollouts and spent[folder] <= seconds:
            return  # stopped in the middle of this game
        yield _written(_analysed(folder, done))


def course_until(
    folder: Path, latest: Callable[[], float] = lambda: inf, jobs: int | None = None
) -> Course | None:
    """Return the course of a finished game; without one, a quick one, which is not kept.

    Blocks, so an interface calls it in a thread. One with `USUAL_ROLLOUTS` is kept.

    Args:
        folder: The game's folder.
        latest: Returns the time of `time.monotonic` at which the course is wanted; asked before
            each roll-out. If it comes nearer, two seconds are enough for what is under way.
        jobs: The number of processes; with 1 everything happens in this thread. If None, as many
            as the machine has cores, at most 8, but 1 with two cores: there starting processes
            costs more than they play.

    Returns:
        The course, or None if the time was too short for `FEWEST_ROLLOUTS`.

    Raises:
        LogError: The game has not ended, is imported, of another version of the rules or damaged.
    """
    known, _ = known_course(folder)
    if known:
        return known
    cores = min(os.cpu_count() or 1, _MOST_QUICK_JOBS)
    processes = jobs or (cores if cores > _FEW_CORES else 1)

    def end() -> float:
        return latest() - _QUICK_MARGIN

    def tasks() -> Iterator[_Task]:
        for number in range(USUAL_ROLLOUTS):
            yield _Task(folder, number, min(end(), time.monotonic() + _LONGEST))

    done: list[_Played] = []
    for each in _play(tasks(), processes, lambda: time.monotonic() > end()):
        done.append(each)
        if each.problem:
            raise LogError(each.problem)
    played = [each for each in done if each.wins]
    found = _analysed(folder, played)
    if len(played) == USUAL_ROLLOUTS:
        found = _written(found)
    if found.problem:
        raise LogError(found.problem)
    return found.course


def _play(
    tasks: Iterable[_Task],
    jobs: int,
    enough: Callable[[], bool],
    progress: Callable[[int, int], None] | None = None,
) -> Generator[_Played]:
    if jobs > 1:
        _start_resource_tracker()
    # A process that is forked from an interface would inherit its threads.
    context = get_context("spawn")
    shared: MutableSequence[int] = [0, 0]
    if jobs > 1 and progress:
        shared = cast("MutableSequence[int]", context.RawArray("i", 2))
    done = threading.Event()

    def tell() -> None:
        while progress and not done.wait(_PROGRESS_SECONDS):
            if shared[1]:
                progress(*shared)

    if progress:
        threading.Thread(target=tell, daemon=True).start()
    try:
        yield from ProcessPool(_make_worker, shared, jobs, context).results(tasks, enough)
    finally:
        done.set()


def _start_resource_tracker() -> None:
    """Start the helper of spawned processes with a standard error that is a file.

    It inherits the file number of `sys.stderr`, and that of a full-screen interface is none.
    """
    if sys.platform == "win32":
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415  not for Windows

    with Path(os.devnull).open("w", encoding="utf-8") as nothing, redirect_stderr(nothing):
        resource_tracker.ensure_running()


def _analysed(folder: Path, done: Sequence[_Played]) -> Analysed:
    problem = next((each.problem for each in done if each.problem), "")
    wins = [each.wins for each in done if each.wins]
    if problem or len(wins) < FEWEST_ROLLOUTS:
        return Analysed(folder, None, problem)
    return Analysed(folder, make_course(done[0].log, done[0].events, wins))


def _written(found: Analysed) -> Analysed:
    """Write the course into the folder of its game; the problem says why it cannot be written."""
    if found.course is None:
        return found
    try:
        write_course(found.folder, found.course)
    except LogError as error:
        return found._replace(problem=str(error))
    return found
