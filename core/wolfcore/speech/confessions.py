"""Detects whether "I am a wolf" is a real confession, or a joke, a supposition or a quotation.

In doubt it is not a confession, since a confession gets its speaker exiled.
"""

from __future__ import annotations

import re
from functools import lru_cache

from wolfcore.game import ROLES, team_of

from .acts import Draft
from .chat.lexicon import LEXICON
from .vocabulary import WOLF_MARK, spell_out, word_set

_WOLF = "|".join(
    [
        *sorted((word.replace("_", " ") for word in LEXICON["WOLF"]), key=len, reverse=True),
        f"{WOLF_MARK}[a-z]+",
    ]
)


_I_AM_A_WOLF = re.compile(
    rf"(?:\bi|@i) (?P<be>am|was|is) (?P<between>(?:[a-z]+ ){{0,4}}?)(?:{_WOLF})\b"
)


_INDIRECT = re.compile(
    r"(?:\bi|@i)(?: [a-z]+)? (?:am|was|is|look|sound|seem|feel|act|play)\b|\bas (?:a |an "
    rf"|the |one )?(?:{_WOLF})\b"
)


_ALLOWED_BETWEEN = word_set(
    "a an the one of your our last indeed really actually in fact truly just also bad big "
    "evil real true sorry but only"
)


_ALLOWED_BEFORE = word_set(
    "ok okay fine yes yeah yep ye well alright so but and because for it is true truth fact the "
    "that i admit admitting confess\n"
    "    declare tell you hereby honest honestly finally got me caught gg guilty look hey guys "
    "everyone all friends listen @i have has\n"
    "    had to must afraid lol haha here simply plainly wp done hiding lying we do of course"
)
"""The words that may precede a confession within its own part of a sentence."""


_SUPPOSED = re.compile(
    r"\b(?:if|when|whenever|unless|(?<!i )suppose|supposing|imagine|assume|assuming|pretend"
    r"|sure|according|think|thinks|thought|"
    r"says|said|saying|let us say|lets say|apparently|suddenly|so now|and now)\b"
)


_CANCELLED_AFTER = re.compile(
    r"^ (?:never|if|because|in|for|to|when|now|then|like|only|hunter|hunters|hunt|hunting"
    r"|food|bait|'s)\b|"
    r"\b(?:also|pope|queen|king|moon|santa|cheese|once|twice|times|time|games?|rounds?|month"
    r"|week|year|summer|winter|sure|dream)\b|\?"
)
"""Words after "I am a wolf" that make it a joke, a memory or a question."""


_PAUSE = re.compile(r"[,:;()–—-]")


_WORD = re.compile(r"@?[a-z']+")


def drop_insincere_confessions(drafts: tuple[Draft, ...], plain: str) -> tuple[Draft, ...]:
    """Remove claims of a wolf role that the speaker does not mean from the drafts of a sentence.

    Args:
        drafts: The drafts found in the sentence.
        plain: The sentence in plain words.
    """
    if not any(_is_confession(draft) for draft in drafts) or _is_sincere(plain):
        return drafts
    return tuple(draft for draft in drafts if not _is_confession(draft))


def _is_confession(draft: Draft) -> bool:
    return draft.kind == "claim" and draft.word in ROLES and team_of(draft.word) == "wolves"


@lru_cache(maxsize=1 << 10)
def _is_sincere(plain: str) -> bool:
    plain = spell_out(plain)
    shapes = list(_I_AM_A_WOLF.finditer(plain))
    return (
        any(_stands_alone(plain, found) for found in shapes)
        if shapes
        else not _INDIRECT.search(plain)
    )


def _stands_alone(plain: str, found: re.Match[str]) -> bool:
    """Return whether "I am a wolf" is meant: no joke, supposition or quotation around it."""
    before, after = plain[: found.start()], plain[found.end() :]
    # Only the part of the sentence right before counts: `ok ok, i am the wolf`.
    part = _PAUSE.split(before)[-1]
    return (
        set(found["between"].split()) <= _ALLOWED_BETWEEN
        and set(_WORD.findall(part)) <= _ALLOWED_BEFORE
        and not (found["be"] == "was" and part != before)
        and not _SUPPOSED.search(before)
        and not _CANCELLED_AFTER.search(after)
    )
