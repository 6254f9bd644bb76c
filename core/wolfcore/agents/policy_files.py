"""Policy files: their names, and the layout in their headers.

The layout names the roles and kinds of ask that a policy was trained with, so that a seat can be
judged before its policy is loaded. numpy is not needed.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Annotated, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import expand_user_path, read_bytes
from wolfcore.game import AskKind, Board
from wolfcore.roles import layout_roles

T = TypeVar("T")


SUFFIX = ".safetensors"


MAX_FILE_BYTES = 64 << 20


_SHIPPED = Path(__file__).parent / "policy" / "shipped"


_MAX_HEADER_BYTES = 1 << 16
"""Maximum bytes of the JSON header before the weights."""


_Role = Annotated[str, Meta(pattern=r"^[A-Z][a-z]{1,19}\Z")]


_Kind = Annotated[str, Meta(pattern=r"^[a-z_]{1,20}\Z")]


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The names behind those numbers of a player vector that stand for one role or kind of ask.

    What the other numbers mean is fixed by the name and version of the describer.

    Attributes:
        roles: The roles, in the order of their numbers in the vector.
        asks: The kinds of ask, in the order of their numbers.

    Raises:
        ValueError: A name is there twice.
    """

    roles: Annotated[tuple[_Role, ...], Meta(min_length=1, max_length=999)]
    asks: Annotated[tuple[_Kind, ...], Meta(min_length=1, max_length=999)]

    def __post_init__(self) -> None:
        """Check that each name is there once."""
        for names in (self.roles, self.asks):
            if len(set(names)) < len(names):
                raise ValueError("a layout has a name twice")

    def fault_on(self, board: Board) -> str:
        """Say as a clause which roles of a board the layout lacks; empty if it has them all."""
        lacking = [role for role in dict.fromkeys(board.roles) if role not in self.roles]
        if not lacking:
            return ""
        roles = f"role{'s' * (len(lacking) > 1)} {', '.join(lacking)}"
        return f"was trained without the {roles}, which `{board.name}` deals"


FIRST_LAYOUT = Layout(
    layout_roles(),
    (
        "kill", "whisper", "protect", "check", "save", "poison", "shoot", "run", "campaign",
        "elect", "order", "speak", "suspect", "lean", "summarise", "defend", "vote", "plead",
        "badge", "last_words", "bid",
    ),
)  # fmt: skip
"""The layout of the policies that were stored before files named one."""


def layout_for(board: Board) -> Layout:
    """Return the layout with which a new policy is trained on a board.

    It is `FIRST_LAYOUT`, followed by other roles that the board deals and by kinds of ask that were
    added later.
    """
    first = FIRST_LAYOUT.asks
    asks = (*first, *[kind for kind in get_args(AskKind) if kind not in first])
    return Layout(layout_roles(board.roles), asks)


class PolicyHeader(Struct, frozen=True, kw_only=True):
    """The part of a checkpoint's metadata that is read before its weights.

    Attributes:
        layout: The layout of the player vector.
        bots: The version of the house bots in its training; 1 where none was stored.
    """

    layout: Layout = FIRST_LAYOUT
    bots: int = 1


def shipped_names() -> tuple[str, ...]:
    """Return the names of the shipped checkpoints."""
    return tuple(sorted(file.stem for file in _SHIPPED.glob(f"*{SUFFIX}")))


def checkpoint_file(name: str) -> Path:
    """Return the path of a shipped checkpoint by name, or of a file that ends in .safetensors.

    Raises:
        ConfigError: There is no shipped checkpoint of this name.
    """
    if name.endswith(SUFFIX):
        return expand_user_path(name)
    if re.fullmatch(r"[a-z0-9-]{1,40}", name) and name in shipped_names():
        return _SHIPPED / f"{name}{SUFFIX}"
    hint = (
        f"{did_you_mean(name, shipped_names())} A policy of your own is a file that ends in "
        f"{SUFFIX}."
    )
    raise ConfigError(f"there is no policy `{name}`", key="policy", hint=hint)


def header_of_policy(policy: str) -> PolicyHeader:
    """Return the header of a policy by its name or file; only the header is parsed.

    Raises:
        ConfigError: The policy does not exist, cannot be read, or is not a policy.
    """
    file = checkpoint_file(policy)
    with policy_file_errors(file):
        # The time of writing is a part of the cache's key, so that a new file is read.
        return _read_header(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _read_header(file: Path, written: int) -> PolicyHeader:
    return read_about(read_bytes(file, MAX_FILE_BYTES), HEADER)


@contextmanager
def policy_file_errors(file: Path) -> Generator[None]:
    """Turn errors of reading a policy file, in the `with` block, into a ConfigError of one line.

    Raises:
        ConfigError: The block raised an OSError or a ValueError.
    """
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"cannot be read ({error.strerror or error})", file=str(file), key="policy"
        ) from error
    except ValueError as error:
        hint = "A policy is a file that `wolftui train` wrote."
        raise ConfigError(
            f"is not a policy file ({error})", file=str(file), key="policy", hint=hint
        ) from error


def read_about(data: bytes, kind: JsonReader[T], missing: bytes = b"") -> T:
    """Decode the metadata in the header of a safetensors file: eight bytes of length, then JSON.

    Args:
        data: The content of the file.
        kind: Decodes the metadata.
        missing: What is decoded where the header has no metadata; empty refuses such a file.

    Raises:
        ValueError: There is no such header, or it lacks the metadata of a policy.
    """
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(_MAX_HEADER_BYTES, len(data) - 8):
        raise ValueError("it is truncated or of another format")
    head = _HEAD.decode(data[8 : 8 + length])
    about = head.metadata.get("about")
    return kind.decode(missing if about is None else about.encode())


class _Head(Struct, frozen=True):
    """The header of a safetensors file, without the entries of the weights."""

    metadata: dict[str, str] = msgspec.field(name="__metadata__", default_factory=dict)


_HEAD = JsonReader(_Head, once=True)


HEADER = JsonReader(PolicyHeader, once=True)
"""Decodes the metadata of a file without the fields that only its network needs."""
