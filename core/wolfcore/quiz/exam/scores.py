"""Accuracy and F1 of answers with 95 % intervals, and the answer file (JSON lines).

An unreadable answer is wrong, and counted separately.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes
from wolfcore.intervals import Interval, bounded_mean_interval, sum_by_deal
from wolfcore.quiz import NO, YES
from wolfcore.records.jsonl import LineFile, split_whole_lines, torn_note

from .takers import Taken


class Share(Struct, frozen=True):
    """A value from 0 to 1 with its interval; the value is None if the denominator is 0."""

    value: float | None
    interval: Interval


class Score(Struct, frozen=True):
    """The score of a group of answers.

    Attributes:
        questions: The number of questions.
        right: The number of right answers.
        unreadable: The number of answers that could not be parsed; they are wrong.
        accuracy: The share of right answers.
        f1_yes: F1 of Yes over Yes/No questions: twice the questions rightly answered Yes, divided
            by that plus those wrongly answered Yes and those not answered Yes although it was
            right.
        f1_no: F1 of No, computed likewise.
    """

    questions: int
    right: int
    unreadable: int
    accuracy: Share
    f1_yes: Share
    f1_no: Share

    @property
    def f1(self) -> float | None:
        """The mean of both F1 values (macro F1); None if either is None.

        The paper does not say which F1 it prints.
        """
        yes, no = self.f1_yes.value, self.f1_no.value
        return None if yes is None or no is None else (yes + no) / 2


def score(rows: Sequence[Taken]) -> Score:
    """Compute accuracy and F1 for Yes and for No, with intervals, of some answers.

    A question that was answered several times is one observation; without such questions the
    interval of accuracy is exact.
    """
    right = sum(row.right for row in rows)
    interval = bounded_mean_interval(
        *sum_by_deal([row.id for row in rows], [row.right for row in rows], [1.0] * len(rows)), 0, 1
    )
    share = Share(right / len(rows) if rows else None, interval)
    return Score(
        len(rows), right, sum(not row.given for row in rows), share, _f1(rows, YES), _f1(rows, NO)
    )


def scores_by(rows: Sequence[Taken], group: Callable[[Taken], str]) -> dict[str, Score]:
    """Score the answers of each group, in the order of the group names."""
    names = sorted({group(row) for row in rows})
    return {name: score([row for row in rows if group(row) == name]) for name in names}


def _f1(rows: Sequence[Taken], word: str) -> Share:
    """Compute the F1 of one answer word with its interval.

    Each question whose right or given answer is the word weighs 2 if answered right, else 1.
    """
    counted = [row for row in rows if row.form == "binary" and word in (row.answer, row.given)]
    if not counted:
        return Share(None, Interval())
    sums = [2.0 if row.right else 0.0 for row in counted]
    weights = [2.0 if row.right else 1.0 for row in counted]
    interval = bounded_mean_interval(
        *sum_by_deal([row.id for row in counted], sums, weights), 0.0, 1.0
    )
    return Share(sum(sums) / sum(weights), interval)


FORMAT = 1


_LIMIT = 1 << 27
"""The largest size of an answer file, in bytes."""


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of an answer file: the parameters of the quiz.

    Attributes:
        quiz: The version of the file format.
        seat: Who answered, in command line notation.
        questions: The number of questions planned.
        seed: The seed of the question set.
        answers: Whether the set has Yes/No questions, open ones, or both.
        part: The part that its situations come from.
        kinds: The kinds of questions; empty for all.
        boards: The names of the boards.
        rules: Whether the prompts contain the rule book.
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


_HEAD, _TAKEN = JsonReader(Head, once=True), JsonReader(Taken, once=True)


class AnswerFile:
    """An answer file, new unless `again` allows resuming it.

    Args:
        path: The file.
        head: The parameters of the quiz.
        again: Whether an existing file of the same quiz is resumed.

    Attributes:
        path: The file.
        rows: The answers so far.

    Raises:
        ConfigError: The file exists already, or has another quiz.
        LogError: The file cannot be written.
    """

    def __init__(self, path: Path, head: Head, *, again: bool = False) -> None:
        if again and path.exists():
            held, rows, _ = read_answers(path)
            if held != head:
                raise ConfigError(
                    "has the answers to another quiz",
                    file=str(path),
                    hint="Delete it, or choose another folder.",
                )
            self.path, self.rows, self._lines = path, list(rows), LineFile(path, _LIMIT)
            return
        if path.exists():
            raise ConfigError(
                "already exists", file=str(path), key="--out", hint="Name another file."
            )
        self.path, self.rows = path, list[Taken]()
        self._lines = LineFile(path, _LIMIT)
        self._lines.append(msgspec.json.encode(head) + b"\n")

    def add(self, row: Taken) -> None:
        """Append one answer to the rows and to the file.

        Raises:
            LogError: The file cannot be written.
        """
        self.rows.append(row)
        self._lines.append(msgspec.json.encode(row) + b"\n")

    def close(self) -> None:
        """Close the file handle; all answers are already written."""
        self._lines.close()


def read_answers(path: Path) -> tuple[Head, tuple[Taken, ...], str]:
    """Read an answer file; an incomplete last line is left out.

    Returns:
        The parameters of the quiz, the answers, and a sentence where a line was left out.

    Raises:
        ConfigError: The file cannot be read, or is no answer file.
    """
    try:
        data = read_bytes(path, _LIMIT)
        lines, torn = split_whole_lines(data)
        head, *rows = lines or [b""]
        found = _HEAD.decode(head), tuple(map(_TAKEN.decode, rows))
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(path)) from error
    except msgspec.DecodeError as error:
        raise ConfigError(f"is not a result of a quiz ({error})", file=str(path)) from error
    for number, row in enumerate(found[1], 1):
        if row.right != (row.given == row.answer) or min(row.calls, row.tokens, row.seconds) < 0:
            problem = f"answer {number} has a value that no answer has"
            raise ConfigError(problem, file=str(path), hint="The file was changed or damaged.")
    return *found, torn_note(path.name) if torn else ""
