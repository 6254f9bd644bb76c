"""Saved table setups: one TOML file each, most recently used first.

Unreadable files are reported and left alone; no file is overwritten by a setup of another name.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import tomli_w
from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import read_toml_as, write_atomically

from .table_setup import TableSetup

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w.'-])?")


_SUFFIX = ".toml"


MAX_FAVOURITES = 200
"""How many files are read; older ones stay on disk."""


class Favourite(Struct, frozen=True):
    """A saved table setup with its name."""

    name: str
    setup: TableSetup


class Favourites:
    """The saved table setups of a folder.

    Args:
        folder: The folder; it is created when the first setup is saved.

    Attributes:
        entries: The setups, the last used first.
        problems: A sentence for each file that cannot be read as a setup.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.entries: tuple[Favourite, ...] = ()
        self.problems: tuple[str, ...] = ()
        self.read()

    def read(self) -> None:
        """Read the folder again."""
        kept: list[Favourite] = []
        problems: list[str] = []
        for file in self._files(problems):
            try:
                setup = read_toml_as(
                    file,
                    TableSetup,
                    lambda _: None,
                    "table",
                    "Repair it, or remove it from its folder.",
                )
            except ConfigError as error:
                problems.append(str(error))
            else:
                kept.append(Favourite(file.name.removesuffix(_SUFFIX), setup))
        self.entries, self.problems = tuple(kept), tuple(problems)

    def _files(self, problems: list[str]) -> list[Path]:
        """Return the setup files, the last used first."""
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
        """Return the setup of that name; None if there is none."""
        return next((each for each in self.entries if each.name == name), None)

    def save(self, name: str, setup: TableSetup) -> str:
        """Save a setup by name, replacing one of that name; returns the normalised name.

        Raises:
            ConfigError: The name is invalid, the file of that name is broken, or it cannot be
                written.
        """
        name = check_table_name(name)
        file = self._file(name)
        if file.exists() and self.find(name) is None:
            raise ConfigError(
                "cannot be read, so it is not overwritten",
                file=str(file),
                hint="Choose another name.",
            )
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(file, tomli_w.dumps(msgspec.to_builtins(setup)).encode())
        except OSError as error:
            raise ConfigError(
                f"cannot be written ({error.strerror or error})", file=str(file)
            ) from error
        self.read()
        return name

    def mark_used(self, name: str) -> None:
        """Mark a setup as last used, so that it comes first from now on.

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
        """Delete a saved setup.

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
    """Return when a setup was used last, in ns; 0 for a broken link, which `read` reports."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def check_table_name(text: str) -> str:
    """Return a valid setup name, stripped; it also names the file.

    Raises:
        ConfigError: The name is invalid.
    """
    name = text.strip()
    if not _NAME.fullmatch(name):
        hint = (
            "It begins with a letter or digit and has at most 40 letters, digits, blanks, "
            "dots, hyphens and apostrophes."
        )
        raise ConfigError(
            f"`{name}` is not a valid name for a table" if name else "a table needs a name",
            hint=hint,
        )
    return name
