"""Plays an experiment: its arenas part by part, then its quiz, all paid from one budget.

What was played or answered earlier is charged to the budget first. Ctrl-C is deferred while calls
are in flight.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from wolfcore.arena import ArenaPlan, Row
from wolfcore.arena.guests import memory_folder_of
from wolfcore.arena.runner import ArenaRun
from wolfcore.errors import WolfError
from wolfcore.experiments import ExperimentRun, rows_of_part
from wolfcore.experiments.examination import (
    examine,
    examinees,
    question_plan,
    read_all_answers,
    unanswered,
)
from wolfcore.experiments.runner import PartBegan
from wolfcore.game import Board
from wolfcore.quiz import Question
from wolfcore.quiz.exam import Taken
from wolfcore.seating import parse_player
from wolfcore.speech import READER_VERSION
from wolftui import __version__
from wolftui.games.examinees import make_examinee, quiz_estimate_text
from wolftui.games.pool_learner import PoolLearner
from wolftui.games.table_pool import TablePool
from wolftui.settings.endpoints import GameModels, ModelSettings

from .arena import StopCondition
from .arena_progress import LINE_SECONDS, ArenaProgress, print_progress_line
from .argument_values import say, say_notes
from .command import FAILED, OK, STOPPED
from .interrupts import CtrlCHandler
from .progress import show_count


class Workers(NamedTuple):
    """Where and with how many workers games are played.

    Attributes:
        jobs: How many processes of this machine play house bots.
        scheduler: The address of a dask scheduler whose workers play house bots instead; empty for
            none.
        at_once: How many games of models run at the same time.
    """

    jobs: int
    scheduler: str
    at_once: int


class ExperimentRunner:
    """Plays the arenas of an experiment, with one budget for the models of all.

    Args:
        models: The models of the settings.
        where: Where games are played. A part whose players read local files is always played here.
        keys: Reports Ctrl-C.
        tells: Whether to print what is about to be played.
    """

    def __init__(
        self, models: ModelSettings, where: Workers, keys: CtrlCHandler, *, tells: bool
    ) -> None:
        self._tells = tells
        self._models, self._where, self._keys = models, where, keys
        self._waiting: TablePool | None = None
        self._kept_here = False
        self._paid: set[tuple[str, int]] = set()

    def open_arena(self, folder: Path, plan: ArenaPlan) -> ArenaRun:
        """Open the arena of a part in its folder."""
        where = self._where
        waiting = TablePool(plan, self._models, folder, where.at_once, lambda: self._keys.pressed)
        waiting.check()
        say_notes(self._models)
        self._waiting = waiting
        self._kept_here = bool(where.scheduler) and _needs_local_files(plan, folder)
        run = ArenaRun(
            folder,
            waiting.plan,
            version=__version__,
            reader=READER_VERSION,
            jobs=where.jobs,
            scheduler="" if self._kept_here else where.scheduler,
            waiting=waiting,
            model_signatures=waiting.model_fingerprints(),
        )
        run.tell = say
        return run

    def learn(self, pool: str, games: Sequence[Path]) -> None:
        """Add games to a pool, each at most once."""
        learner = PoolLearner(pool, self._models)
        learner.check()
        say_notes(self._models)
        for game in games:
            learner.learn(game)

    def continue_run(self, run: ExperimentRun) -> int:
        """Play what is missing; returns the exit code."""
        if self._tells:
            words = (
                f"{run.wanted:,} games. All files are in {run.folder}; Ctrl-C stops, "
                "and the same command continues."
            )
            print(words, flush=True)
        exam, progress, code, why = (
            ExperimentQuiz(run, self._models, lambda: self._keys.pressed),
            None,
            OK,
            "",
        )
        self._charge_earlier_work(run, exam)
        if estimate := exam.estimate():
            sys.stderr.write(f"wolftui: {estimate}\n")
        enough = StopCondition(self._models.budget_meter, lambda: self._keys.pressed)
        try:
            for each in run.play_missing(enough):
                if isinstance(each, Row):
                    assert progress
                    progress.add(each)
                    continue
                if progress:
                    progress.clear()
                progress = self._announce_part(each)
            if progress:
                progress.clear()
                progress = None
            if not enough():
                exam.ask_missing(enough, self._announce_examinee)
        except KeyboardInterrupt:
            code, why = STOPPED, "Stopped"
        except WolfError as error:
            code, why = FAILED, str(error)
        if self._keys.pressed and not why:
            code, why = STOPPED, "Stopped"
        if progress:
            progress.clear()
        left = _remaining_text(run, exam)
        if enough.reason and not why and left:
            code, why = FAILED, enough.reason
        if why:
            rest = (
                f" {left[0].upper()}{left[1:]}; the same command continues."
                if left and code == FAILED
                else ""
            )
            sys.stderr.write(f"wolftui: {why.rstrip('.')}.{rest}\n")
        return code

    def _charge_earlier_work(self, run: ExperimentRun, exam: ExperimentQuiz) -> None:
        """Charge what was played and answered before to the budget.

        Raises:
            ConfigError: A table or a file of answers is damaged.
        """
        for part in run.arenas:
            self._charge_rows(part, rows_of_part(run.folder, part))
        exam.charge_earlier_answers()

    def _charge_rows(self, part: str, rows: Iterable[Row]) -> None:
        for row in rows:
            if (part, row.game) not in self._paid:
                self._paid.add((part, row.game))
                self._models.budget_meter.add_spent(
                    row.calls, row.tokens_in + row.tokens_out, row.cost or 0.0
                )

    def _announce_examinee(self, name: str) -> None:
        if self._tells:
            print(f"quiz: {name}", flush=True)

    def _announce_part(self, began: PartBegan) -> ArenaProgress:
        """Print the beginning of a part and the estimated cost; returns its progress display."""
        run, budget_meter = began.run, self._models.budget_meter
        assert self._waiting
        self._charge_rows(began.part, run.rows.values())
        if run.missing and self._tells:
            here = (
                ", played on this machine, since their players read its files"
                if self._kept_here
                else ""
            )
            print(f"{began.part}: {len(run.missing):,} games{here}", flush=True)
        if estimate := self._waiting.estimate(
            run.games, [number for number in run.numbers_to_play if run.has_models(number)]
        ):
            sys.stderr.write(f"wolftui: {estimate}\n")
        progress = ArenaProgress(run, budget_meter)
        self._waiting.on_progress = progress.set_running
        return progress


def _remaining_text(run: ExperimentRun, exam: ExperimentQuiz) -> str:
    """Describe what is not played or answered yet, as a clause; empty if nothing is missing."""
    played, unanswered = (
        sum(len(rows_of_part(run.folder, part)) for part in run.arenas),
        sum(map(len, exam.missing.values())),
    )
    if played < run.wanted:
        return f"{played:,} of {run.wanted:,} games are played"
    return (
        f"all games are played, and {unanswered:,} questions of the quiz are not answered"
        if unanswered
        else ""
    )


def _needs_local_files(plan: ArenaPlan, folder: Path) -> bool:
    """Return whether players of an arena read files of this machine.

    Such files are a pool of the experiment, or the memory files of scripted people.
    """
    reads = any(
        option.partition("=")[0] == "pool"
        for spec in plan.specs.values()
        if not spec.model
        for option in spec.options
    )
    return reads or memory_folder_of(folder, plan) is not None


_POLL_SECONDS = 0.1
"""Interval in seconds at which Ctrl-C is checked."""


class ExperimentQuiz:
    """The quiz of an experiment; it has no questions if no player has a model.

    Args:
        run: The experiment.
        models: The models of the settings, and the budget.
        pressed: Returns whether to stop at once; a question in flight is asked again later.
    """

    def __init__(
        self, run: ExperimentRun, models: ModelSettings, pressed: Callable[[], bool]
    ) -> None:
        self._run, self._models, self._pressed = run, models, pressed
        self._boards: dict[str, Board] = {}
        if examinees(run.plan):
            self._boards = {
                board.name: board for board in question_plan(run.plan, run.choice).boards
            }
        self._players = {name: parse_player(run.plan.players[name]) for name in examinees(run.plan)}

    @property
    def missing(self) -> dict[str, list[Question]]:
        """The unanswered questions, by player.

        Raises:
            ConfigError: A file of answers is damaged, or has answers to other questions.
        """
        return unanswered(
            self._run.plan, self._run.choice, read_all_answers(self._run.folder, self._run.plan)
        )

    def charge_earlier_answers(self) -> None:
        """Charge the earlier answers to the budget.

        Raises:
            ConfigError: A file of answers is damaged.
        """
        for rows in read_all_answers(self._run.folder, self._run.plan).values():
            self._models.budget_meter.add_spent(
                sum(row.calls for row in rows),
                sum(row.tokens for row in rows),
                sum(row.cost or 0.0 for row in rows),
            )

    def estimate(self) -> str:
        """Describe the expected calls and cost of models with a price; empty if there are none."""
        return quiz_estimate_text(self.missing, self._players, self._boards, self._models)

    def ask_missing(self, enough: Callable[[], bool], begins: Callable[[str], object]) -> None:
        """Ask all unanswered questions; each answer is saved when it arrives.

        Args:
            enough: Returns whether no further player is to be asked.
            begins: Called with the name of each player whose turn begins.

        Raises:
            WolfError: A player cannot be asked, an answer cannot be saved, or the budget is spent.
        """
        if missing := self.missing:
            asyncio.run(self._until_stopped(missing, enough, begins))

    async def _until_stopped(
        self,
        missing: dict[str, list[Question]],
        enough: Callable[[], bool],
        begins: Callable[[str], object],
    ) -> None:
        asked = asyncio.ensure_future(self._all(missing, enough, begins))
        while not asked.done():
            await asyncio.wait([asked], timeout=_POLL_SECONDS)
            if self._pressed() and not asked.done():
                asked.cancel()
                await asyncio.wait([asked])
        if not asked.cancelled():
            asked.result()

    async def _all(
        self,
        missing: dict[str, list[Question]],
        enough: Callable[[], bool],
        begins: Callable[[str], object],
    ) -> None:
        models = GameModels(self._models)
        try:
            for name, questions in missing.items():
                if enough():
                    return
                begins(name)
                spec = self._players[name]
                taker = make_examinee(spec, self._boards, models.open(spec.model))
                count = _AnswerCount(len(questions))
                await examine(
                    self._run.folder, self._run.plan, self._run.choice, name, taker, count
                )
        finally:
            await models.close()


class _AnswerCount:
    """Shows the number of answered questions; without a terminal one line per minute."""

    def __init__(self, many: int) -> None:
        self._many, self._done, self._said = many, 0, time.monotonic()

    def __call__(self, _: Taken) -> None:
        self._done += 1
        if sys.stderr.isatty():
            show_count(self._done, self._many, "questions")
        elif time.monotonic() - self._said >= LINE_SECONDS:
            self._said = time.monotonic()
            print_progress_line(f"{self._done:,} of {self._many:,} questions")
