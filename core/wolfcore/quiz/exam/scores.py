"""Accuracy and F1 of answers with 95 % intervals, and the file that answers are kept in.

An unreadable answer is wrong, and counted separately.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import JsonReader, read_bytes
from wolfcore.intervals import Interval, bounded_mean_interval, exact_interval
from wolfcore.quiz import NO, YES
from wolfcore.records.jsonl import LineFile, whole_lines_size

from .takers import Taken


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
        f1_yes: F1 of Yes, of questions that are answered with Yes or No: twice the questions
            rightly answered Yes, over that and those wrongly answered Yes, or not answered Yes
            where it was right.
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
    return Score(
        len(rows), right, sum(not row.given for row in rows), share, _f1(rows, YES), _f1(rows, NO)
    )


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


FORMAT = 1


_LIMIT = 1 << 30
"""Bytes of a file of results."""


class Head(Struct, frozen=True, kw_only=True):
    """What a quiz was.

    Attributes:
        quiz: The format of the file.
        seat: Who took it, as on the command line.
        questions: How many questions were to be asked.
        seed: Of which set.
        answers: Which questions of it: answered with Yes or No, others, or both.
        part: Of which situations.
        kinds: Of which kinds; all where there are none.
        boards: On which boards.
        rules: Whether the rule book stood in the prompts.
    """

    quiz: int = FORMAT
    seat: str
    questions: int
    seed: int
    answers: str
    part: str
    kinds: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    rules: bool = True


_HEAD, _TAKEN = JsonReader(Head), JsonReader(Taken)


class AnswerFile:
    """A file of results, which must be new unless it may go on.

    Args:
        path: The file.
        head: What the quiz is.
        again: Whether a file of the same quiz goes on.

    Attributes:
        path: As given.
        rows: The answers so far.

    Raises:
        ConfigError: There is such a file, or it is of another quiz.
        LogError: It cannot be written.
    """

    def __init__(self, path: Path, head: Head, *, again: bool = False) -> None:
        if again and path.exists():
            held, rows = read_answers(path)
            if held != head:
                raise ConfigError(
                    "has answers to another quiz",
                    file=str(path),
                    hint="Delete it, or choose another folder.",
                )
            self.path, self.rows, self._lines = path, list(rows), LineFile(path, _LIMIT)
            return
        if path.exists():
            raise ConfigError(
                "is there already", file=str(path), key="--out", hint="Name another file."
            )
        self.path, self.rows = path, list[Taken]()
        self._lines = LineFile(path, _LIMIT)
        self._lines.append(msgspec.json.encode(head) + b"\n")

    def add(self, row: Taken) -> None:
        """Keep one answer.

        Raises:
            LogError: It cannot be written.
        """
        self.rows.append(row)
        self._lines.append(msgspec.json.encode(row) + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._lines.close()


def read_answers(path: Path) -> tuple[Head, tuple[Taken, ...]]:
    """What somebody answered.

    Raises:
        ConfigError: It cannot be read, or is no file of results.
    """
    try:
        data = read_bytes(path, _LIMIT)
        head, *rows = data[: whole_lines_size(data)].splitlines() or [b""]
        return _HEAD.decode(head), tuple(map(_TAKEN.decode, rows))
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(path)) from error
    except msgspec.DecodeError as error:
        raise ConfigError(f"is no result of a quiz ({error})", file=str(path)) from error
