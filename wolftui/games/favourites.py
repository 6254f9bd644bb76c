"""Saved table setups: one TOML file each, most recently used first.

Unreadable files are reported and left alone; no file is overwritten by a setup of another name.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import read_toml_as, write_atomically

from .table_setup import TableSetup

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w.'-])?")


_SUFFIX = ".toml"


MAX_FAVOURITES = 200
"""Files that are read; older ones stay on disk."""


class Favourite(Struct, frozen=True):
    """A table with its name."""

    name: str
    setup: TableSetup


class Favourites:
    """The tables in a folder.

    Args:
        folder: The folder; it is made when the first table is kept.

    Attributes:
        kept: The tables, the one used last first.
        problems: What is wrong with files that should be tables, a sentence each.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.entries: tuple[Favourite, ...] = ()
        self.problems: tuple[str, ...] = ()
        self.read()

    def read(self) -> None:
        """Look at the folder again."""
        kept: list[Favourite] = []
        problems: list[str] = []
        for file in self._files(problems):
            try:
                wish = read_toml_as(
                    file,
                    TableSetup,
                    lambda _: None,
                    "table",
                    "Mend it, or take it out of its folder.",
                )
            except ConfigError as error:
                problems.append(str(error))
            else:
                kept.append(Favourite(file.name.removesuffix(_SUFFIX), wish))
        self.entries, self.problems = tuple(kept), tuple(problems)

    def _files(self, problems: list[str]) -> list[Path]:
        """The files, the one used last first."""
        try:
            dated = [
                (_last_used(file), file.name, file) for file in self._folder.glob(f"*{_SUFFIX}")
            ]
        except OSError as error:
            problems.append(
                str(
                    ConfigError(
                        f"cannot be read ({error.strerror or error})", file=str(self._folder)
                    )
                )
            )
            return []
        return [file for _, _, file in sorted(dated, reverse=True)[:MAX_FAVOURITES]]

    def find(self, name: str) -> Favourite | None:
        """The table of that name."""
        return next((each for each in self.entries if each.name == name), None)

    def save(self, name: str, wish: TableSetup) -> str:
        """Keep a table by name, in the place of the one that has it; returns the name as it is kept.

        Raises:
            ConfigError: It is no name, the file of that name is broken, or it cannot be written.
        """
        name = check_table_name(name)
        file = self._file(name)
        if file.exists() and self.find(name) is None:
            raise ConfigError(
                "cannot be read, so it is not written over",
                file=str(file),
                hint="Choose another name.",
            )
        try:
            import tomli_w

            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(file, tomli_w.dumps(msgspec.to_builtins(wish)).encode())
        except OSError as error:
            raise ConfigError(
                f"cannot be written ({error.strerror or error})", file=str(file)
            ) from error
        self.read()
        return name

    def mark_used(self, name: str) -> None:
        """A table is played: it stands first from now on.

        Raises:
            ConfigError: Its file cannot be touched.
        """
        try:
            os.utime(self._file(name))
        except OSError as error:
            raise ConfigError(
                f"cannot be written ({error.strerror or error})", file=str(self._file(name))
            ) from error
        self.read()

    def delete(self, name: str) -> None:
        """Keep a table no longer.

        Raises:
            ConfigError: Its file cannot be removed.
        """
        try:
            self._file(name).unlink(missing_ok=True)
        except OSError as error:
            raise ConfigError(
                f"cannot be removed ({error.strerror or error})", file=str(self._file(name))
            ) from error
        self.read()

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"


def _last_used(file: Path) -> int:
    """When a table was used last; 0 for a link that leads nowhere, of which its reader says what is wrong."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def check_table_name(text: str) -> str:
    """A name for a table, which is the name of its file, too.

    Raises:
        ConfigError: It is none.
    """
    name = text.strip()
    if not _NAME.fullmatch(name):
        hint = (
            "It begins with a letter or digit and has at most 40 letters, digits, blanks, "
            "dots, hyphens and apostrophes."
        )
        raise ConfigError(
            f"`{name}` is no name for a table" if name else "a table needs a name", hint=hint
        )
    return name
