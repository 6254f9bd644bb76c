"""`wolftui quiz run`: who takes a quiz, the file that keeps the answers, and what is printed of them in the end."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import FAILED, OK, STOPPED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wolfcore.exam import Taken, Taker
    from wolfcore.exam.results import AnswerFile, Head
    from wolfcore.game import Board
    from wolfcore.quiz import Question, SetPlan
    from wolftui.settings.endpoints import GameModels


def take_quiz(args: argparse.Namespace, plan: SetPlan) -> int:
    """Have somebody take the quiz of a plan, keep the answers, and print their score; returns the exit code.

    Raises:
        ConfigError: There is no such player or model, or the file for the answers cannot be had.
    """
    from wolfcore.quiz import question_set
    from wolftui.settings.config import load_config
    from wolftui.settings.endpoints import GameModels

    from .common import model_settings

    loaded = load_config()
    models = GameModels(model_settings(args, loaded))
    questions = question_set(plan)
    taker = _make_taker(args, plan, questions, models)
    results = _answer_file(args, plan)
    try:
        return _ask_all(args, taker, questions, results, models)
    finally:
        results.close()


def _make_taker(args: argparse.Namespace, plan: SetPlan, questions: Sequence[Question], models: GameModels) -> Taker:
    """Who takes the quiz.

    Raises:
        ConfigError: There is no such player or model, or it answers no questions.
    """
    from wolfcore.errors import ConfigError
    from wolfcore.exam import ChanceTaker, EngineTaker

    boards = {board.name: board for board in plan.boards}
    match args.seat:
        case "engine":
            return EngineTaker()
        case "random":
            return ChanceTaker(plan.seed)
        case "human":
            from wolftui.plain.console import StandardConsole
            from wolftui.plain.quizzing import HELP, QuizPrompt
            from wolftui.settings.config import load_config

            from .common import stdout_look

            if args.json:
                raise ConfigError("a person reads no JSON", key="--json", hint="Leave it out; `wolftui quiz score` has it.")
            print(HELP)
            return QuizPrompt(boards, StandardConsole(), stdout_look(load_config().config), len(questions))
        case _:
            return _examinee(args, boards, models)


def _examinee(args: argparse.Namespace, boards: dict[str, Board], models: GameModels) -> Taker:
    from wolfcore.errors import ConfigError
    from wolfcore.seating import is_agent, is_played_by_bot, parse_player
    from wolftui.games.exams import make_examinee

    spec = parse_player(args.seat)
    if not is_agent(spec.player) or is_played_by_bot(spec.options):
        hint = "Take human, engine, random, or a language player such as `vanilla@smollm`."
        raise ConfigError(f"`{args.seat}` answers no questions", key="--seat", hint=hint)
    return make_examinee(spec, boards, models.open(spec.model), rules=not args.no_rules)


def _answer_file(args: argparse.Namespace, plan: SetPlan) -> AnswerFile:
    """The file for the answers.

    Raises:
        ConfigError: It is there already, or its folder cannot be made.
    """
    from wolfcore.errors import ConfigError
    from wolfcore.exam.results import AnswerFile

    path = _file(args)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot be made ({error.strerror or error})", file=str(path.parent), key="--out") from error
    return AnswerFile(path, _answer_file_header(args, plan))


def _file(args: argparse.Namespace) -> Path:
    from datetime import datetime
    from pathlib import Path

    from wolftui.settings.paths import quizzes_folder

    if args.out is not None:
        return Path(args.out)
    return quizzes_folder() / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.jsonl"


def _answer_file_header(args: argparse.Namespace, plan: SetPlan) -> Head:
    from wolfcore.exam.results import Head

    return Head(
        seat=args.seat, questions=plan.questions, seed=plan.seed, answers=plan.answers, part=plan.part, kinds=plan.kinds,
        boards=tuple(board.name for board in plan.boards), rules=not args.no_rules,
    )  # fmt: skip


def _ask_all(
    args: argparse.Namespace, taker: Taker, questions: Sequence[Question], results: AnswerFile, models: GameModels
) -> int:  # fmt: skip
    """Ask all questions, and print the score of those that were answered."""
    import asyncio

    from wolfcore.errors import GameStopped, ModelError, OverBudget
    from wolfcore.exam import take_quiz

    from .under_way import show_count

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
        sys.stderr.write(f"\nwolftui: {str(error).rstrip('.')}. What was answered is counted.\n")
        code = FAILED
    except GameStopped:
        print()
    except KeyboardInterrupt:
        sys.stderr.write(f"\nwolftui: Stopped after {len(results.rows)} of {len(questions)} questions.\n")
        code = STOPPED
    print_score(args, args.seat, results.rows)
    if not args.json:
        print(f"\nEvery answer is in {results.path}.")
    return code


def print_score(args: argparse.Namespace, who: str, rows: Sequence[Taken]) -> None:
    """Print how well somebody answered, in the form that is asked for."""
    import json

    from wolftui.figures.scores import score_json, score_lines

    by = tuple(dict.fromkeys(args.by)) or ("subject",)
    print(json.dumps(score_json(who, rows, by), ensure_ascii=False) if args.json else "\n".join(score_lines(who, rows, by)))
