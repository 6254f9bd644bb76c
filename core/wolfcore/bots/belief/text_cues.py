"""Regex cues in raw text that no speech act covers: odd speeches, and day plans in pack whispers.

Odd speeches are silent, not English, or jokes. Whispers name the seat to push by day and the wolf
that plays the seer (any role that checks); the speech reader cannot tell "kill tonight" from
"exile tomorrow".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from wolfcore.game import HOLDERS, ROLES, RoleName
from wolfcore.speech.language import language_of
from wolfcore.speech.vocabulary import ALWAYS_HEARD, word_set

Oddity: TypeAlias = Literal["", "mute", "foreign", "puzzled", "amused"]
"""What is odd about a speech: nothing, `mute` (no words), `foreign` (another language than
English), `puzzled` (not understood) or `amused` (a joke)."""


_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


_LAUGHS = re.compile(
    r"\b(?:(?:ha){2,}h?|(?:he){2,}|l+o+l+|lmao|rofl|jk|just kidding|joke|joking|kidding)\b"
    r"|[😀-😂🤣😄😆😁]",
    re.IGNORECASE,
)


_OF_LAUGHS = ("haha", "hehe", "lol", "ool", "lmao", "rofl", "jk", "jok", "dd")
"""Letters of which each laugh contains some: a fast filter before the regular expression."""


_COMMON = word_set(
    """a about again all am an and any are as at back be been but by can come could day did do does
    don't down even every for from get go good got had has have he hello her here hey hi him his
    how i i'm if in is it its it's just know let like look make maybe me more morning my never
    no nobody not nothing now of on one only or our out over own say see seer she should so some
    something still sure take tell that that's the their them then there they thing think this
    time to today too trust up us vote voted wait want was we well were what when where which
    who whom why will wolf wolves word would yes yesterday yet you your"""
)
"""Words of which nearly every English speech contains at least one."""


_MIN_WORDS = 2
"""The number of words from which a speech without a common word counts as not English."""


@lru_cache(maxsize=1 << 11)
def oddity_of(marked_text: str) -> Oddity:
    """Classify what is odd about a speech; an empty string where nothing is.

    An English speech that names a seat counts as understood if it has any word.

    Args:
        marked_text: The words, with every seat as `@` and its number.
    """
    text = marked_text
    if not text.strip():
        return "mute"
    if language_of(text) == "other":
        return "foreign"
    if _laughs(text):
        return "amused"
    if _SEAT.search(text):
        return "" if _WORD.search(text) else "puzzled"
    words = [word.lower() for word in _WORD.findall(text)]
    return (
        "puzzled" if not words or (len(words) >= _MIN_WORDS and _COMMON.isdisjoint(words)) else ""
    )


def _laughs(text: str) -> bool:
    """Whether the text contains a laugh or a word for a joke."""
    plain = text.lower()
    return (not text.isascii() or any(letters in plain for letters in _OF_LAUGHS)) and bool(
        _LAUGHS.search(text)
    )


_CLAUSE = re.compile(r"[.!?;,:\n]|\b(?:and|then|but|or)\b(?! *@\d+ *(?:$|[.!?;,:]))", re.IGNORECASE)


_BY_DAY = re.compile(
    r"\b(?:push|frame|blame|accuse|scapegoat|hang|lynch|exile|tomorrow|by day|daytime|during "
    r"the day|in the day|in the morning"
    r"|at the vote|pin (?:it|this|that) on|point at|lean on|(?:say|tell them|claim|pretend) "
    r".*\bwol(?:f|ves))\b",
    re.IGNORECASE,
)


_BY_NIGHT = re.compile(r"\b(?:tonight|this night)\b", re.IGNORECASE)


_NOT = re.compile(r"\b(?:not|never|no|don'?t|dont|stop|instead of)\b", re.IGNORECASE)


_SEAT = re.compile(r"@(\d+)")


class _RolePlay(NamedTuple):
    """Patterns for a plan to claim a role that checks.

    Attributes:
        night_or_play: Other reasons for which a clause with "tomorrow" may name a seat.
        by_speaker: The speaker will claim it.
        by_named_seat: The seat of the first group shall claim it.
    """

    night_or_play: re.Pattern[str]
    by_speaker: re.Pattern[str]
    by_named_seat: re.Pattern[str]


@lru_cache(maxsize=1 << 6)
def _role_play(roles: tuple[RoleName, ...]) -> _RolePlay:
    """Return the patterns with the names of the checking roles that are heard on a board."""
    seer = "|".join(
        role.lower()
        for role in ROLES
        if role in HOLDERS["check"] and (role in ALWAYS_HEARD or role in roles)
    )
    play = (
        r"(?:claim|play|fake|pose as|pretend to be|act as)(?: to be)?(?: (?:a|an|the|our"
        rf"|being))* (?:fake )?(?:{seer})\b"
    )
    return _RolePlay(
        re.compile(
            r"\b(?:kill|attack|eat|protect|save)\b|\b(?:claim|play|fake|pose)\w* "
            rf".*\b(?:{seer})\b",
            re.IGNORECASE,
        ),
        re.compile(
            r"(?:\b(?:i|i'?ll|i'?m|i will|i can|i could|i am|i'?d|let me|im)(?: (?:gonna|going to"
            rf"|rather|then))? {play}"
            rf"|\b(?:i'?ll|i will) be (?:the |a |our )?(?:fake )?(?:{seer})\b)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"@(\d+)(?: (?:you|should|can|could|must|will|please|to))* {play}", re.IGNORECASE
        ),
    )


_NAMED_FIRST = re.compile(r"(@\d+),")


_PRONOUN = re.compile(r"\b(?:him|her|them|that one)\b", re.IGNORECASE)


def targets_to_push(marked_text: str, roles: tuple[RoleName, ...] = ()) -> tuple[int, ...]:
    """Return the seats that a whisper wants the pack to push by day, in the order it names them.

    Args:
        marked_text: The words, with every seat as `@` and its number.
        roles: The roles that the board deals, as for `read`.
    """
    found: list[int] = []
    night_or_play = _role_play(roles).night_or_play
    latest = 0
    for clause in _CLAUSE.split(marked_text):
        named = [int(seat) for seat in _SEAT.findall(clause)]
        latest = named[-1] if named else latest
        if _BY_NIGHT.search(clause) or night_or_play.search(clause) or not _BY_DAY.search(clause):
            continue
        # A pronoun means the seat that was named last.
        seats = named or ([latest] if latest and _PRONOUN.search(clause) else [])
        if _NOT.search(clause):
            found = [seat for seat in found if seat not in seats]
        else:
            found += [seat for seat in seats if seat not in found]
    return tuple(found)


def assigned_seer(marked_text: str, speaker: int, roles: tuple[RoleName, ...] = ()) -> int:
    """Return the wolf that, by a whisper, is to claim the seer on the next day; 0 if it names none.

    Args:
        marked_text: The words, with every seat as `@` and its number.
        speaker: The wolf that whispers.
        roles: The roles that the board deals, as for `read`.
    """
    found, plan = 0, _role_play(roles)
    # Without its comma `@3, you play the seer` stays one clause.
    for clause in _CLAUSE.split(_NAMED_FIRST.sub(r"\1", marked_text)):
        if _NOT.search(clause):
            continue
        you = plan.by_named_seat.search(clause)
        found = int(you[1]) if you else speaker if plan.by_speaker.search(clause) else found
    return found
