"""Turn: one ask on its way through the pipeline, and the memo that a seat keeps between asks.

A step returns a new turn. The memo is JSON in the answer, and its field names are stored; a memo
may have been written by another player, so it is checked against the table before use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import MEMO_BYTES, ROLES, Answer, AnswerOrigin, Ask, RoleName, View
from wolfcore.players import Intention, clean_text

from .fact_sentences import RecordLine
from .schemas import CONFIDENCE_RANGE, MAX_EVIDENCE, UNCERTAIN, USUAL_LENGTHS

if TYPE_CHECKING:
    pass


class Deduction(Struct, frozen=True):
    """What a seat deduces of another one (Helmsman 3.1, SLA 4.1).

    Attributes:
        seat: Who.
        role: The role, or `Uncertain`.
        confidence: 5 (a guess) to 10 (certain).
        reasoning: Why, in the model's words.
        evidence: The numbers of the lines of the record that it cites.
    """

    seat: int
    role: RoleName | str
    confidence: int
    reasoning: str = ""
    evidence: tuple[int, ...] = ()

    @property
    def reliability(self) -> int:
        """1 to 10: the confidence, or 11 less the confidence in a wolf (Helmsman equation 2)."""
        return 11 - self.confidence if self.role == "Werewolf" else self.confidence


class Candidate(Struct, frozen=True):
    """One of the answers among which is chosen (SLA 4.2): what the seat would do and why.

    Attributes:
        reasoning: Why.
        choice: The option.
        text: The words.
        how: How it came.
        plan: The plan that it follows, where it has a name.
        intention: What the answer is to do, where its words are only found once it is chosen (SLA
            5.1).
    """

    reasoning: str
    choice: int
    text: str = ""
    how: AnswerOrigin = "given"
    plan: str = ""
    intention: Intention | None = None


class Memo(Struct, frozen=True, omit_defaults=True):
    """What an agent leaves for its later self, as JSON in the memo of its answer.

    Attributes:
        reflection: Its latest reflection (Xu et al. equation 2).
        summary: Its summary before a vote (WereWolf-Plus 3.1).
        intention: What it meant to do with its speech (SLA 5.1).
        deductions: Its latest deductions.
        known: How many facts it knew when it made them.
        cited: The numbers of the lines of the record that any deduction cited.
        judged: Up to which line the record was gone over: statements up to it that none cited are
            left out.
        judging: The same from the end of the round on (Helmsman 3.1).
    """

    reflection: str = ""
    summary: str = ""
    intention: str = ""
    deductions: tuple[Deduction, ...] = ()
    known: int = 0
    cited: tuple[int, ...] = ()
    judged: int = 0
    judging: int = 0


class Section(Struct, frozen=True):
    """A part of a prompt under its own heading.

    Attributes:
        title: The heading.
        lines: Lines of the record, with their numbers.
        intro: What stands above them; empty for nothing.
        empty: What stands there where there is no line.
    """

    title: str
    lines: tuple[RecordLine, ...] = ()
    intro: str = ""
    empty: str = "Nothing."


class Note(Struct, frozen=True):
    """What a step found out, for the prompts of later steps; each line is one paragraph."""

    title: str
    lines: tuple[str, ...]


class Turn(Struct, frozen=True):
    """One ask on its way to an answer. A step gives a new turn and changes none.

    Attributes:
        view: What the seat may know.
        ask: What it is asked, with its options in the order in which they are listed.
        lines: The whole record of the seat, numbered.
        sections: What of it stands in prompts.
        notes: What steps found out, in order.
        deductions: What the seat thinks of the others now.
        candidates: The answers that were proposed.
        memo: What its later self will have.
        answer: The answer, once a step has found it.
    """

    view: View
    ask: Ask
    lines: tuple[RecordLine, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[Note, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    memo: Memo = Memo()
    answer: Answer | None = None


class LoadedMemo(NamedTuple):
    """The latest memo of a seat, and what is wrong with what stood there, as a clause; empty where nothing is."""

    memo: Memo
    problem: str = ""


def latest_memo(view: View) -> LoadedMemo:
    """The latest memo of a seat; an empty one where there is none that can be read."""
    for own in reversed(view.answered):
        if own.answer.memo:
            try:
                found = msgspec.json.decode(own.answer.memo, type=Memo)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                return LoadedMemo(Memo(), "the memo is none of an agent's and is left out")
            sound = _validated(found, view)
            return LoadedMemo(
                sound, "" if sound == found else "what cannot be in the memo is left out"
            )
    return LoadedMemo(Memo())


def past_reflections(view: View) -> list[str]:
    """What the seat thought at its asks so far, in order, each once (Xu et al. 3.3: they are remembered like observations)."""
    found: list[str] = []
    for own in view.answered:
        if own.answer.memo:
            try:
                found.append(msgspec.json.decode(own.answer.memo, type=_MemoReflection).reflection)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue  # somebody else's, which `past` tells of
    return [clean_text(each, USUAL_LENGTHS.notes) for each in dict.fromkeys(found) if each]


def encode_memo(memo: Memo) -> str:
    """A memo as an answer carries it, which fits into what the table takes: the reasons of deductions go first, then the texts.

    Empty where there is nothing to remember.
    """
    bare = tuple([replace(each, reasoning="") for each in memo.deductions])
    shorter = (
        memo,
        replace(memo, deductions=bare),
        replace(memo, deductions=bare, reflection="", summary=""),
    )
    texts = (msgspec.json.encode(each) for each in shorter if each != Memo())
    return next((text.decode() for text in texts if len(text) <= MEMO_BYTES), "")


class _MemoReflection(msgspec.Struct):
    reflection: str = ""


def _validated(memo: Memo, view: View) -> Memo:
    """What of a memo can be true of a seat at this table."""
    facts = len(view.facts)
    lines = facts + len(view.answered)
    return replace(
        memo,
        reflection=clean_text(memo.reflection, USUAL_LENGTHS.notes),
        summary=clean_text(memo.summary, USUAL_LENGTHS.notes),
        intention=clean_text(memo.intention, USUAL_LENGTHS.lines),
        deductions=tuple(
            {
                each.seat: _bounded(each, lines)
                for each in memo.deductions
                if _is_valid_deduction(each, view)
            }.values()
        ),
        known=_number_up_to(memo.known, facts),
        cited=tuple(dict.fromkeys(number for number in memo.cited if 1 <= number <= lines)),
        judged=_number_up_to(memo.judged, lines),
        judging=_number_up_to(memo.judging, lines),
    )


def _number_up_to(number: int, most: int) -> int:
    return number if 0 <= number <= most else 0


def _is_valid_deduction(found: Deduction, view: View) -> bool:
    least, most = CONFIDENCE_RANGE
    seat_is = found.seat in range(1, view.board.size + 1) and found.seat != view.seat
    return seat_is and found.role in (*ROLES, UNCERTAIN) and least <= found.confidence <= most


def _bounded(found: Deduction, lines: int) -> Deduction:
    evidence = dict.fromkeys(number for number in found.evidence if 1 <= number <= lines)
    return replace(
        found,
        reasoning=clean_text(found.reasoning, USUAL_LENGTHS.lines),
        evidence=tuple(evidence)[:MAX_EVIDENCE],
    )
