"""`Question`: text, form, options, right answer, and the rule sentences that explain the answer.

Stored in quiz files and answer files: fields and values are a file format.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Basis: TypeAlias = Literal["rule", "situation"]
"""The basis of a question: a rule as such, or its effect in a situation (Helmsman 4.1)."""


Form: TypeAlias = Literal["binary", "word", "seats"]
"""The form of an answer: `binary`: Yes or No; `word`: one of the options; `seats`: a list of seats,
which may be empty."""


FORMS: tuple[Form, ...] = ("binary", "word", "seats")


YES, NO = "Yes", "No"


NOBODY = "nobody"
"""The answer that names no seat."""


class Question(Struct, frozen=True, kw_only=True):
    """A question with its right answer.

    Attributes:
        id: 16 hexadecimal digits, a hash of board and text.
        board: The name of the board that it is about.
        kind: The kind of question, a name in `wolfcore.quiz.KINDS`.
        subject: The part of the rules that the kind belongs to.
        basis: Whether it is about a rule or a situation.
        form: The form of the answer.
        text: The question in plain English.
        options: All answers offered; for `seats` every seat, as numbers.
        answer: The right answer; for `seats` the seats ascending with commas between, or `nobody`.
        why: The sentences of the board's rule book that the answer follows from.
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
    """Format seats as an answer: `2, 5`, or `nobody`."""
    return ", ".join(map(str, sorted(seats))) or NOBODY
