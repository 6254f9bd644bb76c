"""Speeches that a table stumbles over: no words at all, words of no English, a joke."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from wolfcore.speech.vocabulary import word_set

Oddity: TypeAlias = Literal["", "mute", "puzzled", "amused"]
"""What listeners are after a speech, if anything: told nothing, none the wiser, or amused."""

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_LAUGHS = re.compile(
    r"\b(?:(?:ha){2,}h?|(?:he){2,}|l+o+l+|lmao|rofl|jk|just kidding|joke|joking|kidding)\b|[😀-😂🤣😄😆😁]", re.IGNORECASE
)
_OF_LAUGHS = ("haha", "hehe", "lol", "ool", "lmao", "rofl", "jk", "jok", "dd")
"""Letters of which each laugh has some; a plain text without them is not searched."""
_COMMON = word_set(
    """a about again all am an and any are as at back be been but by can come could day did do does don't down even every for
    from get go good got had has have he hello her here hey hi him his how i i'm if in is it its it's just know let like look
    make maybe me more morning my never no nobody not nothing now of on one only or our out over own say see seer she should so
    some something still sure take tell that that's the their them then there they thing think this time to today too trust up
    us vote voted wait want was we well were what when where which who whom why will wolf wolves word would yes yesterday yet
    you your"""
)
"""Words that hardly any English speech does without."""
_MIN_WORDS = 2
"""From how many words on a speech without a common one is no English."""


@lru_cache(maxsize=1 << 11)
def oddity_of(text: str, mentions_seat: bool) -> Oddity:
    """What is odd about a speech.

    Args:
        text: The words.
        mentions_seat: Whether it names anybody; who does so is understood well enough.
    """
    if not text.strip():
        return "mute"
    if _laughs(text):
        return "amused"
    if mentions_seat:
        return "" if _WORD.search(text) else "puzzled"
    words = [word.lower() for word in _WORD.findall(text)]
    return "puzzled" if not words or (len(words) >= _MIN_WORDS and _COMMON.isdisjoint(words)) else ""


def _laughs(text: str) -> bool:
    """Whether somebody laughs or jokes."""
    plain = text.lower()
    return (not text.isascii() or any(letters in plain for letters in _OF_LAUGHS)) and bool(_LAUGHS.search(text))
