"""Reading the notes of a game back: its model calls and the steps of its agents, whole or while another process writes them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from core.errors import LogError
from core.records import CALLS_FILE
from core.records.lines import whole_lines

from .saving import Noted

_NOTED = msgspec.json.Decoder(Noted)


class NoteReader:
    """Reads the notes of a game as they grow; whole lines only, so that a torn last line is never read.

    No game depends on its notes: a damaged line is left out and said, and what stands after it is read.

    Args:
        folder: The game's folder.

    Attributes:
        notes: All that was read, in order of arrival.
        left_out: What could not be read, in sentences for a person.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / CALLS_FILE
        self._offset = self._line = 0
        self.notes: list[Noted] = []
        self.left_out: list[str] = []

    def poll(self) -> bool:
        """Read what came since the last call; returns whether anything did.

        Raises:
            LogError: The file is there and cannot be opened.
        """
        lines = self._new_lines()
        self.notes += self._decoded(lines)
        return bool(lines)

    def _decoded(self, lines: Iterable[bytes]) -> Iterable[Noted]:
        for line in lines:
            self._line += 1
            try:
                yield _NOTED.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self.left_out.append(f"Line {self._line} of {CALLS_FILE} is damaged and left out ({error}).")

    def _new_lines(self) -> list[bytes]:
        try:
            with self._file.open("rb") as file:
                if file.seek(0, 2) < self._offset:
                    raise LogError("became shorter while it was read", file=str(self._file))
                file.seek(self._offset)
                data = file.read()
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise LogError(f"cannot be read ({error.strerror or error})", file=str(self._file)) from error
        whole = whole_lines(data)
        self._offset += whole
        return data[:whole].split(b"\n")[:-1]


def read_notes(folder: Path) -> NoteReader:
    """The notes of the game in `folder`, as far as they are written now; a game without any has none.

    Raises:
        LogError: They are there and cannot be opened.
    """
    reader = NoteReader(folder)
    reader.poll()
    return reader
