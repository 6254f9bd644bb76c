"""Regex fragments (seat, modifiers, negation), lazy patterns, meanings of role words.

`LazyPattern` compiles on first use, because most texts need few patterns.
"""

from __future__ import annotations

import re
from typing import Literal

from wolfcore.game import RoleName, Team
from wolfcore.speech.vocabulary import (
    BAD,
    GOOD,
    POWER_ROLE_WORDS,
    ROLE,
    ROLE_WORDS,
    VILLAGER_WORDS,
    WOLF,
    marked_role,
)

SEAT = r"@([a-z](?:\+[a-z])*)"


ANY_SEAT = r"@[a-z](?:\+[a-z])*"


MODIFIERS = (
    r"(?:(?:a|an|the|our|my|your|their|this|that|one|of|another|other|second|third|last|first"
    r"|real|true|actual|plain|simple|"
    r"ordinary|normal|loyal|main|top|best|biggest|strong|next|sort|kind|village|town|to|be"
    r"|being|as|100|good|bad|big|whole|"
    r"confirmed|proven|known|obvious|most|more|very|remaining|alive|living|active|hidden"
    r"|possible|either) )*?"
)


NEGATION = r"(?P<no>(?:not|no|never|hardly|neither|nor) )?"


NO_NOUN_AFTER = (
    r"(?! (?:of|candidate|player|point|points|question|idea|choice|target|leader|start|plan"
    r"|reason|speaker|guess|case|luck|"
    r"news|sign|thing|way|answer|argument|move|that|day|morning|'s|if|whether|at)\b)"
)


RESULT = rf"(?:{ROLE}|{BAD}|{GOOD})"


class LazyPattern:
    """A regular expression that is compiled on first use, so that start-up does not wait.

    Most texts need few of the patterns.
    """

    __slots__ = ("_compiled", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._compiled: re.Pattern[str] | None = None

    def search(self, text: str) -> re.Match[str] | None:
        """Search for the pattern like `re.Pattern.search`."""
        return (self._compiled or self._compile()).search(text)

    def match(self, text: str, place: int = 0) -> re.Match[str] | None:
        """Match the pattern at `place` like `re.Pattern.match`."""
        return (self._compiled or self._compile()).match(text, place)

    def sub(self, instead: str, text: str) -> str:
        """Replace all matches like `re.Pattern.sub`."""
        return (self._compiled or self._compile()).sub(instead, text)

    def subn(self, instead: str, text: str) -> tuple[str, int]:
        """Replace all matches and count them like `re.Pattern.subn`."""
        return (self._compiled or self._compile()).subn(instead, text)

    def _compile(self) -> re.Pattern[str]:
        self._compiled = re.compile(self._text)
        return self._compiled


def pattern(text: str) -> LazyPattern:
    """Return a pattern that is compiled on first use."""
    return LazyPattern(text)


_WOLF_WORD = pattern(rf"^{WOLF}$")


_NAMES_A_ROLE = pattern(rf"^(?:{POWER_ROLE_WORDS}|{VILLAGER_WORDS})$")


_GOOD_WORD = pattern(rf"^{GOOD}$")


def role_of(word: str) -> RoleName:
    """Return the role that a word such as `healers` names; Villager for an unknown word."""
    return (
        ROLE_WORDS.get(word)
        or ROLE_WORDS.get(word.rstrip("s"))
        or marked_role(word)
        or ("Werewolf" if _WOLF_WORD.match(word) else "Villager")
    )


def named_role(word: str) -> RoleName | Literal[""]:
    """Return the village role that a word names ("guard"); empty for a word such as "good"."""
    return role_of(word) if _NAMES_A_ROLE.match(word) else ""


def is_good_word(word: str) -> bool:
    """Return whether a word such as `clean` or `guard` describes a seat as good."""
    return bool(_GOOD_WORD.match(word))


def result_of_word(word: str, *, negated: bool) -> Team | RoleName:
    """Return the result that a word stands for: a named village role, else a team."""
    if is_good_word(word) == negated:
        return "wolves"
    return ("village" if negated else named_role(word)) or "village"
