"""Agents: the step `act`: all that a seat may know in one prompt, and its whole answer from one call.

Output that cannot be used is asked for again with the error in words, and then replaced; every such step is written down.
"""

from __future__ import annotations

from msgspec.structs import replace

from core.errors import PromptTooLong
from core.game import SPOKEN, Answer, Ask, AskKind, Dice, View
from core.models import ChatReply
from core.players import TraceRecord, fallback_answer

from .calling import Calling
from .choices import option_words
from .prompting import AskPrompt, again, prompt_for
from .reading import understand
from .schemas import chooses
from .turn import Tools, Turn

REPAIRS = 2
"""How often an unusable reply is asked for again."""
_SHORTEST = 500
"""Characters of a record below which leaving more of it out is of no use."""
_QUOTED = 1500
"""Characters of an unusable reply that are shown to the model again."""

_ORDERED: frozenset[AskKind] = frozenset({"bid"})
"""Asks whose options are amounts."""


async def act(turn: Turn, tools: Tools) -> Turn:
    """Ask the model until it gives an answer that can be used, three times at most.

    Raises:
        ModelError: There is no reply.
    """
    view, ask = turn.view, turn.ask
    if is_settled(ask):
        return _done(turn, Answer(ask.options[0]), tools)
    calling = Calling(tools, spoken=ask.kind in SPOKEN)
    ask = offered(ask, tools.desk.dice)
    prompt = prompt_for(view, ask, tools.lengths, persona=tools.persona)
    for tried in range(1 + REPAIRS):
        try:
            reply, prompt = await _replied(calling, prompt, replace(turn, ask=ask), tools)
        except PromptTooLong:
            if not tried:
                raise
            # There was output, which is no reason to stop the game, and there is no room to say what was wrong with it.
            break
        understood = understand(reply, ask, view)
        calling.note(prompt, reply, _in_words(understood.answer, ask, view), understood.problem)
        if understood.answer:
            answer = understood.answer
            return _done(turn, replace(answer, how="repaired") if tried else answer, tools)
        prompt = again(prompt, view, ask, reply.text[:_QUOTED], understood.problem)
    return _done(turn, fallback_answer(turn.ask, tools.desk.dice), tools)


def is_settled(ask: Ask) -> bool:
    """Whether nothing is left to decide, so that no model is asked: a call would be paid for."""
    return len(ask.options) == 1 and chooses(ask) and ask.kind not in SPOKEN


def offered(ask: Ask, dice: Dice) -> Ask:
    """The ask with its options in a drawn order, since small models take to what is named first; amounts stay in theirs.

    It is the same whenever the ask is put, and what a model was shown is written down with its call.
    """
    return ask if ask.kind in _ORDERED else replace(ask, options=dice.shuffle("options", ask.options))


async def _replied(calling: Calling, prompt: AskPrompt, turn: Turn, tools: Tools) -> tuple[ChatReply, AskPrompt]:
    """A reply and the prompt that it answers, which has lost the oldest of its record where the model's context is too small."""
    while True:
        try:
            return await calling.ask(prompt), prompt
        except PromptTooLong:
            if prompt.record < _SHORTEST:
                raise
            prompt = prompt_for(turn.view, turn.ask, tools.lengths, prompt.record // 2, tools.persona)


def _done(turn: Turn, answer: Answer, tools: Tools) -> Turn:
    tools.desk.trace(TraceRecord("act", f"{_in_words(answer, turn.ask, turn.view)} ({answer.how})"))
    return replace(turn, answer=answer)


def _in_words(answer: Answer | None, ask: Ask, view: View) -> str:
    """What was understood, for the inspector."""
    if answer is None:
        return ""
    words = option_words(ask, view.names)[answer.choice] if chooses(ask) else ""
    if ask.kind in SPOKEN:
        words = f"{words}; {len(answer.text)} characters of speech" if words else f"{len(answer.text)} characters of speech"
    return f"{len(answer.beliefs)} suspicions" if ask.kind == "suspect" else words
