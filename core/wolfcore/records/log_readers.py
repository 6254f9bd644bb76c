"""Partial readers of a log: follow a running game, or scan a finished one for certain facts.

Neither checks the whole log. A scan decodes only matching lines, for statistics over thousands of
games.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import LogError
from wolfcore.files import read_bytes
from wolfcore.game import Entry, Result

from .about import About, read_about
from .digest import DIGEST_LIMIT, file_sum, read_digest, without_editable_fields
from .entries import decode_entry, decode_result, entry_problem
from .header import Header, decode_header
from .jsonl import LineReader, whole_lines_size
from .layout import ABOUT_FILE, ABOUT_LIMIT, DIGEST_FILE, LOG_FILE, LOG_LIMIT, is_locked


class LogFollower:
    """Reads a log as it grows; whole lines only.

    Args:
        folder: The game's folder.

    Attributes:
        folder: The game's folder.
        header: The header of the log.
        result: The result, or None until the log has one.

    Raises:
        LogError: There is no game, or its header cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / LOG_FILE
        self._reader = LineReader(self._file, LOG_LIMIT)
        self.result: Result | None = None
        lines = self._new_lines()
        if not lines:
            raise LogError("holds no saved game", file=str(folder))
        self.header: Header = decode_header(lines[0], str(self._file))
        # The lines after the header wait for the first `poll`.
        self._line, self._waiting = 1, lines[1:]

    @property
    def running(self) -> bool:
        """Whether a writer holds the game's folder now."""
        return is_locked(self.folder)

    def poll(self) -> list[Entry]:
        """Return the entries added since the last call.

        Raises:
            LogError: A line cannot be read, or the log became shorter; names file and line.
        """
        entries: list[Entry] = []
        lines, self._waiting = [*self._waiting, *self._new_lines()], []
        for line in lines:
            self._line += 1
            try:
                entry = decode_entry(line)
            except msgspec.DecodeError as error:
                # The last line of a finished log is no entry but the result.
                self.result = decode_result(line)
                if self.result is None:
                    raise LogError(
                        f"cannot be read ({error})", file=str(self._file), line=self._line
                    ) from error
                continue
            wrong = entry_problem(entry, self.header.board.size)
            if wrong:
                raise LogError(wrong, file=str(self._file), line=self._line)
            entries.append(entry)
        return entries

    def _new_lines(self) -> list[bytes]:
        try:
            return self._reader.poll()
        except (FileNotFoundError, NotADirectoryError) as error:
            raise LogError("holds no saved game", file=str(self.folder)) from error


class ScannedGame(Struct, frozen=True):
    """The selected entries of a finished game, with its header, players and result.

    Attributes:
        path: Its folder.
        header: The header of its log.
        about: The contents of its `about.json`.
        result: The result of the game.
        entries: The entries with facts of the requested kinds, in order, each with its index in the
            log, from 0.
    """

    path: Path
    header: Header
    about: About
    result: Result
    entries: tuple[tuple[int, Entry], ...]


def scan_game(folder: Path, kinds: Collection[type], player: str = "") -> ScannedGame | None:
    """Scan a finished game for entries of certain kinds, and check it against its digest.

    Args:
        folder: Its folder.
        kinds: The fact classes to collect.
        player: A player that must occur in it, such as `human`; any if empty.

    Returns:
        The scanned game; None where there is no such game, or it is not over.

    Raises:
        LogError: A part that was read is damaged, or is not as it was at the end of the game.
    """
    file = folder / LOG_FILE
    try:
        # A search in the bytes costs less than decoding, and most games of a library fail it. The
        # digest repeats the players, so that no damage of one file hides a game.
        if player and not _names(folder, f'"{player}"'.encode()):
            _, problem = read_about(folder)
            if problem:
                raise LogError(problem, file=str(folder))
            return None
        data = read_bytes(file, LOG_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise LogError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    first, *lines = data[: whole_lines_size(data)].split(b"\n")[:-1] or [b""]
    header = decode_header(first + b"\n", str(file))
    result = decode_result(lines[-1]) if lines else None
    digest, _ = read_digest(folder)
    about, problem = read_about(folder, header.board.size)
    if result is None and digest is None:
        return None
    if digest and (digest.log != file_sum(data) or (about and digest.about not in (
        None, without_editable_fields(about)
    ))):  # fmt: skip
        raise LogError("differs from what was played", file=str(folder))
    if result is None or about is None:
        raise LogError(problem or "is damaged", file=str(folder))
    wanted = re.compile(
        b'"is":"(?:' + "|".join(kind.__name__ for kind in kinds).encode() + b')"'
    ).search
    entries: list[tuple[int, Entry]] = []
    for place, line in enumerate(lines[:-1]):
        if wanted(line):  # speech escapes its quotation marks
            try:
                entry = decode_entry(line)
            except msgspec.DecodeError as error:
                raise LogError(
                    f"cannot be read ({error})", file=str(file), line=place + 2
                ) from error
            if wrong := entry_problem(entry, header.board.size):
                raise LogError(wrong, file=str(file), line=place + 2)
            entries.append((place, entry))
    return ScannedGame(folder, header, about, result, tuple(entries))


def _names(folder: Path, word: bytes) -> bool:
    """Return whether the players of a game, or those in its digest, include a word.

    Raises:
        OSError: Its `about.json` cannot be read.
    """
    if word in read_bytes(folder / ABOUT_FILE, ABOUT_LIMIT):
        return True
    try:
        return word in read_bytes(folder / DIGEST_FILE, DIGEST_LIMIT)
    except OSError:
        return False
