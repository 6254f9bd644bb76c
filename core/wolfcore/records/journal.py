"""Files beside the log: the journal of answers, the list of errors, and people's marks of seats.

A journal line is written the moment an answer arrives; where an ask has several, the first counts.
No machine player reads the marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import JsonReader, read_bytes
from wolfcore.game import Answer

from .jsonl import write_file
from .layout import MARKS_FILE, MARKS_LIMIT


class AnswerRecord(Struct, frozen=True, omit_defaults=True):
    """One answer and where it came from.

    Attributes:
        ask: The id of the ask.
        answer: What was answered, as it was submitted.
        seat: Whose ask it was; 0 where an answers file written by hand leaves it out.
        player: The player of the seat, as it is written on the command line.
        started: When the ask was put, in seconds since 1970 (UTC).
        seconds: How long the answer took.
        calls: How many model calls it took, retries not counted; None where no model was called.
        tokens_in: Tokens sent for it, where models were called and said so.
        tokens_cached: Those of them that the endpoint had cached, likewise.
        tokens_out: Tokens received for it, likewise.
        cost: What the calls cost, in the configured currency, where a price is known.
    """

    ask: str
    answer: Answer = Answer()
    seat: int = 0
    player: str = ""
    started: float = 0.0
    seconds: float = 0.0
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    calls: int | None = None
    tokens_cached: int | None = None


class ErrorRecord(Struct, frozen=True, omit_defaults=True):
    """Something that went wrong at the table.

    Attributes:
        problem: What went wrong.
        done: What was done about it.
        ask: The id of the ask that it concerns, or an empty string.
        seat: The seat that it concerns, or 0.
        time: When, in seconds since 1970 (UTC).
        detail: More for who looks for the cause, such as a traceback.
    """

    problem: str
    done: str
    ask: str = ""
    seat: int = 0
    time: float = 0.0
    detail: str = ""


_ENCODER = msgspec.json.Encoder()


_ANSWER = JsonReader(AnswerRecord)


def encode_lines(records: Iterable[Struct]) -> bytes:
    """One line a record, each with its line end."""
    return _ENCODER.encode_lines(records)


def decode_answer(line: bytes) -> AnswerRecord:
    """Read one line of a journal.

    Raises:
        msgspec.DecodeError: The line is damaged.
    """
    return _ANSWER.decode(line)


def parse_answers(text: str, file: str) -> dict[str, Answer]:
    """The answers of an answers file: a journal, or lines such as `{"ask": "n1.kill.2", "answer": {"choice": 3}}`.

    Blank lines are skipped; where an ask has several lines, the first one counts.

    Args:
        text: The text of the file.
        file: Its name, for messages.

    Raises:
        ConfigError: A line is damaged; names file and line.
    """
    answers: dict[str, Answer] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = _ANSWER.decode(line.encode())
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            hint = 'A line is for example {"ask": "n1.kill.2", "answer": {"choice": 3}}.'
            raise ConfigError(
                f"is no answer ({error})", file=file, key=f"line {number}", hint=hint
            ) from error
        answers.setdefault(record.ask, record.answer)
    return answers


SeatMark = Literal["?", "+", "wolf"]


SeatMarks = dict[int, dict[int, SeatMark]]
"""The marks of each person's seat, by the seat marked."""


_MARKS = JsonReader(SeatMarks)


def write_marks(folder: Path, marks: Mapping[int, Mapping[int, SeatMark]]) -> None:
    """Keep the marks of a game, in the place of those kept before. Raises OSError where that fails."""
    write_file(
        folder / MARKS_FILE,
        msgspec.json.encode({seat: dict(own) for seat, own in marks.items() if own}),
    )


def read_marks(folder: Path) -> SeatMarks:
    """The marks kept of a game; none where there are none or they cannot be read."""
    try:
        return _MARKS.decode(read_bytes(folder / MARKS_FILE, MARKS_LIMIT))
    except (OSError, msgspec.DecodeError):
        return {}
