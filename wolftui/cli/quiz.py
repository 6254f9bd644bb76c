"""The command `quiz`: question sets, their scores, and their export for fine-tuning."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import OK, Command, add_budget_options, subcommands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wolfcore.game import Board
    from wolfcore.quiz import SetPlan

_QUESTIONS = 20


_BY = ("subject", "kind", "basis", "form", "board")


_SETS = ("training", "validation", "test")


def _arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    run = way("run", "have somebody take a quiz", _take)
    who = "who takes it: human, engine (the perfect reader), random, or a language player such as `vanilla@smollm`"
    run.add_argument("--seat", required=True, metavar="PLAYER", help=who)
    _add_set_options(run)
    run.add_argument("--no-rules", action="store_true", help="leave the rule book out of a model's prompts")
    run.add_argument("--out", metavar="FILE", help="a new file for the answers (default: one among the program's data)")
    _add_score_options(run)
    add_budget_options(run)
    show = way("show", "print questions with their answers", _show)
    _add_set_options(show)
    show.add_argument("--no-answers", action="store_true", help="print the questions alone")
    show.add_argument("--json", action="store_true", help="a JSON object a question")
    export = way("export", "write the three sets of the paper for fine-tuning tools, with its recipe", _export)
    export.add_argument("folder", metavar="DIR", help="a folder for the files; it is made if it does not exist")
    export.add_argument("--format", choices=("chat", "jsonl"), default="chat", help="chats, or all that is known (default: chat)")
    export.add_argument("--board", action="append", default=[], metavar="B", help=_BOARD_HELP)
    export.add_argument("--seed", type=int, default=0, metavar="S", help="equal seeds make equal sets (default: 0)")
    export.add_argument("--no-rules", action="store_true", help="leave the rule book out of the chats")
    scored = way("score", "print the score of answers that were kept", _score)
    scored.add_argument("file", metavar="FILE", help="a file that `quiz run` wrote")
    _add_score_options(scored)


_BOARD_HELP = "a board of `wolftui boards`, or a TOML file; may be given again (default: all boards)"


def _add_set_options(parser: argparse.ArgumentParser) -> None:
    """Which questions."""
    parser.add_argument("--board", action="append", default=[], metavar="B", help=_BOARD_HELP)
    parser.add_argument("--questions", type=int, metavar="N", help=f"how many (default: {_QUESTIONS}, or those of --set)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="equal seeds make equal sets (default: 0)")
    kind = "of this kind alone: a kind or a subject, `rule`, or `situation`; may be given again"
    parser.add_argument("--kind", action="append", default=[], metavar="KIND", help=kind)
    answers = "questions that are answered with Yes or No, others, or half of each (default: binary)"
    parser.add_argument("--answers", choices=("binary", "open", "both"), help=answers)
    parser.add_argument("--set", choices=_SETS, dest="preset", help="a set of the size and kind of the paper's")


def _add_score_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by", action="append", default=[], choices=_BY, help="a table by this (default: subject); may be given again"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, with all intervals")


def _run(args: argparse.Namespace) -> int:
    return int(args.do(args))


# -- which questions


def _boards(texts: Sequence[str]) -> tuple[Board, ...]:
    """The boards that are meant; all that ship where none are.

    Raises:
        ConfigError: One is none, or two have the same name.
    """
    from wolfcore.errors import ConfigError
    from wolfcore.game import board_names
    from wolftui.games.inputs import open_board

    boards = tuple(open_board(text) for text in texts or board_names())
    if len({board.name for board in boards}) < len(boards):
        raise ConfigError("two boards have the same name", key="--board", hint="Leave one of them out.")
    return boards


def _plan(args: argparse.Namespace) -> SetPlan:
    """What the options ask for.

    Raises:
        ConfigError: It cannot be made.
    """
    from wolfcore.quiz import SetPlan, kinds_named, preset_named

    _check_seed(args.seed)
    kinds_named(tuple(args.kind))
    preset = preset_named(args.preset) if args.preset else None
    return SetPlan(
        boards=_boards(args.board),
        questions=args.questions if args.questions is not None else preset.questions if preset else _QUESTIONS,
        seed=args.seed,
        answers=args.answers or (preset.answers if preset else "binary"),
        part=preset.part if preset else "all",
        kinds=tuple(args.kind),
    )


def _check_seed(seed: int) -> None:
    from wolfcore.errors import ConfigError
    from wolfcore.game import MAX_SEED

    if not 0 <= seed <= MAX_SEED:
        raise ConfigError(f"{seed} is no seed", key="--seed", hint=f"It goes from 0 to {MAX_SEED}.")


def _show(args: argparse.Namespace) -> int:
    import msgspec

    from wolfcore.quiz import question_set

    for number, question in enumerate(question_set(_plan(args)), 1):
        if args.json:
            print(msgspec.json.encode(question).decode())
            continue
        offered = f" ({' | '.join(question.options)})" if question.form == "word" else ""
        print(f"{number}. [{question.board}, {question.kind}] {question.text}{offered}")
        if not args.no_answers:
            print(f"   {question.answer}. {' '.join(question.why)}".rstrip())
    return OK


def _take(args: argparse.Namespace) -> int:
    from .examination import take_quiz

    return take_quiz(args, _plan(args))


def _score(args: argparse.Namespace) -> int:
    from pathlib import Path

    from wolfcore.quiz.exam.scores import read_answers

    from .examination import print_score

    head, rows = read_answers(Path(args.file))
    if len(rows) < head.questions:
        sys.stderr.write(f"wolftui: {len(rows)} of {head.questions} questions were answered.\n")
    print_score(args, head.seat, rows)
    return OK


# -- for fine-tuning


def _export(args: argparse.Namespace) -> int:
    from pathlib import Path

    from wolfcore.errors import ConfigError
    from wolfcore.quiz import PRESETS, SetPlan, question_set
    from wolfcore.quiz.exam import RECIPE, export_lines

    _check_seed(args.seed)
    boards, folder = _boards(args.board), Path(args.folder)
    named = {board.name: board for board in boards}
    texts = {"recipe.toml": RECIPE}
    for name, preset in PRESETS.items():
        plan = SetPlan(boards=boards, questions=preset.questions, seed=args.seed, answers=preset.answers, part=preset.part)
        texts[f"{name}.jsonl"] = export_lines(question_set(plan), named, args.format, rules=not args.no_rules)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot be written ({error.strerror or error})", file=str(folder)) from error
    for name, preset in PRESETS.items():
        print(f"{folder / f'{name}.jsonl'}  {preset.questions} questions ({preset.source})")
    print(f"{folder / 'recipe.toml'}  how the paper fine-tuned: LoRA of rank 8, rate 1e-4, batches of 4, 4 epochs")
    return OK


COMMAND = Command(
    "quiz",
    "ask questions on the rules, to which the engine has the answers",
    (
        "wolftui quiz run --seat human --board classic9",
        "wolftui quiz run --seat vanilla@smollm --set test",
        "wolftui quiz show --board sla7 --kind night",
        "wolftui quiz export tuning --board helmsman7",
    ),
    _arguments,
    _run,
)
