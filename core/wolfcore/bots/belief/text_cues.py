"""Regex cues in raw text that no speech act covers: silence, other languages, jokes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from wolfcore.speech.language import language_of
from wolfcore.speech.vocabulary import word_set

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


_SEAT = re.compile(r"@(\d+)")


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
