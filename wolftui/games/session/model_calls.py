"""Model calls up to the cursor, by ask and step, with their outcome. Moderator only."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from wolfcore.game import AnswerOrigin
from wolfcore.game import facts as f
from wolfcore.players import CallRecord, TraceRecord
from wolfcore.players.answers import clean_text
from wolfcore.table import Noted

from .game_session import GameSession

CALL_KINDS: Mapping[str, str] = {
    "kill": "kill", "whisper": "whisper", "protect": "protect", "check": "check",
    "save": "antidote", "poison": "poison", "shoot": "shot", "run": "candidacy",
    "campaign": "campaign", "elect": "election", "order": "order", "speak": "speech",
    "suspect": "suspicion", "lean": "straw vote", "summarise": "summary",
    "defend": "extra word", "vote": "vote", "plead": "plea", "badge": "badge",
    "last_words": "last words", "bid": "bid",
}  # fmt: skip


UNDER_WAY, AGAIN, NO_ANSWER = "under way", "asked again", "no answer"


_STATES: Mapping[AnswerOrigin, str] = {
    "given": "given", "repaired": "repaired", "fallback": "replaced", "timeout": "too late",
    "stand_in": "too late",
}  # fmt: skip


_ASK = re.compile(r"([nd])(\d{1,4})\.([a-z_]{1,12}?)(\d{0,4})\.\d{1,4}(\.suspect)?")


_NAME = 40


_NOT_YET = sys.maxsize


Side: TypeAlias = Literal["", "first", "inner", "last"]


class InspectedCall(Struct, frozen=True):
    """A model call as the call inspector shows it.

    Attributes:
        ask: The id of the ask that it served.
        seat: The seat of that ask.
        call: The call.
        attempt: The number of this call among those for the same task of the ask, from 1.
        attempts: The number of calls for that task.
        outcome: `given`, `repaired`, `replaced` or `too late`, which is the outcome of the answer
            or of the step; `asked again` if another call for the same task followed because this
            one was useless; `no answer` if none followed such a call, so that the game stopped or
            another player answered; `under way` if the answer has not taken effect yet.
        steps: The agent's other steps for this ask.
        group_side: The position among the calls that were sent in parallel: `first`, `inner` or
            `last`; empty for a single call.
        parallel_tasks: The number of tasks of the step that were sent in parallel.
        first_of_ask: Whether it is the first call for its ask.
    """

    ask: str
    seat: int
    call: CallRecord
    attempt: int
    attempts: int
    outcome: str
    steps: tuple[TraceRecord, ...]
    group_side: Side = ""
    parallel_tasks: int = 1
    first_of_ask: bool = True


def inspected_calls(session: GameSession, notes: Sequence[Noted]) -> list[InspectedCall]:
    """Return the calls up to the cursor; empty for eyes that may not see calls.

    Asks are in the order in which their first call arrived. The calls of one ask are grouped by
    task, and parallel tasks are adjacent.
    """
    if not session.sees_calls:
        return []
    effects = _answer_effects(session.known_facts)
    to_the_end = session.live and session.at_edge
    places = _note_places(notes, session.known_facts, effects)
    shown = [
        note
        for note, place in zip(notes, places, strict=True)
        if to_the_end or place <= session.fact_count
    ]
    last = max((number for number, note in enumerate(shown) if note.ask in effects), default=-1)
    begun = (
        {note.ask for note in shown[last + 1 :]} - effects.keys()
        if to_the_end and not session.over
        else set[str]()
    )
    tasks: dict[str, dict[_Task, list[CallRecord]]] = {}
    steps: dict[str, list[TraceRecord]] = {}
    seats: dict[str, int] = {}
    for note in shown:
        seats.setdefault(note.ask, note.seat)
        if note.step:
            steps.setdefault(note.ask, []).append(note.step)
        if note.call:
            call = note.call
            tasks.setdefault(note.ask, {}).setdefault(
                (call.step, call.beside, call.about), []
            ).append(call)
    found: list[InspectedCall] = []
    for ask, made in tasks.items():
        became = (
            UNDER_WAY if ask in begun else _STATES[effects[ask].how] if ask in effects else "given"
        )
        trace = tuple(steps.get(ask, ()))
        for task, side, together in _in_order(made):
            calls = made[task]
            for number, call in enumerate(calls, 1):
                state, place = (
                    _state(call, number, len(calls), became),
                    _within(side, number, len(calls)),
                )
                begins = not found or found[-1].ask != ask
                found.append(
                    InspectedCall(
                        ask,
                        seats[ask],
                        call,
                        number,
                        len(calls),
                        state,
                        trace,
                        place,
                        together,
                        begins,
                    )
                )
    return found


_Task: TypeAlias = tuple[str, bool, str]
"""The common key of the calls for one task: step, whether it was sent in parallel, and subject."""


def _in_order(tasks: Mapping[_Task, object]) -> list[tuple[_Task, Side, int]]:
    """Order the tasks of an ask as they came, with parallel tasks adjacent.

    Each task comes with its position in its parallel group and the group's size.
    """
    groups: dict[tuple[str, str], list[_Task]] = {}
    for task in tasks:
        step, beside, about = task
        groups.setdefault((step, "" if beside else f"alone {about}"), []).append(task)
    return [
        (task, _side(place, len(group)), len(group))
        for group in groups.values()
        for place, task in enumerate(group)
    ]


def _side(place: int, many: int) -> Side:
    if many < 2:
        return ""
    return "first" if not place else "last" if place == many - 1 else "inner"


def _within(side: Side, number: int, of: int) -> Side:
    """Return the position in the parallel group of one of several calls for a task."""
    if (side == "first" and number > 1) or (side == "last" and number < of):
        return "inner"
    return side


def _state(call: CallRecord, number: int, of: int, became: str) -> str:
    """Return the outcome of a call; a step before the answer is complete once it is understood."""
    if call.problem and number < of:
        return AGAIN
    if not call.step:
        return NO_ANSWER if call.problem and became in (UNDER_WAY, "given") else became
    if call.problem:
        return "replaced" if call.replied else NO_ANSWER
    return call.how or ("repaired" if number > 1 else "given")


class _AnswerEffect(Struct, frozen=True):
    """The place in the log where an answer took effect, and its origin."""

    place: int
    how: AnswerOrigin


def _answer_effects(facts: Sequence[f.Fact]) -> dict[str, _AnswerEffect]:
    """Return the effect of each answer that the log names, by ask."""
    effects: dict[str, _AnswerEffect] = {}
    for place, fact in enumerate(facts, 1):
        match fact:
            case f.Thought(ask=ask) | f.Believed(ask=ask):
                effects[ask] = _AnswerEffect(place, effects[ask].how if ask in effects else "given")
            case f.Fallback(ask=ask, how=how):
                effects[ask] = _AnswerEffect(place, how)
            case _:
                pass
    return effects


def _note_places(
    notes: Sequence[Noted], facts: Sequence[f.Fact], effects: Mapping[str, _AnswerEffect]
) -> list[int]:
    """Return the fact count after which each note is shown.

    It never decreases from note to note, and never lies before the note's night or day began.
    """
    began: dict[str, int] = {}
    for place, fact in enumerate(facts, 1):
        if isinstance(fact, f.Began):
            began.setdefault(f"{'n' if fact.phase == 'night' else 'd'}{fact.day}", place)
    places: list[int] = []
    reached = 0
    for note in notes:
        answer = effects.get(note.ask)
        place = max(
            reached, answer.place if answer else began.get(note.ask.partition(".")[0], _NOT_YET)
        )
        reached = place if place < _NOT_YET else reached
        places.append(place)
    return places


def ask_text(ask: str) -> str:
    """Format an ask id: `night 1 kill`, `day 2 vote 2`; other text is cleaned and cut."""
    found = _ASK.fullmatch(ask)
    if not found:
        return clean_text(ask, _NAME)
    part, day, kind, turn, suspicion = found.groups()
    words = CALL_KINDS["suspect"] if suspicion else CALL_KINDS.get(kind, kind)
    return (
        f"{'night' if part == 'n' else 'day'} {day} "
        f"{words}{f' {turn}' if turn and not suspicion else ''}"
    )


def step_text(call: CallRecord) -> str:
    """Format the purpose of a call: its step and subject, or `answer`; cleaned and cut."""
    if not call.step:
        return "answer"
    return clean_text(
        call.about if call.about.startswith(call.step) else f"{call.step} {call.about}".strip(),
        _NAME,
    )


def seat_text(seat: int, names: Sequence[str]) -> str:
    """Format a seat as number and name; an unknown seat as its number."""
    return f"{seat} {names[seat - 1]}" if 1 <= seat <= len(names) else str(seat)


def model_text(call: CallRecord) -> str:
    """Return a call's model name, cleaned and cut, since it may be any text."""
    return clean_text(call.model, _NAME)


def cost_text(cost: float | None) -> str:
    """Format a cost in the currency of the settings; a dash if unknown."""
    if cost is None:
        return "-"
    return f"{cost:.4f}" if cost >= 0.001 or not cost else f"{cost:.6f}"


def token_text(number: int | None) -> str:
    """Format a number of tokens; a dash if unknown."""
    return "-" if number is None else f"{number:,}".replace(",", " ")


def bounded_lines(text: str, limit: int) -> list[str]:
    """Split raw text into lines that are safe for a terminal, with their indentation.

    The last line says how many characters were left out, if any.

    Args:
        text: Any text, of any length.
        limit: How many characters of it are shown at most.
    """
    lines: list[str] = []
    for line in text[:limit].split("\n"):
        words = line.lstrip(" \t")
        lines.append(" " * min(len(line) - len(words), 40) + clean_text(words, limit))
    left = len(text) - limit
    return (
        [*lines, f"({token_text(left)} more characters are in the file of calls)"]
        if left > 0
        else lines
    )
