"""Results of checks: what a word for one says, and where one is told after a check."""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.game import RoleName, Team
from wolfcore.speech.acts import LAST_NIGHT

from .lexicon import RESULT_BY_WORD, ROLE_BY_WORD
from .tokens import Token

_LONGEST_GAP = 9
_IN_A_LIST = frozenset(("P", "BE", "NIGHT"))
_OF_A_CHECK = frozenset(("guilty", "innocent", "black", "red", "green", "inno"))
"""Words that only a check finds: a Seer who says that somebody is guilty tells a result."""
_BETWEEN = _IN_A_LIST | frozenset(
    [
        "BE",
        "TYPE",
        "I",
        "and",
        "that",
        "which",
        "come",
        "came",
        "back",
        "up",
        "turned",
        "out",
        "as",
        "it",
        "so",
        "with",
        "saw",
        "got",
        "found",
        "result",
        "results",
        "get",
        "but",
        "person",
        "says",
        "said",
        "answer",
    ]
)


class ResultWord(NamedTuple):
    """A result: where its word stands, and whether it was negated."""

    place: int
    negated: bool


def find_result(tokens: list[Token], place: int, letter: str, *, listed: bool) -> ResultWord | None:
    """The result told from `place` on for a check of `letter`; in a list of results nothing may stand in between."""
    negated = stated = False
    for at in range(place, min(len(tokens), place + _LONGEST_GAP)):
        one = tokens[at]
        if "RESULT" in one.kinds:
            return None if listed and stated and one.word not in _OF_A_CHECK else ResultWord(at, negated)
        if listed and "BE" in one.kinds and one.word not in ("is", "'s", "="):
            return None
        stated |= one.word in ("is", "'s")
        if "NEG" in one.kinds:
            negated = True
        elif (listed and "NIGHT" in one.kinds and at > place + 1) or (
            one.word != f"@{letter}" and one.kinds.isdisjoint(_IN_A_LIST if listed else _BETWEEN)
        ):
            return None
    return None


def result_of_word(word: str, *, negated: bool) -> Team | RoleName:
    """What a word for a result says: a role of the village where one is named, else a team."""
    team, role = RESULT_BY_WORD.get(word), ROLE_BY_WORD.get(word)
    bad = team == "wolves" or role == "Werewolf"
    if bad or negated:
        return "wolves" if bad != negated else "village"
    return team or role or "village"


def night_number(word: str) -> int:
    """The night of `night2` or `lastnight`."""
    return LAST_NIGHT if word == "lastnight" else int(word.removeprefix("night"))
