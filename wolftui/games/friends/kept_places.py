"""What both sides of a table keep, so that a killed program comes back to the same place.

The files hold secrets that give a seat away: they are for their owner alone.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError, LogError
from wolfcore.files import TEXT_LIMIT, file_errors, read_bytes, write_atomically
from wolfcore.protocol import NAME_LIMIT, Digest, Pledge
from wolfcore.records import FRIENDS_FILE
from wolfcore.records.layout import FolderLock
from wolftui.settings.paths import tables_joined_folder

from .links import Certificate, read_code

MIN_SECONDS, MAX_SECONDS = 10, 3600
"""The seconds that a person may have for an answer."""


HouseBots = Literal["bot:easy", "bot:normal", "bot:hard"]
"""The house bots that can sit at a table of friends; no file can name another program."""


class KeptFriend(Struct, frozen=True):
    """A friend at a hosted table.

    Attributes:
        token: The secret by which they are known.
        name: Their name.
        seat: Their seat.
    """

    token: Digest
    name: Annotated[str, Meta(min_length=1, max_length=NAME_LIMIT)]
    seat: Annotated[int, Meta(ge=1)]


class KeptTable(Struct, frozen=True):
    """What the host keeps of a table whose game has begun.

    Attributes:
        code: The code of its link.
        port: The port of its link.
        seconds: The seconds that a person has for each answer.
        numbers: The numbers of the deal, that of the host first.
        host: The name of the host.
        friends: The friends, in the order of their numbers.
        out_sees_all: Whether who is out sees everything.
        bots: The house bot that answers for who is away.
        certificate: What encrypts the connections; None for none.
    """

    code: str
    port: Annotated[int, Meta(ge=1, le=65_535)]
    seconds: Annotated[int, Meta(ge=MIN_SECONDS, le=MAX_SECONDS)]
    numbers: tuple[Digest, ...]
    host: str
    friends: tuple[KeptFriend, ...]
    out_sees_all: bool = False
    bots: HouseBots = "bot:normal"
    certificate: Certificate | None = None


_TABLE = JsonReader(KeptTable)


def keep_table(folder: Path, table: KeptTable) -> None:
    """Write what the host keeps beside the game in `folder`.

    Raises:
        ConfigError: It cannot be written.
    """
    _write(folder / FRIENDS_FILE, table)


def read_table(folder: Path) -> KeptTable:
    """Read what the host keeps of the game in `folder`.

    Raises:
        LogError: There is no such file, or it is damaged.
    """
    try:
        table = _TABLE.decode(read_bytes(folder / FRIENDS_FILE, TEXT_LIMIT))
        read_code(table.code)
        return table
    except (OSError, msgspec.DecodeError, ConfigError) as error:
        problem = "the friends of this game cannot be let in, for this file cannot be read"
        raise LogError(problem, file=str(folder / FRIENDS_FILE)) from error


class _Kept(Struct, frozen=True):
    """What a guest keeps of a table, as it is in the file."""

    token: str
    name: str = ""
    pledge: Pledge | None = None
    over: bool = False


_KEPT = JsonReader(_Kept)


class KeptPlace:
    """A guest's place at one table, kept in a folder that this process holds until `close`.

    Two programs of one user at one table have two places.

    Args:
        code: The code of the table.

    Attributes:
        name: The name of the guest there; empty before they chose one.
        pledge: What is kept of the drawing; None before it.
    """

    def __init__(self, code: str) -> None:
        root = tables_joined_folder() / sha256(code.encode()).hexdigest()[:16]
        folder, self._lock = next(
            (root / str(number), lock) for number in count(1) if (lock := _held(root / str(number)))
        )
        self._file = folder / "place.json"
        try:
            self._kept = _KEPT.decode(read_bytes(self._file, TEXT_LIMIT))
        except (OSError, msgspec.DecodeError):
            # Without it, or damaged, this is a new guest.
            self._kept = _Kept(token_hex(32))
            self._save()

    @property
    def token(self) -> str:
        """The secret by which the host knows this guest."""
        return self._kept.token

    @property
    def name(self) -> str:
        """The name of the guest at this table; empty before they chose one."""
        return self._kept.name

    @property
    def pledge(self) -> Pledge | None:
        """What is kept of the drawing."""
        return self._kept.pledge

    @property
    def drawings(self) -> int:
        """How often a number was opened for the deal that is drawn now."""
        kept = self._kept
        return kept.pledge.drawings if kept.pledge and not kept.over else 0

    def keep(
        self, *, name: str | None = None, pledge: Pledge | None = None, over: bool = False
    ) -> None:
        """Keep a name or a pledge, or that the game of the pledge is over.

        Raises:
            ConfigError: It cannot be written.
        """
        kept = self._kept
        new = replace(
            kept,
            name=kept.name if name is None else name,
            pledge=pledge or kept.pledge,
            over=not pledge and (over or kept.over),
        )
        if new != kept:
            self._kept = new
            self._save()

    def close(self) -> None:
        """Let go of the place; the files stay. Repeated calls do nothing."""
        self._lock.release()

    def _save(self) -> None:
        _write(self._file, self._kept)


def _held(folder: Path) -> FolderLock | None:
    """Make and hold a folder; None where another program of this user holds it."""
    with file_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return FolderLock(folder)
        except LogError:
            return None


def _write(file: Path, content: Struct) -> None:
    with file_errors(file.parent):
        write_atomically(file, msgspec.json.encode(content))
        file.chmod(0o600)
