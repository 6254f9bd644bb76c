"""Agents: what a model's reply means as an answer, and what is wrong with it where it means none."""

from __future__ import annotations

from math import isfinite
from typing import Any, NamedTuple, cast

from wolfcore.game import ROLES, SPEECH_KINDS, Answer, Ask, Belief, View
from wolfcore.models import ChatReply
from wolfcore.players import THOUGHT_LIMIT, clean_speech

from .choices import match_option, match_seat
from .fields import reply_fields
from .fields import was_repaired as was_mended
from .schemas import CONFIDENCE_RANGE, UNCERTAIN, has_choice, other_living_seats

_MAX_TEXT_CHARS = 2 * THOUGHT_LIMIT
"""Characters of a text that are looked at: no less than the most that is kept, and bounded before it is cleaned."""
_MOST_SUSPICIONS = 64
"""Suspicions of one reply that are looked at; no table has so many seats."""


class ParsedAnswer(NamedTuple):
    """A reply understood.

    Attributes:
        answer: The answer, or None where there is none in it.
        problem: What is wrong with the reply, in words that a model can follow; empty where it has an answer.
    """

    answer: Answer | None
    problem: str = ""


def parse_answer(reply: ChatReply, ask: Ask, view: View) -> ParsedAnswer:
    """The answer in a reply: as it stands, or mended, with near-miss names mapped to what they mean."""
    fields, problem = reply_fields(reply)
    if problem:
        return ParsedAnswer(None, problem)
    mended = was_mended(reply)
    choice = 0  # the one option of an ask that gives no choice
    if has_choice(ask):
        if "choice" not in fields:
            return ParsedAnswer(None, _with_length_note("`choice` is missing", reply))
        chosen = match_option(fields["choice"], ask, view.names)
        if chosen.option is None:
            return ParsedAnswer(None, _with_length_note(f"`choice`: {chosen.problem}", reply))
        choice, mended = chosen.option, mended or not chosen.exact
    speech = ""
    if ask.kind in SPEECH_KINDS:
        speech = _words(fields.get("speech"))
        if not clean_speech(speech):
            return ParsedAnswer(None, _with_length_note("`speech` is missing or empty", reply))
    beliefs: tuple[Belief, ...] = ()
    if ask.kind == "suspect":
        beliefs, whole = _beliefs(fields.get("suspicions"), view)
        if not beliefs:
            return ParsedAnswer(None, _with_length_note("`suspicions` holds no suspicion of a living player", reply))
        mended = mended or not whole
    how = "repaired" if mended else "given"
    return ParsedAnswer(Answer(choice, speech, _words(fields.get("reasoning")), beliefs, how))


def _with_length_note(problem: str, reply: ChatReply) -> str:
    return f"{problem}, and it was cut at the limit of tokens: be brief" if reply.finish == "length" else problem


def _words(said: object) -> str:
    return said[:_MAX_TEXT_CHARS] if isinstance(said, str) else ""


def _beliefs(said: object, view: View) -> tuple[tuple[Belief, ...], bool]:
    """The suspicions that can be understood, one a seat in seat order, and whether that was all of them as they stood."""
    given = cast("list[object]", said) if isinstance(said, list) else []
    found: dict[int, Belief] = {}
    for each in given[:_MOST_SUSPICIONS]:
        belief = _belief(cast("dict[str, object]", each), view) if isinstance(each, dict) else None
        if belief:
            found.setdefault(belief.seat, belief)
    return tuple(found[seat] for seat in sorted(found)), len(found) == len(given)


def _belief(said: dict[str, object], view: View) -> Belief | None:
    seat, sure = match_seat(said.get("player"), view.names), said.get("confidence")
    word = _words(said.get("role")).strip().casefold()
    role = next((role for role in (*ROLES, UNCERTAIN) if role.casefold() == word), None)
    # A whole number may be larger than any float, and then cannot be asked whether it is finite.
    if (
        seat not in other_living_seats(view)
        or role is None
        or not (isinstance(sure, int) or (isinstance(sure, float) and isfinite(sure)))
    ):
        return None
    least, most = CONFIDENCE_RANGE
    return Belief(seat, cast(Any, role), round(min(max(sure, least), most)))
