"""Steps `recall`, `sort` and `retrieve`: which lines of the record prompts show, and where.

`recall`: latest and informative messages (Xu et al. 3.3); `sort`: facts, potential truths and
falsehoods (Helmsman 3.1, SLA 4.1); `retrieve`: lines similar to a summary (WereWolf-Plus 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from wolfcore.agents.fact_sentences import RecordLine
from wolfcore.agents.presets import Settings
from wolfcore.agents.record_lines import line_similarities, observed_lines
from wolfcore.agents.resources import Resources
from wolfcore.agents.turn import Section, Turn
from wolfcore.game import View
from wolfcore.game import facts as f
from wolfcore.players import Desk, TraceRecord
from wolfcore.speech import acts as a
from wolfcore.speech import read

from .reflection import write_note

_ELIMINATED, _ROLES, _POTIONS, _OTHER = 4, 3, 2, 1
"""Informativeness scores of Xu et al. A.1. The highest score, 5, is for the seat's own role, which
every prompt shows outside the record."""


_SCORES: dict[type, int] = {
    f.Died: _ELIMINATED, f.Exiled: _ELIMINATED, f.LostVote: _ELIMINATED, f.Shot: _ELIMINATED,
    f.Checked: _ROLES, f.Revealed: _ROLES, f.Saved: _POTIONS, f.Poisoned: _POTIONS,
    f.Victim: _POTIONS,
}  # fmt: skip


_OF_ROLES = (a.ClaimsRole, a.ReportsCheck, a.Accuses, a.Vouches)
"""Speech acts that reveal or guess a role."""


def read_speech(view: View, speaker: int, text: str) -> Sequence[a.Act]:
    """Return the speech acts that any listener reads in the words of a speaker."""
    return read(text, speaker, view.names, view.board.size, view.board.roles)


SpeechReader: TypeAlias = Callable[[View, int, str], Sequence[a.Act]]
"""Returns the speech acts that a view's seat reads in the words of a speaker."""


async def recall(turn: Turn, tools: Resources) -> Turn:
    """Show the latest messages and the most informative earlier ones, each in game order."""
    return with_recalled_lines(turn, tools.settings, tools.desk)


def with_recalled_lines(
    turn: Turn, settings: Settings, desk: Desk, hear: SpeechReader = read_speech
) -> Turn:
    """Return the turn with the sections of step `recall`, for callers without a model.

    Args:
        turn: The turn.
        settings: The settings, with the numbers of latest and informative messages.
        desk: Receives the trace.
        hear: Reads the speech acts of a speech.
    """
    messages = observed_lines(turn.lines)
    # `[-0:]` would be the whole list.
    latest = messages[-settings.recent :] if settings.recent else []
    scored = [replace(line, rank=score_of(line, turn.view, hear)) for line in messages]
    others = scored[: len(scored) - len(latest)]
    # Of equal scores the latest.
    best = sorted(others, key=lambda line: (-line.rank, -line.number))[: settings.informative]
    informative = sorted(best, key=lambda line: line.number)
    newest = scored[len(scored) - len(latest) :]
    sections = (
        [Section("What happened last", tuple(newest), empty="Nothing has happened yet.")]
        if settings.recent
        else []
    )
    if settings.informative:
        sections.insert(
            0,
            Section(
                "What else matters of the game so far",
                tuple(informative),
                "The numbers tell the order.",
                "Nothing.",
            ),
        )
    desk.trace(
        TraceRecord(
            "recall",
            f"{len(newest)} latest and {len(informative)} informative of {len(messages)} messages",
        )
    )
    return replace(turn, sections=tuple(sections))


def score_of(line: RecordLine, view: View, hear: SpeechReader = read_speech) -> int:
    """Return the informativeness of a message, 1 to 4 (Xu et al. A.1)."""
    fact = line.fact
    if words := line.public_words:
        acts = hear(view, line.speaker, words)
        return _ROLES if any(isinstance(act, _OF_ROLES) for act in acts) else _OTHER
    if (isinstance(fact, f.Exiled) and not fact.seat) or (
        isinstance(fact, f.Shot | f.Saved | f.Poisoned | f.Victim) and not fact.target
    ):
        return _OTHER
    return _SCORES.get(type(fact), _OTHER)


RELIABLE_ABOVE = 6
"""The reliability, 1 to 10, above which a seat's statements are potential truths (Helmsman, alpha).
"""


VOTE_PHASES = ("vote", "runoff")
"""The phases of a day in which deductions cite the round's statements; with `prune=vote`, uncited
ones are dropped after them."""


_FALSE, _TRUE, _FACT = 0, 1, 2
"""The ranks of the three sections; lines of the lowest rank are dropped first from a prompt that is
too long."""


async def sort(turn: Turn, tools: Resources) -> Turn:
    """Sort the others' statements by the reliability of their speakers.

    A speaker without a deduction is not reliable.
    """
    return with_sorted_lines(turn, tools.desk)


def with_sorted_lines(turn: Turn, desk: Desk) -> Turn:
    """Return the turn with the sections of step `sort`, for callers without a model."""
    # The round in which statements were cited is over: now the uncited ones go (Helmsman 3.1).
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
        Section(
            "Potential falsehoods",
            tuple(parts[_FALSE]),
            "Said by players whom you do not find reliable, or not yet.",
        ),
    )
    counts = (
        f"{len(parts[_FACT])} facts, {len(parts[_TRUE])} potential truths, "
        f"{len(parts[_FALSE])} potential falsehoods"
    )
    desk.trace(TraceRecord("sort", f"{counts}, {left_out} left out" if left_out else counts))
    return replace(turn, sections=sections)


def is_statement(line: RecordLine, seat: int) -> bool:
    """Return whether a line tells another seat's public words; own words and whispers are facts."""
    return bool(line.public_words) and line.speaker != seat


def is_forgotten(line: RecordLine, turn: Turn) -> bool:
    """Return whether a statement is pruned: old enough to be judged, and never cited."""
    return line.number <= turn.memo.judged and line.number not in turn.memo.cited


_NO_SIMILARITY = -1.0
"""The similarity of a message that was not compared."""


async def retrieve(turn: Turn, tools: Resources) -> Turn:
    """Show the latest messages, and the earlier ones most similar to a summary by the model.

    Raises:
        ModelError: There is no reply.
        MemoryProblem: Texts cannot be compared.
    """
    assert tools.embedder, "seating hands one to whoever remembers"
    settings = tools.settings
    messages = observed_lines(turn.lines)
    # `[-0:]` would be the whole list.
    latest = messages[-settings.recent :] if settings.recent else []
    others = messages[: len(messages) - len(latest)]
    last = Section(
        "What happened last",
        tuple([replace(line, rank=1) for line in latest]),
        empty="Nothing has happened yet.",
    )
    # The summary is written with these alone in sight, and brings back others.
    turn = replace(turn, sections=(last,))
    if not others:
        return turn
    summary, how = await write_note(turn, tools, "summarise", "summary")
    alike = (
        await line_similarities(tools.embedder, summary, turn.lines, turn.view.names)
        if summary
        else {}
    )
    # Of those that are equally near, or not compared, the latest.
    best = sorted(others, key=lambda line: (-alike.get(line.number, _NO_SIMILARITY), -line.number))[
        : settings.informative
    ]
    similar = tuple(sorted(best, key=lambda line: line.number))
    tools.desk.trace(
        TraceRecord(
            "retrieve", f"{len(similar)} of {len(others)} earlier messages by: {summary}", how
        )
    )
    earlier = Section(
        "What comes back to you of the game before that",
        tuple([replace(line, rank=0) for line in similar]),
    )
    return replace(turn, sections=(earlier, last))
