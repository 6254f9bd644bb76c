"""What somebody answered, as a file of lines: what the quiz was, and then an answer a line, as it came."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.outside import JsonReader, read_bytes
from wolfcore.records.lines import LineFile, whole_lines_size

from .taking import Taken

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
                raise ConfigError("has answers to another quiz", file=str(path), hint="Delete it, or choose another folder.")
            self.path, self.rows, self._lines = path, list(rows), LineFile(path, _LIMIT)
            return
        if path.exists():
            raise ConfigError("is there already", file=str(path), key="--out", hint="Name another file.")
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
