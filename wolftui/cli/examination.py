"""`quiz run`: asks a player the questions of a set, saves the answers, and prints the score."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wolfcore.quiz import SUBJECTS
from wolfcore.quiz.exam import Score, Share, Taken, score, scores_by

from .command import FAILED, OK, STOPPED

if TYPE_CHECKING:
    from pathlib import Path

    from wolfcore.game import Board
    from wolfcore.quiz import Question, SetPlan
    from wolfcore.quiz.exam import Taker
    from wolfcore.quiz.exam.scores import AnswerFile, Head
    from wolftui.settings.endpoints import GameModels


def take_quiz(args: argparse.Namespace, plan: SetPlan) -> int:
    """Ask the questions of a plan, save the answers and print the score; returns the exit code.

    Raises:
        ConfigError: There is no such player or model, or the answer file cannot be created.
    """
    from wolfcore.quiz import question_set
    from wolftui.settings.config import load_config
    from wolftui.settings.endpoints import GameModels

    from .argument_values import model_settings

    loaded = load_config()
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
    from wolfcore.errors import ConfigError
    from wolfcore.quiz.exam import ChanceTaker, EngineTaker

    boards = {board.name: board for board in plan.boards}
    match args.seat:
        case "engine":
            return EngineTaker()
        case "random":
            return ChanceTaker(plan.seed)
        case "human":
            from wolftui.plain.console import StandardConsole
            from wolftui.plain.question_prompt import HELP, QuizPrompt
            from wolftui.settings.config import load_config

            from .argument_values import stdout_look

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
    from wolfcore.errors import ConfigError
    from wolfcore.seating import is_agent, is_played_by_bot, parse_player
    from wolftui.games.examinees import make_examinee

    spec = parse_player(args.seat)
    if not is_agent(spec.player) or is_played_by_bot(spec.options):
        hint = "Use human, engine, random, or a language player such as `vanilla@smollm`."
        raise ConfigError(f"`{args.seat}` cannot answer questions", key="--seat", hint=hint)
    return make_examinee(spec, boards, models.open(spec.model), rules=not args.no_rules)


def _answer_file(args: argparse.Namespace, plan: SetPlan) -> AnswerFile:
    """Create the file for the answers.

    Raises:
        ConfigError: The file exists, or its folder cannot be created.
    """
    from wolfcore.errors import ConfigError
    from wolfcore.quiz.exam.scores import AnswerFile

    path = _file(args)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"cannot be made ({error.strerror or error})", file=str(path.parent), key="--out"
        ) from error
    return AnswerFile(path, _answer_file_header(args, plan))


def _file(args: argparse.Namespace) -> Path:
    from datetime import datetime
    from pathlib import Path

    from wolftui.settings.paths import quizzes_folder

    if args.out is not None:
        return Path(args.out)
    return quizzes_folder() / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.jsonl"


def _answer_file_header(args: argparse.Namespace, plan: SetPlan) -> Head:
    from wolfcore.quiz.exam.scores import Head

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
    import asyncio

    from wolfcore.errors import GameStopped, ModelError, OverBudget
    from wolfcore.quiz.exam import take_quiz

    from .progress import show_count

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


def print_score(args: argparse.Namespace, who: str, rows: Sequence[Taken]) -> None:
    """Print the score of answers, as text or JSON."""
    import json

    by = tuple(dict.fromkeys(args.by)) or ("subject",)
    print(
        json.dumps(score_json(who, rows, by), ensure_ascii=False)
        if args.json
        else "\n".join(score_lines(who, rows, by))
    )


GROUPS: Mapping[str, Callable[[Taken], str]] = {
    "subject": lambda row: row.subject,
    "kind": lambda row: row.kind,
    "basis": lambda row: row.basis,
    "form": lambda row: row.form,
    "board": lambda row: row.board,
}
"""The properties by which answers can be grouped."""


def score_lines(who: str, rows: Sequence[Taken], by: Sequence[str]) -> list[str]:
    """Format the score of all answers and of each group as lines."""
    whole = score(rows)
    unreadable = (
        f"; {whole.unreadable} could not be read and count as wrong" if whole.unreadable else ""
    )
    lines = [f"{who}: {whole.right} of {whole.questions} right{unreadable}"]
    if whole.questions:
        lines.append(f"accuracy {_share(whole.accuracy)}")
    if whole.f1_yes.value is not None or whole.f1_no.value is not None:
        mean = "" if whole.f1 is None else f", mean {whole.f1:.3f}"
        lines.append(f"F1 of Yes {_share(whole.f1_yes)}, of No {_share(whole.f1_no)}{mean}")
    for group in by if rows else ():
        lines += ["", *_table(group, _in_order(group, scores_by(rows, GROUPS[group])))]
    return lines


def score_json(who: str, rows: Sequence[Taken], by: Sequence[str]) -> dict[str, Any]:
    """Return the score of all answers and of each group as a JSON-ready object."""
    groups = {
        group: {name: _tree(found) for name, found in scores_by(rows, GROUPS[group]).items()}
        for group in by
    }
    return {"seat": who, **_tree(score(rows)), "by": groups}


def _table(group: str, scores: Mapping[str, Score]) -> list[str]:
    width = max(len(group), *map(len, scores))
    lines = [f"{group:<{width}}  {'right':>9}  accuracy [95 %]          F1 Yes  F1 No  unreadable"]
    for name, found in scores.items():
        right = f"{found.right}/{found.questions}"
        f1 = "  ".join(
            f"{'-' if each.value is None else f'{each.value:.3f}':>6}"
            for each in (found.f1_yes, found.f1_no)
        )
        lines.append(
            f"{name:<{width}}  {right:>9}  {_share(found.accuracy):<24} {f1}  "
            f"{found.unreadable or '':>9}".rstrip()
        )
    return lines


def _in_order(group: str, scores: dict[str, Score]) -> dict[str, Score]:
    """Order scores by the rule book if grouped by subject; else leave them as they are."""
    return (
        {name: scores[name] for name in SUBJECTS if name in scores}
        if group == "subject"
        else scores
    )


def _share(share: Share) -> str:
    if share.value is None:
        return "-"
    low, high = share.interval.low, share.interval.high
    return f"{share.value:.3f}" + (
        "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"
    )


def _tree(found: Score) -> dict[str, Any]:
    def tree(share: Share) -> dict[str, Any]:
        return {"value": share.value, "low": share.interval.low, "high": share.interval.high}

    return {
        "questions": found.questions,
        "right": found.right,
        "unreadable": found.unreadable,
        "accuracy": tree(found.accuracy),
        "f1_yes": tree(found.f1_yes),
        "f1_no": tree(found.f1_no),
        "f1": found.f1,
    }
