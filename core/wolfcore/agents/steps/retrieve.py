"""Agents: the step `retrieve`: of a long game what a summary of one's own brings back (WereWolf-Plus, section 3)."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.agents.comparing import line_similarities
from wolfcore.agents.turn import Resources, Section, Turn
from wolfcore.players import TraceRecord

from .recall import observed_lines
from .reflect import write_note

_NO_SIMILARITY = -1.0
"""The likeness of what is compared with nothing."""


async def retrieve(turn: Turn, tools: Resources) -> Turn:
    """Show the latest messages, and of the others those nearest in meaning to a summary that the model writes first.

    Raises:
        ModelError: There is no reply.
        MemoryProblem: Texts cannot be compared.
    """
    assert tools.embedder, "seating hands one to whoever remembers"
    settings = tools.settings
    messages = observed_lines(turn.lines)
    latest = messages[-settings.recent :] if settings.recent else []
    others = messages[: len(messages) - len(latest)]
    last = Section("What happened last", tuple([replace(line, rank=1) for line in latest]), empty="Nothing has happened yet.")
    turn = replace(turn, sections=(last,))
    if not others:
        return turn
    summary, how = await write_note(turn, tools, "summarise", "summary")
    alike = await line_similarities(tools.embedder, summary, turn.lines, turn.view.names) if summary else {}
    best = sorted(others, key=lambda line: (-alike.get(line.number, _NO_SIMILARITY), -line.number))[: settings.informative]
    told = tuple(sorted(best, key=lambda line: line.number))
    tools.desk.trace(TraceRecord("retrieve", f"{len(told)} of {len(others)} earlier messages by: {summary}", how))
    earlier = Section("What comes back to you of the game before that", tuple([replace(line, rank=0) for line in told]))
    return replace(turn, sections=(earlier, last))
