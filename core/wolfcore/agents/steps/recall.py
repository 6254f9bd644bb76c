"""Agents: the step `recall`: of a long game the latest and the most informative messages (Xu et al. 3.3, A.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from wolfcore.agents.settings import Settings
from wolfcore.agents.turn import Resources, Section, Turn
from wolfcore.agents.wording import RecordLine
from wolfcore.game import View
from wolfcore.game import facts as f
from wolfcore.players import Desk, TraceRecord
from wolfcore.speech import acts as a
from wolfcore.speech import read

_ELIMINATED, _ROLES, _POTIONS, _OTHER = 4, 3, 2, 1
"""Scores of appendix A.1. The highest, 5, is of the own role, which stands in every prompt of ours and not in the record."""
_SCORES: dict[type, int] = {
    f.Died: _ELIMINATED, f.Exiled: _ELIMINATED, f.Shot: _ELIMINATED, f.Checked: _ROLES, f.Revealed: _ROLES,
    f.Saved: _POTIONS, f.Poisoned: _POTIONS, f.Victim: _POTIONS,
}  # fmt: skip
_OF_ROLES = (a.ClaimsRole, a.ReportsCheck, a.Accuses, a.Vouches)
"""Acts of a speech that uncover or guess a role."""


def read_speech(view: View, said: f.Said) -> Sequence[a.Act]:
    """What a speech does, as it is read by everybody."""
    return read(said.text, said.seat, view.names, view.board.size)


SpeechReader: TypeAlias = Callable[[View, f.Said], Sequence[a.Act]]
"""What a speech of somebody in sight does."""


def observed_lines(lines: Sequence[RecordLine]) -> list[RecordLine]:
    """What a seat observed: all but its own reasons, and but who is asked to speak next, which Xu et al. tell that player alone."""
    return [line for line in lines if line.kind != "reason" and not isinstance(line.fact, f.CalledOn)]


async def recall(turn: Turn, tools: Resources) -> Turn:
    """Show the latest messages and the informative ones among the others, each in the order of the game."""
    return with_recalled_lines(turn, tools.settings, tools.desk)


def with_recalled_lines(turn: Turn, settings: Settings, desk: Desk, hear: SpeechReader = read_speech) -> Turn:
    """As `recall`, for whoever needs no model and may have another way to hear what a speech does."""
    messages = observed_lines(turn.lines)
    latest = messages[-settings.recent :] if settings.recent else []
    scored = [replace(line, rank=score_of(line, turn.view, hear)) for line in messages]
    others = scored[: len(scored) - len(latest)]
    best = sorted(others, key=lambda line: (-line.rank, -line.number))[: settings.informative]
    told = sorted(best, key=lambda line: line.number)
    newest = scored[len(scored) - len(latest) :]
    sections = [Section("What happened last", tuple(newest), empty="Nothing has happened yet.")] if settings.recent else []
    if settings.informative:
        sections.insert(0, Section("What else matters of the game so far", tuple(told), "The numbers tell the order.", "Nothing."))
    desk.trace(TraceRecord("recall", f"{len(newest)} latest and {len(told)} informative of {len(messages)} messages"))
    return replace(turn, sections=tuple(sections))


def score_of(line: RecordLine, view: View, hear: SpeechReader = read_speech) -> int:
    """How informative a message is, 1 to 4 (Xu et al. A.1)."""
    fact = line.fact
    if isinstance(fact, f.Said):
        return _ROLES if any(isinstance(act, _OF_ROLES) for act in hear(view, fact)) else _OTHER
    if (isinstance(fact, f.Exiled) and not fact.seat) or (
        isinstance(fact, f.Shot | f.Saved | f.Poisoned | f.Victim) and not fact.target
    ):
        return _OTHER
    return _SCORES.get(type(fact), _OTHER)
