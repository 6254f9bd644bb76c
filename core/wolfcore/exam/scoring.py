"""How well a quiz was taken: accuracy and F1 with 95 % intervals. An answer that cannot be read is wrong, and counted apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from wolfcore.intervals import Interval, bounded_mean_interval, exact_interval
from wolfcore.quiz import NO, YES

from .taking import Taken


class Share(Struct, frozen=True):
    """A value from 0 to 1 with its interval; None where there is nothing to divide by."""

    value: float | None
    interval: Interval


class Score(Struct, frozen=True):
    """How well some questions were answered.

    Attributes:
        questions: How many there were.
        right: How many were answered right.
        unreadable: How many answers could not be read; they are wrong.
        accuracy: The share of right answers.
        f1_yes: F1 of Yes, of questions that are answered with Yes or No: twice the questions rightly answered Yes, over that and
            those wrongly answered Yes, or not answered Yes where it was right.
        f1_no: The same of No.
    """

    questions: int
    right: int
    unreadable: int
    accuracy: Share
    f1_yes: Share
    f1_no: Share

    @property
    def f1(self) -> float | None:
        """The mean of both (macro F1; the paper does not say which it prints)."""
        yes, no = self.f1_yes.value, self.f1_no.value
        return None if yes is None or no is None else (yes + no) / 2


def score(rows: Sequence[Taken]) -> Score:
    """The score of answers."""
    right = sum(row.right for row in rows)
    share = Share(right / len(rows) if rows else None, exact_interval(right, len(rows)))
    return Score(len(rows), right, sum(not row.given for row in rows), share, _f1(rows, YES), _f1(rows, NO))


def scores_by(rows: Sequence[Taken], group: Callable[[Taken], str]) -> dict[str, Score]:
    """The score of each group, in the order in which groups are first met when sorted by name."""
    names = sorted({group(row) for row in rows})
    return {name: score([row for row in rows if group(row) == name]) for name in names}


def _f1(rows: Sequence[Taken], word: str) -> Share:
    """F1 of one answer: each question that has part in it weighs 2 where it was rightly given, and 1 where it was not."""
    counted = [row for row in rows if row.form == "binary" and word in (row.answer, row.given)]
    if not counted:
        return Share(None, Interval())
    sums = [2.0 if row.right else 0.0 for row in counted]
    weights = [2.0 if row.right else 1.0 for row in counted]
    return Share(sum(sums) / sum(weights), bounded_mean_interval(sums, weights, 0.0, 1.0))
