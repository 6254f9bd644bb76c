"""Turn: one ask on its way through the pipeline, and the memo that a seat keeps between asks.

A step returns a new turn. The memo is JSON in the answer, and its field names are stored; a memo
may have been written by another player, so it is checked against the table before use.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import MEMO_BYTES, ROLES, WOLVES, Answer, AnswerOrigin, Ask, RoleName, View
from wolfcore.players import Intention, clean_text

from .fact_sentences import RecordLine
from .schemas import CONFIDENCE_RANGE, MAX_EVIDENCE, UNCERTAIN, USUAL_LENGTHS


class Deduction(Struct, frozen=True):
    """A seat's deduction about another seat (Helmsman 3.1, SLA 4.1).

    Attributes:
        seat: The seat deduced about.
        role: Its role, or `Uncertain`.
        confidence: 5 (a guess) to 10 (certain).
        reasoning: The reason, in the model's words.
        evidence: The numbers of the cited record lines.
    """

    seat: int
    role: RoleName | str
    confidence: int
    reasoning: str = ""
    evidence: tuple[int, ...] = ()

    @property
    def reliability(self) -> int:
        """The reliability of the seat, 1 to 10 (Helmsman equation 2).

        It is the confidence, or 11 minus the confidence if the seat is deduced to be a wolf.
        """
        return 11 - self.confidence if self.role in WOLVES else self.confidence


class Candidate(Struct, frozen=True):
    """One candidate answer of a turn (SLA 4.2).

    Attributes:
        reasoning: The reason for it.
        choice: The chosen option.
        text: The words of the speech; empty if there are none.
        how: Whether the model gave it as asked or it was repaired.
        plan: The name of its plan; empty if it has none.
        intention: The intention of an answer whose words are generated after it is selected (SLA
            5.1); None for an answer whose words are known.
    """

    reasoning: str
    choice: int
    text: str = ""
    how: AnswerOrigin = "given"
    plan: str = ""
    intention: Intention | None = None


class Memo(Struct, frozen=True, omit_defaults=True):
    """The state that an agent keeps between asks, stored as JSON in the memo of its answer.

    Attributes:
        reflection: Its latest reflection (Xu et al. equation 2).
        summary: Its summary before a vote (WereWolf-Plus 3.1).
        intention: The intention of its speech (SLA 5.1).
        deductions: Its latest deductions.
        known: The number of facts that it knew when it made the deductions.
        cited: The numbers of the record lines that any deduction cited.
        judged: The last record line that was pruned: statements up to this line that no deduction
            cited are left out.
        judging: The value that `judged` gets at the end of the round (Helmsman 3.1).
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
        lines: The record lines, with their numbers.
        intro: The text above the lines; empty for none.
        empty: The text that replaces the lines if there are none.
    """

    title: str
    lines: tuple[RecordLine, ...] = ()
    intro: str = ""
    empty: str = "Nothing."


class Note(Struct, frozen=True):
    """The result of a step, shown in the prompts of later steps; each line is one paragraph."""

    title: str
    lines: tuple[str, ...]


class Turn(Struct, frozen=True):
    """One ask on its way through the pipeline. Immutable: a step returns a new turn.

    Attributes:
        view: The view of the seat.
        ask: The ask, with its options in the order in which they are listed.
        lines: The whole record of the seat, numbered.
        sections: The parts of the record that prompts show.
        notes: The results of steps, in order.
        deductions: The seat's current deductions about other seats.
        candidates: The proposed answers.
        memo: The state for the next asks.
        answer: The answer, or None until a step has found it.
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
    """The latest memo of a seat, and a clause about invalid stored data; empty if it was valid."""

    memo: Memo
    problem: str = ""


def latest_memo(view: View) -> LoadedMemo:
    """Decode the latest memo among the seat's answers; empty if there is none or it is damaged.

    Parts that cannot be valid are left out; `LoadedMemo.problem` says so.
    """
    # The latest memo counts, even if later answers came without one.
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
    """Return the seat's reflections so far, in order and without duplicates.

    They are remembered like observations (Xu et al. 3.3).
    """
    found: list[str] = []
    for own in view.answered:
        if own.answer.memo:
            try:
                found.append(msgspec.json.decode(own.answer.memo, type=_MemoReflection).reflection)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue  # another player's memo; `latest_memo` reports the problem
    return [clean_text(each, USUAL_LENGTHS.notes) for each in dict.fromkeys(found) if each]


def encode_memo(memo: Memo) -> str:
    """Encode a memo as JSON of at most MEMO_BYTES bytes.

    A memo that is too long loses the reasoning of its deductions first, then its reflection and
    summary. The result is empty if the memo is empty or still too long.
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
    """Return the memo without values that are impossible for this seat and table."""
    facts = len(view.facts)
    # A record has at most one line a fact and one a given answer.
    lines = facts + len(view.answered)
    return replace(
        memo,
        reflection=clean_text(memo.reflection, USUAL_LENGTHS.notes),
        summary=clean_text(memo.summary, USUAL_LENGTHS.notes),
        intention=clean_text(memo.intention, USUAL_LENGTHS.lines),
        # Of two deductions about a seat the later one counts.
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
