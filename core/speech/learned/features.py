"""What there is to see of a seat in a sentence: features as short texts, which the model weighs.

A feature names its place and its word: `r:liar` is a word to the right of the seat, `-1:trust` the word before it, `w:` a
word anywhere, `rule:accuse` what the rules for tidy sentences read. Upper-case words are the classes of words.txt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from core.speech.drafts import Draft
from core.speech.typed.scope import Scope
from core.speech.typed.tokens import Token

_WINDOW = (-3, -2, -1, 1, 2, 3, 4)
_FAR_RIGHT, _FAR_LEFT = 12, 10
_STEM = 5
_MOST_MENTIONS = 2
_SEATS = frozenset(("T", "TT", "O"))
_JUDGING = (
    "BAD",
    "GOOD",
    "WOLF",
    "LIE",
    "ACTBAD",
    "ACTGOOD",
    "SUSPECT",
    "TRUST",
    "VOTE",
    "ROLE",
    "RESULT",
    "~DARK",
    "~BRIGHT",
    "~LURK",
    "~EXIT",
    "~SPARE",
)
_RESULTS = ("RESULT", "WOLF", "GOOD", "BAD", "ROLE")
SELF = "i"
"""The letter of the speaker."""


class Told(NamedTuple):
    """A sentence as far as it is understood.

    Attributes:
        tokens: Its tokens, pronouns as seats.
        scope: Which of them are the speaker's own words, which are asked, which denied.
        addressee: The letter (or letters joined by `+`) spoken to, or an empty string.
        called: Whether the sentence itself calls on the addressee.
        rules: What the rules for tidy sentences find in it.
        rows: What the rows for typed ones find in it.
        notes: What else the rows note.
        loud: Whether it ends with an exclamation mark.
        before: What the sentence before it was read to do to each letter; `check` is a check whose result is still to come.
        after: What the sentence after it was read to do.
        message: What is read anywhere in the message: `seer` (the claim of the role that checks), `check` (a check).
        lean: The letter that it may be about without mentioning anybody, or an empty string.
        to_lean: Whether that one was spoken to before.
    """

    tokens: tuple[Token, ...]
    scope: Scope
    addressee: str
    called: bool
    rules: tuple[Draft, ...]
    rows: tuple[Draft, ...]
    notes: frozenset[str]
    loud: bool
    before: Mapping[str, frozenset[str]]
    after: Mapping[str, frozenset[str]]
    message: frozenset[str]
    lean: str
    to_lean: bool


def kind_of(draft: Draft) -> str:
    """The kind of a draft; a check that found a wolf and one that found none are two."""
    return draft.kind if draft.kind != "report" else "wolf" if draft.word in ("wolves", "Werewolf") else "good"


def letters_of(told: Told) -> tuple[str, ...]:
    """The letters that something may be said of: the mentioned, who is called on, whom a reading is about, and the speaker."""
    mentioned = [letter for one in told.tokens if "SEAT" in one.kinds for letter in one.word[1:].split("+")]
    called = told.addressee.split("+") if told.called else []
    read = [draft.letter for draft in (*told.rules, *told.rows)]
    return tuple(dict.fromkeys([letter for letter in (*mentioned, *called, *read, told.lean, SELF) if letter]))


def features(told: Told, letter: str) -> set[str]:
    """All that is seen of a seat in a sentence."""
    words, places, others = _masked(told.tokens, letter)
    found = {*_whole(told, words), *_readings(told, letter)}
    found |= {f"others{min(3, len(others))}", f"length{min(6, len(words) // 3)}"}
    if letter in told.addressee.split("+"):
        found.add("called" if told.called else "spoken-to")
    for place in places[:_MOST_MENTIONS]:
        found.update(_around(told, words, place))
    if places and not places[0]:
        found.add("first")
    if letter == SELF:
        return {f"me {each}" for each in found}
    if letter != told.lean:
        return found
    return {f"lean {each}" for each in found} | ({"lean spoken-to"} if told.to_lean else set())


def _masked(tokens: tuple[Token, ...], letter: str) -> tuple[list[str], list[int], set[str]]:
    """The words with the seat as `T` (`TT` in a row), others as `O` and the speaker as `I`; the seat's places; the others."""
    words: list[str] = []
    places: list[int] = []
    others: set[str] = set()
    for place, one in enumerate(tokens):
        if "I" in one.kinds:
            words.append("I")
            if letter == SELF:
                places.append(place)
        elif "SEAT" in one.kinds:
            row = one.word[1:].split("+")
            others.update(row)
            if letter in row:
                places.append(place)
            words.append("O" if letter not in row else "TT" if len(row) > 1 else "T")
        else:
            words.append("NIGHT" if "NIGHT" in one.kinds else one.word)
    return words, places, others - {letter}


def _senses_in_file() -> tuple[dict[str, frozenset[str]], tuple[tuple[str, str], ...]]:
    """The classes of the words of senses.txt; and the beginnings of words with theirs."""
    words: dict[str, set[str]] = {}
    beginnings: list[tuple[str, str]] = []
    kind = ""
    for line in Path(__file__).with_name("senses.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        found = line.split()
        if not line.startswith(" "):
            kind, *found = found
        for word in found:
            if word.endswith("*"):
                beginnings.append((word[:-1], kind))
            else:
                words.setdefault(word, set()).add(kind)
    return {word: frozenset(kinds) for word, kinds in words.items()}, tuple(beginnings)


_SENSES, _BEGINNINGS = _senses_in_file()


@lru_cache(maxsize=1 << 13)
def _senses(word: str) -> frozenset[str]:
    """What a word means at this table."""
    parts = word.split("_") if "_" in word.strip("_") else [word]
    return frozenset(
        sense
        for part in parts
        for sense in (*_SENSES.get(part, ()), *(kind for beginning, kind in _BEGINNINGS if part.startswith(beginning)))
    )


def _classes(one: Token) -> list[str]:
    kinds = {kind for kind in one.kinds if kind.isupper() and kind not in ("SEAT", "SEATS", "I", "P")}
    return sorted(kinds | {f"~{sense}" for sense in _senses(one.word)})


def _whole(told: Told, words: list[str]) -> Iterator[str]:
    """What holds of the sentence as a whole."""
    asked = bool(words) and words[-1] == "?"
    classes = [_classes(one) for one in told.tokens]
    if asked:
        yield "asked"
    if told.loud:
        yield "loud"
    for word in told.message:
        yield f"message:{word}"
    for word, kinds in zip(words, classes, strict=True):
        yield f"w:{word}"
        if len(word) > _STEM:
            yield f"w:{word[:_STEM]}~"
        for kind in kinds:
            yield f"w:{kind}"
            if asked:
                yield f"wq:{kind}"
    shapes = [kinds[0] if kinds else word for word, kinds in zip(words, classes, strict=True)]
    for step in range(len(words) - 1):
        yield f"w:{words[step]} {words[step + 1]}"
        yield f"k:{shapes[step]} {shapes[step + 1]}"
    for step in range(len(words) - 2):
        yield f"k:{shapes[step]} {shapes[step + 1]} {shapes[step + 2]}"
        if not _SEATS.isdisjoint(words[step : step + 3]):
            yield f"w:{words[step]} {words[step + 1]} {words[step + 2]}"


def _readings(told: Told, letter: str) -> Iterator[str]:
    """What rules and rows read of the seat, and of others."""
    rules = {kind_of(draft) for draft in told.rules if draft.letter == letter}
    rows = {kind_of(draft) for draft in told.rows if draft.letter == letter}
    for kind in rules:
        yield f"rule:{kind}"
    for kind in rows:
        yield f"row:{kind}"
    for kind in rules & rows:
        yield f"both:{kind}"
    if told.message:
        message = "+".join(sorted(told.message))
        for kind in rules | rows:
            yield f"read:{kind} {message}"
    for draft in told.rules:
        if draft.letter != letter:
            yield f"rule-other:{kind_of(draft)}"
    for draft in told.rows:
        if draft.letter != letter:
            yield f"row-other:{kind_of(draft)}"
    if not rules and not rows:
        yield "unread"
        if not told.rules and not told.rows:
            yield "nothing-read"
    if "check" in told.before.get(letter, ()) or "check" in told.after.get(letter, ()):
        for one in told.tokens:
            for kind in _RESULTS:
                if kind in one.kinds:
                    yield f"checked {kind}"
                if "NEG" in one.kinds:
                    yield "checked not"
    for note in told.notes:
        yield f"note:{note.split()[0] if len(note) > 1 else 'turned'}"
    for kind in told.before.get(letter, ()):
        yield f"before:{kind}"
    for kind in told.after.get(letter, ()):
        yield f"after:{kind}"


def _around(told: Told, words: list[str], place: int) -> Iterator[str]:
    """What stands around one mention of the seat."""
    tokens, scope = told.tokens, told.scope
    message = "+".join(sorted(told.message))
    for step in _WINDOW:
        at = place + step
        if 0 <= at < len(words):
            yield f"{step}:{words[at]}"
            for kind in _classes(tokens[at]):
                yield f"{step}:{kind}"
                if message and kind in _RESULTS:
                    yield f"{step}:{kind} {message}"
        else:
            yield f"{step}:end"
    yield from _right(tokens, words, place, message)
    for at in range(place - 1, max(-1, place - _FAR_LEFT), -1):
        if words[at] in _SEATS:
            break
        yield f"l:{words[at]}"
        if len(words[at]) > _STEM:
            yield f"l:{words[at][:_STEM]}~"
        for kind in _classes(tokens[at]):
            yield f"l:{kind}"
    for at in (place, place + 1):
        if at < len(words):
            for name, marks in (("dead", scope.dead), ("question", scope.asked), ("denied", scope.denied)):
                if marks[at]:
                    yield f"{name}{at - place}"


def _right(tokens: tuple[Token, ...], words: list[str], place: int, message: str) -> Iterator[str]:
    """What is said after a mention up to the next seat; `rn:` after a no. Results count more where checks are told."""
    side, judged = "r", False
    for at in range(place + 1, min(len(words), place + _FAR_RIGHT)):
        if words[at] in _SEATS:
            break
        kinds = _classes(tokens[at])
        if "NEG" in kinds:
            side = "rn"
            continue
        yield f"{side}:{words[at]}"
        if len(words[at]) > _STEM:
            yield f"{side}:{words[at][:_STEM]}~"
        for kind in kinds:
            yield f"{side}:{kind}"
            if message and kind in _RESULTS:
                yield f"{side}:{kind} {message}"
            if not judged and kind in _JUDGING:
                yield f"{side}-first:{kind}"
                judged = True
