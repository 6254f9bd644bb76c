"""Checks a player's raw answer (choice, texts, beliefs, memo), or substitutes the fallback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from wolfcore.game import MEMO_BYTES, Answer, AnswerOrigin, Ask, Belief
from wolfcore.players import (
    SPEECH_LIMIT,
    THOUGHT_LIMIT,
    Desk,
    clean_speech,
    clean_text,
    fallback_answer,
    is_valid_belief,
)
from wolfcore.records import ErrorRecord

_ORIGINS = get_args(AnswerOrigin)


_REPLACED = "the seat's fallback was taken"


_ACTION_BY_ORIGIN: dict[AnswerOrigin, str] = {
    "repaired": "the answer was repaired",
    "fallback": _REPLACED,
}


class Accepted(NamedTuple):
    """The accepted answer, and the lines for the errors file."""

    answer: Answer
    errors: Sequence[ErrorRecord] = ()


def accept_answer(
    ask: Ask, given: object, desk: Desk, size: int, *, date: float, problem: str = ""
) -> Accepted:
    """Check a player's answer; use the seat's fallback where the choice is invalid.

    Args:
        ask: The ask.
        given: What the player returned, of any type.
        desk: The desk that the player got with the ask.
        size: The number of seats.
        date: The time, in seconds since 1970 (UTC).
        problem: The problem of the last model call that could not be used, or an empty string.
    """
    wrong = _rejection(ask, given)
    if wrong or not isinstance(given, Answer):
        return Accepted(fallback_answer(ask, desk.dice), (_record(ask, wrong, _REPLACED, date),))
    # A bare choice, the most frequent answer, holds no text that needs a check.
    if given == Answer(given.choice):
        return Accepted(given)
    problems: list[str] = []
    answer = Answer(
        given.choice,
        text=clean_speech(_text_within(given.text, SPEECH_LIMIT, "speech", problems)),
        thought=clean_text(
            _text_within(given.thought, THOUGHT_LIMIT, "thought", problems),
            THOUGHT_LIMIT,
            lines=True,
        ),
        beliefs=_beliefs(given.beliefs, size, problems),
        how=given.how if given.how in _ORIGINS else "given",
        memo=_memo(given.memo, problems),
    )
    errors = [_record(ask, each, "the rest of the answer was taken", date) for each in problems]
    if done := _ACTION_BY_ORIGIN.get(answer.how):
        errors.append(
            _record(ask, problem or "what its player first came to could not be used", done, date)
        )
    return Accepted(answer, errors)


def _rejection(ask: Ask, given: object) -> str:
    """Return why a player's output cannot be used at all; empty where it can."""
    if not isinstance(given, Answer):
        return f"gave {type(given).__name__} in the place of an answer"
    # Not `isinstance`: True is an int and would pass for seat 1.
    if type(given.choice) is not int or given.choice not in ask.options:
        return f"chose {given.choice!r}, which is not among {list(ask.options)}"
    return ""


def _record(ask: Ask, problem: str, done: str, date: float) -> ErrorRecord:
    return ErrorRecord(problem, done, ask.id, ask.seat, round(date, 3))


def _text_within(text: object, limit: int, what: str, problems: list[str]) -> str:
    """Return `text`, or an empty string if it is no text; record a problem if none or too long."""
    if not isinstance(text, str):
        problems.append(f"the {what} is no text and is left out")
        return ""
    if len(text) > limit:
        problems.append(f"the {what} of {len(text)} characters is cut to {limit}")
    return text


def _memo(memo: object, problems: list[str]) -> str:
    if memo == "":
        return ""
    if not isinstance(memo, str):
        problems.append("the memo is no text and is dropped")
        return ""
    # A lone surrogate, which JSON can carry, has no UTF-8 form without `replace`.
    size = len(memo.encode(errors="replace"))
    if size > MEMO_BYTES:
        problems.append(f"the memo of {size} bytes is dropped; {MEMO_BYTES} are allowed")
        return ""
    return memo.encode(errors="replace").decode()


def _beliefs(beliefs: Sequence[object], size: int, problems: list[str]) -> tuple[Belief, ...]:
    sound = tuple(
        [
            belief
            for belief in beliefs
            if isinstance(belief, Belief) and is_valid_belief(belief, size)
        ]
    )
    if len(sound) < len(beliefs):
        problems.append(f"{len(beliefs) - len(sound)} beliefs are out of range and left out")
    return sound
