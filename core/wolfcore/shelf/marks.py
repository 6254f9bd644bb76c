"""Which folders hold a game, and what tells whether its files changed, without reading any of them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.outside import path_exists
from wolfcore.records import ABOUT_FILE, LOG_FILE


def fingerprints_in(root: Path) -> dict[str, str]:
    """The folders below `root` that hold a game, each with what tells whether its files are those that were read.

    Raises:
        ConfigError: `root` cannot be read.
    """
    marks: dict[str, str] = {}
    try:
        with os.scandir(root) as below:
            for folder in below:
                name = folder.name
                if not name.startswith(".") and sqlite_text(name) == name and (mark := _fingerprint(folder.path)):
                    marks[name] = mark
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(root)) from error
    return marks


def _fingerprint(folder: str) -> str:
    """What tells whether the files of a game changed; empty where there is no game."""
    try:
        log = _stat(f"{folder}/{LOG_FILE}")
    except OSError:
        return "?" if path_exists(Path(folder, LOG_FILE)) else ""
    try:
        about = _stat(f"{folder}/{ABOUT_FILE}")
    except OSError:
        return f"{log.st_mtime_ns} {log.st_size}"
    return f"{log.st_mtime_ns} {log.st_size} {about.st_mtime_ns} {about.st_size} {about.st_ino}"


def _stat(file: str) -> os.stat_result:
    """What the system knows of a file. Twenty thousand are asked about at once, and a `Path` for each would double the time."""
    found = os.lstat(file)
    return Path(file).stat() if stat.S_ISLNK(found.st_mode) else found


def sqlite_text(text: str) -> str:
    """`text` as SQLite can keep it: half a pair of surrogates is no character, and a text ends at a zero."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")
