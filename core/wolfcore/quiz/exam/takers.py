"""Quiz takers: a model (asked again after an unusable reply), the engine's key, or chance.

`Taken` is a line of the answer file: its fields are a file format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from wolfcore.errors import OverBudget, PromptTooLong
from wolfcore.game import Board, dice_of
from wolfcore.models import ChatModel, ChatReply, ChatRequest, run_concurrently
from wolfcore.models.chat import estimated_usage
from wolfcore.quiz import Basis, Form, Question, seats_in_words

from .chats import AskingStyle, read_reply, repair_request, request_for

REPAIRS = 2
"""How many times a model is asked again after an unusable reply."""


AT_ONCE = 8
"""The number of questions asked concurrently; the model's client may limit calls further."""


_QUOTED = 1500
"""Characters of an unusable reply that the model is shown in the repair prompt."""


class Taken(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A question with the answer given to it: a line of the answer file.

    Attributes:
        id: The id of the question.
        board: The board of the question.
        kind: The kind of the question.
        subject: The subject of the question.
        basis: The basis of the question.
        form: The form of its answer.
        text: The text of the question.
        answer: The right answer.
        given: The answer given; empty if it could not be parsed.
        right: Whether the answer given is right.
        repaired: Whether the answer was usable only after a repair prompt.
        why: The problem of an answer that could not be parsed.
        calls: Replies needed; 0 without a model.
        tokens: Tokens sent and received, estimated if an endpoint does not report them.
        cost: Money for the replies; None if no price is known.
        seconds: Total time of the replies.
    """

    id: str
    board: str
    kind: str
    subject: str
    basis: Basis
    form: Form
    text: str
    answer: str
    given: str
    right: bool
    repaired: bool = False
    why: str = ""
    calls: int = 0
    tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0


class AnswerCost(Struct, frozen=True):
    """Cost of an answer so far; its attributes are those of the same names in `Taken`."""

    calls: int = 0
    tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0

    def plus(self, request: ChatRequest, reply: ChatReply) -> AnswerCost:
        """Return the sum of this cost and that of one more reply."""
        usage = estimated_usage(request, reply)
        cost = self.cost if reply.cost is None else (self.cost or 0.0) + reply.cost
        tokens = self.tokens + (usage.tokens_in or 0) + (usage.tokens_out or 0)
        return AnswerCost(self.calls + 1, tokens, cost, round(self.seconds + reply.seconds, 3))


NO_COST = AnswerCost()


def make_taken(
    question: Question,
    given: str,
    *,
    repaired: bool = False,
    why: str = "",
    took: AnswerCost = NO_COST,
) -> Taken:
    """Combine a question with the answer given to it and the cost of that answer."""
    return Taken(
        id=question.id,
        board=question.board,
        kind=question.kind,
        subject=question.subject,
        basis=question.basis,
        form=question.form,
        text=question.text,
        answer=question.answer,
        given=given,
        right=given == question.answer,
        repaired=repaired,
        why=why,
        calls=took.calls,
        tokens=took.tokens,
        cost=took.cost,
        seconds=took.seconds,
    )


class Taker(Protocol):
    """Interface of quiz takers: answers one question at a time."""

    async def answer(self, question: Question) -> Taken:
        """Answer one question.

        Raises:
            ModelError: There is no answer at all.
        """
        ...


class EngineTaker:
    """Answers every question with its key, which the engine computed; always right."""

    async def answer(self, question: Question) -> Taken:
        """Return the right answer of the question."""
        return make_taken(question, question.answer)


class ChanceTaker:
    """Answers every question at random.

    Args:
        seed: The seed of all random draws.
    """

    def __init__(self, seed: int) -> None:
        self._dice = dice_of(seed, "chance")

    async def answer(self, question: Question) -> Taken:
        """Draw an option; for a list of seats, name each seat with probability 1/2."""
        if question.form != "seats":
            return make_taken(question, self._dice.pick(question.id, question.options))
        drawn = tuple(
            int(seat) for seat in question.options if self._dice.draw(f"{question.id}.{seat}", 2)
        )
        return make_taken(question, seats_in_words(drawn))


class ModelTaker:
    """Has a language model answer questions.

    Args:
        model: The model.
        boards: The boards of the questions by name.
        manner: How the model is asked; None for the defaults.
    """

    def __init__(
        self, model: ChatModel, boards: Mapping[str, Board], manner: AskingStyle | None = None
    ) -> None:
        self._model, self._boards, self._manner = model, boards, manner or AskingStyle()

    async def answer(self, question: Question) -> Taken:
        """Ask the model, three times at most; an answer still unreadable then counts as wrong.

        Raises:
            ModelError: The model gave no reply.
            OverBudget: The budget is spent.
            PromptTooLong: The first prompt does not fit into the model's context.
        """
        request = request_for(question, self._boards[question.board], self._manner)
        took, problem = NO_COST, ""
        for tried in range(1 + REPAIRS):
            try:
                reply = await self._model.complete(request)
            except PromptTooLong:
                # Only the repair has grown too long: the reply before it was unusable.
                if not tried:
                    raise
                break
            took = took.plus(request, reply)
            given, problem = read_reply(reply, question)
            if given:
                return make_taken(question, given, repaired=tried > 0, took=took)
            request = repair_request(request, question, reply.text[:_QUOTED], problem, self._manner)
        return make_taken(question, "", why=problem, took=took)


async def take_quiz(
    questions: Sequence[Question], taker: Taker, on_answer: Callable[[Taken], object]
) -> None:
    """Have a taker answer questions, up to eight concurrently.

    If the budget is spent, no further question is asked, and pending ones are finished, because
    they are paid for.

    Args:
        questions: The questions.
        taker: Who answers.
        on_answer: Called with each answer as it arrives, so that answers before an error or Ctrl-C
            are kept.

    Raises:
        ModelError: A model gave no reply.
        OverBudget: The budget is spent.
    """
    spent: list[OverBudget] = []

    async def one(question: Question) -> None:
        if spent:
            return
        try:
            row = await taker.answer(question)
        except OverBudget as error:
            spent.append(error)
        else:
            on_answer(row)

    await run_concurrently(questions, one, AT_ONCE)
    if spent:
        raise spent[0]
