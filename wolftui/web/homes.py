"""The homes of visitors: a folder for each, found again by a key, within limits of count and bytes.

A home with saved games is removed only when its cookie has expired, or when there is no room and
nobody came back to it for a month. A visitor for whom no home can be kept plays in a temporary one,
which is removed when they leave. A home in use is never removed.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from wolfcore.confinement import bytes_below
from wolfcore.files import open_regular
from wolfcore.records.library.tags_and_trash import TRASH_FOLDER

from .visitors import COOKIE_SECONDS, Visit, new_key

MAX_HOMES = 1000
"""The most homes that are kept."""


HOME_BYTES = 50_000_000
"""The most bytes of one home."""


ALL_BYTES = 2_000_000_000
"""The most bytes of all homes that are kept."""


_DAY = 24 * 3600.0


_SINGLE_VISIT_SECONDS = 30 * _DAY
"""Seconds for which saved games of a single day's visit are kept even when there is no room."""


_NAME = re.compile(r"[0-9a-f]{18}")


_TEMPORARY = re.compile(r"t[0-9a-f]{18}")


_LOCK = "visit.lock"
"""A file in a home that each server locks during a visit. Its time is that of the first visit."""


Content: TypeAlias = Literal[0, 1, 2]
"""What a home holds of its visitor: nothing, settings alone, or saved games."""


class _Home(Struct):
    content: Content
    bytes: int
    first: float
    last: float


class Homes:
    """The homes below a folder. Reads each once, here; later only those that are visited.

    Args:
        folder: The folder of all homes.
        visitors: The most visits at a time.
        now: The time, in seconds since 1970.

    Raises:
        OSError: The folder cannot be read, or an expired home cannot be removed.
    """

    def __init__(self, folder: Path, visitors: int, now: float) -> None:
        self._folder, self._visitors = folder, visitors
        self._kept: dict[str, _Home] = {}
        self._locks: dict[str, tuple[int, int]] = {}  # descriptor and number of visits, by name
        # A server that was killed leaves temporary and empty homes.
        for home in _folders(folder, _TEMPORARY):
            self._remove(home)
        for home in _folders(folder, _NAME):
            known = _measured(home)
            expired = not known.content or now - known.last > COOKIE_SECONDS
            if not (expired and self._remove(home)):
                self._kept[home.name] = known

    @property
    def count(self) -> int:
        """How many homes are kept."""
        return len(self._kept)

    def open(self, key: str, now: float) -> Visit:
        """Begin a visit: return the home of a key, made if necessary, or a temporary home.

        Args:
            key: The key of the visitor's cookie; empty if they have none.
            now: The time, in seconds since 1970.

        Raises:
            OSError: The home cannot be made.
        """
        name = name_of(key) if key else ""
        if name and name not in self._kept and (self._folder / name).is_dir():
            self._kept[name] = _measured(self._folder / name)  # another server made it
        temporary = not name or (name not in self._kept and not self._make_room(now))
        if temporary:
            name = f"t{name_of(new_key())}"
        home = self._folder / name
        home.mkdir(parents=True, exist_ok=True)
        self._lock(name, now)
        os.utime(home, (now, now))
        if not temporary:
            known = self._kept.setdefault(name, _Home(0, 0, now, now))
            known.last = now
        return Visit(home, self._most_bytes(name), temporary)

    def close(self, visit: Visit) -> None:
        """End a visit: measure the home; remove it if it is temporary, or empty and not in use.

        Raises:
            OSError: The home cannot be removed.
        """
        name = visit.home.name
        descriptor, visits = self._locks.pop(name)
        if visits > 1:
            self._locks[name] = descriptor, visits - 1
            return
        os.close(descriptor)
        if visit.temporary:
            self._remove(visit.home)
            return
        last = self._kept[name].last
        if bytes_below(visit.home, HOME_BYTES // 2) >= HOME_BYTES // 2:
            # What a visitor threw away makes room for their next games.
            shutil.rmtree(visit.home / "data" / "games" / TRASH_FOLDER, ignore_errors=True)
        self._kept[name] = _measured(visit.home)
        self._kept[name].last = last
        if not self._kept[name].content and self._remove(visit.home):
            del self._kept[name]

    def _most_bytes(self, name: str) -> int:
        """Return the most bytes of a home at the end of a visit that begins now.

        As many visits as there may be at a time cannot exceed `ALL_BYTES` together.
        """
        used = self._kept[name].bytes if name in self._kept else 0
        left = max(ALL_BYTES - sum(home.bytes for home in self._kept.values()), 0)
        return min(HOME_BYTES, used + left // self._visitors)

    def _is_full(self) -> bool:
        return len(self._kept) >= MAX_HOMES or (
            sum(home.bytes for home in self._kept.values()) > ALL_BYTES - HOME_BYTES
        )

    def _make_room(self, now: float) -> bool:
        """Remove homes until another one has room; return whether it has."""
        if not self._is_full():
            return True
        for name in self._removable(now):
            if self._remove(self._folder / name):
                del self._kept[name]
                if not self._is_full():
                    return True
        return False

    def _removable(self, now: float) -> list[str]:
        """Return the homes that may go when there is no room, in the order in which they go.

        Empty ones come first, then those with settings alone, then saved games of a single day to
        which nobody came back for a month; among equals those that were visited longest ago.
        """
        return sorted(
            (
                name
                for name, home in self._kept.items()
                if name not in self._locks
                and (
                    home.content < 2
                    or (home.last - home.first < _DAY and now - home.last > _SINGLE_VISIT_SECONDS)
                )
            ),
            key=lambda name: (self._kept[name].content, self._kept[name].last),
        )

    # -- locks: several servers may share the folder

    def _lock(self, name: str, now: float) -> None:
        """Lock a home for a visit, beside visits of the same home here and at other servers."""
        descriptor, visits = self._locks.get(name, (-1, 0))
        if not visits:
            file = self._folder / name / _LOCK
            new = not file.exists()
            descriptor = open_regular(file, os.O_RDWR | os.O_CREAT)
            if new:
                os.utime(file, (now, now))
            _try_lock(descriptor, "LOCK_SH")
        self._locks[name] = descriptor, visits + 1

    def _remove(self, home: Path) -> bool:
        """Remove a home that no server uses; return whether it was removed."""
        if home.name in self._locks:
            return False
        with suppress(FileNotFoundError):
            descriptor = open_regular(home / _LOCK, os.O_RDWR)
            try:
                if not _try_lock(descriptor, "LOCK_EX"):
                    return False
                shutil.rmtree(home)
            finally:
                os.close(descriptor)
            return True
        with suppress(FileNotFoundError):
            shutil.rmtree(home)
        return True


def name_of(key: str) -> str:
    """Return the name of the home of a key: a hash, so that a list of homes reveals no key."""
    return blake2b(key.encode(), digest_size=9, person=b"visitor").hexdigest()


def _try_lock(descriptor: int, kind: Literal["LOCK_SH", "LOCK_EX"]) -> bool:
    """Lock an open file without waiting; True also where the system has no such locks (Windows)."""
    if not find_spec("fcntl"):
        return True
    fcntl = import_module("fcntl")
    try:
        fcntl.lockf(descriptor, getattr(fcntl, kind) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _folders(folder: Path, name: re.Pattern[str]) -> Iterator[Path]:
    if folder.is_dir():
        for each in list(folder.iterdir()):
            if name.fullmatch(each.name) and each.is_dir() and not each.is_symlink():
                yield each


def _measured(home: Path) -> _Home:
    """Measure a home; the lock file and what can be rebuilt are nothing of the visitor's."""
    content: Content = 2 if _holds_file(home / "data") else 1 if _holds_file(home / "config") else 0
    lock = home / _LOCK
    # Homes of earlier versions have no lock; they count as visited on more than one day.
    first = lock.stat().st_mtime if lock.exists() else 0.0
    return _Home(content, bytes_below(home, HOME_BYTES), first, home.stat().st_mtime)


def _holds_file(folder: Path) -> bool:
    """Tell whether there is a file below a folder; stops at the first."""
    return any(files for _, _, files in os.walk(folder))
