"""Who may connect (host, origin and token checks), and the home folder of each visitor.

Decided from the request alone, before anything is done for it. A home's folder name does not reveal
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
"""The cookie that keeps the token, so that it stands in no address but the first."""


class Request(Struct, frozen=True):
    """What of a request decides.

    Attributes:
        host: Its header `AppInterface`; empty where there is none.
        origin: Its header `Origin`; empty where there is none.
        token: The token in its address, or an empty string.
        cookie: The token in its cookie, or an empty string.
        opens_game: Whether it opens a game.
    """

    host: str
    origin: str = ""
    token: str = ""
    cookie: str = ""
    opens_game: bool = False


class RequestGuard:
    """Says who may come in.

    Args:
        port: Where we listen.
        names: Names by which we may be called besides `localhost` and addresses in digits, which no
            resolver can bend.
        token: What whoever comes has to know; empty where nothing has to be known.
    """

    def __init__(self, port: int, names: Sequence[str] = (), token: str = "") -> None:
        self._port, self._names, self._token = (
            port,
            {name.casefold() for name in (*names, "localhost")},
            token,
        )

    def refusal(self, request: Request) -> str:
        """Why somebody may not come in, as a sentence; empty where they may."""
        if not self.is_own_host(request.host):
            return "This is not the name of this place."
        if (request.opens_game or request.origin) and not self._same(request.origin, request.host):
            return "A game can be opened from its own page alone."
        if self._token and not (
            self.token_matches(request.cookie) or self.token_matches(request.token)
        ):
            return "The address lacks the token that `wolftui serve` printed."
        return ""

    def token_matches(self, token: str) -> bool:
        """Whether this is the token. How long that takes tells nothing of it."""
        return bool(self._token) and hmac.compare_digest(token.encode(), self._token.encode())

    def is_own_host(self, host: str) -> bool:
        """Whether a header `AppInterface` names this place."""
        name, port = _host_and_port(host)
        return port == self._port and (name.casefold() in self._names or _is_ip_address(name))

    @staticmethod
    def _same(origin: str, host: str) -> bool:
        return origin in (f"http://{host}", f"https://{host}")


def _host_and_port(host: str) -> tuple[str, int]:
    """The name and the port of a header `AppInterface`; port 80 where it names none, -1 where it is none."""
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
    """Whether listening at `host` can be reached from this machine alone."""
    if host.casefold() == "localhost":
        return True
    return _is_ip_address(host) and ipaddress.ip_address(host).is_loopback


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
