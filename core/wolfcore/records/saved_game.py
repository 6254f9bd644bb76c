"""`SavedGame` and `read_game`: read a finished, running or interrupted game from its folder.

A torn last line is dropped with a note. Other damage raises LogError with file and line or, with
`strict=False`, ends the log there and is listed in `problems`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from wolfcore.errors import LogError
from wolfcore.files import read_bytes
from wolfcore.game import Answer, Entry, GameSpec, Result

from .about import About, read_about
from .digest import Digest, read_digest
from .entries import ENTRY_READER, decode_result, entry_problem, find_missing_deal
from .header import Header, decode_header
from .journal import AnswerRecord, decode_answer
from .jsonl import split_whole_lines, torn_note, whole_lines_size
from .layout import JOURNAL_FILE, JOURNAL_LIMIT, LOG_FILE, LOG_LIMIT, LOG_LINES

T = TypeVar("T")


_CHANGED = "The file was changed or damaged; the game can be reviewed up to there."


_AFTER_END = "The file was changed or damaged; the game can be reviewed to its end."


class SavedGame(Struct, frozen=True):
    """A saved game as read from its folder.

    Attributes:
        path: Its folder.
        header: The header of the log.
        entries: The entries of the log.
        result: The result, or None for a game that did not end or is still running.
        journal: The answers by ask id, in order of arrival; where an ask has several, the first.
        journal_lines: The journal line of each of these answers, from 1.
        about: The contents of `about.json`, or None where it is missing or damaged.
        log: The bytes of the log's whole lines; of a log with lines after its end, those up to it.
        journal_bytes: The bytes of the journal's whole lines.
        repeated: The journal lines, from 1, that answer an ask already answered by an earlier line.
        torn: The files whose last line was torn.
        digest: The contents of `digest.json`, or None where it is missing or cannot be read.
        digest_problem: The problem of `digest.json`, as a clause; empty where there is no problem
            or no such file.
        notes: What was left out, in sentences for a person.
        problems: The damage found; empty unless the game was read with `strict=False`.
    """

    path: Path
    header: Header
    entries: tuple[Entry, ...]
    result: Result | None
    journal: dict[str, AnswerRecord]
    journal_lines: dict[str, int]
    about: About | None
    log: bytes
    journal_bytes: bytes = b""
    repeated: tuple[int, ...] = ()
    torn: tuple[str, ...] = ()
    digest: Digest | None = None
    digest_problem: str = ""
    notes: tuple[str, ...] = ()
    problems: tuple[LogError, ...] = ()

    @property
    def id(self) -> str:
        """The game's id."""
        return self.path.name

    @property
    def spec(self) -> GameSpec:
        """The GameSpec of the game.

        Raises:
            LogError: The log is imported, so the game cannot be driven.
        """
        if self.header.spec is None:
            problem = (
                f"was imported from {self.header.source}; it can be reviewed and measured, "
                "but not replayed from answers"
            )
            raise LogError(problem, file=str(self.path))
        return self.header.spec

    @property
    def people(self) -> tuple[int, ...]:
        """All seats that a person plays or has played in this game, ascending."""
        return tuple(
            sorted({*self.header.people, *(self.about.human_seats_ever if self.about else ())})
        )

    @property
    def is_secret(self) -> bool:
        """Whether messages must not quote the files: a person plays and the game has not ended."""
        return self.result is None and bool(self.people)

    @property
    def answers(self) -> dict[str, Answer]:
        """The answers by ask id."""
        return {ask: record.answer for ask, record in self.journal.items()}


def read_game(path: Path, *, strict: bool = True) -> SavedGame:
    """Read the game in the folder `path`, finished, running or interrupted.

    Args:
        path: The folder, or the `game.jsonl` in it.
        strict: Whether damage raises an error. If not, everything before the damage is read and
            `problems` lists the damage. Lines after the end of a log are left out and a note.

    Raises:
        LogError: There is no game, it is of a newer format, its header is damaged or, with
            `strict`, anything else is.
    """
    folder = path.parent if path.name == LOG_FILE else path
    log_file = folder / LOG_FILE
    # Read the digest before the files it covers: if it exists, those files are complete.
    digest, digest_problem = read_digest(folder)
    data = _read_if_there(log_file, LOG_LIMIT)
    if data is None:
        raise LogError("holds no saved game", file=str(folder))
    torn: list[str] = []
    notes: list[str] = []
    problems: list[LogError] = []
    lines = _split_whole_lines(data, LOG_FILE, torn)
    if not lines:
        raise LogError("is not a saved game of wolftui", file=str(log_file), line=1)
    header = decode_header(lines[0], str(log_file))
    result = _result_at_end(lines)
    facts = lines[1:-1] if result else lines[1:]
    entries = _decode_all(facts, ENTRY_READER.decode, log_file, 2, problems)
    log = data[: whole_lines_size(data)]
    end = 1 + len(entries)
    # All problems so far are of the log: the line after the last entry cannot be read as one.
    if problems and (found := decode_result(lines[end])):
        result, facts = found, lines[1:end]
        log = log[: sum(map(len, lines[: end + 1])) + end + 1]
        problem = "has lines after the end of the game"
        after = LogError(problem, file=str(log_file), line=end + 2, hint=_AFTER_END)
        if strict:
            raise after
        problems.clear()
        notes.append(str(after))
    _cut_at_invalid_entry(entries, header, log_file, problems)
    records, answered = _journal(folder / JOURNAL_FILE, torn, problems)
    journal: dict[str, AnswerRecord] = {}
    journal_lines: dict[str, int] = {}
    repeated: list[int] = []
    for number, record in enumerate(records, 1):
        if record.ask in journal:
            repeated.append(number)
        else:
            journal[record.ask], journal_lines[record.ask] = record, number
    notes += map(torn_note, torn)
    about, wrong = read_about(folder, header.board.size)
    if wrong:
        notes.append(wrong)
    if problems and strict:
        raise problems[0]
    # The end lies behind the damage, so that it is not trusted.
    if len(entries) < len(facts):
        result = None
    if result and digest is None and not digest_problem:
        digest, digest_problem = read_digest(folder)  # the game may have ended while it was read
    return SavedGame(
        folder,
        header,
        tuple(entries),
        result,
        journal,
        journal_lines,
        about,
        log,
        journal_bytes=answered[: whole_lines_size(answered)],
        repeated=tuple(repeated),
        torn=tuple(torn),
        digest=digest,
        digest_problem=digest_problem,
        notes=tuple(notes),
        problems=tuple(problems),
    )


def _read_if_there(file: Path, limit: int) -> bytes | None:
    """Return the bytes of a file; None if there is none."""
    try:
        return read_bytes(file, limit)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise LogError(f"cannot be read ({error.strerror or error})", file=str(file)) from error


def _split_whole_lines(data: bytes, name: str, torn: list[str]) -> list[bytes]:
    """Return the whole lines of a file; add `name` to `torn` if a torn one follows them."""
    lines, is_torn = split_whole_lines(data)
    if is_torn:
        torn.append(name)
    return lines


def _journal(
    file: Path, torn: list[str], problems: list[LogError]
) -> tuple[list[AnswerRecord], bytes]:
    """Return the answers of a journal in order of arrival, and its bytes.

    A journal that cannot be read at all is added to `problems` and counts as empty.
    """
    try:
        answered = _read_if_there(file, JOURNAL_LIMIT) or b""
    except LogError as error:
        problems.append(error)
        return [], b""
    return _decode_all(
        _split_whole_lines(answered, JOURNAL_FILE, torn), decode_answer, file, 1, problems
    ), answered


def _result_at_end(lines: list[bytes]) -> Result | None:
    return decode_result(lines[-1]) if len(lines) > 1 else None


def _cut_at_invalid_entry(
    entries: list[Entry], header: Header, file: Path, problems: list[LogError]
) -> None:
    """Cut the log before the first invalid entry, and put that damage first in `problems`."""
    size = header.board.size
    gap = find_missing_deal(entries, size) if header.spec else None
    for place, entry in enumerate(entries):
        wrong = entry_problem(entry, size)
        if gap and place == gap.position:
            wrong = wrong or f"the game begins here, but the deal of seat {gap.seat} is missing"
        if wrong:
            # First in the list: it lies before any line that could not be decoded.
            problems.insert(0, LogError(wrong, file=str(file), line=place + 2, hint=_CHANGED))
            del entries[place:]
            return


def _decode_all(
    lines: list[bytes],
    decode: Callable[[bytes], T],
    file: Path,
    first: int,
    problems: list[LogError],
) -> list[T]:
    """Decode the lines up to the first that cannot be read, which is added to `problems`."""
    decoded: list[T] = []
    for line in lines:
        if len(decoded) == LOG_LINES:
            problems.append(
                LogError(
                    f"has more than {LOG_LINES:,} lines",
                    file=str(file),
                    line=LOG_LINES,
                    hint=_CHANGED,
                )
            )
            break
        try:
            decoded.append(decode(line))
        except msgspec.DecodeError as error:
            problem = f"cannot be read ({error})"
            problems.append(
                LogError(problem, file=str(file), line=first + len(decoded), hint=_CHANGED)
            )
            break
    return decoded
