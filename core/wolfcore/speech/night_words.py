"""The words of whispers: their classes from `night_talk.txt`, clauses, and the verbs of plans."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from wolfcore.game import RoleName, team_of

from .chat.lexicon import correct_spelling, is_common_word, is_one_typo, role_by_word
from .vocabulary import VILLAGE_MARK, WOLF_MARK, spell_out


def _read_data() -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    """Read night_talk.txt: the classes of each word or phrase, and the plain words of chat."""
    classes, typed, kind = dict[str, set[str]](), dict[str, str](), ""
    text = Path(__file__).with_name("night_talk.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        words = line.split()
        if not line.startswith(" "):
            kind, *words = words
        for word in words:
            if kind.startswith("="):
                typed[word] = kind[1:].replace("_", " ")
            else:
                classes.setdefault(word, set()).add(kind)
    return {word: frozenset(kinds) for word, kinds in classes.items()}, typed


_CLASSES, _TYPED = _read_data()


def _phrases() -> dict[str, list[tuple[str, ...]]]:
    """Return the phrases by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for word in sorted(_CLASSES, key=lambda word: -word.count("_")):
        if "_" in word:
            found.setdefault(word.split("_")[0], []).append(tuple(word.split("_")))
    return found


_PHRASES = _phrases()


_CORRECTED = tuple(
    word
    for word, kinds in _CLASSES.items()
    if kinds & {"KILL", "AIM", "EXILE", "PUSH", "CLAIM"} and len(word) > 3 and "_" not in word
)
"""The words that are recognised with one typing error."""


_WORD = re.compile(
    rf"@\d+|[{VILLAGE_MARK}{WOLF_MARK}]?[a-z]+(?:[-'][a-z]+)*\d*|\d[a-z]+|[,;:()&+/–—-]"
)


_SIGNS = frozenset(",;:()&+/–—-")


class Word(NamedTuple):
    """A word or joined phrase of a whisper.

    Attributes:
        text: The word in lower case.
        kinds: Its classes of night_talk.txt, or SEAT, ROLE (of the village) or BREAK (a sign).
        seat: The seat that it names, or 0.
        role: The role that it names, or None.
    """

    text: str
    kinds: frozenset[str]
    seat: int = 0
    role: RoleName | None = None


class Segment(NamedTuple):
    """The verb of a plan with the words of its clause that belong to it, before and after."""

    verb: Word
    before: tuple[Word, ...]
    after: tuple[Word, ...]


Words: TypeAlias = Sequence[Word]


def has(words: Words, *kinds: str) -> bool:
    """Whether one of the words is of one of the classes."""
    return any(not one.kinds.isdisjoint(kinds) for one in words)


@lru_cache(maxsize=1 << 12)
def words_of(sentence: str) -> tuple[Word, ...]:
    """Return the words of a lower-case sentence with marked seats, phrases joined by `_`."""
    apart = re.sub(r"([,;:()/])", r" \1 ", sentence.rstrip(".!?… "))
    typed = " ".join([_TYPED.get(word, word) for word in apart.split()])
    # `spell_out` would take "this night" for the last one.
    plain = spell_out(correct_spelling(typed.replace("this night", "tonight"))).replace("'s", "")
    return tuple(map(_word, _join_phrases([_without_typo(word) for word in _WORD.findall(plain)])))


@lru_cache(maxsize=1 << 12)
def _without_typo(word: str) -> str:
    """Return the verb that a word misspells, or the word."""
    if len(word) < 3 or word in _CLASSES or role_by_word(word) or is_common_word(word):
        return word
    return next((verb for verb in _CORRECTED if is_one_typo(word, verb)), word)


def _join_phrases(words: list[str]) -> Iterator[str]:
    place = 0
    while place < len(words):
        parts = next(
            (
                parts
                for parts in _PHRASES.get(words[place], ())
                if tuple(words[place : place + len(parts)]) == parts
            ),
            (words[place],),
        )
        yield "_".join(parts)
        place += len(parts)


@lru_cache(maxsize=1 << 12)
def _word(text: str) -> Word:
    if text.startswith("@"):
        return Word(text, frozenset(("SEAT",)), seat=int(text[1:]))
    if text in _SIGNS:
        return Word(text, frozenset(("BREAK",)))
    role = role_by_word(text)
    if role and team_of(role) == "village":
        return Word(text, frozenset(("ROLE",)), role=role)
    return Word(text, _CLASSES.get(text, frozenset()))


def clauses(words: Words) -> Iterator[tuple[str, tuple[Word, ...]]]:
    """Yield the clauses of a sentence, each with the word or sign before it, or an empty string."""
    joint, start = "", 0
    for place, one in enumerate(words):
        if "BREAK" in one.kinds:
            yield joint, tuple(words[start:place])
            joint, start = one.text, place + 1
    yield joint, tuple(words[start:])


def segments(clause: Words) -> Iterator[Segment]:
    """Cut a clause at its verbs. The subject of a later verb is left to that verb."""
    places: list[int] = []
    for place in range(len(clause)):
        if _is_verb(clause, place, is_first=not places):
            places.append(place)
    start = 0
    for place, following in zip(places, [*places, len(clause)][1:], strict=True):
        end = place + 1
        while end < following and not _begins_anew(clause, place, end, following):
            end += 1
        yield Segment(clause[place], tuple(clause[start:place]), tuple(clause[place + 1 : end]))
        start = end


def _begins_anew(clause: Words, verb: int, place: int, following: int) -> bool:
    """Whether the words from `place` on do not belong to the verb: a new scope or subject."""
    kinds = clause[place].kinds
    subjects = {"I", "WE", "THEY"} if place < verb + 2 else {"I", "WE", "THEY", "YOU"}
    return not kinds.isdisjoint(("COND", "REASON", "NOT")) or (
        following < len(clause) and not kinds.isdisjoint(subjects)
    )


_NOUN_AFTER = frozenset(("my", "our", "a", "an", "the", "next", "your", "easy"))


def is_noun(before: Words) -> bool:
    """Whether the word after `before` is a noun: "my pick", "our scapegoat"."""
    return bool(before) and before[-1].text in _NOUN_AFTER


def _is_verb(clause: Words, place: int, *, is_first: bool) -> bool:
    """Whether the word at a place is the verb of a plan.

    Args:
        clause: The words of the clause.
        place: The index of the word.
        is_first: Whether no verb comes before it.
    """
    one, before, after = clause[place], clause[:place], clause[place + 1 :]
    if is_noun(before):
        return bool(one.kinds & {"VICTIM", "MARK"}) and has(clause, "SEAT", "HIM")
    return any(
        _CONDITIONS[kind](before, after, is_first) for kind in one.kinds & _CONDITIONS.keys()
    ) or (not one.kinds and _is_unknown_attack(before, after))


def _is_unknown_attack(before: Words, after: Words) -> bool:
    """Whether an unknown word stands where a verb of an attack stands: "let us ice Dov"."""
    return has(after[:1], "SEAT") and has(before[-2:], "WE") and not has(before, "SEAT", "THEY")


_Condition: TypeAlias = Callable[[Words, Words, bool], bool]


def _always(_before: Words, _after: Words, _is_first: bool) -> bool:
    return True


def _follows_object(before: Words, _after: Words, is_first: bool) -> bool:
    return is_first and has(before, "SEAT", "HIM", "ME")


def _keeps(_before: Words, after: Words, _is_first: bool) -> bool:
    """Whether "keep" or "leave" is followed by "alive" or "alone", "let" by "be" or "go"."""
    return has(after, "ALIVE", "TOMORROW") or (
        len(after) > 1 and (after[-1].text == "be" or has(after[1:2], "DOWN"))
    )


def _claims(before: Words, after: Words, is_first: bool) -> bool:
    """Whether a role is claimed: one is named, or a seat of the pack claims without naming it."""
    return (
        has(after, "ROLE")
        or has(before, "ALL")
        or (is_first and has(before, "I", "YOU") and not has(after, "SEAT", "HIM", "BAD"))
    )


_TIMES = frozenset(("TONIGHT", "TOMORROW", "SMALL"))


_CONDITIONS: dict[str, _Condition] = {
    **dict.fromkeys(
        ("KILL", "AIM", "RID", "EXILE", "PUSH", "GIVE_UP", "FALL", "SPARE", "COUNTER"), _always
    ),
    **dict.fromkeys(("DIE", "EXILED", "OUT", "WAIT", "MARK"), _follows_object),
    "VICTIM": lambda _before, _after, _is_first: False,
    "GO": lambda _before, after, _is_first: has(after[:1], "SEAT", "HIM", "ROLE"),
    "GET": lambda _before, after, _is_first: (
        has(after[:1], "SEAT", "HIM") and all(one.kinds & _TIMES for one in after[1:])
    ),
    "LOOK": lambda before, after, is_first: (
        has(after, "BAD") and _follows_object(before, after, is_first)
    ),
    "GIVE": lambda _before, after, _is_first: any(
        one.text in ("up", "away", "loose", "under_the_bus") for one in after
    ),
    "KEEP": _keeps,
    "CLAIM": _claims,
    "BE": lambda before, after, is_first: (
        is_first and bool(before) and has(after[:4], "ROLE") and not has(after[:1], "CLAIM", "GO")
    ),
    "SAY": lambda _before, after, _is_first: has(after, "CHECKED", "BAD"),
}
"""Whether a word of a class is a verb, by the words before it, after it, and whether no verb comes
before it."""
