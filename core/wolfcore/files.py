"""File access with limits: regular files of bounded size, settings in TOML, and atomic writes.

Input files may be malicious: only regular files are opened, without blocking (no pipe, no device),
and no more than a limit is read; `decoders` parse what was read. A refused file raises OSError,
with a clause for a person in `strerror`. Text is UTF-8.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeAlias, TypeVar, cast

import msgspec

from .confinement import REFUSAL, may_read
from .decoders import NotToml, parse_toml
from .errors import ConfigError

T = TypeVar("T")


Range: TypeAlias = tuple[str, float, float, float]
"""A numeric setting to check: its key, its value, the least and the greatest allowed value."""


def read_toml_as(
    file: Path,
    struct: type[T],
    check: Callable[[T], object],
    description: str,
    hint: str = "",
    *,
    check_table: Callable[[dict[str, Any]], object] = lambda _: None,
) -> T:
    """Read a TOML file, convert it to a struct and check its values.

    Args:
        file: The file.
        struct: The struct class; it forbids unknown keys.
        check: Raises a ConfigError where a value is wrong.
        description: What the file should be, in words for the error message.
        hint: Where to find out how such a file looks.
        check_table: Raises a ConfigError for a table that must not be converted.

    Raises:
        ConfigError: The file cannot be read, has an unknown key or a wrong value; names the file.
    """
    data: dict[str, Any] = {}
    try:
        data = parse_toml(read_text(file))
        check_table(data)
        found = msgspec.convert(data, struct)
        check(found)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except (NotToml, UnicodeDecodeError) as error:
        raise ConfigError(f"is not valid TOML ({error})", file=str(file)) from error
    except msgspec.ValidationError as error:
        problems = "; ".join(_mismatches(data, struct)) or str(error)
        raise ConfigError(
            f"is not a valid {description} ({problems})", file=str(file), hint=hint
        ) from error
    except ConfigError as error:
        # The check does not know the file.
        raise ConfigError(error.problem, file=str(file), key=error.key, hint=error.hint) from error
    return found


def _mismatches(data: dict[str, Any], struct: type[Any]) -> list[str]:
    """Return all reasons why a table is none of a struct, as msgspec words them.

    msgspec itself stops at the first. Within one key the first is reported.
    """
    found = list[str]()
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for what, names in (
        ("missing required", [each for each, field in fields.items() if field.required]),
        ("contains unknown", list(data)),
    ):
        odd = [f"`{name}`" for name in names if (name in data) != (name in fields)]
        if odd:
            found.append(f"Object {what} field{'s' * (len(odd) > 1)} {', '.join(odd)}")
    for name in (name for name in fields if name in data):
        try:
            msgspec.convert(data[name], fields[name].type)
        except msgspec.ValidationError as error:
            problem, _, where = str(error).partition(" - at `$")
            found.append(f"{problem} - at `$.{name}{where or '`'}")
    return found


def check_ranges(ranges: Iterable[Range]) -> None:
    """Check that every value is within its range.

    Raises:
        ConfigError: A value is out of its range or is NaN.
    """
    for key, value, least, most in ranges:
        if not least <= value <= most:
            raise ConfigError(
                f"{value:,} is out of range", key=key, hint=f"It goes from {least:,} to {most:,}."
            )


class AtomicWrites:
    """A context manager that writes several files and replaces the old ones together.

    At the end of the `with` block the new files replace the old ones, in the order in which they
    were opened. If the block or a write fails, the old files stay and the temporary files are
    deleted. After a crash in between each file is either the complete old one or the complete new
    one.
    """

    def __init__(self) -> None:
        self._opened: list[tuple[BinaryIO, Path, Path]] = []

    def open(self, file: Path) -> BinaryIO:
        """Open a temporary file that replaces `file` at the end of the block.

        Raises:
            OSError: The temporary file cannot be opened for writing.
        """
        new = file.with_name(f".{file.name}.new")
        # Not `Path.open`, which would wait for a pipe and follow a link.
        number = open_regular(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        opened = os.fdopen(number, "wb")
        self._opened.append((opened, new, file))
        return opened

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                for opened, _, _ in self._opened:
                    opened.flush()
                    os.fsync(opened.fileno())
                # All are on disk before the first one is replaced.
                for opened, new, file in self._opened:
                    opened.close()
                    new.replace(file)
        finally:
            for opened, new, _ in self._opened:
                # Closing flushes the buffer, which fails on a full disk.
                with suppress(OSError):
                    opened.close()
                new.unlink(missing_ok=True)


def write_atomically(file: Path, data: bytes) -> None:
    """Write a file atomically: a reader finds the complete old or the complete new content.

    This holds after a crash too.

    Raises:
        OSError: The file cannot be written; the old one stays.
    """
    with AtomicWrites() as aside:
        aside.open(file).write(data)


@contextmanager
def file_errors(folder: Path) -> Generator[None]:
    """Convert an OSError in the `with` block to a ConfigError.

    Args:
        folder: What the message names where the error has no file name.
    """
    try:
        yield
    except OSError as error:
        # The second name is the target of a file that was to be renamed.
        file = error.filename2 or error.filename or folder
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(file)
        ) from error


TEXT_LIMIT = 1 << 20
"""Maximum bytes of a file that a person writes: settings, a theme, a board, a deal."""


_WRITE_LIMIT = 1 << 40


_CHUNK = 1 << 20


_KINDS = (
    (stat.S_ISDIR, "it is a folder"), (stat.S_ISFIFO, "it is a pipe"),
    (stat.S_ISSOCK, "it is a socket"), (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)  # fmt: skip


def _flag(name: str) -> int:
    """Return a flag of `os.open` by name; 0 where the operating system lacks it."""
    return cast(int, getattr(os, name, 0))


_NON_BLOCKING = _flag("O_NONBLOCK") | _flag("O_NOCTTY") | _flag("O_CLOEXEC") | _flag("O_BINARY")


_NO_LINK = _flag("O_NOFOLLOW")


def open_regular(file: Path, flags: int = os.O_RDONLY, *, limit: int = _WRITE_LIMIT) -> int:
    """Open a regular file of at most `limit` bytes and return its file descriptor.

    A file that is opened for writing must not be a symbolic link.

    Raises:
        OSError: The file cannot be opened, is not a regular file, or is larger than `limit`;
            `strerror` is a clause that says which.
    """
    writes = flags & (os.O_WRONLY | os.O_RDWR)
    try:
        opened = os.open(file, flags | _NON_BLOCKING | (_NO_LINK if writes else 0), 0o644)
    except ValueError as error:  # for example a NUL character in the name
        raise OSError(errno.EINVAL, "the name is not valid") from error
    except OSError as error:
        if error.errno == errno.ENXIO:
            # This is what opening a socket gives, or a pipe for writing that nobody reads.
            raise OSError(errno.EINVAL, "it is a socket or a pipe") from error
        if writes and error.errno == errno.ELOOP and file.is_symlink():
            raise OSError(errno.EINVAL, "it is a symbolic link") from error
        raise
    try:
        _check_stat(os.fstat(opened), limit)
    except BaseException:
        os.close(opened)
        raise
    return opened


def check_database(file: Path, limit: int) -> None:
    """Check that a file of SQLite and its logs are regular files of at most `limit` bytes.

    A file with content is not opened: to close its descriptor would release the locks that the
    process holds on it through SQLite, and another process would remove the log that this one
    writes to.

    Raises:
        OSError: There is no such file; or one of them is not a regular file, which SQLite would
            wait for, or is larger than `limit`.
    """
    try:
        _check_content(file, limit)
    except ValueError as error:  # for example a NUL character in the name
        raise OSError(errno.EINVAL, "the name is not valid") from error
    for end in ("-journal", "-wal", "-shm"):
        beside = file.with_name(file.name + end)
        try:
            _check_content(beside, limit)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise OSError(errno.EINVAL, f"{beside.name}: {error.strerror or error}") from error


def _check_content(file: Path, limit: int) -> None:
    if not may_read(file):
        raise PermissionError(errno.EACCES, REFUSAL)
    found = file.stat()
    _check_stat(found, limit)
    # Files of `/proc` are regular, and reading some of them waits for ever.
    if not found.st_size:
        read_bytes(file, limit, count=1)


def _check_stat(found: os.stat_result, limit: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(
            errno.EINVAL,
            next(
                (words for fits, words in _KINDS if fits(found.st_mode)),
                "it is not a regular file",
            ),
        )
    if found.st_size > limit:
        raise OSError(
            errno.EINVAL, f"it has {_size(found.st_size)}; at most {_size(limit)} are allowed"
        )


def read_bytes(file: Path, limit: int, *, start: int = 0, count: int | None = None) -> bytes:
    """Return the content of a regular file, or a part of it.

    Args:
        file: The file.
        limit: The greatest size of the file, in bytes.
        start: The offset to read from; a negative one counts from the end.
        count: The greatest number of bytes to read; None for all.

    Raises:
        OSError: The file cannot be opened, is not a regular file, or is larger than `limit`.
    """
    opened = open_regular(file, limit=limit)
    try:
        return read_descriptor(opened, limit if count is None else count, start=start)
    finally:
        os.close(opened)


def read_descriptor(opened: int, count: int, *, start: int = 0) -> bytes:
    """Read at most `count` bytes of an open file from `start`; negative counts from the end."""
    if start:
        os.lseek(
            opened, max(os.fstat(opened).st_size + start, 0) if start < 0 else start, os.SEEK_SET
        )
    parts: list[bytes] = []
    # `os.read` may return less than it is asked for.
    while count > 0 and (part := os.read(opened, min(count, _CHUNK))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def read_text(file: Path, limit: int = TEXT_LIMIT) -> str:
    r"""Return the text of a regular UTF-8 file, with every line end as `\n`.

    Raises:
        OSError: The file cannot be opened, is not a regular file, or is larger than `limit`.
        UnicodeDecodeError: The file is not UTF-8.
    """
    return read_bytes(file, limit).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def path_exists(file: Path) -> bool:
    """Return whether the path exists, without following links.

    A broken link, and a path that may not be accessed, count as existing; one outside the bounds of
    a confined process does not.
    """
    try:
        if not may_read(file):
            return False
        file.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as error:
        return error.errno not in (errno.ENAMETOOLONG, errno.ELOOP)
    return True


def is_folder(place: Path) -> bool:
    """Return whether the path is a folder; False on an OSError, as for a name too long.

    Also False outside the bounds of a confined process.
    """
    try:
        return may_read(place) and place.is_dir()
    except OSError:
        return False


def is_file(place: Path) -> bool:
    """Return whether the path is a file, links followed; False as for `is_folder`."""
    try:
        return may_read(place) and place.is_file()
    except (OSError, ValueError):
        return False


def expand_user_path(text: str) -> Path:
    """Expand `~` and `~NAME` to home folders; a NAME without a user is kept as a relative path."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def _size(size: int) -> str:
    return f"{size / (1 << 20):,.0f} MB" if size >= 1 << 20 else f"{size:,} bytes"
