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
    marks, words = _role_marks(roles)
    if not marks:
        return text
    text = words.sub(lambda word: marks[word[0]], text)
    return _WHOLE_WORD.sub(lambda word: _marked_typo(word, roles), text)


# Look-behinds have one width each, so that each context is a list of them.
_AFTER_THE = "|".join(rf"(?<=\bthe {word} )" for word in ("real", "true", "only", "other"))
_AFTER_ROLE = "(?:{})".format(
    "|".join(
        rf"(?<=\b{before} )"
        for before in ("role is", "role's", "role", "claim", "claims", "claimed", "claiming")
    )
    + r"|(?<=\brole: )|(?<=\bwho is )|(?<=\bwho's )"
)
_AFTER_I_AM = "(?:{})".format(
    "|".join(
        rf"(?<=\b{me}{article})"
        for me in ("i am ", "i'm ", "im ", "iam ")
        for article in ("", "a ", "an ")
    )
)
_CLAUSE_START = r"(?:(?<![^\n])|(?<=[.!?,;:] ))"
_CLAUSE_END = r"(?=\s*(?:[.!?,;:\n]|$)| here\b| and\b| but\b| so\b| btw\b| guys\b| claim\b)"
"""Where an everyday word names a role: after these words, and at the edges of a clause."""


@lru_cache(maxsize=1 << 6)
def _role_marks(roles: tuple[RoleName, ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the mark of each word of those roles that are not heard on every board.

    The pattern finds these words, everyday ones only where they can mean nothing but the role.
    """
    marks: dict[str, str] = {}
    plain, everyday = set[str](), set[str]()
    for role in roles:
        if role not in ALWAYS_HEARD:
            speech = ROLE_SPEECH[role]
            for word in (*speech.words, *speech.chat):
                said = word.replace("_", " ")
                marks[said] = role_mark(role)
                (everyday if speech.everyday else plain).add(said)
    found = [_any_of(plain)] if plain else []
    if everyday:
        word = _any_of(everyday)
        found += [
            rf"(?:(?<=\bthe )|{_AFTER_THE})(?:{word})",
            rf"{_AFTER_ROLE}(?:{word})",
            rf"{_AFTER_I_AM}(?:{word}){_CLAUSE_END}",
            rf"{_CLAUSE_START}(?:{word}){_CLAUSE_END}",
        ]
    pattern = "|".join(f"(?:{each})" for each in found)
    return marks, re.compile(rf"(?<![\w@-])(?:{pattern})(?![\w@]|-\w)")


def _any_of(words: set[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _marked_typo(found: re.Match[str], roles: tuple[RoleName, ...]) -> str:
    mark = _mark_of_typo(found[0], roles)
    role = marked_role(mark)
    if role and ROLE_SPEECH[role].everyday and not found.string[: found.start()].endswith("the "):
        return found[0]
    return mark or found[0]


@lru_cache(maxsize=1 << 14)
def _mark_of_typo(word: str, roles: tuple[RoleName, ...]) -> str:
    """Return the mark of the role whose name is misspelt as `word`; empty if it is none."""
    if is_common_word(word) or corrected_word(word) != word:
        return ""
    shorter = {_STRETCHED.sub(letters, word) for letters in (r"\1\1", r"\1")}
    near = [
        role
        for role in dict.fromkeys(roles)
        if role not in ALWAYS_HEARD and (role.lower() in shorter or is_one_typo(word, role.lower()))
    ]
    # Where several names are near, none is meant for sure.
    return role_mark(near[0]) if len(near) == 1 else ""
