"""The layout of a game's folder: file names, size limits, new game ids, and the one-writer lock.

The lock belongs to an open file and ends with the process that holds it, however that ends.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from datetime import datetime
from pathlib import Path

from wolfcore.errors import LogError
from wolfcore.files import open_regular

LOG_FILE = "game.jsonl"


JOURNAL_FILE = "answers.jsonl"


CALLS_FILE = "calls.jsonl"


ERRORS_FILE = "errors.jsonl"


ABOUT_FILE = "about.json"


FRIENDS_FILE = "friends.json"
"""What the host of a game with friends keeps of them."""


DIGEST_FILE = "digest.json"


MARKS_FILE = "marks.json"


LOG_LIMIT = JOURNAL_LIMIT = 1 << 25
"""The most bytes of a log and of a journal.

Twelve models that think aloud through twenty days write a fifth of that.
"""


LOG_LINES = 200_000
"""The most lines of each of them; the longest game has a hundredth of that."""


CALLS_LIMIT = 1 << 26
"""The most bytes read of the calls file, which holds every prompt in full.

Later calls are left out, and a message says so.
"""


CALLS_WRITE_LIMIT = 1 << 30
"""The most bytes of a calls file that is written, and that is read line by line."""


ABOUT_LIMIT = 1 << 18


MARKS_LIMIT = 1 << 14


HEADER_LIMIT = 1 << 16
"""The most bytes of the first line of a log."""


_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of a game id; no two of them look alike."""


def new_id(board: str, created: datetime, letters: int = 6) -> str:
    """Return a new game id `YYYYMMDD-board-xxxxxx`.

    The last part comes from the system's random source, never from the game's seed, which it would
    reveal.
    """
    return f"{created:%Y%m%d}-{board}-{''.join(secrets.choice(_LETTERS) for _ in range(letters))}"


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
            # `flock` and not `lockf`: it belongs to the open file, so that two parts of one process
            # exclude each other as well.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


LOCK_FILE = "lock"


_TRIES, _PAUSE = 5, 0.01
"""A writer tries to lock this many times, this many seconds apart.

Retries are needed because `is_locked` holds the lock for a moment.
"""


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
            "is being played by another wolftui process",
            file=str(folder),
            hint="Follow it with `watch`, or close the other process.",
        )

    def release(self) -> None:
        """Release the lock. Repeated calls do nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_locked(folder: Path) -> bool:
    """Return whether a writer holds the lock of this folder now."""
    try:
        # Not created here: without the file there was no writer.
        file = open_regular(folder / LOCK_FILE, os.O_RDWR)
    except OSError:
        return False
    try:
        # A lock that was taken by the test is released by closing the file.
        return not _try_lock(file)
    finally:
        os.close(file)
