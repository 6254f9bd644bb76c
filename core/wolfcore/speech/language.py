"""Tells English lines from others by script, by the reader's vocabulary, and last by a model.

Nothing but Python is loaded with this module; the model (`gcld3`, 3 MB) is loaded for the first
line that vocabulary alone does not decide: of 5,131 lines of house bots that is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Literal, Protocol, TypeAlias, cast

from .chat.lexicon import is_known_word, known_words

LineLanguage: TypeAlias = Literal["english", "other", "unclear"]
"""The language of a line; `unclear` where it is too short, or the model is not sure."""


_ENOUGH_WORDS = 3
"""The number of words from which a line is judged by itself."""


_KNOWN_SHARE = 0.6
"""The share of words known to the reader from which a line is English without asking the model.

Of labelled English lines of three words or more 99.5 % reach it; of the lines in other languages
with which it was chosen none exceeds 0.4.
"""


_LEAST_CHANCE = 0.5
"""The chance below which the model's best guess is not believed, 0..1."""


_MAX_LETTERS = 2000
"""The number of characters of a line that are looked at."""


_CODE = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\bhttps?://\S+|@\d+|\S*[\w)\]][_=(\[{]\S*", re.DOTALL
)
"""Text that is no prose: quoted code, addresses, seats as marks, identifiers, calls."""


_WORD = re.compile(r"(?<![\w'’])[^\W\d_]+(?:['’][^\W\d_]+)*(?![\w])")


_ENGLISH_ENDINGS = frozenset(("s", "m", "d", "t", "ll", "re", "ve"))
"""Letters after an apostrophe in English."""


_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Letters of scripts without spaces between words; two of them count as a word."""


def language_of(text: str, names: tuple[str, ...] = ()) -> LineLanguage:
    """Tell whether a line is English, judged by itself.

    Code, addresses, numbers and the names of players do not count. Letters of other scripts than
    the Latin one decide in any length.

    Args:
        text: The words as spoken; of a long text only the beginning is judged.
        names: The names of the players.

    Returns:
        `unclear` for fewer than three words, and where the model is not sure.
    """
    text = text[:_MAX_LETTERS]
    return "english" if _is_plainly_english(text, names) else _language_of(text, names)


_PUNCTUATION = str.maketrans(dict.fromkeys('.,;:!?"()', " "))


def _is_plainly_english(text: str, names: tuple[str, ...]) -> bool:
    """Whether enough of the different words are known as they are written.

    A cheap test before the exact one: it takes 3 us for a speech of a house bot.
    """
    words = set(text.lower().translate(_PUNCTUATION).split()).difference(_lower_case(names))
    return len(words) >= _ENOUGH_WORDS and len(words & known_words()) >= _KNOWN_SHARE * len(words)


@lru_cache(maxsize=1 << 6)
def _lower_case(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset([name.lower() for name in names])


@lru_cache(maxsize=1 << 11)
def _language_of(text: str, names: tuple[str, ...]) -> LineLanguage:
    # Compatible forms: full-width letters are Latin ones.
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    plain = _names_pattern(names).sub(" ", _CODE.sub(" ", plain))
    words, foreign = _WORD.findall(plain.lower()), 0
    if not plain.isascii():
        latin = [word for word in words if _is_latin(word)]
        unspaced = len(_UNSPACED.findall(plain))
        spaced = sum(not _is_latin(word) and not _UNSPACED.search(word) for word in words)
        words, foreign = latin, spaced + (unspaced + 1) // 2
    if foreign > len(words):
        return "other"
    if len(words) < _ENOUGH_WORDS:
        return "unclear"
    known = sum([_is_known(word) for word in words])
    if known >= _KNOWN_SHARE * len(words):
        return "english"
    guess, chance = _guess(" ".join(words))
    if chance < _LEAST_CHANCE:
        return "unclear"
    return "english" if guess == "en" else "other"


def are_english(lines: Iterable[tuple[int, str]], names: tuple[str, ...] = ()) -> Sequence[bool]:
    """Tell of each line of a game whether it is English.

    A line that cannot be judged by itself has the language of most other lines of its speaker; if
    none of these can be judged either, that of most lines of the game; and otherwise it is English.

    Args:
        lines: The speaker and the words of each line.
        names: The names of the players.
    """
    found = [(speaker, language_of(text, names)) for speaker, text in lines]
    if all(language != "other" for _, language in found):
        return [True] * len(found)
    balance: dict[int, int] = {}
    for speaker, language in found:
        if language != "unclear":
            balance[speaker] = balance.get(speaker, 0) + (1 if language == "english" else -1)
    game = sum(balance.values())
    return [
        language == "english" or (language == "unclear" and (balance.get(speaker) or game) >= 0)
        for speaker, language in found
    ]


def _is_latin(word: str) -> bool:
    return word.isascii() or unicodedata.name(word[0], "").startswith("LATIN")


def _is_known(word: str) -> bool:
    word = word.replace("’", "'")
    base, _, ending = word.rpartition("'")
    return is_known_word(word) or (ending in _ENGLISH_ENDINGS and is_known_word(base))


@lru_cache(maxsize=1 << 6)
def _names_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of the names, in any case, with their possessive."""
    each = "|".join(sorted((re.escape(name) for name in names if name), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{each})(?:['’]s)?(?!\w)" if each else r"(?!)", re.IGNORECASE)


def _guess(words: str) -> tuple[str, float]:
    """Return the model's language for some words, and its chance, 0..1."""
    guess = _model().FindLanguage(words)
    return guess.language, guess.probability


@lru_cache(maxsize=1)
def _model() -> _Model:
    # Loaded late, because most games need no model; by name, because the library has no types.
    return cast("_Model", import_module("gcld3").NNetLanguageIdentifier(0, _MAX_LETTERS))


class _Guess(Protocol):
    language: str
    probability: float


class _Model(Protocol):
    """The part of the library that is used here."""

    def FindLanguage(self, text: str) -> _Guess: ...  # noqa: N802
