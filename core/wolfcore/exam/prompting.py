"""What a model is asked with: the rule book of the board, the question, and the form of the answer. The prompts are text files."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from msgspec import Struct

from wolfcore.game import Board
from wolfcore.game.rulebook import rulebook
from wolfcore.models import ChatRequest, Message
from wolfcore.quiz import Question

_REASONING = 400
"""Characters of the reasoning before an answer."""
_LONGEST_REPLY = 400
"""Tokens of a reply; thinking comes on top."""


class AskingStyle(Struct, frozen=True, kw_only=True):
    """How a model is asked.

    Attributes:
        rules: Whether the rule book of the board stands in the prompt.
        reason: Whether the model reasons before it answers.
        temperature: 0 to 2; None leaves it to the model's settings.
        top_p: 0 to 1, or None.
        max_tokens: Tokens of a reply, or None for what an answer needs.
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
        loader=PackageLoader("wolfcore.exam", "prompts"), undefined=StrictUndefined, autoescape=False,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(f"{name}.j2")


def task_prompt(board: Board, *, rules: bool) -> str:
    """What stands above all questions on a board."""
    return _template("task").render(board=board.name, rules=rulebook(board) if rules else ()).strip()


def question_prompt(question: Question) -> str:
    """A question with what may be answered."""
    return _template("question").render(text=question.text, form=question.form, options=question.options).strip()


def request_for(question: Question, board: Board, manner: AskingStyle) -> ChatRequest:
    """The request for the answer to a question on a board."""
    task = task_prompt(board, rules=manner.rules)
    words = f"{question_prompt(question)}\n{_template('form').render(reason=manner.reason).strip()}"
    return ChatRequest(
        messages=(Message("system", task, shared_prefix=len(task)), Message("user", words)),
        schema=schema_for(question, reason=manner.reason),
        temperature=manner.temperature,
        top_p=manner.top_p,
        max_tokens=manner.max_tokens or _LONGEST_REPLY,
    )


def repair_request(request: ChatRequest, question: Question, said: str, problem: str, manner: AskingStyle) -> ChatRequest:
    """The same once more, after a reply that could not be used; one that is blank is not repeated, for endpoints refuse that."""
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
    """What an answer looks like."""
    seats = {"type": "array", "items": {"type": "integer", "enum": [int(seat) for seat in question.options if seat.isdecimal()]}}
    fields: dict[str, Any] = {"reasoning": {"type": "string", "maxLength": _REASONING}} if reason else {}
    fields["answer"] = seats if question.form == "seats" else {"type": "string", "enum": list(question.options)}
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
