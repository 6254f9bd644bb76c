"""An experiment, played: its arenas part by part, and its quiz, with one purse for the models of all."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from wolfcore.arena import ArenaPlan, Row
from wolfcore.arena.between import memory_folder_of
from wolfcore.arena.running import ArenaRun
from wolfcore.errors import WolfError
from wolfcore.experiments import ExperimentRun, rows_of_part
from wolfcore.experiments.running import PartBegan
from wolfcore.speech import READER_VERSION
from wolftui import __version__
from wolftui.games.arena_tables import TablePool
from wolftui.games.learning import PoolLearner
from wolftui.settings.endpoints import ModelSettings

from .arena import StopCondition
from .arena_lines import ArenaProgress
from .command import FAILED, OK, STOPPED
from .common import say_notes
from .experiment_quiz import ExperimentQuiz
from .interrupts import CtrlCHandler


class Workers(NamedTuple):
    """Where games are played.

    Attributes:
        jobs: How many processes of this machine play house bots.
        scheduler: Where the scheduler of a dask cluster is whose workers play house bots instead; empty for none.
        at_once: How many games of models are under way at the same time.
    """

    jobs: int
    scheduler: str
    at_once: int


class ExperimentRunner:
    """Plays the arenas of an experiment, with one purse for the models of all.

    Args:
        models: The models of the settings.
        where: Where they are played. A part whose players read what lies on this machine alone is played here in any case.
        keys: Tells of Ctrl-C.
        tells: Whether to say what is about to be played.
    """

    def __init__(self, models: ModelSettings, where: Workers, keys: CtrlCHandler, *, tells: bool) -> None:
        self._tells = tells
        self._models, self._where, self._keys = models, where, keys
        self._waiting: TablePool | None = None
        self._kept_here = False
        self._paid: set[tuple[str, int]] = set()

    def open_arena(self, folder: Path, plan: ArenaPlan) -> ArenaRun:
        """The arena of a part in its folder."""
        where = self._where
        waiting = TablePool(plan, self._models, folder, where.at_once, lambda: self._keys.pressed)
        waiting.check()
        say_notes(self._models)
        self._waiting = waiting
        self._kept_here = bool(where.scheduler) and _needs_local_files(plan, folder)
        return ArenaRun(
            folder, plan, version=__version__, reader=READER_VERSION, jobs=where.jobs,
            scheduler="" if self._kept_here else where.scheduler, waiting=waiting, model_signatures=waiting.model_fingerprints(),
        )  # fmt: skip

    def learn(self, pool: str, games: Sequence[Path]) -> None:
        """Have a pool learn from games, from none twice."""
        learner = PoolLearner(pool, self._models)
        learner.check()
        say_notes(self._models)
        for game in games:
            learner.learn(game)

    def continue_run(self, run: ExperimentRun) -> int:
        """Play what is missing; returns the exit code."""
        if self._tells:
            words = f"{run.wanted:,} games. Everything is kept in {run.folder}; Ctrl-C stops, and the same command goes on."
            print(words, flush=True)
        exam, progress, code, why = ExperimentQuiz(run, self._models, lambda: self._keys.pressed), None, OK, ""
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
            rest = f" {left[0].upper()}{left[1:]}; the same command goes on." if left and code == FAILED else ""
            sys.stderr.write(f"wolftui: {why.rstrip('.')}.{rest}\n")
        return code

    def _charge_earlier_work(self, run: ExperimentRun, exam: ExperimentQuiz) -> None:
        """Have what was played and answered before paid from the purse.

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
                self._models.budget_meter.add_spent(row.calls, row.tokens_in + row.tokens_out, row.cost or 0.0)

    def _announce_examinee(self, name: str) -> None:
        if self._tells:
            print(f"quiz: {name}", flush=True)

    def _announce_part(self, began: PartBegan) -> ArenaProgress:
        """Say that a part begins, and what its models will take as far as that can be told."""
        run, purse = began.run, self._models.budget_meter
        assert self._waiting
        self._charge_rows(began.part, run.rows.values())
        if run.missing and self._tells:
            here = ", played here: who plays in them reads files of this machine" if self._kept_here else ""
            print(f"{began.part}: {len(run.missing):,} games{here}", flush=True)
        if estimate := self._waiting.estimate(run.games, [number for number in run.numbers_to_play if run.has_models(number)]):
            sys.stderr.write(f"wolftui: {estimate}\n")
        progress = ArenaProgress(run, purse)
        self._waiting.on_progress = progress.set_running
        return progress


def _remaining_text(run: ExperimentRun, exam: ExperimentQuiz) -> str:
    """What is not played or answered yet, as a clause; empty where everything is."""
    played, unanswered = sum(len(rows_of_part(run.folder, part)) for part in run.arenas), sum(map(len, exam.missing.values()))
    if played < run.wanted:
        return f"{played:,} of {run.wanted:,} games are played"
    return f"all games are played, and {unanswered:,} questions of the quiz are not answered" if unanswered else ""


def _needs_local_files(plan: ArenaPlan, folder: Path) -> bool:
    """Whether players of an arena read files of this machine: a pool of the experiment, or what people learned before."""
    reads = any(option.partition("=")[0] == "pool" for spec in plan.specs.values() if not spec.model for option in spec.options)
    return reads or memory_folder_of(folder, plan) is not None
