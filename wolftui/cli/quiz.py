"""The command `quiz`: question sets, their scores, and their export for fine-tuning."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from wolfcore.errors import ConfigError
from wolfcore.game import MAX_SEED, Board, board_names
from wolfcore.quiz import PRESETS, SetPlan, kinds_named, preset_named, question_set
from wolfcore.quiz.exam import RECIPE, export_lines
from wolfcore.quiz.exam.scores import read_answers
from wolftui.games.inputs import open_board

from .command import OK
from .quiz_scores import print_score
from .study_commands import QUESTIONS

# -- which questions


def _boards(texts: Sequence[str]) -> tuple[Board, ...]:
    """Return the named boards; all shipped boards if none is named.

    Raises:
        ConfigError: A board does not exist, or two have the same name.
    """
    boards = tuple(open_board(text) for text in texts or board_names())
    if len({board.name for board in boards}) < len(boards):
        raise ConfigError(
            "two boards have the same name", key="--board", hint="Leave one of them out."
        )
    return boards


def set_plan(args: argparse.Namespace) -> SetPlan:
    """Return the plan of the question set that the options describe.

    Raises:
        ConfigError: An option is invalid.
    """
    _check_seed(args.seed)
    kinds_named(tuple(args.kind))
    preset = preset_named(args.preset) if args.preset else None
    return SetPlan(
        boards=_boards(args.board),
        questions=args.questions
        if args.questions is not None
        else preset.questions
        if preset
        else QUESTIONS,
        seed=args.seed,
        answers=args.answers or (preset.answers if preset else "binary"),
        part=preset.part if preset else "all",
        kinds=tuple(args.kind),
    )


def _check_seed(seed: int) -> None:
    if not 0 <= seed <= MAX_SEED:
        raise ConfigError(
            f"{seed} is not a valid seed", key="--seed", hint=f"It goes from 0 to {MAX_SEED}."
        )


def show_command(args: argparse.Namespace) -> int:
    """Run `wolftui quiz show`; returns the exit code."""
    for number, question in enumerate(question_set(set_plan(args)), 1):
        if args.json:
            print(msgspec.json.encode(question).decode())
            continue
        offered = f" ({' | '.join(question.options)})" if question.form == "word" else ""
        print(f"{number}. [{question.board}, {question.kind}] {question.text}{offered}")
        if not args.no_answers:
            print(f"   {question.answer}. {' '.join(question.why)}".rstrip())
    return OK


def score_command(args: argparse.Namespace) -> int:
    """Run `wolftui quiz score`; returns the exit code."""
    head, rows, note = read_answers(Path(args.file))
    if note:
        sys.stderr.write(f"wolftui: {note}\n")
    if len(rows) < head.questions:
        sys.stderr.write(f"wolftui: {len(rows)} of {head.questions} questions were answered.\n")
    print_score(args, head.seat, rows)
    return OK


# -- for fine-tuning


def export_command(args: argparse.Namespace) -> int:
    """Run `wolftui quiz export`; returns the exit code."""
    _check_seed(args.seed)
    boards, folder = _boards(args.board), Path(args.folder)
    named = {board.name: board for board in boards}
    texts = {"recipe.toml": RECIPE}
    for name, preset in PRESETS.items():
        plan = SetPlan(
            boards=boards,
            questions=preset.questions,
            seed=args.seed,
            answers=preset.answers,
            part=preset.part,
        )
        texts[f"{name}.jsonl"] = export_lines(
            question_set(plan), named, args.format, rules=not args.no_rules
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(folder)
        ) from error
    for name, preset in PRESETS.items():
        print(f"{folder / f'{name}.jsonl'}  {preset.questions} questions ({preset.source})")
    print(
        f"{folder / 'recipe.toml'}  how the paper fine-tuned: LoRA of rank 8, rate 1e-4, "
        "batches of 4, 4 epochs"
    )
    return OK
