"""The files beside the log: the journal of answers, the list of errors, and people's seat marks.

A journal line is written as soon as an answer arrives; where an ask has several lines, the first
counts. No machine player reads the marks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, cast

import msgspec
from msgspec import Struct

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes
from wolfcore.game import Answer, Belief
from wolfcore.visible import in_one_line

from .jsonl import write_file
from .layout import MARKS_FILE, MARKS_LIMIT


class AnswerRecord(Struct, frozen=True, omit_defaults=True):
    """One answer and its origin.

    Attributes:
        ask: The id of the ask.
        answer: The answer as it was submitted.
        seat: The seat that was asked; 0 where an answers file written by hand leaves it out.
        player: The player of the seat, as it is written on the command line.
        started: When the ask was put, in seconds since 1970 (UTC).
        seconds: How long the answer took.
        calls: The number of model calls, retries not counted; None where no model was called.
        tokens_in: Tokens sent; None where no model was called or the endpoint reported none.
        tokens_cached: Those of the tokens sent that the endpoint had cached; None likewise.
        tokens_out: Tokens received; None likewise.
        cost: The cost of the calls in the configured currency; None where no price is known.
        faults: How often the replies of its models had each fault that `faults` of a call names;
            None where no model was called, and in games of earlier versions.
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
    faults: dict[str, int] | None = None


class ErrorRecord(Struct, frozen=True, omit_defaults=True):
    """One error at the table.

    Attributes:
        problem: What went wrong.
        done: What was done about it.
        ask: The id of the ask concerned, or an empty string.
        seat: The seat concerned, or 0.
        time: When, in seconds since 1970 (UTC).
        detail: Details for finding the cause, such as a traceback.
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
    """Encode each record as one JSON line with its line end."""
    # Of what is no list msgspec 0.22 keeps the iterator for ever.
    return _ENCODER.encode_lines(list(records))


def decode_answer(line: bytes) -> AnswerRecord:
    """Decode one line of a journal.

    Raises:
        msgspec.DecodeError: The line is damaged.
    """
    return _ANSWER.decode(line)


def parse_answers(text: str, file: str) -> dict[str, Answer]:
    """Parse an answers file into the answer of each ask id.

    The file is a journal, or has lines such as `{"ask": "n1.kill.2", "answer": {"choice": 3}}`.
    Blank lines are skipped; where an ask has several lines, the first one counts.

    Args:
        text: The text of the file.
        file: Its name, for messages.

    Raises:
        ConfigError: A line is damaged; names file and line.
    """
    answers: dict[str, Answer] = {}
    # Not `splitlines`: a speech may hold U+2028, which is a line end to Python and none to JSON.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = _ANSWER.decode(line.encode())
            _refuse_unknown_keys(json.loads(line), AnswerRecord)
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            # `encode` fails at a lone surrogate.
            hint = 'A line is for example {"ask": "n1.kill.2", "answer": {"choice": 3}}.'
            raise ConfigError(
                f"is not an answer ({error})", file=file, key=f"line {number}", hint=hint
            ) from error
        answers.setdefault(record.ask, record.answer)
    return answers


def _refuse_unknown_keys(written: object, struct: type[Struct]) -> None:
    """Raise DecodeError for a key that a struct, or one in it, lacks: it may be a misspelled one.

    The reader of journals takes such keys, which a later version may have written.
    """
    if not isinstance(written, dict):
        return
    for key, value in cast("dict[str, object]", written).items():
        if key not in struct.__struct_fields__:
            raise msgspec.DecodeError(f"`{in_one_line(key, 40)}` is no key of it")
        if key in _INNER:
            for each in cast("list[object]", value) if isinstance(value, list) else [value]:
                _refuse_unknown_keys(each, _INNER[key])


_INNER: dict[str, type[Struct]] = {"answer": Answer, "beliefs": Belief}


SeatMark = Literal["?", "+", "wolf"]


SeatMarks = dict[int, dict[int, SeatMark]]
"""The marks that each person's seat gave, by the seat marked."""


_MARKS = JsonReader(SeatMarks, once=True)


def write_marks(folder: Path, marks: Mapping[int, Mapping[int, SeatMark]]) -> None:
    """Save the seat marks of a game, replacing the earlier ones. Raises OSError on failure."""
    write_file(
        folder / MARKS_FILE,
        msgspec.json.encode({seat: dict(own) for seat, own in marks.items() if own}),
    )


def read_marks(folder: Path) -> tuple[SeatMarks, str]:
    """Read the seat marks of a game; returns them, and the problem as a sentence, empty for none.

    A missing file is no problem.
    """
    try:
        return _MARKS.decode(read_bytes(folder / MARKS_FILE, MARKS_LIMIT)), ""
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except OSError as error:
        why = error.strerror or str(error)
    except msgspec.DecodeError as error:
        why = str(error)
    return {}, f"{MARKS_FILE} of {folder.name} cannot be read and is left out ({why})."
