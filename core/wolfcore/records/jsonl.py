"""Append-only files of lines: append, read new lines, drop a torn last line.

An append writes whole lines; after a failed write the file is cut back to its former end and the
lines stay in memory. A last line without its line end is never read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from wolfcore.errors import LogError
from wolfcore.files import open_regular, read_descriptor

_CHUNK = 1 << 20


class LineFile:
    """A file of lines, for appending. The first `append` opens it, and creates it if missing.

    Args:
        path: The file.
        limit: The most bytes it may have when it is opened.

    Attributes:
        path: The file.
        torn: Whether a torn last line was cut off on opening.
        unsaved: Lines that could not be written yet.
    """

    __slots__ = ("_file", "_limit", "_written", "path", "torn", "unsaved")

    def __init__(self, path: Path, limit: int) -> None:
        self.path, self.torn, self.unsaved, self._limit = path, False, b"", limit
        self._file, self._written = -1, 0

    @property
    def lines(self) -> int:
        """The number of lines in the file and in `unsaved`.

        Before the first `append` opens the file, its own lines are not counted.
        """
        return self._written + self.unsaved.count(b"\n")

    def append(self, lines: bytes) -> None:
        """Write the unsaved lines and then `lines`; with empty `lines`, only the unsaved ones.

        Raises:
            LogError: They cannot be written now; they are kept, and the next call tries again.
        """
        data = self.unsaved + lines if self.unsaved else lines
        try:
            if self._file < 0:
                self._open()
            if data:
                self._write(data)
        except OSError as error:
            self.unsaved = data
            self.close()  # the next try reopens it: the disk may have been replaced
            raise cannot_write(self.path, error) from error
        self.unsaved = b""
        self._written += data.count(b"\n")

    def read_all(self) -> bytes:
        """Return the whole contents of the file, after writing the unsaved lines.

        Raises:
            LogError: It cannot be read.
        """
        self.append(b"")
        try:
            return _read_descriptor_from_start(self._file)
        except OSError as error:
            raise LogError(
                f"cannot be read ({error.strerror or error})", file=str(self.path)
            ) from error

    def close(self) -> None:
        """Close the file. Repeated calls do nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _open(self) -> None:
        """Open the file, count its lines and cut off a torn last line."""
        self._file = open_regular(
            self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, limit=self._limit
        )
        read = whole = self._written = 0
        while data := os.read(self._file, _CHUNK):
            self._written += data.count(b"\n")
            whole = read + whole_lines_size(data) if b"\n" in data else whole
            read += len(data)
        # A torn line goes, or the next line would be glued to it.
        if whole < read:
            self.torn = True
            os.ftruncate(self._file, whole)

    def _write(self, data: bytes) -> None:
        """Write all of `data`; after a failure cut off the part that was written."""
        written = 0
        try:
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError:
            # Cut back by size and not to a position: the file is in append mode.
            if written:
                os.ftruncate(self._file, os.fstat(self._file).st_size - written)
            raise


class LineReader:
    """Reads new lines of a growing file; a last line is read only once it has its line end.

    Args:
        path: The file; it need not exist yet.
        limit: The most bytes it may have.
    """

    def __init__(self, path: Path, limit: int) -> None:
        self._path, self._limit, self._offset = path, limit, 0

    def poll(self) -> list[bytes]:
        """Return the lines added since the last call, without their line ends.

        Raises:
            FileNotFoundError, NotADirectoryError: There is no such file.
            LogError: It cannot be read, or became shorter.
        """
        try:
            opened = open_regular(self._path, limit=self._limit)
            try:
                if os.fstat(opened).st_size < self._offset:
                    raise LogError("became shorter while it was read", file=str(self._path))
                data = read_descriptor(opened, self._limit - self._offset, start=self._offset)
            finally:
                os.close(opened)
        except (FileNotFoundError, NotADirectoryError):
            raise
        except OSError as error:
            raise LogError(
                f"cannot be read ({error.strerror or error})", file=str(self._path)
            ) from error
        # The beginning of a line stays in the file until its end is there.
        whole = whole_lines_size(data)
        self._offset += whole
        return data[:whole].split(b"\n")[:-1]


def iterate_lines(path: Path, limit: int, longest: int) -> Iterator[bytes | None]:
    """Yield the whole lines of a file one by one, without their ends, in constant memory.

    A torn last line is left out.

    Args:
        path: The file.
        limit: The most bytes it may have.
        longest: The most bytes of a line; None is yielded for a longer one.

    Raises:
        FileNotFoundError, NotADirectoryError: There is no such file.
        LogError: It cannot be read.
    """
    try:
        with os.fdopen(open_regular(path, limit=limit), "rb") as file:
            while line := file.readline(longest + 1):
                fits = len(line) <= longest
                while not line.endswith(b"\n") and (rest := file.readline(longest + 1)):
                    line = rest
                if not line.endswith(b"\n"):
                    return
                yield line[:-1] if fits else None
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise LogError(f"cannot be read ({error.strerror or error})", file=str(path)) from error


def write_file(path: Path, data: bytes) -> None:
    """Create a file with the contents `data`, removing an existing file, link or pipe of that name.

    A link is not followed and a pipe not waited for. Raises OSError on failure.
    """
    path.unlink(missing_ok=True)
    file = open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)


def _read_descriptor_from_start(file: int) -> bytes:
    """Return the whole contents of an open file."""
    os.lseek(file, 0, os.SEEK_SET)
    return read_descriptor(file, os.fstat(file).st_size)


def whole_lines_size(data: bytes) -> int:
    """Return the number of bytes of `data` up to and including its last line end."""
    return data.rfind(b"\n") + 1


def split_whole_lines(data: bytes) -> tuple[list[bytes], bool]:
    """Return the whole lines of a file, without their ends, and whether a torn one follows them."""
    whole = whole_lines_size(data)
    return data[:whole].split(b"\n")[:-1], whole < len(data)


def torn_note(name: str) -> str:
    """Return the sentence on the torn last line of a file, which a crash leaves."""
    return f"The last line of {name} is incomplete and was left out."


def cannot_write(path: Path, error: OSError) -> LogError:
    """Return the LogError for a file that cannot be written."""
    reason = error.strerror or str(error)
    return LogError(
        f"cannot be written ({reason[:1].lower()}{reason[1:]})",
        file=str(path),
        hint="Make room or allow writing.",
    )
