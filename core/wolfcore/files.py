"""Files of ours: plans as TOML, read and checked in one way whatever they plan, and files that are written whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, TypeAlias, TypeVar

import msgspec

from wolfcore.errors import ConfigError
from wolfcore.outside import NotToml, parse_toml, read_text

T = TypeVar("T")
Range: TypeAlias = tuple[str, float, float, float]
"""A key with its value, the least one that it may have, and the greatest."""


def read_toml_as(file: Path, struct: type[T], check: Callable[[T], object], description: str, hint: str = "") -> T:
    """What a TOML file says, as a struct.

    Args:
        file: The file.
        struct: The struct; it forbids what it does not know.
        check: Raises a ConfigError where a value is wrong.
        description: What the file should be, in words.
        hint: Where to find out how one looks.

    Raises:
        ConfigError: It cannot be read, has an unknown key or a wrong value; names the file.
    """
    try:
        found = msgspec.convert(parse_toml(read_text(file)), struct)
        check(found)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except (NotToml, UnicodeDecodeError) as error:
        raise ConfigError(f"is no TOML ({error})", file=str(file)) from error
    except msgspec.ValidationError as error:
        raise ConfigError(f"is no {description} ({error})", file=str(file), hint=hint) from error
    except ConfigError as error:
        raise ConfigError(error.problem, file=str(file), key=error.key, hint=error.hint) from error
    return found


def check_ranges(ranges: Iterable[Range]) -> None:
    """See that every value lies in its range.

    Raises:
        ConfigError: One does not, or is no number.
    """
    for key, value, least, most in ranges:
        if not least <= value <= most:
            raise ConfigError(f"{value:,} is out of range", key=key, hint=f"It goes from {least:,} to {most:,}.")


class AtomicWrites:
    """Files that belong together. At the end of a `with` block they take their places, in the order in which they were opened.

    Where the block, or writing, fails, nothing is moved, nothing is left behind, and what stood in the places stays. A crash in the
    middle leaves old files or new ones, each of them whole.
    """

    def __init__(self) -> None:
        self._opened: list[tuple[BinaryIO, Path, Path]] = []

    def open(self, file: Path) -> BinaryIO:
        """A file to write what `file` shall hold.

        Raises:
            OSError: Nothing can be written there.
        """
        new = file.with_name(f".{file.name}.new")
        opened = new.open("wb")
        self._opened.append((opened, new, file))
        return opened

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is None:
                for opened, _, _ in self._opened:
                    opened.flush()
                    os.fsync(opened.fileno())
                for opened, new, file in self._opened:
                    opened.close()
                    new.replace(file)
        finally:
            for opened, new, _ in self._opened:
                with suppress(OSError):  # on a full disk, what is left in its buffer cannot be written
                    opened.close()
                new.unlink(missing_ok=True)


def write_atomically(file: Path, data: bytes) -> None:
    """Write a file so that whoever opens it, even after a crash, finds all of the old one or all of the new one.

    Raises:
        OSError: It cannot be written; the old one stays.
    """
    with AtomicWrites() as aside:
        aside.open(file).write(data)
