"""Agents: what an agent left for its later self. Whoever played the seat before may have left something else, or nothing.

A memo is data like any other: what stands in it is bounded, cleaned and held against the table before it is used.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from wolfcore.game import MEMO_BYTES, ROLES, View
from wolfcore.players import clean_text

from .schemas import CONFIDENCE_RANGE, MAX_EVIDENCE, UNCERTAIN, USUAL_LENGTHS
from .turn import Deduction, Memo


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
            return LoadedMemo(sound, "" if sound == found else "what cannot be in the memo is left out")
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
    shorter = (memo, replace(memo, deductions=bare), replace(memo, deductions=bare, reflection="", summary=""))
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
            {each.seat: _bounded(each, lines) for each in memo.deductions if _is_valid_deduction(each, view)}.values()
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
    return replace(found, reasoning=clean_text(found.reasoning, USUAL_LENGTHS.lines), evidence=tuple(evidence)[:MAX_EVIDENCE])
