"""What the table takes from a player: legal choices, clean words, sound beliefs, a small memo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, get_args

from core.game import MEMO_BYTES, ROLES, Answer, Ask, Belief, How
from core.players import SPEECH_LIMIT, THOUGHT_LIMIT, clean_speech, clean_text
from core.records import ErrorRecord

_HOWS = get_args(How)
_DEDUCED = frozenset({*ROLES, "Uncertain"})
_REPLACED = "the seat's fallback was taken"
_MENDED: dict[How, str] = {"repaired": "the answer was repaired", "fallback": _REPLACED}


class Checked(NamedTuple):
    """An answer as it may be submitted, or None where it cannot be taken; and what was wrong with it."""

    answer: Answer | None
    problems: tuple[str, ...] = ()


def check_answer(ask: Ask, answer: object, size: int) -> Checked:
    """Look over what a player gave.

    Args:
        ask: What was asked.
        answer: What the player gave, whatever that is.
        size: How many seats there are.
    """
    if not isinstance(answer, Answer):
        return Checked(None, (f"gave {type(answer).__name__} in the place of an answer",))
    if type(answer.choice) is not int or answer.choice not in ask.options:
        return Checked(None, (f"chose {answer.choice!r}, which is not among {list(ask.options)}",))
    if is_bare(answer):
        return Checked(answer)
    problems: list[str] = []
    checked = Answer(
        answer.choice,
        text=clean_speech(_words(answer.text, SPEECH_LIMIT, "speech", problems)),
        thought=clean_text(_words(answer.thought, THOUGHT_LIMIT, "thought", problems), THOUGHT_LIMIT, lines=True),
        beliefs=_beliefs(answer.beliefs, size, problems),
        how=answer.how if answer.how in _HOWS else "given",
        memo=_memo(answer.memo, problems),
    )
    return Checked(checked, tuple(problems))


def is_bare(answer: Answer) -> bool:
    """Whether an answer is a whole number as choice and nothing else."""
    return type(answer.choice) is int and answer == Answer(answer.choice)


def problem_records(ask: Ask, problems: Sequence[str], *, taken: bool, date: float) -> list[ErrorRecord]:
    """The lines for the errors file.

    Args:
        ask: What was asked.
        problems: What was wrong with the answer.
        taken: Whether the rest of the answer was taken; if not, the seat's fallback was.
        date: When, in seconds since 1970 (UTC).
    """
    done = "the rest of the answer was taken" if taken else _REPLACED
    return [ErrorRecord(problem, done, ask.id, ask.seat, round(date, 3)) for problem in problems]


def mended_record(ask: Ask, answer: Answer, problem: str, date: float) -> tuple[ErrorRecord, ...]:
    """The line for the errors file where a player says itself that its answer was repaired or replaced; else nothing.

    Args:
        ask: What was asked.
        answer: What is taken of its answer.
        problem: What was wrong with the last model call that could not be used, or an empty string.
        date: When, in seconds since 1970 (UTC).
    """
    done = _MENDED.get(answer.how)
    wrong = problem or "what its player first came to could not be used"
    return (ErrorRecord(wrong, done, ask.id, ask.seat, round(date, 3)),) if done else ()


def _words(text: object, limit: int, what: str, problems: list[str]) -> str:
    """The text as it was given, or nothing where it is none; says so where it will be cut."""
    if not isinstance(text, str):
        problems.append(f"the {what} is no text and is left out")
        return ""
    if len(text) > limit:
        problems.append(f"the {what} of {len(text)} characters is cut to {limit}")
    return text


def _memo(memo: object, problems: list[str]) -> str:
    if not isinstance(memo, str):
        problems.append("the memo is no text and is dropped")
        return ""
    size = len(memo.encode(errors="replace"))
    if size > MEMO_BYTES:
        problems.append(f"the memo of {size} bytes is dropped; {MEMO_BYTES} are allowed")
        return ""
    return memo.encode(errors="replace").decode()


def _beliefs(beliefs: Sequence[object], size: int, problems: list[str]) -> tuple[Belief, ...]:
    sound = tuple(belief for belief in beliefs if isinstance(belief, Belief) and _is_sound(belief, size))
    if len(sound) < len(beliefs):
        problems.append(f"{len(beliefs) - len(sound)} beliefs are out of range and left out")
    return sound


def _is_sound(belief: Belief, size: int) -> bool:
    chance = belief.p_wolf
    return (
        type(belief.seat) is int
        and 1 <= belief.seat <= size
        and belief.role in _DEDUCED
        and type(belief.confidence) is int
        and 5 <= belief.confidence <= 10
        and (chance is None or (type(chance) in (int, float) and math.isfinite(chance) and 0 <= chance <= 1))
    )
