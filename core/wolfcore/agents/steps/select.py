"""Agents: the step `select`: one of the candidates becomes the answer.

It is chosen by a learned policy (SLA 4.3), by the model, at random, or the first is taken (SLA 4.2, 5.2).
"""

from __future__ import annotations

from wolfcore.agents.asking import ParsedReply, ask_model
from wolfcore.agents.choices import option_words
from wolfcore.agents.fields import read_text, reply_fields, was_repaired
from wolfcore.agents.prompting import Task
from wolfcore.agents.schemas import has_choice, object_schema, text_schema
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Candidate, Resources, Turn
from wolfcore.game import Answer
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord, clean_text

from .act import with_answer

_LETTERS = "ABCDEFGH"


async def select(turn: Turn, tools: Resources) -> Turn:
    """Choose among the candidates; where there are none the step `act` finds the answer.

    Raises:
        ModelError: There is no reply.
        MemoryProblem: The policy cannot read the candidates.
    """
    if not turn.candidates or turn.answer is not None:
        return turn
    place, how = 0, "given"
    if len(turn.candidates) > 1:
        match tools.settings.select:
            case "random":
                place = tools.desk.dice.draw("select", len(turn.candidates))
            case "model":
                place, how = await _candidate_by_model(turn, tools)
            case "policy":
                place = await _by_policy(turn, tools)
            case "first":
                pass
    chosen = turn.candidates[place]
    tools.desk.trace(TraceRecord("select", f"candidate {_LETTERS[place]} of {len(turn.candidates)}", how))
    if chosen.text:
        # Only what is really said is shown to the table.
        tools.desk.say(chosen.text)
    return with_answer(turn, Answer(chosen.choice, chosen.text, chosen.reasoning, how=chosen.how), tools)


async def _by_policy(turn: Turn, tools: Resources) -> int:
    """The place of the candidate that the learned policy chooses."""
    assert tools.chooser, "seating hands one to whoever a policy chooses for"
    chosen = await tools.chooser.choose_async(turn, tools.desk)
    tools.desk.trace(TraceRecord("policy", chosen.summary([f"candidate {name}" for name in _LETTERS[: len(turn.candidates)]])))
    return chosen.position


async def _candidate_by_model(turn: Turn, tools: Resources) -> tuple[int, str]:
    """The place of the candidate that the model finds best; a drawn one where it names none."""
    names = _LETTERS[: len(turn.candidates)]
    words = (
        template("steps/select").render(candidates=[candidate_line(turn, each) for each in turn.candidates], names=names).strip()
    )
    fields = {"choice": {"type": "string", "enum": list(names)}}
    if tools.settings.reason:
        fields = {"reasoning": text_schema(tools.settings.lengths.thinking), **fields}

    def read(reply: ChatReply) -> ParsedReply[int]:
        given, problem = reply_fields(reply)
        word = read_text(given, "choice", 20).upper().strip(" .")
        if word not in tuple(names):
            return ParsedReply(None, problem=problem or f"`choice` is none of {', '.join(names)}")
        return ParsedReply(names.index(word), f"candidate {word}", was_repaired=was_repaired(reply))

    given = await ask_model(
        turn, tools, Task("select", words, object_schema(fields), options=tuple(names), model_role="judge"), read
    )
    if given.value is None:
        return tools.desk.dice.draw("select", len(names)), given.how
    return given.value, given.how


def candidate_line(turn: Turn, candidate: Candidate) -> str:
    """What a candidate would do and say, and why, for a prompt of its own seat."""
    deed = option_words(turn.ask, turn.view.names)[candidate.choice] if has_choice(turn.ask) else ""
    said = " ".join(filter(None, (deed, clean_text(candidate.text))))
    return f"{said} (because: {clean_text(candidate.reasoning)})" if candidate.reasoning else said
