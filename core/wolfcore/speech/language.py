"""Tells English lines from others by script, by the reader's vocabulary, and last by a model.

Nothing but Python is loaded with this module; the model (`gcld3`, 3 MB) is loaded for the first
line that vocabulary alone does not decide.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Literal, Protocol, TypeAlias, cast

from .chat.lexicon import LEXICON, corrected_word, is_known_word, known_words

LineLanguage: TypeAlias = Literal["english", "other", "unclear"]
"""The language of a line; `unclear` where it is too short, or the model is not sure."""


_ENOUGH_WORDS = 3
"""The number of words from which a line is judged by itself."""


_KNOWN_SHARE = 0.5
"""The share of known words, by weight, above which a line is English without asking the model."""


_LEAST_CHANCE = 0.5
"""The chance below which the model's best guess is not believed, 0..1."""


_DOUBTFUL_SHARE = 0.4
"""The share of letters in known words from which a line is not believed to be another language.

Fewer such letters make the model's best guess less sure.
"""


_SURE = 0.9
"""The evidence from which another language is not overruled by the speaker's other lines, 0..1."""


_MAX_LETTERS = 2000
"""The number of characters of a line that are looked at."""


_CODE = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\bhttps?://\S+|@\d+|\S*[\w)\]][_=(\[{]\S*", re.DOTALL
)
"""Text that is no prose: quoted code, addresses, seats as marks, identifiers, calls."""


_WORD = re.compile(r"(?<![\w'’])[^\W\d_]+(?:['’][^\W\d_]+)*(?![\w])")


_ENGLISH_ENDINGS = frozenset(("s", "m", "d", "t", "ll", "re", "ve"))
"""Letters after an apostrophe in English."""


_BORROWED = frozenset(
    ("check", "claim", "claims", "fake", "kill", "lynch", "sus", "town", "vote", "votes")
).union(LEXICON["ROLE"], LEXICON["WOLF"])
"""Game words that players of all languages use; no evidence of English."""


_SHARED = frozenset(
    ("also", "die", "est", "hat", "jest", "main", "man", "per", "son", "ten", "war")
)
"""Known words of three letters or more that are common words of other languages too."""


_LITTLE = 0.4
"""The weight of a word of `_SHARED`, or of one or two letters; other words weigh 1."""


_NO_VOWEL = re.compile(r"[b-df-hj-np-tv-z']+")


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
        `unclear` for fewer than three words, and for a line in Latin letters that neither its
        known words nor the model decide.
    """
    evidence = _evidence(text, names)
    return "english" if evidence > 0 else "other" if evidence < 0 else "unclear"


def _evidence(text: str, names: tuple[str, ...]) -> float:
    """Return how sure a line is English, up to 1, or another language, down to -1; 0: unclear."""
    text = text[:_MAX_LETTERS]
    return 1.0 if _is_plainly_english(text, names) else _weighed_evidence(text, names)


_PUNCTUATION = str.maketrans(dict.fromkeys('.,;:!?"()', " "))


def _is_plainly_english(text: str, names: tuple[str, ...]) -> bool:
    """Whether enough of the different words are English words as they are written.

    A cheap test before the exact one: it takes 3 us for a speech of a house bot.
    """
    words = set(text.lower().translate(_PUNCTUATION).split()).difference(_lower_case(names))
    english = len(words & _english_words())
    return english >= _ENOUGH_WORDS and english > _KNOWN_SHARE * len(words - _light_words())


@lru_cache(maxsize=1)
def _english_words() -> frozenset[str]:
    """Return the known words that are evidence of English with full weight."""
    return known_words() - _light_words()


@lru_cache(maxsize=1)
def _light_words() -> frozenset[str]:
    return _BORROWED | {word for word in known_words() if _weight(word) < 1}


@lru_cache(maxsize=1 << 6)
def _lower_case(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset([name.lower() for name in names])


@lru_cache(maxsize=1 << 11)
def _weighed_evidence(text: str, names: tuple[str, ...]) -> float:
    # Compatible forms: full-width letters are Latin ones.
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    plain = _names_pattern(names).sub(" ", _CODE.sub(" ", plain))
    words, foreign = _WORD.findall(plain), 0
    if not plain.isascii():
        latin = [word for word in words if _is_latin(word)]
        unspaced = len(_UNSPACED.findall(plain))
        spaced = sum(not _is_latin(word) and not _UNSPACED.search(word) for word in words)
        words, foreign = latin, spaced + (unspaced + 1) // 2
    if foreign > len(words):
        return -1.0
    # An unknown word with a capital inside a line is taken for a name.
    telling = [
        word.lower()
        for at, word in enumerate(words)
        if not (_is_neutral(word.lower()) or (at and word.istitle() and not _is_known(word)))
    ]
    if len(words) < _ENOUGH_WORDS or not telling:
        return 0.0
    known = [word for word in telling if _is_known(word)]
    weight, most = sum(map(_weight, known)), sum(map(_weight, telling))
    if weight > _KNOWN_SHARE * most and weight >= min(1.0, most):
        return 1.0
    if len(telling) < _ENOUGH_WORDS:
        return 0.0
    guess, chance = _guess(" ".join(words).lower())
    if guess == "en":
        return chance if chance >= _LEAST_CHANCE else 0.0
    share = sum(map(len, known)) / sum(map(len, telling))
    sure = chance - (1 - _LEAST_CHANCE) * share / _DOUBTFUL_SHARE
    return -sure if sure >= _LEAST_CHANCE else 0.0


def are_english(lines: Iterable[tuple[int, str]], names: tuple[str, ...] = ()) -> Sequence[bool]:
    """Tell of each line of a game whether it is English.

    A line that cannot be judged by itself, or of which the model is not sure, has the language for
    which most lines of its speaker speak; if these are undecided, that of most lines of the game;
    and otherwise it is English.

    Args:
        lines: The speaker and the words of each line.
        names: The names of the players.
    """
    found = [(speaker, _evidence(text, names)) for speaker, text in lines]
    if all(evidence >= 0 for _, evidence in found):
        return [True] * len(found)
    balance: dict[int, float] = {}
    for speaker, evidence in found:
        balance[speaker] = balance.get(speaker, 0.0) + evidence
    game = sum(balance.values())
    return [
        evidence > 0 or (evidence > -_SURE and (balance[speaker] or game) >= 0)
        for speaker, evidence in found
    ]


def _is_latin(word: str) -> bool:
    # Korean and Japanese endings follow English words without a space.
    return word.isascii() or all(
        unicodedata.name(letter, "").startswith("LATIN") for letter in (word[0], word[-1])
    )


def _is_known(word: str) -> bool:
    """Whether a word is known, also with two neighbouring letters swapped."""
    word = word.replace("’", "'").lower()
    base, _, ending = word.rpartition("'")
    if is_known_word(word) or (ending in _ENGLISH_ENDINGS and is_known_word(base)):
        return True
    # Swapped short words are words of other languages too often; no known word is this long.
    return 3 < len(word) < 20 and not known_words().isdisjoint(
        word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)
    )


def _weight(word: str) -> float:
    return _LITTLE if len(word) < 3 or word in _SHARED else 1.0


def _is_neutral(word: str) -> bool:
    """Whether a word speaks neither for nor against English.

    Game words, also misspelt ones, do not; nor do unknown words without vowels (`thts nt tru`),
    which the model cannot judge.
    """
    return (
        word in _BORROWED
        or corrected_word(word) != word
        or (_NO_VOWEL.fullmatch(word) is not None and not _is_known(word))
    )


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

    def FindLanguage(self, text: str) -> _Guess: ...  # noqa: N802  as cld3 calls it
