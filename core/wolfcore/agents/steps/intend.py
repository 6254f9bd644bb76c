"""Agents: the step `intend`: what a speech is to do, out of a fixed set of intentions (SLA 5.1, the atomic agent)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wolfcore.agents.asking import ParsedReply, ask_model
from wolfcore.agents.fields import read_text, reply_fields, was_repaired
from wolfcore.agents.prompting import Task
from wolfcore.agents.schemas import object_schema, text_schema
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Note, Resources, Turn
from wolfcore.agents.wording import seat_label
from wolfcore.models import ChatReply
from wolfcore.players import Intention, TraceRecord
from wolfcore.players.intentions import PUBLIC_SPEECH_KINDS, possible_intentions

_NOTHING = "idle"


def intention_words(intention: Intention, names: Sequence[str]) -> str:
    """An intention as a model chooses it, and as records have it."""
    match intention.kind:
        case "idle":
            return _NOTHING
        case "target":
            return f"target {seat_label(intention.seat, names)}"
        case "claim":
            return f"claim to be the {intention.role}"
        case "hide":
            return "do not reveal your role"


async def intend(turn: Turn, tools: Resources) -> Turn:
    """Choose what a speech is to do; the words come with the answer.

    Raises:
        ModelError: There is no reply.
    """
    if turn.ask.kind not in PUBLIC_SPEECH_KINDS:
        return turn
    sensible = [intention_words(each, turn.view.names) for each in possible_intentions(turn.view, turn.ask)]
    how = "given"
    match tools.settings.select:
        case "random":
            intention = tools.desk.dice.pick("intend", sensible)
        case "first":
            intention = sensible[0]
        case "model" | "policy":
            intention, how = await _intention_by_model(turn, tools, sensible)
    tools.desk.trace(TraceRecord("intend", intention, how))
    note = Note("What you have decided to do with your words", (_INTENTION_TEXTS.get(intention, intention),))
    return replace(turn, notes=(*turn.notes, note), memo=replace(turn.memo, intention=intention))


_INTENTION_TEXTS: Mapping[str, str] = {_NOTHING: "say little, and nothing about anybody"}


async def _intention_by_model(turn: Turn, tools: Resources, sensible: list[str]) -> tuple[str, str]:
    fields = {"intention": {"type": "string", "enum": sensible}}
    if tools.settings.reason:
        fields = {"reasoning": text_schema(tools.settings.lengths.thinking), **fields}

    def read(reply: ChatReply) -> ParsedReply[str]:
        given, problem = reply_fields(reply)
        word = read_text(given, "intention", 80)
        found = next((each for each in sensible if each.casefold() == word.casefold()), None)
        return ParsedReply(
            found, found or "", "" if found else problem or "`intention` is none of the options", was_repaired(reply)
        )

    words = template("steps/intend").render().strip()
    given = await ask_model(turn, tools, Task("intend", words, object_schema(fields), options=tuple(sensible)), read)
    return given.value or tools.desk.dice.pick("intend", sensible), given.how
