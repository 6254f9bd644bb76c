"""Step `deduce`: the roles of the other seats, with confidence and evidence (Helmsman 3.1).

Also SLA 4.1. Deductions change the record in turn: they sort statements, and statements that no
deduction cited are dropped. If the ask is for suspicions, the deductions are the answer.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from wolfcore.agents.fact_sentences import seat_label
from wolfcore.agents.prompt import Task
from wolfcore.agents.reply_parser import (
    match_seat,
    read_numbers,
    read_text,
    reply_fields,
    was_repaired,
)
from wolfcore.agents.resources import Resources
from wolfcore.agents.schemas import (
    CONFIDENCE_RANGE,
    MAX_EVIDENCE,
    UNCERTAIN,
    USUAL_LENGTHS,
    object_schema,
    other_living_seats,
    text_schema,
)
from wolfcore.agents.task_calls import ParsedReply, TaskResult, ask_model, gather_all
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Deduction, Note, Turn
from wolfcore.game import ROLES, AnswerOrigin, Belief, RoleName
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord, fallback_answer

from .answer import with_answer
from .record_selection import VOTE_PHASES, sort

_MAX_PLAYERS = 64
"""Maximum players of one reply that are read; no table has so many seats."""


DEDUCTIONS_TITLE = "What you deduced last"


async def deduce(turn: Turn, tools: Resources) -> Turn:
    """Deduce the role of every other living seat; keep earlier deductions if no fact is new.

    If the ask is for suspicions, the deductions become the answer.

    Raises:
        ModelError: There is no reply.
    """
    how: AnswerOrigin = "given"
    # Nothing is new: another deduction would cost calls and could only differ by chance.
    if turn.memo.known == len(turn.view.facts) and turn.memo.deductions:
        tools.desk.trace(TraceRecord("deduce", "as before: nothing has happened since"))
        turn = with_deductions_note(turn, _certain(turn, tools))
    else:
        turn, how = await _new_deductions(turn, tools)
    return _as_suspicions(turn, tools, how) if turn.ask.kind == "suspect" else turn


async def _new_deductions(turn: Turn, tools: Resources) -> tuple[Turn, AnswerOrigin]:
    """Return the turn with new deductions, and their origin: `fallback` if none could be read."""
    certain = _certain(turn, tools)
    turn = with_deductions_note(turn, certain)
    others = [seat for seat in other_living_seats(turn.view) if seat not in certain]
    if not others and not certain:
        return turn, "given"
    given: list[TaskResult[list[Deduction]]] = []
    if not others:
        tools.desk.trace(TraceRecord("deduce", "every role is known"))
    elif tools.settings.deduce == "batch":
        given = [await _deduce_all(turn, tools, others)]
    else:
        given = await gather_all([_deduce_seat(turn, tools, seat) for seat in others])
    deduced = [one for each in given for one in each.value or ()]
    # What is certain is no question to the model, and still sorts the record and is believed.
    sure = [Deduction(seat, role, CONFIDENCE_RANGE[1]) for seat, role in certain.items()]
    found = [*sure, *deduced]
    hows = {each.how for each in given}
    # Without a new deduction about a seat the earlier one stays. Deductions about the dead stay
    # too, since they rate the statements of the dead.
    known = {each.seat: each for each in turn.deductions}
    now = tuple(
        # In the order of seats, so that the note reads the same however the calls came back.
        [fresh for _, fresh in sorted({**known, **{each.seat: each for each in found}}.items())]
    )
    cited = tuple(
        sorted({*turn.memo.cited, *(number for each in found for number in each.evidence)})
    )
    memo = replace(turn.memo, deductions=now, known=len(turn.view.facts), cited=cited)
    match tools.settings.prune if deduced else "none":
        case "now":
            memo = replace(memo, judged=len(turn.lines))
        case "vote" if turn.ask.phase in VOTE_PHASES:
            memo = replace(memo, judging=len(turn.lines))
        case _:
            pass
    turn = with_deductions_note(replace(turn, deductions=now, memo=memo), certain)
    unread = given and not deduced
    how: AnswerOrigin = "fallback" if unread else "given" if hows <= {"given"} else "repaired"
    # New deductions reclassify the record at once (SLA 4.1; Helmsman equation 3).
    return (await sort(turn, tools) if tools.settings.classifies else turn), how


def _certain(turn: Turn, tools: Resources) -> dict[int, RoleName]:
    """Return the roles of other living seats that the seat knows and its model is not asked for."""
    if tools.settings.known == "ask":
        return {}
    view, found = turn.view, dict[int, RoleName]()
    checks = {each.target: each.result for each in view.state.checks}
    for seat in other_living_seats(view):
        result = checks.get(seat)
        if role := view.state.roles[seat]:
            found[seat] = role
        elif result == "wolves":
            found[seat] = "Werewolf"
        elif result in ROLES:
            found[seat] = result
    return found


async def _deduce_seat(turn: Turn, tools: Resources, seat: int) -> TaskResult[list[Deduction]]:
    """Return the model's deduction about one seat, from a call of its own (Helmsman table 13)."""
    who = seat_label(seat, turn.view.names)

    def read(reply: ChatReply) -> ParsedReply[list[Deduction]]:
        fields, problem = reply_fields(reply)
        found, mending = _deduction(fields, seat, _shown(turn))
        if found is None:
            return ParsedReply(
                None,
                problem=problem
                or "`role` or `confidence` is missing or is none that can be chosen",
            )
        words = "; ".join(filter(None, (_in_words(found, turn), mending)))
        return ParsedReply([found], words, was_repaired=bool(mending) or was_repaired(reply))

    schema = object_schema(_fields(turn, tools.settings.lengths.lines))
    given = await ask_model(
        turn,
        tools,
        Task("deduce", _words(turn, tools, [seat]), schema, who, is_parallel=True),
        read,
    )
    tools.desk.trace(
        TraceRecord(
            "deduce",
            _in_words(given.value[0], turn) if given.value else f"{who}: as before",
            given.how,
        )
    )
    return given


async def _deduce_all(
    turn: Turn, tools: Resources, others: Sequence[int]
) -> TaskResult[list[Deduction]]:
    """Return the model's deductions about all seats, from one call (SLA 4.1)."""
    names = {seat_label(seat, turn.view.names): seat for seat in others}

    def read(reply: ChatReply) -> ParsedReply[list[Deduction]]:
        fields, problem = reply_fields(reply)
        inner = {
            # A model may write `Cleo` where the schema says `3 Cleo`.
            names.get(name) or match_seat(name, turn.view.names): value
            for name, value in list(fields.items())[:_MAX_PLAYERS]
        }
        read_of = {
            seat: _deduction(_inside(inner.get(seat)), seat, _shown(turn)) for seat in others
        }
        found = [one for one, _ in read_of.values() if one]
        if not found:
            return ParsedReply(None, problem=problem or "it deduces the role of no living player")
        mendings = [
            f"{seat_label(seat, turn.view.names)}: {mending}"
            for seat, (_, mending) in read_of.items()
            if mending
        ]
        whole = not mendings and names.keys() <= fields.keys()
        words = "; ".join((f"{len(found)} deductions", *mendings))
        return ParsedReply(found, words, was_repaired=not whole or was_repaired(reply))

    schema = object_schema(
        {name: object_schema(_fields(turn, tools.settings.lengths.lines)) for name in names}
    )
    given = await ask_model(turn, tools, Task("deduce", _words(turn, tools, others), schema), read)
    words = "; ".join(_in_words(each, turn) for each in given.value or ()) or "as before"
    tools.desk.trace(TraceRecord("deduce", words, given.how))
    return given


def _words(turn: Turn, tools: Resources, seats: Sequence[int]) -> str:
    who = [seat_label(seat, turn.view.names) for seat in seats]
    words = template("steps/deduce", tools.settings.prompts).render(
        who=who,
        before=bool(turn.deductions),
        most=MAX_EVIDENCE,
        forgets=tools.settings.prune != "none",
        explained=tools.settings.classifies_by_number,
    )
    return words.strip()


def _fields(turn: Turn, longest: int) -> dict[str, Any]:
    least, most = CONFIDENCE_RANGE
    return {
        "reasoning": text_schema(longest),
        "role": {"type": "string", "enum": [*dict.fromkeys(turn.view.board.roles), UNCERTAIN]},
        "confidence": {"type": "integer", "enum": list(range(least, most + 1))},
        "evidence": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": max(1, len(turn.lines))},
            "maxItems": MAX_EVIDENCE,
        },
    }


def _inside(value: object) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _shown(turn: Turn) -> frozenset[int]:
    """Return the numbers of the lines that the prompt shows; only these can be cited."""
    return frozenset(line.number for section in turn.sections for line in section.lines)


def _deduction(
    fields: Mapping[str, Any], seat: int, shown: frozenset[int]
) -> tuple[Deduction | None, str]:
    """Parse the deduction about a seat.

    Returns:
        The deduction, or None if it is unusable, and the repairs in words; empty if none was
        needed.
    """
    word, sure = read_text(fields, "role", 40).casefold(), fields.get("confidence")
    role = next((role for role in (*ROLES, UNCERTAIN) if role.casefold() == word), None)
    # `sure != sure` is true of nan alone.
    if role is None or not isinstance(sure, int | float) or isinstance(sure, bool) or sure != sure:
        return None, "nothing that can be used"
    least, most = CONFIDENCE_RANGE
    confidence = round(min(max(sure, least), most))
    cited = read_numbers(fields, "evidence")
    evidence = tuple([number for number in cited if number in shown])[:MAX_EVIDENCE]
    unseen = [str(number) for number in cited if number not in shown]
    mending = "; ".join(
        words
        for words, there in (
            (f"confidence {sure} is out of range", confidence != sure),
            ("no evidence is named", "evidence" not in fields),
            (f"evidence {', '.join(unseen[:MAX_EVIDENCE])} is not in sight", bool(unseen)),
            ("there is too much evidence", len(cited) - len(unseen) > MAX_EVIDENCE),
        )
        if there
    )
    return Deduction(
        seat, role, confidence, read_text(fields, "reasoning", USUAL_LENGTHS.lines), evidence
    ), mending


def _in_words(found: Deduction, turn: Turn) -> str:
    evidence = f", by {', '.join(map(str, found.evidence))}" if found.evidence else ""
    return f"{seat_label(found.seat, turn.view.names)}: {found.role} {found.confidence}{evidence}"


def with_deductions_note(turn: Turn, certain: Container[int] = ()) -> Turn:
    """Return the turn with its current deductions about living seats as a note.

    Those about seats whose role is certain are left out: the record tells it.
    """
    others = tuple([note for note in turn.notes if note.title != DEDUCTIONS_TITLE])
    lines = tuple(
        [
            f"{_in_words(each, turn)}. {each.reasoning}".strip()
            for each in turn.deductions
            if each.seat in turn.view.living and each.seat not in certain
        ]
    )
    return replace(turn, notes=(*others, Note(DEDUCTIONS_TITLE, lines)) if lines else others)


def _as_suspicions(turn: Turn, tools: Resources, how: AnswerOrigin) -> Turn:
    beliefs = beliefs_of(turn)
    usual = fallback_answer(turn.ask, tools.desk.dice)
    return with_answer(
        turn, replace(usual, beliefs=beliefs, how=how if beliefs else usual.how), tools
    )


def beliefs_of(turn: Turn) -> tuple[Belief, ...]:
    """Return the deductions about living seats as beliefs, which the log keeps for the metrics."""
    others = other_living_seats(turn.view)
    return tuple(
        [
            Belief(each.seat, cast(Any, each.role), each.confidence)
            for each in turn.deductions
            if each.seat in others
        ]
    )
