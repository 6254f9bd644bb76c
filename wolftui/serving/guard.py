"""Who may come in: decided from a request's words alone, before anything is done for it. No network and no clock.

A page of somebody else that a person here has open can make their browser ask us for things. So the name by which we are called
must be ours (a foreign name may lead here by the resolver of its owner), and what opens a game must come from a page of ours.
Whoever comes from another machine has to know a token besides.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Sequence

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
        names: Names by which we may be called besides `localhost` and addresses in digits, which no resolver can bend.
        token: What whoever comes has to know; empty where nothing has to be known.
    """

    def __init__(self, port: int, names: Sequence[str] = (), token: str = "") -> None:
        self._port, self._names, self._token = port, {name.casefold() for name in (*names, "localhost")}, token

    def refusal(self, request: Request) -> str:
        """Why somebody may not come in, as a sentence; empty where they may."""
        if not self.is_own_host(request.host):
            return "This is not the name of this place."
        if (request.opens_game or request.origin) and not self._same(request.origin, request.host):
            return "A game can be opened from its own page alone."
        if self._token and not (self.token_matches(request.cookie) or self.token_matches(request.token)):
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
    return name.removeprefix("[").removesuffix("]"), int(port) if port.isdecimal() and len(port) < 6 else -1


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
