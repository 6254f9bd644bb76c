"""Saved games: following one while another process writes it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from wolfcore.errors import LogError
from wolfcore.game import Entry, Result

from .header import Header, decode_header
from .layout import LOG_FILE, LOG_LIMIT
from .lines import LineReader
from .lock import is_locked
from .reading import decode_entry, decode_result
from .soundness import entry_problem


class LogFollower:
    """Reads a log as it grows; whole lines only.

    Args:
        folder: The game's folder.

    Attributes:
        folder: The game's folder.
        header: What is played.
        result: How the game ended, or None as long as the log does not say.

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
        self._line, self._waiting = 1, lines[1:]

    @property
    def running(self) -> bool:
        """Whether somebody is writing this game now."""
        return is_locked(self.folder)

    def poll(self) -> list[Entry]:
        """The entries that came since the last call.

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
                self.result = decode_result(line)
                if self.result is None:
                    raise LogError(f"cannot be read ({error})", file=str(self._file), line=self._line) from error
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
