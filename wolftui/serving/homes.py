"""A home of its own for each visitor: a folder that a cookie of theirs leads to, and no one else's.

Whoever keeps no cookie has a new one each time, so that there may be only so many, and those that nobody needs are cleared away.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from hashlib import blake2b
from pathlib import Path

VISITOR_COOKIE = "wolftui-visitor"
"""The cookie by which a visitor finds their home again."""
COOKIE_SECONDS = 365 * 24 * 3600
"""Seconds for which a browser keeps it after a visit; longer is no home kept."""
MAX_HOMES = 1000
"""Homes, above which nobody has a new one."""
_EMPTY_HOME_SECONDS = 24 * 3600
"""Seconds after which a home in which nothing was kept is not kept either."""
_KEY = re.compile(r"[A-Za-z0-9_-]{32}")
_NAME = re.compile(r"[0-9a-f]{18}")
_USER_FOLDERS = ("data", "config")
"""The folders of a home that hold what somebody would miss; the others hold what is found again."""


def new_key() -> str:
    """What leads to a new home, from the system's own chance."""
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    """Whether a cookie can be a key of ours; anything else never becomes part of a path."""
    return bool(_KEY.fullmatch(text))


def home_of(homes: Path, key: str) -> Path:
    """The folder that a key leads to. Its name does not tell the key, so that a list of the folders lets nobody in."""
    return homes / blake2b(key.encode(), digest_size=9, person=b"visitor").hexdigest()


def open_home(homes: Path, key: str, now: float) -> Path | None:
    """The folder that a key leads to, made where there is none yet.

    Args:
        homes: The folder of all homes.
        key: The key.
        now: The time, in seconds since 1970.

    Returns:
        The folder; None where it would be one too many.

    Raises:
        OSError: It cannot be made.
    """
    home = home_of(homes, key)
    if not home.is_dir():
        if len(_home_folders(homes)) >= MAX_HOMES:
            remove_stale_homes(homes, now)
            if len(_home_folders(homes)) >= MAX_HOMES:
                return None
        home.mkdir(parents=True)
    os.utime(home, (now, now))
    return home


def remove_stale_homes(homes: Path, now: float) -> int:
    """Remove the homes that no browser leads to any more, and those in which nothing was kept since a day. Returns how many.

    Raises:
        OSError: One cannot be removed.
    """
    gone = [
        home
        for home in _home_folders(homes)
        if now - home.stat().st_mtime > (COOKIE_SECONDS if _has_user_files(home) else _EMPTY_HOME_SECONDS)
    ]
    for home in gone:
        shutil.rmtree(home)
    return len(gone)


def _home_folders(homes: Path) -> list[Path]:
    if not homes.is_dir():
        return []
    return [each for each in homes.iterdir() if _NAME.fullmatch(each.name) and each.is_dir() and not each.is_symlink()]


def _has_user_files(home: Path) -> bool:
    return any(file.is_file() for kept in _USER_FOLDERS for file in (home / kept).rglob("*"))
