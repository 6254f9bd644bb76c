"""Word lists (roles, good and bad words, fillers, hedges) and expansion of contractions.

The lists contain the words of the roles that are heard on every board. Other roles are heard only
where they are dealt: `chat.lexicon.mark_roles` replaces their words by marks, as seats are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from wolfcore.game import HOLDERS, ROLES, RoleName, team_of
from wolfcore.roles import layout_roles, read_section


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, split at white space."""
    return frozenset(text.split())


_Word: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]+([-_][a-z]+)*$")]


class RoleSpeech(Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a role: the section `speech` of its file.

    Where only the boards that deal a role hear it, `words` and `chat` count alike.

    Attributes:
        words: The words of plain English.
        chat: The words that people type, with `_` for a space.
        chat_of_oneself: Words that name the role only where people say them of themselves; used
            for roles that are heard on every board.
        everyday: Whether people say the words of other things, too ("medium sure", "you fool").
            They then name the role after `the`, `role`, `claim` or `got`, and after `I am` or at
            the beginning of a clause where the clause ends with them; used for roles that are not
            heard on every board.
    """

    words: tuple[_Word, ...]
    chat: tuple[_Word, ...]
    chat_of_oneself: tuple[_Word, ...] = ()
    everyday: bool = False


ROLE_SPEECH: dict[RoleName, RoleSpeech] = read_section("speech", RoleSpeech)


ALWAYS_HEARD: tuple[RoleName, ...] = layout_roles()
"""The roles that are heard on every board: a claim of one that is not dealt shows a lie.

All other roles are heard where they are dealt. So a role that is added changes no reading of a
board without it, even if its words mean something else there ("I am medium sure").
"""


ROLE_WORDS: dict[str, RoleName] = {
    word: role for role in ALWAYS_HEARD for word in ROLE_SPEECH[role].words
}


VILLAGE_MARK, WOLF_MARK = "ʳ", "ʷ"
"""The first character of the mark of a role of a team; its name in lower case follows.

Both are word characters for regular expressions. Typed ones are removed before a text is read.
"""


def role_mark(role: RoleName) -> str:
    """Return the mark of a role in a sentence."""
    return (VILLAGE_MARK if team_of(role) == "village" else WOLF_MARK) + role.lower()


def marked_role(word: str) -> RoleName | None:
    """Return the role whose mark a word is; None for any other word."""
    if not word.startswith((VILLAGE_MARK, WOLF_MARK)):
        return None
    role = word[1:].capitalize()
    return role if role in ROLES else None


def trained_word(word: str) -> str:
    """Return the word whose weights in weights.txt count for a word: itself, except for marks.

    A mark counts as the first word of the first role of `ALWAYS_HEARD` with the same team and
    power, where there is one.
    """
    role = marked_role(word)
    if not role:
        return word
    kind = (ROLES[role].team, ROLES[role].power)
    like = (one for one in ALWAYS_HEARD if (ROLES[one].team, ROLES[one].power) == kind)
    return next((ROLE_SPEECH[one].words[0] for one in like), word)


def checking_role(roles: Iterable[RoleName], claims: Iterable[RoleName] = ()) -> RoleName | None:
    """Return the role that a speaker's reports of checks belong to.

    Args:
        roles: The roles that the board deals; empty where there is no board.
        claims: The roles that the speaker claims: in the speech, and then those of earlier
            speeches.

    Returns:
        The first claimed role that checks, else the only dealt one. None if several are dealt: the
        speaker may mean any of them. If none is dealt, the first of all checking roles.
    """
    checkers = HOLDERS["check"]
    if claimed := next((role for role in claims if role in checkers), None):
        return claimed
    dealt = list(checkers.intersection(roles))
    if not dealt:
        return next(role for role in ROLES if role in checkers)
    return dealt[0] if len(dealt) == 1 else None


WOLF = rf"(?:(?:were)?wol(?:f|ves)|{WOLF_MARK}[a-z]+)"


POWER_ROLE_WORDS = "|".join(
    [
        *(
            word
            for word, role in ROLE_WORDS.items()
            if team_of(role) == "village" and not ROLES[role].plain
        ),
        f"{VILLAGE_MARK}[a-z]+",
    ]
)


VILLAGER_WORDS = "villagers?|townies?|townsperson|townspeople|townsfolk|civilians?|peasants?"


ROLE = rf"(?:{POWER_ROLE_WORDS}|{VILLAGER_WORDS}|{WOLF})"


BAD = (
    rf"(?:{WOLF}|evil|bad|guilty|mafia|scum|lying|liars?|suspicious|shady|fishy|dubious|fake"
    r"|false|impostors?|frauds?|dangerous|"
    r"suspects?|suspect|dark|red|dirty|off|untrustworthy|dishonest|sus|scummy|wolfy|wolfish)"
)


GOOD = (
    rf"(?:{POWER_ROLE_WORDS}|{VILLAGER_WORDS}|good|innocent|clean|clear|cleared|honest"
    r"|trustworthy|safe|human|town|village|green|white|sincere|"
    r"truthful|fine|harmless|genuine)"
)


FILLERS: frozenset[str] = word_set(
    "really actually just only also indeed definitely clearly certainly truly still surely "
    "simply very quite rather\n"
    "    obviously totally absolutely completely honestly frankly well ok okay listen please "
    "friends even most mostly again too\n"
    "    already anyway certain especially strongly fully firmly hereby therefore hence "
    "immediately openly plainly now otherwise\n"
    "    everyone everybody hello hi morning yes yeah no-one's extremely highly personally "
    "fairly pretty\n"
    "    obvious easily gladly currently finally both folks people all however additionally "
    "furthermore moreover unfortunately"
)
"""Words that do not change the meaning of a sentence for the reader."""


HEDGES: frozenset[str] = word_set(
    "maybe perhaps probably possibly likely somewhat kinda apparently presumably slightly "
    "potential potentially"
)
"""Words that only weaken a statement."""


_CONTRACTIONS: tuple[tuple[str, str, str], ...] = (
    ("can't cant cannot", r"\bcan'?t\b|\bcannot\b", "can not"),
    ("won't wont", r"\bwon'?t\b", "will not"),
    ("shan't", r"\bshan't\b", "shall not"),
    ("ain't", r"\bain't\b", "is not"),
    (
        "n't",
        r"\b(is|are|was|were|do|does|did|has|have|had|would|should|could|must|need|might)n't\b",
        r"\1 not",
    ),
    ("nt", r"\b(is|are|was|were|do|does|did|has|have|had|would|should|could)nt\b", r"\1 not"),
    ("im i'm", r"\bi'?m\b", "i am"),
    ("let's lets", r"\blet's\b|\blets\b", "let us"),
    ("'s", r"\b(he|she|it|that|who|what|here|there|where)'s\b", r"\1 is"),
    ("'re", r"\b(you|we|they)'re\b", r"\1 are"),
    ("'ve", r"\b(i|you|we|they)'ve\b", r"\1 have"),
    ("'ll", r"\b(i|you|he|she|it|we|they)'ll\b", r"\1 will"),
    ("'d", r"\b(i|you|he|she|we|they)'d\b", r"\1 would"),
    ("hes", r"\b(he|she)s\b", r"\1 is"),
    ("re", r"\b(they|you)re\b", r"\1 are"),
    ("ive", r"\bive\b", "i have"),
    ("gonna", r"\bgonna\b", "going to"),
    ("fortune", r"\bfortune teller\b", "fortune-teller"),
    ("no", r"\bnobody\b|\bno one\b|\bno-one\b", "nobody"),
    ("other", r"\bone another\b|\beach other\b", "others"),
)
"""Substrings of which one must occur in the text, a pattern, and its replacement."""


_EXPANSIONS = tuple(
    (tuple(needed.split()), re.compile(pattern), plain) for needed, pattern, plain in _CONTRACTIONS
)


_NUMBERS: dict[str, str] = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "first": "1",
    "second": "2", "third": "3", "1st": "1", "2nd": "2", "3rd": "3", "4th": "4", "fourth": "4",
}  # fmt: skip


_NIGHT = re.compile(
    r"\b(?:(?:on|in|at|during|of) )?(?:the )?(?:night (\w+)|n(\d+)|(last|this|that|first"
    r"|second|third|fourth|1st|2nd|"
    r"3rd|4th) night)\b"
)


_SHORT_NIGHT = re.compile(r"\bn\d")


@lru_cache(maxsize=1 << 12)
def spell_out(text: str) -> str:
    """Normalise lower-case text: expand contractions, write nights as `night2` and `lastnight`."""
    for needed, pattern, plain in _EXPANSIONS:
        # Looking for letters first is much cheaper than a pattern that does not match.
        for letters in needed:
            if letters in text:
                text = pattern.sub(plain, text)
                # One hit is enough: the pattern finds all places.
                break
    if "night" in text or _SHORT_NIGHT.search(text):
        text = _NIGHT.sub(_one_night, text)
    return text


def _one_night(found: re.Match[str]) -> str:
    word = found[1] or found[2] or found[3]
    if word in ("last", "this", "that"):
        return {"last": "lastnight", "this": "lastnight"}.get(word, "thatnight")
    number = _NUMBERS.get(word, word)
    return f"night{number}" if number.isdigit() else found[0]
