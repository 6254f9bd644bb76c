"""Who may connect (host, origin and token checks), and what a visitor's process is given.

The checks use the request alone and run before anything else.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.files import expand_user_path, path_exists
from wolftui.settings.paths import HOME
from wolftui.settings.visitor_terms import VisitorTerms

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
        """Tell whether a `Host` header names this server.

        A name that the host gave may have another port, that of a proxy.
        """
        name, port = _host_and_port(host)
        if name.casefold() in self._names - {"localhost"} and port > 0:
            return True
        return port == self._port and (name.casefold() == "localhost" or _is_ip_address(name))

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


_KEY = re.compile(r"[A-Za-z0-9_-]{32}")


def new_key() -> str:
    """Make a random key of a new home, from the system's random source."""
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    """Tell whether a cookie has the form of a key; no other text becomes part of a path."""
    return bool(_KEY.fullmatch(text))


class Visit(Struct, frozen=True):
    """A visit to a home.

    Attributes:
        home: The folder.
        most_bytes: The most bytes that the home may have at the end of the visit.
        temporary: Whether the home is removed at the end of the visit.
    """

    home: Path
    most_bytes: int
    temporary: bool = False


def environment_of(terms: VisitorTerms, visit: Visit | None) -> dict[str, str]:
    """Return the environment variables that a visitor's process gets besides those of the server.

    Args:
        terms: What the host grants every visitor.
        visit: The visit; None if visitors share the folders of the host.
    """
    if visit is None:
        return terms.as_environment()
    home = visit.home.absolute()
    own = replace(
        terms,
        folders=(str(home), *terms.folders),
        home=str(home),
        temporary=visit.temporary,
        most_bytes=visit.most_bytes,
    )
    # A file that is made on the way to another one is the visitor's, too.
    return {HOME: str(home), "TMPDIR": str(home / "cache"), **own.as_environment()}


def paths_in_words(words: Sequence[str], folder: Path) -> tuple[str, ...]:
    """Return the absolute paths that the words of a command may name.

    A path is a word, or a part of one such as `FILE` in `--board=FILE` or `2=bot:knows=FILE`. A
    part without a slash or a dot counts if a file or folder has that name.

    Args:
        words: The words; the first is the command.
        folder: The folder to which paths are relative.
    """
    found = dict[str, None]()
    for word in words[1:]:
        for part in (word, *_PARTS.split(word)):
            path = folder / expand_user_path(part)
            if part and (any(sign in part for sign in "./\\") or path_exists(path)):
                found[os.path.normpath(path)] = None
    # `//` in an address is no grant of everything.
    return tuple(path for path in found if path.strip(os.sep))


_PARTS = re.compile(r"[=,:@]")
