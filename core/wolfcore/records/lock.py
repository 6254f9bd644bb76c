"""Saved games: one writer a folder.

The lock belongs to an open file and dies with the process that holds it, however that process ends.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from wolfcore.errors import LogError
from wolfcore.outside import open_regular

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        """Try to lock an open file until it is closed."""
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        """Try to lock an open file until it is closed."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


LOCK_FILE = "lock"
_TRIES, _PAUSE = 5, 0.01
"""A writer tries this often, so many seconds apart, because `is_locked` holds the lock for a moment."""


class FolderLock:
    """The lock of a game's folder, held from construction to `release`.

    Raises:
        LogError: Another process, or another part of this one, holds it.
        OSError: The folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = open_regular(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT)
        for left in reversed(range(_TRIES)):
            if _try_lock(self._file):
                return
            if left:
                time.sleep(_PAUSE)
        os.close(self._file)
        raise LogError(
            "is being played by another wolftui", file=str(folder), hint="Follow it with `watch`, or close the other one."
        )

    def release(self) -> None:
        """Let the next writer in; harmless when repeated."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_locked(folder: Path) -> bool:
    """Whether somebody is writing in this folder now."""
    try:
        file = open_regular(folder / LOCK_FILE, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _try_lock(file)
    finally:
        os.close(file)
