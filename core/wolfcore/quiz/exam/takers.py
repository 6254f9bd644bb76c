"""Who takes a quiz: a model (asked again after an unusable reply), the engine's key, or chance.

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
from wolfcore.quiz import NOBODY, Basis, Form, Question, seats_in_words

from .chats import AskingStyle, read_reply, repair_request, request_for

REPAIRS = 2
"""How often an unusable reply is asked for again."""


AT_ONCE = 8
"""Questions that are out at the same time; a model has limits of its own below that."""


_QUOTED = 1500
"""Characters of an unusable reply that are shown to the model again."""


class Taken(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question with the answer that was given: a line of the results.

    Attributes:
        id: The question's.
        board: The question's.
        kind: The question's.
        subject: The question's.
        basis: The question's.
        form: The question's.
        text: The question's.
        answer: The key.
        given: What was answered, empty where that could not be read.
        right: Whether it is the key.
        repaired: Whether it came only after it was asked for again.
        why: What is wrong with an answer that could not be read.
        calls: Replies that it took; 0 where no model was asked.
        tokens: Tokens sent and received, estimated where an endpoint does not say.
        cost: What the replies cost; None where no price is known.
        seconds: What the replies took.
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
    """What an answer took; the attributes are those of `Accepted`."""

    calls: int = 0
    tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0

    def plus(self, request: ChatRequest, reply: ChatReply) -> AnswerCost:
        """This, and one more reply."""
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
    """A question with the answer that was given."""
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
    """Whoever answers questions."""

    async def answer(self, question: Question) -> Taken:
        """Answer one question.

        Raises:
            ModelError: There is no answer at all.
        """
        ...


class EngineTaker:
    """The perfect reader: answers with the key, which the engine gave."""

    async def answer(self, question: Question) -> Taken:
        """As `Taker.answer`."""
        return make_taken(question, question.answer)


class ChanceTaker:
    """Answers by lot.

    Args:
        seed: All chance comes from it.
    """

    def __init__(self, seed: int) -> None:
        self._dice = dice_of(seed, "chance")

    async def answer(self, question: Question) -> Taken:
        """As `Taker.answer`; of seats each is named as often as not."""
        if question.form != "seats":
            return make_taken(question, self._dice.pick(question.id, question.options))
        drawn = tuple(
            int(seat) for seat in question.options if self._dice.draw(f"{question.id}.{seat}", 2)
        )
        return make_taken(question, seats_in_words(drawn) if drawn else NOBODY)


class ModelTaker:
    """A language model.

    Args:
        model: The model.
        boards: The boards of the questions by name.
        manner: How it is asked.
    """

    def __init__(
        self, model: ChatModel, boards: Mapping[str, Board], manner: AskingStyle | None = None
    ) -> None:
        self._model, self._boards, self._manner = model, boards, manner or AskingStyle()

    async def answer(self, question: Question) -> Taken:
        """As `Taker.answer`: asked three times at most; what cannot be read then is no answer.

        Raises:
            ModelError: The model gave no reply.
            OverBudget: What this may cost is spent.
        """
        request = request_for(question, self._boards[question.board], self._manner)
        took, problem = NO_COST, ""
        for tried in range(1 + REPAIRS):
            try:
                reply = await self._model.complete(request)
            except PromptTooLong:
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
    """Have somebody answer questions, several at once where they take their time.

    When the budget is spent, no further question is asked, and those that are out come to their
    answers, which are paid for.

    Args:
        questions: The questions.
        taker: Who answers.
        on_answer: Told each answer as it comes; what was told when an error or Ctrl-C ends it was
            answered.

    Raises:
        ModelError: A model gave no reply.
        OverBudget: What this may cost is spent.
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
