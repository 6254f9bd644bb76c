"""Who may connect (host, origin and token checks), and the home folder of each visitor.

The checks use the request alone and run before anything else. A home's folder name does not reveal
its key.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import re
import secrets
import shutil
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

TOKEN_COOKIE = "wolftui"
"""The cookie that holds the token, so that only the first address contains it."""


class Request(Struct, frozen=True):
    """The parts of a request that decide whether it is admitted.

    Attributes:
        host: Its header `Host`; empty if absent.
        origin: Its header `Origin`; empty if absent.
        token: The token in its address; may be empty.
        cookie: The token in its cookie; may be empty.
        opens_game: Whether it opens a game.
    """

    host: str
    origin: str = ""
    token: str = ""
    cookie: str = ""
    opens_game: bool = False


class RequestGuard:
    """Decides which requests are admitted.

    Args:
        port: The port that the server listens on.
        names: Host names of the server, besides `localhost` and numeric addresses, which DNS cannot
            redirect.
        token: The token that visitors must know; empty for none.
    """

    def __init__(self, port: int, names: Sequence[str] = (), token: str = "") -> None:
        self._port, self._names, self._token = (
            port,
            {name.casefold() for name in (*names, "localhost")},
            token,
        )

    def refusal(self, request: Request) -> str:
        """Return why a request is refused, as a sentence; empty if it is admitted."""
        if not self.is_own_host(request.host):
            return "This host name is not allowed here."
        if (request.opens_game or request.origin) and not self._same(request.origin, request.host):
            return "A game can be opened only from its own page."
        if self._token and not (
            self.token_matches(request.cookie) or self.token_matches(request.token)
        ):
            return "The address lacks the token that `wolftui serve` printed."
        return ""

    def token_matches(self, token: str) -> bool:
        """Compare a token in constant time, so that the duration reveals nothing about it."""
        return bool(self._token) and hmac.compare_digest(token.encode(), self._token.encode())

    def is_own_host(self, host: str) -> bool:
        """Tell whether a `Host` header names this server."""
        name, port = _host_and_port(host)
        return port == self._port and (name.casefold() in self._names or _is_ip_address(name))

    @staticmethod
    def _same(origin: str, host: str) -> bool:
        return origin in (f"http://{host}", f"https://{host}")


def _host_and_port(host: str) -> tuple[str, int]:
    """Split a `Host` header into name and port; port 80 if absent, -1 if it is no valid port."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        name, port = host, "80"
    return name.removeprefix("[").removesuffix("]"), int(port) if port.isdecimal() and len(
        port
    ) < 6 else -1


def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_this_machine(host: str) -> bool:
    """Tell whether `host` is reachable from this machine alone."""
    if host.casefold() == "localhost":
        return True
    return _is_ip_address(host) and ipaddress.ip_address(host).is_loopback


VISITOR_COOKIE = "wolftui-visitor"
"""The cookie that identifies a visitor's home."""


COOKIE_SECONDS = 365 * 24 * 3600
"""Seconds that a browser keeps the cookie after a visit, and the server the home."""


MAX_HOMES = 1000
"""The number of homes above which no new one is made."""


_EMPTY_HOME_SECONDS = 24 * 3600
"""Seconds after which a home without files of its visitor is removed."""


_KEY = re.compile(r"[A-Za-z0-9_-]{32}")


_NAME = re.compile(r"[0-9a-f]{18}")


_USER_FOLDERS = ("data", "config")
"""The folders of a home with the visitor's own files; the others can be rebuilt."""


def new_key() -> str:
    """Make a random key of a new home, from the system's random source."""
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    """Tell whether a cookie has the form of a key; no other text becomes part of a path."""
    return bool(_KEY.fullmatch(text))


def home_of(homes: Path, key: str) -> Path:
    """Return the home folder of a key. Its name is a hash, so that a folder list reveals no key."""
    return homes / blake2b(key.encode(), digest_size=9, person=b"visitor").hexdigest()


def open_home(homes: Path, key: str, now: float) -> Path | None:
    """Return the home folder of a key, creating it if necessary.

    Args:
        homes: The folder of all homes.
        key: The key.
        now: The time, in seconds since 1970.

    Returns:
        The folder; None if there are too many homes.

    Raises:
        OSError: The folder cannot be made.
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
    """Remove homes whose cookie has expired and homes empty for a day; return their number.

    Raises:
        OSError: One cannot be removed.
    """
    gone = [
        home
        for home in _home_folders(homes)
        if now - home.stat().st_mtime
        > (COOKIE_SECONDS if _has_user_files(home) else _EMPTY_HOME_SECONDS)
    ]
    for home in gone:
        shutil.rmtree(home)
    return len(gone)


def _home_folders(homes: Path) -> list[Path]:
    if not homes.is_dir():
        return []
    return [
        each
        for each in homes.iterdir()
        if _NAME.fullmatch(each.name) and each.is_dir() and not each.is_symlink()
    ]


def _has_user_files(home: Path) -> bool:
    return any(file.is_file() for kept in _USER_FOLDERS for file in (home / kept).rglob("*"))
