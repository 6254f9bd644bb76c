"""Agents: the step `act`: the answer to the ask from one call, with all that the steps before it found out."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.agents.asking import Read, asked
from wolfcore.agents.choices import option_words
from wolfcore.agents.prompting import ANSWER, act_task
from wolfcore.agents.reading import understand
from wolfcore.agents.schemas import chooses
from wolfcore.agents.turn import Tools, Turn
from wolfcore.game import SPOKEN, Answer, Ask, AskKind, Dice, View
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord, fallback_answer

_ORDERED: frozenset[AskKind] = frozenset({"bid"})
"""Asks whose options are amounts."""


async def act(turn: Turn, tools: Tools) -> Turn:
    """Ask for the answer, unless a step has found it; what cannot be used is replaced.

    Raises:
        ModelError: There is no reply.
    """
    if turn.answer is not None:
        return turn
    view, ask = turn.view, turn.ask

    def read(reply: ChatReply) -> Read[Answer]:
        understood = understand(reply, ask, view)
        answer = understood.answer
        return Read(answer, in_words(answer, ask, view), understood.problem, answer is not None and answer.how == "repaired")

    given = await asked(turn, tools, act_task(turn, tools.settings), read)
    answer = fallback_answer(ask, tools.desk.dice) if given.value is None else replace(given.value, how=given.how)
    return answered(turn, answer, tools)


def answered(turn: Turn, answer: Answer, tools: Tools) -> Turn:
    """The turn with its answer, which is written down for the inspector."""
    tools.desk.trace(TraceRecord(ANSWER, in_words(answer, turn.ask, turn.view), answer.how))
    return replace(turn, answer=answer)


def is_settled(ask: Ask) -> bool:
    """Whether nothing is left to decide, so that no model is asked: a call would be paid for."""
    return len(ask.options) == 1 and chooses(ask) and ask.kind not in SPOKEN


def offered(ask: Ask, dice: Dice) -> Ask:
    """The ask with its options in a drawn order, since small models take to what is named first; amounts stay in theirs.

    It is the same whenever the ask is put, and what a model was shown is written down with its call.
    """
    return ask if ask.kind in _ORDERED else replace(ask, options=dice.shuffle("options", ask.options))


def in_words(answer: Answer | None, ask: Ask, view: View) -> str:
    """What was understood, for the inspector."""
    if answer is None:
        return ""
    words = option_words(ask, view.names)[answer.choice] if chooses(ask) else ""
    if ask.kind in SPOKEN:
        words = f"{words}; {len(answer.text)} characters of speech" if words else f"{len(answer.text)} characters of speech"
    return f"{len(answer.beliefs)} suspicions" if ask.kind == "suspect" else words
