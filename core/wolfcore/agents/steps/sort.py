"""Agents: the step `sort`: the record as facts, potential truths and potential falsehoods (Helmsman 3.1, SLA 4.1)."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.agents.turn import Resources, Section, Turn
from wolfcore.agents.wording import RecordLine
from wolfcore.game import facts as f
from wolfcore.players import Desk, TraceRecord

RELIABLE_ABOVE = 6
"""The reliability above which what somebody says is a potential truth (alpha of Helmsman, 1 to 10)."""
VOTE_PHASES = ("vote", "runoff")
"""The parts of a day before which a round's statements are cited; what nothing cites is left out once they are over."""
_FALSE, _TRUE, _FACT = 0, 1, 2
"""What goes first where a prompt is too long: what is least believed."""


async def sort(turn: Turn, tools: Resources) -> Turn:
    """Sort what others said by how reliable they seem now; before any deduction nobody is."""
    return with_sorted_lines(turn, tools.desk)


def with_sorted_lines(turn: Turn, desk: Desk) -> Turn:
    """As `sort`, for whoever needs no model."""
    if turn.memo.judging > turn.memo.judged and turn.ask.phase not in VOTE_PHASES:
        turn = replace(turn, memo=replace(turn.memo, judged=turn.memo.judging))
    reliable = {each.seat for each in turn.deductions if each.reliability > RELIABLE_ABOVE}
    parts: dict[int, list[RecordLine]] = {_FALSE: [], _TRUE: [], _FACT: []}
    left_out = 0
    for line in turn.lines:
        if line.kind == "reason":
            continue
        if not is_statement(line, turn.view.seat):
            rank = _FACT
        elif is_forgotten(line, turn):
            left_out += 1
            continue
        else:
            rank = _TRUE if line.speaker in reliable else _FALSE
        parts[rank].append(replace(line, rank=rank))
    sections = (
        Section("Facts", tuple(parts[_FACT]), "This is certain.", "Nothing has happened yet."),
        Section("Potential truths", tuple(parts[_TRUE]), "Said by players whom you find reliable."),
        Section("Potential falsehoods", tuple(parts[_FALSE]), "Said by players whom you do not find reliable, or not yet."),
    )
    counts = f"{len(parts[_FACT])} facts, {len(parts[_TRUE])} potential truths, {len(parts[_FALSE])} potential falsehoods"
    desk.trace(TraceRecord("sort", f"{counts}, {left_out} left out" if left_out else counts))
    return replace(turn, sections=sections)


def is_statement(line: RecordLine, seat: int) -> bool:
    """Whether a line tells what somebody else said in public; one's own words, and what the pack whispers, are facts."""
    return isinstance(line.fact, f.Said) and bool(line.fact.text) and line.speaker != seat


def is_forgotten(line: RecordLine, turn: Turn) -> bool:
    """Whether a statement was gone over and never cited."""
    return line.number <= turn.memo.judged and line.number not in turn.memo.cited
