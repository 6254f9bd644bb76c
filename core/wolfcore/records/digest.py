"""`digest.json`: checksums of a finished game's files, written once when the game ends.

The digest covers every byte of log and journal, and `about.json` without tags and notes. It has no
key, so it shows that a file changed, not who changed it. File checksums decide whether a file
changed; line checksums and fields only locate the change.
"""

from __future__ import annotations

import hashlib
import os
import struct
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Literal, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import LogError
from wolfcore.files import read_bytes

from .about import About
from .jsonl import cannot_write, write_file
from .layout import DIGEST_FILE

DIGEST_FORMAT = 1


EDITABLE_FIELDS = ("tags", "notes")
"""The fields of `about.json` that a person may change at any time."""


DIGEST_LIMIT = 16 * 1024 * 1024
"""The most bytes of a digest; a digest takes about six bytes per line of its game."""


DigestOccasion: TypeAlias = Literal["end", "later", "again"]
"""When a digest was made.

`end`: at the end of the game. `later`: when a game that had ended without a digest was opened to
resume it. `again`: at another end, because lines of a game with a digest were lost and the game
was resumed.
"""


class FileSum(Struct, frozen=True):
    """The size and checksums of a file of lines.

    Attributes:
        size: Its size in bytes.
        sha256: Its SHA-256, in hexadecimal.
        marks: Of the journal: the CRC-32 of each line without its line end, four bytes each, little
            endian, in base64. Empty for the log.
    """

    size: int
    sha256: str
    marks: str = ""

    @property
    def line_checksums(self) -> tuple[int, ...]:
        """The CRC-32 of each line; empty where `marks` cannot be decoded."""
        try:
            data = b64decode(self.marks, validate=True)
            return struct.unpack(f"<{len(data) // 4}I", data)
        except (ValueError, struct.error):
            return ()


class Digest(Struct, frozen=True):
    """The contents of `digest.json`.

    Attributes:
        format: The version of this file, from 1.
        made: When the digest was made.
        header: The first line of the log, unchanged.
        log: The checksums of `game.jsonl`.
        journal: The checksums of `answers.jsonl`.
        about: The contents of `about.json` without the editable fields; None where it was missing
            or damaged.
    """

    format: int
    made: DigestOccasion
    header: msgspec.Raw
    log: FileSum
    journal: FileSum
    about: About | None


_ENCODER = msgspec.json.Encoder()


_DECODER = msgspec.json.Decoder(Digest)


def file_sum(data: bytes) -> FileSum:
    """Return the size and SHA-256 of `data`, without line checksums."""
    return FileSum(len(data), hashlib.sha256(data).hexdigest())


def file_sum_with_lines(data: bytes) -> FileSum:
    """Return the size and SHA-256 of `data`, and the CRC-32 of each line.

    A last line without its line end counts as a line.
    """
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    packed = struct.pack(f"<{len(lines)}I", *map(crc32, lines))
    return FileSum(len(data), hashlib.sha256(data).hexdigest(), b64encode(packed).decode())


def without_editable_fields(about: About) -> About:
    """Return `about` without tags and notes: the part that a digest covers."""
    return replace(about, tags=(), notes="") if about.tags or about.notes else about


def make_digest(log: bytes, journal: bytes, about: About | None, made: DigestOccasion) -> Digest:
    """Make the digest of a game that has ended.

    Args:
        log: The bytes of `game.jsonl`.
        journal: The bytes of `answers.jsonl`.
        about: The contents of `about.json`, or None where it is missing or damaged.
        made: When the digest is made.
    """
    header = msgspec.Raw(log[: log.find(b"\n")])
    kept = without_editable_fields(about) if about else None
    return Digest(DIGEST_FORMAT, made, header, file_sum(log), file_sum_with_lines(journal), kept)


def has_digest(folder: Path) -> bool:
    """Return whether `digest.json` exists in `folder`, valid or not."""
    return os.path.lexists(f"{folder}/{DIGEST_FILE}")


def write_digest(folder: Path, digest: Digest) -> None:
    """Write `digest.json` atomically, replacing an existing one.

    Raises:
        LogError: It cannot be written.
    """
    target, fresh = folder / DIGEST_FILE, folder / f".{DIGEST_FILE}.new"
    try:
        write_file(fresh, _ENCODER.encode(digest))
        fresh.replace(target)
    except OSError as error:
        raise cannot_write(target, error) from error


def read_digest(folder: Path) -> tuple[Digest | None, str]:
    """Read the digest in `folder`.

    Returns:
        The digest or None; and the problem as a clause, empty for none. A missing digest is no
        problem.
    """
    try:
        data = _read_bounded(folder / DIGEST_FILE)
        if data is None:
            return None, ""
        digest = _DECODER.decode(data)
    except LogError as error:
        return None, error.problem
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None, "is damaged"
    if digest.format != DIGEST_FORMAT:
        return (
            None,
            f"has format {digest.format}, but this version of wolftui reads format {DIGEST_FORMAT}",
        )
    return digest, ""


def _read_bounded(file: Path) -> bytes | None:
    """Return the bytes of a digest file; None if there is none.

    Raises:
        LogError: It is not a regular file, too large, or cannot be read.
    """
    try:
        return read_bytes(file, DIGEST_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise LogError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
