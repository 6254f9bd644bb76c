"""Acts whose seats are still letters, and what the words for roles and results mean."""

from __future__ import annotations

from typing import Literal, NamedTuple

from wolfcore.game import RoleName, Team

from .acts import Subject
from .fragments import pattern
from .vocabulary import (
    GOOD,
    POWER_ROLE_WORDS,
    ROLE_WORDS,
    VILLAGER_WORDS,
    WOLF,
)

DraftKind = Literal["claim", "report", "accuse", "vouch", "defend", "vote", "ask", "protected", "saved", "poisoned", "retract"]


class Draft(NamedTuple):
    """An act whose seat is still a letter.

    Attributes:
        kind: Which act it becomes.
        letter: The seat's letter; empty where the act has none.
        word: A role or a result; for a vouching, the role that the seat was said to hold.
        night: As in the acts.
        sure: As in the acts.
        about: As in the acts.
    """

    kind: DraftKind
    letter: str = ""
    word: RoleName | Team | Literal[""] = ""
    night: int = 0
    sure: bool = True
    about: Subject = ""


_WOLF_WORD = pattern(rf"^{WOLF}$")
_NAMES_A_ROLE = pattern(rf"^(?:{POWER_ROLE_WORDS}|{VILLAGER_WORDS})$")
_GOOD_WORD = pattern(rf"^{GOOD}$")


def role_of(word: str) -> RoleName:
    """The role that a word such as `healers` names."""
    return ROLE_WORDS.get(word) or ROLE_WORDS.get(word.rstrip("s")) or ("Werewolf" if _WOLF_WORD.match(word) else "Villager")


def named_role(word: str) -> RoleName | Literal[""]:
    """The role that "is the guard" names; empty for "is good"."""
    return role_of(word) if _NAMES_A_ROLE.match(word) else ""


def is_good_word(word: str) -> bool:
    """Whether a word such as `clean` or `guard` speaks for a seat."""
    return bool(_GOOD_WORD.match(word))


def result_of_word(word: str, *, negated: bool) -> Team | RoleName:
    """What a seer's word for a result says."""
    if is_good_word(word) == negated:
        return "wolves"
    return ("village" if negated else named_role(word)) or "village"
