"""What the attempts of a call took beside its reply is recorded once: never with the reply's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.core.agents.golden.traces import Noting
from tests.core.agents.steps.tables import ask, view
from wolfcore.agents import LanguagePlayer
from wolfcore.agents.task_calls import lost_attempts
from wolfcore.errors import ModelError, OverBudget, SeatError
from wolfcore.game import dice_of
from wolfcore.models import ChatReply, ChatRequest, DeltaListener, ScriptedModel, Usage
from wolfcore.models.attempts import Attempt, add_attempt
from wolfcore.players import CallRecord, LostAttempts

FAILED = Attempt("m", 1, 900, 40, estimated=940, cost=0.25, replied=False, provider="x_ai")
TOLD = Attempt("m", 1, 100, 20, cost=0.5)
UNTOLD = Attempt("m", 1, 100, 20, estimated=120, cost=0.5)
FREE = Attempt("m", 1, 900, 40, estimated=940, replied=False)

REPLY = ChatReply(text="x", usage=Usage(100, tokens_out=20), cost=0.5)
WITHOUT_USAGE = ChatReply(text="x", cost=0.5)


@pytest.mark.parametrize(
    ("attempts", "reply", "lost"),
    [
        ([], None, None),
        ([], REPLY, None),  # a model that counts no attempts
        ([TOLD], REPLY, None),
        ([FAILED], None, LostAttempts(1, 900, 40, 940, 0.25)),
        ([FREE], None, LostAttempts(1, 900, 40, 940, None)),
        ([FAILED, FAILED, TOLD], REPLY, LostAttempts(2, 1800, 80, 1880, 0.5)),
        # A dropped connection was tried once more within the attempt.
        (
            [Attempt("m", 2, 200, 20, 100, 0.75)],
            REPLY,
            LostAttempts(1, 100, 0, 100, 0.25),
        ),
        # What the endpoint did not tell is the reply's own, and told as estimated.
        ([UNTOLD], WITHOUT_USAGE, LostAttempts(0, 0, 0, 120, 0.0)),
        ([FAILED, UNTOLD], WITHOUT_USAGE, LostAttempts(1, 900, 40, 1060, 0.25)),
        # A reply that thought until the limit, then the one that is used: both were told.
        ([TOLD, TOLD], REPLY, LostAttempts(1, 100, 20, 0, 0.5)),
        # An endpoint that tells more than was counted is no gain.
        ([FAILED, TOLD], ChatReply(text="x", usage=Usage(2000, tokens_out=90), cost=2.0),
         LostAttempts(1, 0, 0, 940, 0.0)),
    ],
)  # fmt: skip
def test_a_call_loses_what_its_reply_did_not_take(
    attempts: Sequence[Attempt], reply: ChatReply | None, lost: LostAttempts | None
) -> None:
    assert lost_attempts(attempts, reply) == lost


class Counted(ScriptedModel):
    """A model whose call makes some attempts, and then replies or raises."""

    def __init__(self, attempts: Sequence[Attempt], end: ChatReply | BaseException) -> None:
        super().__init__(() if isinstance(end, BaseException) else [end], name="m")
        self._attempts, self._end = attempts, end

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        for attempt in self._attempts:
            add_attempt(attempt)
        if isinstance(self._end, BaseException):
            raise self._end
        return await super().complete(request, on_delta)


async def _calls(attempts: Sequence[Attempt], end: ChatReply | BaseException) -> list[CallRecord]:
    question = ask("vote")
    desk = Noting(question, dice_of(3, question.id))
    answer = LanguagePlayer(Counted(attempts, end)).answer(view(), question, desk)
    if isinstance(end, BaseException):
        with pytest.raises((type(end), SeatError)):
            await answer
    else:
        await answer
    return [each for each in desk.told if isinstance(each, CallRecord)]


@pytest.mark.parametrize(
    ("end", "problem"),
    [
        (asyncio.CancelledError(), "the call was cancelled"),
        (OverBudget("10 calls are made"), "the budget is spent"),
        (ModelError("m", "it is down", again=False), "it is down"),
    ],
    ids=lambda end: type(end).__name__,
)
async def test_a_call_without_a_reply_is_recorded_with_what_was_sent(
    end: BaseException, problem: str
) -> None:
    (call,) = await _calls([FAILED], end)
    assert not call.replied
    assert problem in call.problem
    assert call.lost == LostAttempts(1, 900, 40, 940, 0.25)
    assert call.provider == "x_ai"
    # Of a call that was never sent only an error is worth a line.
    assert len(await _calls([], end)) == isinstance(end, ModelError)


async def test_a_call_with_a_reply_is_recorded_with_all_that_is_told_of_it() -> None:
    words = '{"reasoning": "", "choice": "no one"}'
    usage = Usage(100, tokens_cached=30, tokens_out=20, tokens_thought=5)
    reply = ChatReply(text=words, usage=usage, cost=0.5, finish="other", served_by="m-2026")
    (call,) = await _calls([FAILED, TOLD], reply)
    assert call.lost == LostAttempts(1, 900, 40, 940, 0.25)
    assert (call.finish, call.served_by, call.cost) == ("other", "m-2026", 0.5)
    assert call.provider == "x_ai"
    counts = (call.tokens_in, call.tokens_cached, call.tokens_out, call.tokens_thought)
    assert counts == (100, 30, 20, 5)
