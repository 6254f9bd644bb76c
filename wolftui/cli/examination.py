"""`quiz run`: asks a player the questions of a set, saves the answers, and prints the score."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from wolfcore.errors import ConfigError, GameStopped, ModelError, OverBudget
from wolfcore.game import Board
from wolfcore.quiz import Question, SetPlan, question_set
from wolfcore.quiz.exam import (
    ChanceTaker,
    EngineTaker,
    Taken,
    Taker,
    take_quiz,
)
from wolfcore.quiz.exam.scores import AnswerFile, Head
from wolfcore.seating import is_agent, is_played_by_bot, parse_player
from wolftui.games.examinees import make_examinee
from wolftui.plain.console import StandardConsole
from wolftui.plain.question_prompt import HELP, QuizPrompt
from wolftui.settings.endpoints import GameModels
from wolftui.settings.paths import quizzes_folder

from .argument_values import model_settings
from .command import FAILED, OK, STOPPED
from .display_options import stdout_look
from .progress import show_count
from .quiz import set_plan
from .quiz_scores import print_score
from .user_config import load_config


def take_command(args: argparse.Namespace) -> int:
    """Run `wolftui quiz run`: ask, save the answers and print the score; returns the exit code.

    Raises:
        ConfigError: There is no such player or model, or the answer file cannot be created.
    """
    plan, loaded = set_plan(args), load_config()
    models = GameModels(model_settings(args, loaded))
    questions = question_set(plan)
    taker = _make_taker(args, plan, questions, models)
    results = _answer_file(args, plan)
    try:
        return _ask_all(args, taker, questions, results, models)
    finally:
        results.close()


def _make_taker(
    args: argparse.Namespace, plan: SetPlan, questions: Sequence[Question], models: GameModels
) -> Taker:
    """Return the quiz taker that `--seat` names.

    Raises:
        ConfigError: There is no such player or model, or it answers no questions.
    """
    boards = {board.name: board for board in plan.boards}
    match args.seat:
        case "engine":
            return EngineTaker()
        case "random":
            return ChanceTaker(plan.seed)
        case "human":
            if args.json:
                raise ConfigError(
                    "a person answers in lines, not in JSON",
                    key="--json",
                    hint="Leave it out; `wolftui quiz score` prints JSON.",
                )
            print(HELP)
            return QuizPrompt(
                boards, StandardConsole(), stdout_look(load_config().config), len(questions)
            )
        case _:
            return _examinee(args, boards, models)


def _examinee(args: argparse.Namespace, boards: dict[str, Board], models: GameModels) -> Taker:
    spec = parse_player(args.seat)
    if not is_agent(spec.player) or is_played_by_bot(spec.options):
        hint = "Use human, engine, random, or a language player such as `vanilla@llama`."
        raise ConfigError(f"`{args.seat}` cannot answer questions", key="--seat", hint=hint)
    return make_examinee(spec, boards, models.open(spec.model), rules=not args.no_rules)


def _answer_file(args: argparse.Namespace, plan: SetPlan) -> AnswerFile:
    """Create the file for the answers.

    Raises:
        ConfigError: The file exists, or its folder cannot be created.
    """
    path = _file(args)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"cannot be made ({error.strerror or error})", file=str(path.parent), key="--out"
        ) from error
    return AnswerFile(path, _answer_file_header(args, plan))


def _file(args: argparse.Namespace) -> Path:
    if args.out is not None:
        return Path(args.out)
    return quizzes_folder() / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.jsonl"


def _answer_file_header(args: argparse.Namespace, plan: SetPlan) -> Head:
    return Head(
        seat=args.seat,
        questions=plan.questions,
        seed=plan.seed,
        answers=plan.answers,
        part=plan.part,
        kinds=plan.kinds,
        boards=tuple(board.name for board in plan.boards),
        rules=not args.no_rules,
    )


def _ask_all(
    args: argparse.Namespace,
    taker: Taker,
    questions: Sequence[Question],
    results: AnswerFile,
    models: GameModels,
) -> int:
    """Ask all questions, and print the score of those that were answered."""

    def done(row: Taken) -> None:
        results.add(row)
        if args.seat != "human":
            show_count(len(results.rows), len(questions), "questions")

    async def asked() -> None:
        try:
            await take_quiz(questions, taker, done)
        finally:
            await models.close()

    code = OK
    try:
        asyncio.run(asked())
    except (ModelError, OverBudget) as error:
        sys.stderr.write(f"\nwolftui: {str(error).rstrip('.')}. The answers so far are counted.\n")
        code = FAILED
    except GameStopped:
        print()
    except KeyboardInterrupt:
        sys.stderr.write(
            f"\nwolftui: Stopped after {len(results.rows)} of {len(questions)} questions.\n"
        )
        code = STOPPED
    print_score(args, args.seat, results.rows)
    if not args.json:
        print(f"\nEvery answer is in {results.path}.")
    return code
