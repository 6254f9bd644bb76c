"""Agents: the step `reflect`: what a seat makes of all that it knows, in a few sentences (Xu et al. 3.3, equation 2)."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.agents.asking import ParsedReply, ask_model
from wolfcore.agents.fields import read_text, reply_fields, was_repaired
from wolfcore.agents.prompting import Task
from wolfcore.agents.schemas import object_schema, text_schema
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Note, Resources, Turn
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord

ANSWERS_TITLE = "What you asked yourself, and your answers"
"""The note that a reflection takes the place of."""


async def reflect(turn: Turn, tools: Resources) -> Turn:
    """Write a reflection, which takes the place of the answers that it was made of; the last one stays where there is none.

    Raises:
        ModelError: There is no reply.
    """
    given, how = await write_note(turn, tools, "reflect", "reflection")
    reflection = given or turn.memo.reflection
    tools.desk.trace(TraceRecord("reflect", reflection or "no reflection", how))
    if not reflection:
        return turn
    others = tuple([note for note in turn.notes if note.title != ANSWERS_TITLE])
    notes = (*others, Note("What you make of it", (reflection,)))
    return replace(turn, notes=notes, memo=replace(turn.memo, reflection=reflection))


async def recollect(turn: Turn, tools: Resources) -> Turn:
    """Put the last reflection behind the notes; nothing is asked."""
    if not turn.memo.reflection:
        return turn
    tools.desk.trace(TraceRecord("reflect", "as before"))
    return replace(turn, notes=(*turn.notes, Note("What you made of it last", (turn.memo.reflection,))))


async def write_note(turn: Turn, tools: Resources, step: str, field: str) -> tuple[str, str]:
    """A text that the model writes for itself, empty where it writes none, and how that came."""
    longest = tools.settings.lengths.notes

    def read(reply: ChatReply) -> ParsedReply[str]:
        fields, problem = reply_fields(reply)
        text = read_text(fields, field, longest)
        return ParsedReply(
            text or None, text[:60], problem or ("" if text else f"`{field}` is missing or empty"), was_repaired(reply)
        )

    words = template(f"steps/{step}").render(role=turn.view.role).strip()
    given = await ask_model(turn, tools, Task(step, words, object_schema({field: text_schema(longest)})), read)
    return given.value or "", given.how
