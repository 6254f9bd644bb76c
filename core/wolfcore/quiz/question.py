"""`Question`: text, form, options, right answer, and the rule sentences that it follows from.

Written to quiz files and answer files: fields and values are a file format.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Basis: TypeAlias = Literal["rule", "situation"]
"""What is asked about: a rule as such, or what it leads to in a situation (Helmsman 4.1)."""


Form: TypeAlias = Literal["binary", "word", "seats"]
"""What an answer is: Yes or No; one of the words that are offered; or a list of seats, which may be
empty."""


FORMS: tuple[Form, ...] = ("binary", "word", "seats")


YES, NO = "Yes", "No"


NOBODY = "nobody"
"""The answer that no seat is meant."""


class Question(Struct, frozen=True, kw_only=True):
    """A question with its key.

    Attributes:
        id: 16 hexadecimal digits, of board and text.
        board: The name of the board that it is asked about.
        kind: Which kind of question this is, a name in `wolfcore.quiz.KINDS`.
        subject: The part of the rules that the kind belongs to.
        basis: Whether it is about a rule or a situation.
        form: What an answer is.
        text: The question in plain English.
        options: Every answer that is offered; for `seats` every seat, as numbers.
        answer: The one that is right; for `seats` the seats ascending with commas between, or
            `nobody`.
        why: The sentences of the board's rule book that it follows from.
    """

    id: str
    board: str
    kind: str
    subject: str
    basis: Basis
    form: Form
    text: str
    options: tuple[str, ...]
    answer: str
    why: tuple[str, ...]


def seats_in_words(seats: tuple[int, ...]) -> str:
    """Seats as an answer: `2, 5`, or `nobody`."""
    return ", ".join(map(str, sorted(seats))) or NOBODY
