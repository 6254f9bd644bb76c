"""A sentence as far as rules and rows understand it: what the opinion has to go by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wolfcore.speech.drafts import Draft
from wolfcore.speech.typed.scope import Scope
from wolfcore.speech.typed.tokens import Token

SELF = "i"
"""The letter of the speaker."""


class AnnotatedSentence(NamedTuple):
    """A sentence as far as it is understood.

    Attributes:
        tokens: Its tokens, pronouns as seats.
        scope: Which of them are the speaker's own words, which are asked, which denied.
        addressee: The letter (or letters joined by `+`) spoken to, or an empty string.
        names_addressee: Whether the sentence itself calls on the addressee.
        rules: What the rules for tidy sentences find in it.
        rows: What the rows for typed ones find in it.
        notes: What else the rows note.
        exclaimed: Whether it ends with an exclamation mark.
        before: What the sentence before it was read to do to each letter; `check` is a check whose result is still to come.
        after: What the sentence after it was read to do.
        message: What is read anywhere in the message: `seer` (the claim of the role that checks), `check` (a check).
        implied: The letter that it may be about without mentioning anybody, or an empty string.
        implied_was_addressed: Whether that one was spoken to before.
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
    """The kind of a draft; a check that found a wolf and one that found none are two."""
    return draft.kind if draft.kind != "report" else "wolf" if draft.word in ("wolves", "Werewolf") else "good"


def letters_discussed(told: AnnotatedSentence) -> tuple[str, ...]:
    """The letters that something may be said of: the mentioned, who is called on, whom a reading is about, and the speaker."""
    mentioned = [letter for one in told.tokens if "SEAT" in one.kinds for letter in one.word[1:].split("+")]
    called = told.addressee.split("+") if told.names_addressee else []
    read = [draft.letter for draft in (*told.rules, *told.rows)]
    return tuple(dict.fromkeys([letter for letter in (*mentioned, *called, *read, told.implied, SELF) if letter]))
