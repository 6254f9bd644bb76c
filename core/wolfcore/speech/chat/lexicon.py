"""Word classes of words.txt, chat abbreviations, spelling correction of game words, role marks."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from wolfcore.game import ROLES, RoleName, Team
from wolfcore.speech.vocabulary import (
    ALWAYS_HEARD,
    ROLE_SPEECH,
    VILLAGE_MARK,
    WOLF_MARK,
    RoleSpeech,
    marked_role,
    role_mark,
)


def _read_classes() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    kind = ""
    for line in Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            words = line.split()
            if not line.startswith(" "):
                kind, *words = words
            found[kind] = (*found.get(kind, ()), *words)
    return found


_ALL = _read_classes()


LEXICON = {kind: words for kind, words in _ALL.items() if not kind.startswith("=")}
"""The words of each word class of words.txt; the words for roles stand in the roles' files."""


for _role in ALWAYS_HEARD:
    if ROLES[_role].team == "village":
        LEXICON["ROLE"] += ROLE_SPEECH[_role].chat
        LEXICON["GOD"] += () if ROLES[_role].plain else ROLE_SPEECH[_role].words


_TEAMS: tuple[Team, ...] = ("wolves", "village")


RESULT_BY_WORD: dict[str, Team] = {word: team for team in _TEAMS for word in _ALL[f"={team}"]}
"""The team that a word for a check's result stands for."""


ROLE_BY_WORD: dict[str, RoleName] = {
    word: role
    for role in ALWAYS_HEARD
    for word in (*ROLE_SPEECH[role].chat, *ROLE_SPEECH[role].chat_of_oneself)
}
"""The role that a word names, for roles that are heard on every board."""


def role_by_word(word: str) -> RoleName | None:
    """Return the role that a word or a mark names; None if it names none."""
    return ROLE_BY_WORD.get(word) or marked_role(word)


_HERE = Path(__file__).parent


def _read_chat() -> dict[str, str]:
    lines = (_HERE / "chat.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ") for line in lines if line and not line.startswith("#"))
    return {typed: meant for meant, words in pairs for typed in words.split()}


_CHAT = _read_chat()


_GAME_WORDS = [
    *map(str.lower, ALWAYS_HEARD),
    "wolf",
    "wolves",
    "werewolves",
    "villagers",
    "village",
    "suspicious",
    "suspect",
    "innocent",
    "guilty",
    "checked",
    "protected",
    "guarded",
    "saved",
    "healed",
    "poisoned",
    "exile",
    "lynch",
    "voting",
    "lying",
    "trust",
    "believe",
    "clear",
    "claim",
    "counterclaim",
    "town",
    "mafia",
    "scum",
    "sheriff",
    "prophet",
    "medic",
    "bodyguard",
]
"""Game words that are recognised with one typing error."""


_WORD = re.compile(rf"(?<![\d@a-z{VILLAGE_MARK}{WOLF_MARK}])[a-z]+(?:['/][a-z]+)*\d?")


_STRETCHED = re.compile(r"([a-z])\1{2,}")


@lru_cache(maxsize=1 << 14)
def correct_spelling(text: str) -> str:
    """Expand chat abbreviations and correct typing errors; the text is lower case, seats marked."""
    return _WORD.sub(_plain_word, text)


def _plain_word(found: re.Match[str]) -> str:
    word = found[0]
    # Short words are near too many others to be corrected.
    return _CHAT.get(word) or (word if len(word) < 4 else corrected_word(word))


@lru_cache(maxsize=1 << 14)
def corrected_word(word: str) -> str:
    """Return a word of four or more letters with typing errors corrected: `suuuus`, `wofl`.

    Common words, game words and chat abbreviations stay as they are, and so does a word that
    matches no or several game words.
    """
    if is_common_word(word) or word in _GAME_SET:
        return word
    if _STRETCHED.search(word):
        # `sooo` is tried with two letters and then with one.
        for letters in (r"\1\1", r"\1"):
            shorter = _STRETCHED.sub(letters, word)
            if shorter in _CHAT or shorter in _GAME_SET or is_common_word(shorter):
                return _CHAT.get(shorter, shorter)
    near = [known for known in _GAME_WORDS if is_one_typo(word, known)]
    # Where several game words are near, none is meant for sure.
    return near[0] if len(near) == 1 else word


def is_one_typo(typed: str, meant: str) -> bool:
    """Return whether `typed` differs from `meant` by one typing error.

    One letter is added, missing or replaced, or two neighbours are swapped. The first letter must
    be the same, and `meant` must have at least four letters.
    """
    if typed == meant or abs(len(typed) - len(meant)) > 1 or len(meant) < 4 or typed[0] != meant[0]:
        return False
    start = 0
    while start < min(len(typed), len(meant)) and typed[start] == meant[start]:
        start += 1
    one, other = typed[start:], meant[start:]
    # Two letters swapped, or one replaced.
    if len(one) == len(other):
        return one[1:] == other[1:] or (one[:2] == other[1::-1] and one[2:] == other[2:])
    return one[1:] == other or one == other[1:]


@lru_cache(maxsize=1)
def _common_words() -> frozenset[str]:
    known = {
        part
        for words in LEXICON.values()
        for word in words
        for part in word.split("_")
        if len(part) > 2
    }
    return frozenset(known).union((_HERE / "common_words.txt").read_text(encoding="utf-8").split())


@lru_cache(maxsize=1 << 14)
def is_common_word(word: str) -> bool:
    """Return whether a lower-case word is common English, so that it cannot be a misspelling."""
    return word in _common_words() or any(
        word.endswith(end) and word[: -len(end)] in _common_words()
        for end in ("s", "ed", "ing", "ly")
    )


_GAME_SET = frozenset(_GAME_WORDS) | frozenset(_CHAT)


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Return the lower-case words, abbreviations and slang that the reader knows."""
    parts = [part for words in LEXICON.values() for word in words for part in word.split("_")]
    return _GAME_SET.union(_common_words(), parts)


@lru_cache(maxsize=1 << 14)
def is_known_word(word: str) -> bool:
    """Return whether the reader knows a lower-case word; endings and typing errors may differ."""
    if word in known_words() or is_common_word(word):
        return True
    # Short words are near too many others to be corrected.
    return len(word) > 3 and corrected_word(word) != word


_WHOLE_WORD = re.compile(r"(?<![\w@'-])[a-z]{4,}(?![\w]|-\w)")


_TYPED_MARKS = str.maketrans("", "", VILLAGE_MARK + WOLF_MARK)


def mark_roles(text: str, roles: tuple[RoleName, ...]) -> str:
    """Return a text with the words of dealt roles replaced by their marks (`role_mark`).

    Words of `ALWAYS_HEARD` stay, because the reader's lists contain them. A name of a role is also
    found with one typing error.

    Args:
        text: The text in lower case.
        roles: The roles that the board deals; empty where there is no board.
    """
    if not text.isascii():
        text = text.translate(_TYPED_MARKS)
    added = tuple(dict.fromkeys(role for role in roles if role not in ALWAYS_HEARD))
    if not added:
        return text
    meant, words = _role_words(tuple((role, ROLE_SPEECH[role]) for role in added))

    def mark(found: re.Match[str]) -> str:
        role = meant.get(found[0]) or _misspelt_role(found[0], added)
        return role_mark(role) if role and _names_role(found, role) else found[0]

    return _WHOLE_WORD.sub(mark, words.sub(mark, text))


_NAMED = re.compile(
    r"\b(?:(?:the|teh)(?: (?:real|true|only|other))?"
    r"|role(?: is|'s|:)?|claim(?:s|ed|ing)?|who(?: is|'s)|got|rolled|drew) \Z"
)
"""The words before an everyday word that then names a role, whatever follows."""


_OF_ONESELF = re.compile(
    r"(?:^|[.!?;:] |\b(?:i am|i'?m|iam)(?: (?:an?|your|ur))? )\Z", re.MULTILINE
)
_CLAUSE_END = re.compile(r"\s*(?:[.!?,;:(\n]|$)| (?:here|and|but|so|btw|guys|claim)\b")
"""What is around an everyday word that names a role where it ends a clause."""


_LONGEST_CONTEXT = 24
"""Characters before an everyday word that are looked at."""


def _names_role(found: re.Match[str], role: RoleName) -> bool:
    """Return whether a word for a role names it here (`RoleSpeech.everyday`)."""
    text, start = found.string, found.start()
    before = (text, max(0, start - _LONGEST_CONTEXT), start)
    return (
        not ROLE_SPEECH[role].everyday
        or bool(_NAMED.search(*before))
        or bool(_OF_ONESELF.search(*before) and _CLAUSE_END.match(text, found.end()))
    )


@lru_cache(maxsize=1 << 6)
def _role_words(
    roles: tuple[tuple[RoleName, RoleSpeech], ...],
) -> tuple[dict[str, RoleName], re.Pattern[str]]:
    """Return the words of some roles, each with its role, and a pattern of all of them."""
    meant = {
        word.replace("_", " "): role
        for role, speech in roles
        for word in (*speech.words, *speech.chat)
    }
    found = "|".join(re.escape(word) for word in sorted(meant, key=len, reverse=True))
    return meant, re.compile(rf"(?<![\w@-])(?:{found})(?![\w@]|-\w)")


@lru_cache(maxsize=1 << 14)
def _misspelt_role(word: str, roles: tuple[RoleName, ...]) -> RoleName | None:
    """Return the role whose name is misspelt as `word`; None if it is none."""
    dealt = {role.lower(): role for role in roles}
    for letters in (r"\1\1", r"\1"):
        if role := dealt.get(_STRETCHED.sub(letters, word)):
            return role
    if is_common_word(word) or corrected_word(word) != word:
        return None
    near = [role for name, role in dealt.items() if is_one_typo(word, name)]
    # Where several names are near, none is meant for sure.
    return near[0] if len(near) == 1 else None
