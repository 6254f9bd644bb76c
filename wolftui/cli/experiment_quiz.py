"""The quiz of an experiment: asked after its games, of everybody who has a model and has not answered yet."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable

from wolfcore.exam import Taken
from wolfcore.experiments import ExperimentRun
from wolfcore.experiments.quizzing import examine, examinees, question_plan, read_all_answers, unanswered
from wolfcore.game import Board
from wolfcore.quiz import Question
from wolfcore.seating import parse_player
from wolftui.games.exams import make_examinee, quiz_estimate_text
from wolftui.settings.endpoints import GameModels, ModelSettings

from .arena_lines import LINE_SECONDS, print_progress_line
from .under_way import show_count

_POLL_SECONDS = 0.1
"""Seconds after which Ctrl-C is looked for."""


class ExperimentQuiz:
    """The quiz of an experiment in its folder; nothing where it has none, or nobody has a model.

    Args:
        run: The experiment.
        models: The models of the settings, and the purse that pays.
        pressed: Says when all is to be stopped at once; what is out then is asked again another time.
    """

    def __init__(self, run: ExperimentRun, models: ModelSettings, pressed: Callable[[], bool]) -> None:
        self._run, self._models, self._pressed = run, models, pressed
        self._boards: dict[str, Board] = {}
        if examinees(run.plan):
            self._boards = {board.name: board for board in question_plan(run.plan, run.choice).boards}
        self._players = {name: parse_player(run.plan.players[name]) for name in examinees(run.plan)}

    @property
    def missing(self) -> dict[str, list[Question]]:
        """What is still to be asked, by player.

        Raises:
            ConfigError: A file of answers is damaged, or has answers to something that is not asked.
        """
        return unanswered(self._run.plan, self._run.choice, read_all_answers(self._run.folder, self._run.plan))

    def charge_earlier_answers(self) -> None:
        """Have what was answered before paid from the purse.

        Raises:
            ConfigError: A file of answers is damaged.
        """
        for rows in read_all_answers(self._run.folder, self._run.plan).values():
            self._models.budget_meter.add_spent(
                sum(row.calls for row in rows), sum(row.tokens for row in rows), sum(row.cost or 0.0 for row in rows)
            )

    def estimate(self) -> str:
        """What models with a price may be asked for, in words; empty where there is none, or nothing is asked any longer."""
        return quiz_estimate_text(self.missing, self._players, self._boards, self._models)

    def ask_missing(self, enough: Callable[[], bool], begins: Callable[[str], object]) -> None:
        """Ask all what they have not answered yet; each answer is kept when it comes.

        Args:
            enough: Says when nobody further is to be asked.
            begins: Told whose turn it is.

        Raises:
            WolfError: Somebody cannot be asked, an answer cannot be kept, or the budget is spent.
        """
        if missing := self.missing:
            asyncio.run(self._until_stopped(missing, enough, begins))

    async def _until_stopped(
        self, missing: dict[str, list[Question]], enough: Callable[[], bool], begins: Callable[[str], object]
    ) -> None:
        asked = asyncio.ensure_future(self._all(missing, enough, begins))
        while not asked.done():
            await asyncio.wait([asked], timeout=_POLL_SECONDS)
            if self._pressed() and not asked.done():
                asked.cancel()
                await asyncio.wait([asked])
        if not asked.cancelled():
            asked.result()

    async def _all(self, missing: dict[str, list[Question]], enough: Callable[[], bool], begins: Callable[[str], object]) -> None:
        models = GameModels(self._models)
        try:
            for name, questions in missing.items():
                if enough():
                    return
                begins(name)
                spec = self._players[name]
                taker = make_examinee(spec, self._boards, models.open(spec.model))
                told = _AnswerCount(len(questions))
                await examine(self._run.folder, self._run.plan, self._run.choice, name, taker, told)
        finally:
            await models.close()


class _AnswerCount:
    """Shows how many of some questions are answered; without a terminal as a line a minute."""

    def __init__(self, many: int) -> None:
        self._many, self._done, self._said = many, 0, time.monotonic()

    def __call__(self, _: Taken) -> None:
        self._done += 1
        if sys.stderr.isatty():
            show_count(self._done, self._many, "questions")
        elif time.monotonic() - self._said >= LINE_SECONDS:
            self._said = time.monotonic()
            print_progress_line(f"{self._done:,} of {self._many:,} questions")
