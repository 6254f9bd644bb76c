"""A sentence as classifier input: tokens, scope, readings, neighbours; senses of senses.txt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from wolfcore.speech.acts import Draft
from wolfcore.speech.chat.row_matcher import Token
from wolfcore.speech.chat.scope import Scope

SELF = "i"
"""The letter of the speaker."""


class AnnotatedSentence(NamedTuple):
    """A sentence as input of the classifier.

    Attributes:
        tokens: Its tokens, pronouns as seats.
        scope: For each token whether it is reported, asked or denied.
        addressee: The letter (or letters joined by `+`) spoken to, or an empty string.
        names_addressee: Whether the sentence itself names the addressee.
        rules: The drafts of the grammar rules.
        rows: The drafts of the chat rows.
        notes: The notes of the chat rows.
        exclaimed: Whether it ends with an exclamation mark.
        before: The kinds of acts that the sentence before does to each letter; `check` is a check
            whose result is still to come.
        after: The kinds of acts that the sentence after it does to each letter.
        message: What is read anywhere in the message: `seer` (a claim of a role that checks),
            `check` (a check).
        implied: The letter that it may be about without mentioning any seat, or an empty string.
        implied_was_addressed: Whether the implied seat was spoken to before.
    """

    tokens: tuple[Token, ...]
    scope: Scope
    addressee: str
    names_addressee: bool
    rules: tuple[Draft, ...]
    rows: tuple[Draft, ...]
    notes: frozenset[str]
    exclaimed: bool
    before: Mapping[str, frozenset[str]]
    after: Mapping[str, frozenset[str]]
    message: frozenset[str]
    implied: str
    implied_was_addressed: bool


def draft_kind(draft: Draft) -> str:
    """Return the kind of a draft; a check's result is `wolf` or `good` instead of `report`."""
    return (
        draft.kind
        if draft.kind != "report"
        else "wolf"
        if draft.word in ("wolves", "Werewolf")
        else "good"
    )


def letters_discussed(sentence: AnnotatedSentence) -> tuple[str, ...]:
    """Return the letters that the sentence may be about, each once.

    These are the mentioned seats, a named addressee, the seats of its drafts, the implied seat and
    the speaker.
    """
    mentioned = [
        letter
        for one in sentence.tokens
        if "SEAT" in one.kinds
        for letter in one.word[1:].split("+")
    ]
    called = sentence.addressee.split("+") if sentence.names_addressee else []
    read = [draft.letter for draft in (*sentence.rules, *sentence.rows)]
    return tuple(
        dict.fromkeys(
            [letter for letter in (*mentioned, *called, *read, sentence.implied, SELF) if letter]
        )
    )


def _read_senses() -> tuple[dict[str, frozenset[str]], tuple[tuple[str, str], ...]]:
    """Read senses.txt: the classes of each word, and prefixes with their class."""
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


_SENSES, _BEGINNINGS = _read_senses()


def _senses(word: str) -> frozenset[str]:
    """Return the classes of a word, or of the words of a joined phrase, in senses.txt."""
    parts = word.split("_") if "_" in word.strip("_") else [word]
    return frozenset(
        sense
        for part in parts
        for sense in (
            *_SENSES.get(part, ()),
            *(kind for beginning, kind in _BEGINNINGS if part.startswith(beginning)),
        )
    )


def token_classes(one: Token) -> tuple[str, ...]:
    """Return the sorted classes of a token: those of words.txt, and with `~` of senses.txt."""
    return _classes(one.word, one.kinds)


@lru_cache(maxsize=1 << 13)
def _classes(word: str, kinds: frozenset[str]) -> tuple[str, ...]:
    own = {kind for kind in kinds if kind.isupper() and kind not in ("SEAT", "SEATS", "I", "P")}
    return tuple(sorted(own | {f"~{sense}" for sense in _senses(word)}))
