"""A sentence while it is read: its tokens and their scope, and what was found in it so far."""

from __future__ import annotations

from wolfcore.speech.drafts import Draft

from .matching import RowMatch, candidate_rows
from .scope import scope_of
from .tokens import Token


class ChatSentence:
    """A sentence being read.

    Attributes:
        tokens: Its tokens, pronouns as seats.
        scope: Which of them are the speaker's own words, which are asked, which denied.
        sure: Whether it does not hedge.
        candidate_rows: The rows that may fit somewhere in it, as `matching.candidates` gives them.
        drafts: As in Heard; so are `notes`, `pending`, `night`, `listing` and `role`.
    """

    def __init__(self, tokens: list[Token], pending: str, *, listing: bool, sure: bool) -> None:
        self.tokens, self.scope, self.sure = tokens, scope_of(tokens), sure
        self.candidate_rows = candidate_rows(tokens)
        self.drafts: list[Draft] = []
        self.notes: set[str] = set()
        self.pending, self.listing, self.night = pending, listing, 0
        self.role = next((one.word for one in reversed(tokens) if "ROLE" in one.kinds), "")

    def word(self, place: int) -> str:
        """The word at a place, empty outside the sentence."""
        return self.tokens[place].word if 0 <= place < len(self.tokens) else ""

    def kinds(self, place: int) -> frozenset[str]:
        """The classes of the word at a place, none outside the sentence."""
        return self.tokens[place].kinds if 0 <= place < len(self.tokens) else frozenset()

    def letters(self, fit: RowMatch) -> list[str]:
        """The letters of the seats that a row is about; `i` is the speaker."""
        taken = [self.word(at) for element, at in fit.matched if fit.elements[element].kinds & {"SEAT", "SEATS"}]
        return [letter for word in taken for letter in letters_of_word(word)]

    def clause_before(self, place: int, most: int) -> list[Token]:
        """Up to `most` tokens of the same clause before a place."""
        before: list[Token] = []
        for one in self.tokens[max(0, place - most) : place]:
            before = [] if one.kinds & {"P", "LINK", "?"} else [*before, one]
        return before


def letters_of_word(word: str) -> list[str]:
    """The letters of a token that stands for people: those of `@a+b`, and `i` for any other."""
    return word[1:].split("+") if word.startswith("@") else ["i"]
