"""Sets of questions as files for fine-tuning tools, and the recipe of the paper."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from wolfcore.game import Board
from wolfcore.quiz import Question

from .prompting import question_prompt, task_prompt

Format: TypeAlias = Literal["chat", "jsonl"]

RECIPE = """\
# How the paper fine-tuned on its own questions and answers (Helmsman of the Masses, 4.2 and 9.2); these values are the paper's, for
# four open models of 6 to 20 billion parameters, and are not tuned to the sets beside this file.
# The paper saw the loss on the validation set fall and rise again within the four epochs.
method = "LoRA"
rank = 8
learning_rate = 1e-4
batch_size = 4
epochs = 4
objective = "causal language modelling"
"""


def export_lines(questions: Sequence[Question], boards: Mapping[str, Board], form: Format, *, rules: bool = True) -> str:
    """A set as JSON lines.

    Args:
        questions: The set.
        boards: The boards of the questions by name.
        form: `chat`: an object a question whose `messages` have a role and a content each, as fine-tuning tools take them;
            `jsonl`: the question with its key and all that is known of it.
        rules: Whether the rule book of the board stands in a chat.
    """
    lines = (
        json.dumps({"messages": _chat(question, boards[question.board], rules=rules)}, ensure_ascii=False)
        if form == "chat"
        else msgspec.json.encode(question).decode()
        for question in questions
    )
    return "".join(f"{line}\n" for line in lines)


def _chat(question: Question, board: Board, *, rules: bool) -> list[dict[str, str]]:
    return [
        {"role": "system", "content": task_prompt(board, rules=rules)},
        {"role": "user", "content": question_prompt(question)},
        {"role": "assistant", "content": answer_in_words(question)},
    ]


def answer_in_words(question: Question) -> str:
    """The answer as a sentence or two: the key, and what of the rule book it follows from."""
    answer = f"{question.answer[:1].upper()}{question.answer[1:]}."
    return " ".join((answer, *question.why))
