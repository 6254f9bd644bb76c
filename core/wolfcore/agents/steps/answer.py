"""Step `act`: the answer to the ask, from one call with the results of all earlier steps.

Also shuffles the options of an ask, and detects asks with one option, which need no call.
"""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.agents.prompt import ANSWER, act_task
from wolfcore.agents.reply_parser import parse_answer
from wolfcore.agents.resources import Resources
from wolfcore.agents.schemas import has_choice, option_words
from wolfcore.agents.task_calls import ParsedReply, ask_model
from wolfcore.agents.turn import Turn
from wolfcore.game import SPEECH_KINDS, Answer, Ask, AskKind, Dice, View
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord, fallback_answer

_AMOUNT_ASKS: frozenset[AskKind] = frozenset({"bid"})
"""Kinds of ask whose options are amounts."""


async def act(turn: Turn, tools: Resources) -> Turn:
    """Ask the model for the answer unless an earlier step set it.

    An unusable reply is replaced by the fallback answer.

    Raises:
        ModelError: There is no reply.
    """
    if turn.answer is not None:
        return turn
    view, ask = turn.view, turn.ask

    def read(reply: ChatReply) -> ParsedReply[Answer]:
        understood = parse_answer(reply, ask, view, tools.settings.lengths.speaking)
        answer = understood.answer
        return ParsedReply(
            answer,
            answer_summary(answer, ask, view),
            understood.problem,
            answer is not None and answer.how == "repaired",
            understood.faults,
            understood.reserve,
        )

    given = await ask_model(turn, tools, act_task(turn, tools.settings), read)
    answer = (
        fallback_answer(ask, tools.desk.dice)
        if given.value is None
        else replace(given.value, how=given.how)
    )
    return with_answer(turn, answer, tools)


def with_answer(turn: Turn, answer: Answer, tools: Resources) -> Turn:
    """Return the turn with its answer, and trace the answer for the inspector."""
    tools.desk.trace(TraceRecord(ANSWER, answer_summary(answer, turn.ask, turn.view), answer.how))
    return replace(turn, answer=answer)


def has_one_option(ask: Ask) -> bool:
    """Return whether the ask has one option and no speech, so that no paid model call is needed."""
    return len(ask.options) == 1 and has_choice(ask) and ask.kind not in SPEECH_KINDS


def with_drawn_options(ask: Ask, dice: Dice) -> Ask:
    """Return the ask with its options shuffled by its dice; amounts keep their order.

    Small models prefer the option listed first. The order is the same whenever the ask is put, and
    the prompt is recorded with its call.
    """
    return (
        ask
        if ask.kind in _AMOUNT_ASKS
        else replace(ask, options=dice.shuffle("options", ask.options))
    )


def answer_summary(answer: Answer | None, ask: Ask, view: View) -> str:
    """Return a short description of an answer for the inspector; empty for None."""
    if answer is None:
        return ""
    words = option_words(ask, view.names)[answer.choice] if has_choice(ask) else ""
    if ask.kind in SPEECH_KINDS:
        words = (
            f"{words}; {len(answer.text)} characters of speech"
            if words
            else f"{len(answer.text)} characters of speech"
        )
    return f"{len(answer.beliefs)} suspicions" if ask.kind == "suspect" else words
