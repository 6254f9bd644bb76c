"""Agents: the step `deduce`: the hidden roles of the others, each with confidence and evidence (Helmsman 3.1, SLA 4.1).

What was deduced loops back into the record: it sorts what others said, and statements that nothing cites leave it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from wolfcore.agents.asking import Given, Read, asked, side_by_side
from wolfcore.agents.choices import seat_of
from wolfcore.agents.fields import fields_of, mended, numbers_in, text_in
from wolfcore.agents.prompting import Task
from wolfcore.agents.schemas import CONFIDENCE, EVIDENCE, UNCERTAIN, USUAL, object_of, suspects, text_field
from wolfcore.agents.templates import template
from wolfcore.agents.turn import Deduction, Note, Tools, Turn
from wolfcore.agents.wording import label
from wolfcore.game import ROLES, Belief, How
from wolfcore.models import ChatReply
from wolfcore.players import TraceRecord, fallback_answer

from .act import answered
from .sort import VOTING, sort

_MOST = 64
"""Players of one reply that are looked at; no table has so many seats."""
TITLE = "What you deduced last"


async def deduce(turn: Turn, tools: Tools) -> Turn:
    """Deduce the role of every other living seat anew, unless that was done since the last thing happened.

    Where suspicions are asked for, they are the answer.

    Raises:
        ModelError: There is no reply.
    """
    how: How = "given"
    if turn.memo.known == len(turn.view.facts) and turn.memo.deductions:
        tools.desk.trace(TraceRecord("deduce", "as before: nothing has happened since"))
        turn = with_note(turn)
    else:
        turn, how = await _anew(with_note(turn), tools)
    return _as_suspicions(turn, tools, how) if turn.ask.kind == "suspect" else turn


async def _anew(turn: Turn, tools: Tools) -> tuple[Turn, How]:
    """The turn with fresh deductions, and how they came: replaced only where none did."""
    others = suspects(turn.view)
    if not others:
        return turn, "given"
    if tools.settings.deduce == "batch":
        given = [await _all_at_once(turn, tools, others)]
    else:
        given = await side_by_side([_about(turn, tools, seat) for seat in others])
    found = [one for each in given for one in each.value or ()]
    hows = {each.how for each in given}
    # Where nothing could be understood of somebody, what was thought before stays; of the dead it stays for what they said.
    known = {each.seat: each for each in turn.deductions}
    now = tuple([fresh for _, fresh in sorted({**known, **{each.seat: each for each in found}}.items())])
    cited = tuple(sorted({*turn.memo.cited, *(number for each in found for number in each.evidence)}))
    memo = replace(turn.memo, deductions=now, known=len(turn.view.facts), cited=cited)
    match tools.settings.prune if found else "none":
        case "now":
            memo = replace(memo, judged=len(turn.lines))
        case "vote" if turn.ask.phase in VOTING:
            memo = replace(memo, judging=len(turn.lines))
        case _:
            pass
    turn = with_note(replace(turn, deductions=now, memo=memo))
    how: How = "fallback" if not found else "given" if hows == {"given"} else "repaired"
    # What was deduced reclassifies the record at once (SLA 4.1; Helmsman equation 3).
    return (await sort(turn, tools) if tools.settings.record == "sorted" else turn), how


async def _about(turn: Turn, tools: Tools, seat: int) -> Given[list[Deduction]]:
    """What the model deduces of one seat, in a call of its own (Helmsman table 13)."""
    who = label(seat, turn.view.names)

    def read(reply: ChatReply) -> Read[list[Deduction]]:
        fields, problem = fields_of(reply)
        found, mending = _deduction(fields, seat, _shown(turn))
        if found is None:
            return Read(None, problem=problem or "`role` or `confidence` is missing or is none that can be chosen")
        words = "; ".join(filter(None, (_in_words(found, turn), mending)))
        return Read([found], words, mended=bool(mending) or mended(reply))

    schema = object_of(_fields(turn, tools.settings.lengths.lines))
    given = await asked(turn, tools, Task("deduce", _words(turn, tools, [seat]), schema, who, beside=True), read)
    tools.desk.trace(TraceRecord("deduce", _in_words(given.value[0], turn) if given.value else f"{who}: as before", given.how))
    return given


async def _all_at_once(turn: Turn, tools: Tools, others: Sequence[int]) -> Given[list[Deduction]]:
    """What the model deduces of all in one call (SLA 4.1)."""
    names = {label(seat, turn.view.names): seat for seat in others}

    def read(reply: ChatReply) -> Read[list[Deduction]]:
        fields, problem = fields_of(reply)
        inner = {names.get(name) or seat_of(name, turn.view.names): value for name, value in list(fields.items())[:_MOST]}
        read_of = {seat: _deduction(_inside(inner.get(seat)), seat, _shown(turn)) for seat in others}
        found = [one for one, _ in read_of.values() if one]
        if not found:
            return Read(None, problem=problem or "it deduces the role of no living player")
        mendings = [f"{label(seat, turn.view.names)}: {mending}" for seat, (_, mending) in read_of.items() if mending]
        whole = not mendings and names.keys() <= fields.keys()
        words = "; ".join((f"{len(found)} deductions", *mendings))
        return Read(found, words, mended=not whole or mended(reply))

    schema = object_of({name: object_of(_fields(turn, tools.settings.lengths.lines)) for name in names})
    given = await asked(turn, tools, Task("deduce", _words(turn, tools, others), schema), read)
    words = "; ".join(_in_words(each, turn) for each in given.value or ()) or "as before"
    tools.desk.trace(TraceRecord("deduce", words, given.how))
    return given


def _words(turn: Turn, tools: Tools, seats: Sequence[int]) -> str:
    who = [label(seat, turn.view.names) for seat in seats]
    words = template("steps/deduce").render(
        who=who, before=bool(turn.deductions), most=EVIDENCE, forgets=tools.settings.prune != "none"
    )
    return words.strip()


def _fields(turn: Turn, longest: int) -> dict[str, Any]:
    least, most = CONFIDENCE
    return {
        "reasoning": text_field(longest),
        "role": {"type": "string", "enum": [*dict.fromkeys(turn.view.board.roles), UNCERTAIN]},
        "confidence": {"type": "integer", "enum": list(range(least, most + 1))},
        "evidence": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": max(1, len(turn.lines))},
            "maxItems": EVIDENCE,
        },
    }


def _inside(value: object) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _shown(turn: Turn) -> frozenset[int]:
    """The numbers of the lines that the prompt shows, which alone can be cited."""
    return frozenset(line.number for section in turn.sections for line in section.lines)


def _deduction(fields: Mapping[str, Any], seat: int, shown: frozenset[int]) -> tuple[Deduction | None, str]:
    """What some fields deduce of a seat, and what of it had to be mended, in words; empty where it stood there as it should."""
    word, sure = text_in(fields, "role", 40).casefold(), fields.get("confidence")
    role = next((role for role in (*ROLES, UNCERTAIN) if role.casefold() == word), None)
    if role is None or not isinstance(sure, int | float) or isinstance(sure, bool) or sure != sure:
        return None, "nothing that can be used"
    least, most = CONFIDENCE
    confidence = round(min(max(sure, least), most))
    cited = numbers_in(fields, "evidence")
    evidence = tuple([number for number in cited if number in shown])[:EVIDENCE]
    unseen = [str(number) for number in cited if number not in shown]
    mending = "; ".join(
        words
        for words, there in (
            (f"confidence {sure} is out of range", confidence != sure),
            ("no evidence is named", "evidence" not in fields),
            (f"evidence {', '.join(unseen[:EVIDENCE])} is not in sight", bool(unseen)),
            ("there is too much evidence", len(cited) - len(unseen) > EVIDENCE),
        )
        if there
    )
    return Deduction(seat, role, confidence, text_in(fields, "reasoning", USUAL.lines), evidence), mending


def _in_words(found: Deduction, turn: Turn) -> str:
    evidence = f", by {', '.join(map(str, found.evidence))}" if found.evidence else ""
    return f"{label(found.seat, turn.view.names)}: {found.role} {found.confidence}{evidence}"


def with_note(turn: Turn) -> Turn:
    """The turn with what is deduced now among its notes."""
    others = tuple([note for note in turn.notes if note.title != TITLE])
    lines = tuple(
        [f"{_in_words(each, turn)}. {each.reasoning}".strip() for each in turn.deductions if each.seat in turn.view.living]
    )
    return replace(turn, notes=(*others, Note(TITLE, lines)) if lines else others)


def _as_suspicions(turn: Turn, tools: Tools, how: How) -> Turn:
    beliefs = beliefs_of(turn)
    usual = fallback_answer(turn.ask, tools.desk.dice)
    return answered(turn, replace(usual, beliefs=beliefs, how=how if beliefs else usual.how), tools)


def beliefs_of(turn: Turn) -> tuple[Belief, ...]:
    """What is deduced of the living, as beliefs, which the log keeps for the metrics."""
    others = suspects(turn.view)
    return tuple([Belief(each.seat, cast(Any, each.role), each.confidence) for each in turn.deductions if each.seat in others])
