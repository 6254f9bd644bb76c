"""Agents: the step `intend`: what a speech is to do, out of a fixed set of intentions (SLA 5.1, the atomic agent)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wolfcore.agents.asking import Read, asked
from wolfcore.agents.fields import fields_of, mended, text_in
from wolfcore.agents.prompting import Task
from wolfcore.agents.schemas import object_of, text_field
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Note, Tools, Turn
from wolfcore.agents.wording import label
from wolfcore.models import ChatReply
from wolfcore.players import Intention, TraceRecord
from wolfcore.players.intentions import ALOUD, possible

_NOTHING = "idle"


def in_words(intention: Intention, names: Sequence[str]) -> str:
    """An intention as a model chooses it, and as records have it."""
    match intention.kind:
        case "idle":
            return _NOTHING
        case "target":
            return f"target {label(intention.seat, names)}"
        case "claim":
            return f"claim to be the {intention.role}"
        case "hide":
            return "do not reveal your role"


async def intend(turn: Turn, tools: Tools) -> Turn:
    """Choose what a speech is to do; the words come with the answer.

    Raises:
        ModelError: There is no reply.
    """
    if turn.ask.kind not in ALOUD:
        return turn
    sensible = [in_words(each, turn.view.names) for each in possible(turn.view, turn.ask)]
    how = "given"
    match tools.settings.select:
        case "random":
            intention = tools.desk.dice.pick("intend", sensible)
        case "first":
            intention = sensible[0]
        case "model" | "policy":
            intention, how = await _by_model(turn, tools, sensible)
    tools.desk.trace(TraceRecord("intend", intention, how))
    note = Note("What you have decided to do with your words", (_MEANT.get(intention, intention),))
    return replace(turn, notes=(*turn.notes, note), memo=replace(turn.memo, intention=intention))


_MEANT: Mapping[str, str] = {_NOTHING: "say little, and nothing about anybody"}


async def _by_model(turn: Turn, tools: Tools, sensible: list[str]) -> tuple[str, str]:
    fields = {"intention": {"type": "string", "enum": sensible}}
    if tools.settings.reason:
        fields = {"reasoning": text_field(tools.settings.lengths.thinking), **fields}

    def read(reply: ChatReply) -> Read[str]:
        given, problem = fields_of(reply)
        word = text_in(given, "intention", 80)
        found = next((each for each in sensible if each.casefold() == word.casefold()), None)
        return Read(found, found or "", "" if found else problem or "`intention` is none of the options", mended(reply))

    words = template("steps/intend").render().strip()
    given = await asked(turn, tools, Task("intend", words, object_of(fields), options=tuple(sensible)), read)
    return given.value or tools.desk.dice.pick("intend", sensible), given.how
