"""Chats with a model about one question: prompt, parsing of the reply, and fine-tuning files.

Prompts are the templates in `prompts/`; the names of their variables are fixed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, cast

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from msgspec import Struct

from wolfcore.game import Board
from wolfcore.game.rulebook import rulebook
from wolfcore.models import ChatReply, ChatRequest, Message
from wolfcore.quiz import NOBODY, Question, seats_in_words

_REASONING = 400
"""The longest reasoning before an answer, in characters."""


_LONGEST_REPLY = 400
"""The default token limit of a reply; the tokens of thinking are additional."""


class AskingStyle(Struct, frozen=True, kw_only=True):
    """How a model is asked: prompt options and sampling parameters.

    Attributes:
        rules: Whether the prompt contains the rule book of the board.
        reason: Whether the model writes its reasoning before the answer.
        temperature: 0 to 2; None for the setting of the model.
        top_p: 0 to 1; None for the setting of the model.
        max_tokens: The token limit of a reply; None for the default (400).
    """

    rules: bool = True
    reason: bool = True
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None


@cache
def _template(name: str) -> Template:
    # Plain text for a model: escaping for HTML would spoil it.
    environment = Environment(
        loader=PackageLoader("wolfcore.quiz.exam", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(f"{name}.j2")


def task_prompt(board: Board, *, rules: bool) -> str:
    """Render the system prompt for all questions on a board, with its rule book if `rules`."""
    return (
        _template("task").render(board=board.name, rules=rulebook(board) if rules else ()).strip()
    )


def question_prompt(question: Question) -> str:
    """Render a question with its options."""
    return (
        _template("question")
        .render(text=question.text, form=question.form, options=question.options)
        .strip()
    )


def request_for(question: Question, board: Board, manner: AskingStyle) -> ChatRequest:
    """Build the request that asks a model one question."""
    task = task_prompt(board, rules=manner.rules)
    words = f"{question_prompt(question)}\n{_template('form').render(reason=manner.reason).strip()}"
    return ChatRequest(
        # The task is the same for all questions on a board, so that endpoints can cache it.
        messages=(Message("system", task, shared_prefix=len(task)), Message("user", words)),
        schema=schema_for(question, reason=manner.reason),
        temperature=manner.temperature,
        top_p=manner.top_p,
        max_tokens=manner.max_tokens or _LONGEST_REPLY,
    )


def repair_request(
    request: ChatRequest, question: Question, said: str, problem: str, manner: AskingStyle
) -> ChatRequest:
    """Build the request that asks again after an unusable reply, with the problem.

    A blank reply is left out of the chat, because some endpoints refuse blank messages.
    """
    words = _template("again").render(
        problem=problem, reason=manner.reason, form=question.form, options=question.options
    ).strip()  # fmt: skip
    before = (Message("assistant", said),) if said.strip() else ()
    return ChatRequest(
        messages=(*request.messages[:2], *before, Message("user", words)),
        schema=request.schema,
        temperature=request.temperature,
        top_p=request.top_p,
        max_tokens=request.max_tokens,
    )


def schema_for(question: Question, *, reason: bool) -> dict[str, Any]:
    """Build the JSON schema of an answer, with reasoning if `reason` is set."""
    seats = {
        "type": "array",
        "items": {
            "type": "integer",
            "enum": [int(seat) for seat in question.options if seat.isdecimal()],
        },
    }
    fields: dict[str, Any] = (
        {"reasoning": {"type": "string", "maxLength": _REASONING}} if reason else {}
    )
    fields["answer"] = (
        seats if question.form == "seats" else {"type": "string", "enum": list(question.options)}
    )
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_LONGEST = 400
"""The number of characters of an answer that are parsed; the rest is ignored."""


_MOST = 64
"""The number of seats of an answer that are parsed; the rest is ignored."""


def read_reply(reply: ChatReply, question: Question) -> tuple[str, str]:
    """Parse a reply into an answer and a problem, of which exactly one is empty.

    The answer is written as in `Question.answer`.
    """
    if not isinstance(reply.parsed, dict):
        return "", reply.problem or "it is no JSON object"
    # A reply that was withheld may end before its answer does, unless its JSON is whole.
    if reply.finish == "filter" and reply.reading != "strict":
        return "", "the endpoint withheld the rest of it"
    said = cast("dict[str, object]", reply.parsed).get("answer")
    if said is None:
        cut = (
            ", and it was cut at the limit of tokens: be brief" if reply.finish == "length" else ""
        )
        return "", f"`answer` is missing{cut}"
    given = read_answer(said, question)
    return (given, "") if given else ("", "`answer` is none of the answers that are offered")


def read_answer(said: object, question: Question) -> str:
    """Convert a word, a number or a list of seats to the notation of `Question.answer`.

    Empty if the answer is none of the question's options.
    """
    if question.form == "seats":
        return _seats(said, question)
    # Models write true and false as well.
    if isinstance(said, bool):
        said = "Yes" if said else "No"
    word = _plain(str(said)[:_LONGEST]) if isinstance(said, str | int) else ""
    return (
        next((option for option in question.options if _plain(option) == word), "") if word else ""
    )


def _seats(said: object, question: Question) -> str:
    listed = (
        cast("list[object]", said)[:_MOST]
        if isinstance(said, list)
        else re.split(r"[\s,;]+", str(said)[:_LONGEST].strip())
    )
    words = [
        _plain(str(each))
        for each in listed
        if isinstance(each, str | int) and not isinstance(each, bool)
    ]
    named = [word for word in words if word not in ("", "and", "seat", "seats")]
    if named in ([], [NOBODY]):
        # An empty list says that nobody is meant; an empty text is no answer.
        return NOBODY if isinstance(said, list) or named else ""
    if not all(word in question.options for word in named):
        return ""
    return seats_in_words(tuple({int(word) for word in named}))


def _plain(text: str) -> str:
    # Models put quotes, stops and stars around an answer.
    return " ".join(text.casefold().strip(" \t\n.!\"'`*").split())


Format: TypeAlias = Literal["chat", "jsonl"]


RECIPE = """\
# How the paper fine-tuned on its own questions and answers (Helmsman of the Masses, 4.2 \
and 9.2); these values are the paper's, for
# four open models of 6 to 20 billion parameters, and are not tuned to the sets beside this file.
# The paper saw the loss on the validation set fall and rise again within the four epochs.
method = "LoRA"
rank = 8
learning_rate = 1e-4
batch_size = 4
epochs = 4
objective = "causal language modelling"
"""


def export_lines(
    questions: Sequence[Question], boards: Mapping[str, Board], form: Format, *, rules: bool = True
) -> str:
    """Export a question set as JSON lines.

    Args:
        questions: The question set.
        boards: The boards of the questions by name.
        form: `chat`: one object per question with `messages` of role and content, the format of
            fine-tuning tools; `jsonl`: the whole `Question` with its answer.
        rules: Whether the prompts of a chat contain the rule book of the board.
    """
    lines = (
        json.dumps(
            {"messages": _chat(question, boards[question.board], rules=rules)}, ensure_ascii=False
        )
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
    """Write the answer of a question as sentences: the answer, then the rules that explain it."""
    answer = f"{question.answer[:1].upper()}{question.answer[1:]}."
    return " ".join((answer, *question.why))
