"""Reading the notes of a game back: its model calls and the steps of its agents, whole or while another process writes them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from wolfcore.outside import JsonReader
from wolfcore.records import CALLS_FILE, CALLS_LIMIT
from wolfcore.records.lines import LineReader
from wolfcore.visible import in_one_line

from .saving import Noted

_NOTED = JsonReader(Noted)
_REASON = 120
"""Characters of why a line cannot be read."""


class CallsReader:
    """Reads the notes of a game as they grow; whole lines only, so that a torn last line is never read.

    No game depends on its notes: a damaged line is left out and said, and what stands after it is read.

    Args:
        folder: The game's folder.

    Attributes:
        records: All that was read, in order of arrival.
        problems: What could not be read, in sentences for a person.
    """

    def __init__(self, folder: Path) -> None:
        self._reader, self._line = LineReader(folder / CALLS_FILE, CALLS_LIMIT), 0
        self.records: list[Noted] = []
        self.problems: list[str] = []

    def poll(self) -> bool:
        """Read what came since the last call; returns whether anything did.

        Raises:
            LogError: The file is there and cannot be read, or became shorter.
        """
        try:
            lines = self._reader.poll()
        except (FileNotFoundError, NotADirectoryError):
            return False
        self.records += self._decoded(lines)
        return bool(lines)

    def _decoded(self, lines: Iterable[bytes]) -> Iterable[Noted]:
        for line in lines:
            self._line += 1
            try:
                yield _NOTED.decode(line)
            except msgspec.DecodeError as error:
                why = in_one_line(str(error), _REASON)
                self.problems.append(f"Line {self._line} of {CALLS_FILE} is damaged and left out ({why}).")


def read_calls(folder: Path) -> CallsReader:
    """The notes of the game in `folder`, as far as they are written now; a game without any has none.

    Raises:
        LogError: They are there and cannot be read.
    """
    reader = CallsReader(folder)
    reader.poll()
    return reader
