"""The link to a hosted table, `http://ADDRESS:PORT/CODE`, and the addresses of this machine."""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from contextlib import suppress
from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from msgspec import Struct

from wolfcore.errors import ConfigError

DEFAULT_PORT = 7474


_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters of a code; no two of them look alike."""


_CODE = re.compile(rf"[{_LETTERS}]{{4}}-?[{_LETTERS}]{{4}}")


def new_code() -> str:
    """Draw the code of a table, such as `K7F2-9QXA`: one of some 850 thousand millions."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(8))
    return f"{drawn[:4]}-{drawn[4:]}"


def read_code(text: str) -> str:
    """Return a code as `new_code` writes it; small letters and a missing dash are understood.

    Raises:
        ConfigError: It is no code.
    """
    code = text.strip().upper()
    if not _CODE.fullmatch(code):
        raise ConfigError(
            f"`{text[:40]}` is not the code of a table", hint="It looks like K7F2-9QXA."
        )
    return f"{code[:4]}-{code[-4:]}"


class Link(NamedTuple):
    """The link to a hosted table.

    Attributes:
        host: The address or name of the host's machine, as in a link; empty for a table on this
            machine, which is found by its code.
        port: The port.
        code: The code of the table.
        secure: Whether the connection is encrypted.
    """

    host: str
    port: int
    code: str
    secure: bool = False

    @property
    def text(self) -> str:
        """The link as it is sent to friends."""
        return f"http{'s' * self.secure}://{self.host}:{self.port}/{self.code}"

    @property
    def command(self) -> str:
        """The command that joins the table."""
        return f"wolftui join {self.text}" if self.host else f"wolftui join --here {self.code}"

    @property
    def socket(self) -> str:
        """The address of the websocket of a seat."""
        where = f"{self.host}:{self.port}" if self.host else "localhost"
        return f"ws{'s' * self.secure}://{where}/{self.code}/seat"

    @property
    def local_socket(self) -> Path:
        """The socket of the table for the accounts of this machine; its name hides the code."""
        # Slow: to find the code by trying all would take a machine weeks.
        sign = pbkdf2_hmac("sha256", self.code.encode(), b"wolftui table", 40_000, 8).hex()
        # Not the folder of temporary files, which may be another one for each account.
        return Path("/", "tmp") / f"wolftui-table-{sign}.socket"

    @property
    def place(self) -> str:
        """Where the table is, for messages."""
        return f"{self.host}:{self.port}" if self.host else "this machine"


def parse_link(text: str) -> Link:
    """Parse a link, with or without `http://`.

    Raises:
        ConfigError: It is no link to a table.
    """
    wanted = text.strip()
    try:
        parts = urlsplit(wanted if "://" in wanted else f"http://{wanted}")
        port, name = parts.port, parts.hostname or ""
    except ValueError:
        port, name, parts = None, "", urlsplit("")
    if not name or parts.scheme not in ("http", "https"):
        raise ConfigError(
            f"`{wanted[:80]}` is not a link to a table",
            hint="It looks like http://192.168.1.20:7474/K7F2-9QXA.",
        )
    secure = parts.scheme == "https"
    if not parts.path.strip("/"):
        raise ConfigError(
            f"`{wanted[:80]}` has no code of a table",
            hint="A link looks like http://192.168.1.20:7474/K7F2-9QXA; for a table on this "
            "machine use `wolftui join --here CODE`.",
        )
    host = f"[{name}]" if ":" in name else name
    return Link(host, port or (443 if secure else 80), read_code(parts.path.strip("/")), secure)


class Certificate(Struct, frozen=True):
    """The files of a certificate.

    Attributes:
        chain: The PEM file with the certificate and its chain.
        key: The PEM file with its key; empty where `chain` has it.
    """

    chain: str
    key: str = ""


class Address(NamedTuple):
    """An address of this machine.

    Attributes:
        text: The address, as in a link.
        reach: Who can reach it: `machine`, `network`, `tailnet` or `anybody`.
    """

    text: str
    reach: str


_ASKED = ("192.0.2.1", "100.100.100.100", "2001:db8::1")
"""Addresses to which nothing is sent; the system says from which address of ours it would send."""


_TAILNET = ipaddress.ip_network("100.64.0.0/10")


def own_addresses() -> list[Address]:
    """Return the addresses of this machine, those for the own network first; nothing is sent."""
    found = dict[str, Address]()
    for target in _ASKED:
        family = socket.AF_INET6 if ":" in target else socket.AF_INET
        # Without a route to there, or without this family, there is no such address.
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            text = str(probe.getsockname()[0])
            found[text] = address_of(text)
    order = ("network", "tailnet", "anybody", "machine")
    usable = sorted(found.values(), key=lambda each: order.index(each.reach))
    return usable or [Address("127.0.0.1", "machine")]


def address_of(text: str) -> Address:
    """Return an address in digits with who can reach it."""
    parsed = ipaddress.ip_address(text)
    shown = f"[{text}]" if parsed.version == 6 else text
    if parsed.is_loopback:
        return Address(shown, "machine")
    if parsed.version == 4 and parsed in _TAILNET:
        return Address(shown, "tailnet")
    return Address(shown, "network" if parsed.is_private or parsed.is_link_local else "anybody")
