"""Replaces seat mentions (names, numbers) by marks such as `@3`; checks player names.

Numbers that count something ("2 wolves", "night 2") stay numbers. This module is loaded at
start-up; `nicknames` is not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from string import ascii_letters, digits

from wolfcore.game import ROLES

from .chat.lexicon import is_common_word, is_one_typo
from .vocabulary import ALWAYS_HEARD, word_set

_PERIOD = r"\b(?:nights?|days?|rounds?)\s*\#?\d+|\b[nd]\d+\b"


_COUNTED = (
    r"\b\d+\s+(?:wolves|werewolves|votes?|ballots?|people|players|seats|villagers|nights?"
    r"|days?|times|claims|claimants|"
    r"seers|left|alive|dead|more|others|points?|percent|living|candidates|of\s+(?:us|them"
    r"|you)|against|to\s+\d+)\b|\d+\s*%"
)


_PREFIX = r"(?:\b(?:seats?|players?|numbers?|no\.|nr\.?|p)[\s_]*|\#)"


_NUMBER_WORDS = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


_SPOKEN_NUMBER = rf"\b(?:seat|player|number)\s+({'|'.join(_NUMBER_WORDS)})\b"


WORD_NAMES = word_set(
    "will mark may hope grace bill rob art guy drew pat sue jack rose dawn joy faith june april "
    "max chance case frank\n"
    "    earnest iris ivy ruby jade pearl daisy miles dean duke king prince hunter christian\n"
    "    patience justice mercy destiny true ever honor fox bear stone storm rain star chase "
    "grant don trip happy\n"
    "    heaven shade thorn post even odd long till can"
)
"""Names that are also English words, of people's talk or of the house bots' lines."""


MOSTLY_NAMES = word_set(
    "iris ivy ruby jade pearl daisy jack dean miles pat sue max bill rob june april art christian"
)
"""Those of `WORD_NAMES` that are read as names in any case, as players hardly use them as words."""


UNREADABLE_NAMES = word_set(
    "i me my you he she they it we us who nobody everybody wolf wolves werewolves sheriff night "
    "day vote not no and or but if so a an the is was player seat number one two good bad"
) | {role.lower() for role in ALWAYS_HEARD}
"""Names that are pronouns, game words or other very common words.

A seat with such a name is recognised by its number only.
"""


_SPEAKABLE = re.compile(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)*$")


_NUMBERED = re.compile(
    rf"({_PERIOD}|{_COUNTED})|{_SPOKEN_NUMBER}|{_PREFIX}(\d{{1,2}})(?!\w)"
    r"|(?<![\w.@])(?<!\d:)(?<![A-Za-z]-)(\d{1,2})(?![\w%])",
    re.IGNORECASE,
)


_WORD = re.compile(r"[^\W\d_]\w*")


_ENDINGS = frozenset(".!?…\n:;")
"""The characters after which a sentence begins."""


_GAP = 8
"""The most blanks and quotation marks between two sentences."""


_AFTER_OPENING_WORD = re.compile(
    r"\s+(?:i|you|he|she|it(?!\s+is)|we|they|me|us|him|her|them|this|that|these|those|the|an?|if|so"
    r"|though|then|as|to|all|any|some|no|not|nobody|everybody|anybody|somebody|everyone|anyone"
    r"|someone|who|what)(?![\w'’])",
    re.IGNORECASE,
)
"""What follows a word that opens a sentence and is not a name: `May I`, `Will nobody`."""


def is_told_by_case(name: str) -> bool:
    """Return whether a name, in lower case, is read as a word wherever it has no capital."""
    return name in WORD_NAMES and name not in MOSTLY_NAMES


def form_in_speech(name: str) -> str:
    """Return how a sentence writes a name: with a capital where it is also a word (`will`)."""
    return name.capitalize() if is_told_by_case(name) else name


@lru_cache(maxsize=256)
def make_seat_marker(names: tuple[str, ...], size: int) -> Callable[[str], str]:
    """Build a function that replaces every mention of a seat in a text by its mark.

    Names of one word are looked up in a dictionary, so that a new table needs no new pattern; only
    other names need a pattern of their own. A name that is also a word is found by its capital
    (`I trust Hope`), at the beginning of a sentence only where the next word allows a name.

    Args:
        names: The names of all seats in seat order; may be empty.
        size: The number of seats; larger numbers are left as they are.
    """
    readable = {name: f"@{seat}" for seat, name in enumerate(names, 1) if _is_readable(name)}
    as_written = {
        form_in_speech(name): mark for name, mark in readable.items() if _WORD.fullmatch(name)
    }
    by_case = frozenset([name for name in as_written if is_told_by_case(name.casefold())])
    in_any_case = {
        name.casefold(): mark for name, mark in as_written.items() if name not in by_case
    }
    odd = {name.casefold(): mark for name, mark in readable.items() if not _WORD.fullmatch(name)}
    longest_first = "|".join(re.escape(name) for name in sorted(odd, key=len, reverse=True))
    odd_names = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE) if odd else None

    # Most words begin with none of these letters, so that the pattern passes over them.
    initials = "".join(sorted({name[0] for name in in_any_case} | {name[0] for name in as_written}))
    words, in_ascii = _words_beginning_with(initials), _ascii_words_beginning_with(initials)

    def number(found: re.Match[str]) -> str:
        counted, spoken, prefixed, bare = found.groups()
        if counted:
            return counted
        seat = _NUMBER_WORDS.index(spoken.lower()) + 1 if spoken else int(prefixed or bare)
        return f"@{seat}" if 1 <= seat <= size else found[0]

    known = dict(as_written)

    def word(found: re.Match[str]) -> str:
        text = found[0]
        return known.get(text) or learned(text)

    def word_or_name(found: re.Match[str]) -> str:
        return found[0] if found[0] in by_case and _is_used_as_word(found) else word(found)

    replaced = word_or_name if by_case else word

    def learned(text: str) -> str:
        plain = text.casefold()
        known[text] = mark = (
            in_any_case.get(plain)
            or (_approximate_match(plain, in_any_case) if len(text) > 2 else "")
            or text
        )
        return mark

    def mark(text: str) -> str:
        # A mark that a person types would be taken for a seat.
        plain = text.replace("@", " ")
        # Names of several words or with digits come first: they may hold what looks like a number.
        if odd_names:
            plain = odd_names.sub(lambda found: odd.get(found[0].casefold(), found[0]), plain)
        if _may_hold_number(plain):
            plain = _NUMBERED.sub(number, plain)
        return (in_ascii if plain.isascii() else words).sub(replaced, plain)

    return mark


def _is_used_as_word(found: re.Match[str]) -> bool:
    """Return whether a word with a capital, which is also a name, is no name: `Will you`, `Don't`.

    A capital at the beginning of a sentence says nothing.
    """
    text, start, end = found.string, found.start(), found.end()
    if text.startswith(("'t", "’t"), end):
        return True
    if not _AFTER_OPENING_WORD.match(text, end):
        return False
    before = text[max(0, start - _GAP) : start].rstrip(' \t"“(*-')
    return before[-1] in _ENDINGS if before else start <= _GAP


def _may_hold_number(text: str) -> bool:
    """Return whether a text may mention a seat by number; True for any non-ASCII text."""
    if not text.isascii() or any(map(text.__contains__, digits)):
        return True
    plain = text.lower()
    return "seat" in plain or "player" in plain or "number" in plain


def _approximate_match(text: str, names: dict[str, str]) -> str:
    """Return the mark of the one seat that a misspelt or shortened name means, or an empty string.

    Examples: `leos`, `bra` for Bram, `brm`. Common English words match nothing.

    Args:
        text: A word in lower case that is not a name.
        names: The mark of each name in lower case.
    """
    if text.endswith("s") and text[:-1] in names and not is_common_word(text):
        return f"{names[text[:-1]]}'s"
    if is_common_word(text) or text in UNREADABLE_NAMES:
        return ""
    begun = {mark for name, mark in names.items() if name.startswith(text)}
    # A typing error is only looked for where the word is the beginning of no name.
    slipped = begun or {mark for name, mark in names.items() if is_one_typo(text, name)}
    return slipped.pop() if len(slipped) == 1 else ""


@lru_cache(maxsize=256)
def _words_beginning_with(letters: str) -> re.Pattern[str]:
    """Compile a pattern for whole words that begin with one of the letters, ignoring case.

    Cached by the first letters of the names, which most tables of a board share.
    """
    return (
        re.compile(rf"(?<!\w)[{re.escape(letters)}]\w*", re.IGNORECASE)
        if letters
        else re.compile(r"(?!)")
    )


@lru_cache(maxsize=256)
def _ascii_words_beginning_with(letters: str) -> re.Pattern[str]:
    """Compile the same pattern for ASCII texts, which are searched in half the time."""
    first = "".join(
        [letter for letter in ascii_letters if _words_beginning_with(letters).match(letter)]
    )
    return re.compile(rf"\b[{first}]\w*", re.ASCII) if first else re.compile(r"(?!)")


@lru_cache(maxsize=1 << 12)
def mark_seats(text: str, names: tuple[str, ...], size: int) -> str:
    """Return a text with each seat mention replaced by its mark, such as `@3`; cached."""
    return make_seat_marker(names, size)(text)


_RESERVED_WORDS = word_set(
    "seat seats player players nobody noone everybody everyone anybody anyone somebody someone "
    "none all moderator narrator host\n"
    "    judge god gamemaster system assistant user bot wolf wolves werewolves villagers village "
    "villages sheriff mayor"
) | {role.lower() for role in ROLES}
"""Words that no part of a person's name may be."""


def is_reserved_name(name: str) -> bool:
    """Return whether a name may be read as a seat, a role, the moderator, nobody or a game word.

    Characters that look alike to a reader count as the same: `７`, `②` and `Ⅶ` are numbers, and
    letter case and character width are ignored.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    words = re.findall(r"[^\W_]+", plain)
    # Looked up in the name as it is: `Ⅶ` becomes letters by NFKC.
    if any(unicodedata.category(char) in ("Nl", "No") for char in name):
        return True
    if (
        not words
        or plain.strip() in UNREADABLE_NAMES
        or "".join(words) in _RESERVED_WORDS
        or not words[0][0].isalpha()
    ):
        return True
    return any(
        word in _RESERVED_WORDS
        or word.isnumeric()
        or re.fullmatch(r"(?:no|nr|n|p|d|s)?[0-9]+", word)
        for word in words
    )


def _is_readable(name: str) -> bool:
    return bool(name.strip()) and name.casefold() not in UNREADABLE_NAMES and not name.isdigit()


@lru_cache(maxsize=1 << 10)
def is_speakable(name: str) -> bool:
    """Return whether a name can be used in a sentence without being read as a game word.

    A name that is also a word can, in the form that `form_in_speech` gives.
    """
    return bool(_SPEAKABLE.match(name)) and UNREADABLE_NAMES.isdisjoint(name.casefold().split())


_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")


@lru_cache(maxsize=1 << 10)
def sentences(text: str, names: tuple[str, ...], size: int) -> tuple[tuple[str, str], ...]:
    """Split a speech into sentences, each as a pair of original text and marked text.

    The marked text is in small letters with every seat as `@3`.
    """
    mark = make_seat_marker(names, size)
    plain = [said for found in _SENTENCE.findall(text) if (said := found.strip())]
    marked = [
        said for found in _SENTENCE.findall(_lower_case(mark(text))) if (said := found.strip())
    ]
    if len(marked) != len(plain):  # a mark replaced a full stop ("No. 3")
        marked = [_lower_case(mark(said)) for said in plain]
    return tuple(zip(plain, marked, strict=True))


def _lower_case(text: str) -> str:
    return text.lower().replace("’", "'")
