"""`digest.json`: checksums of a finished game's files, written once when the game ends.

It covers every byte of log and journal, and `about.json` without tags and notes. It has no key, so
it shows that a file changed, not who changed it. File sums tell whether a file changed; line and
field marks only tell where.
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
"""What a person may change in `about.json` at any time."""


_MOST_BYTES = 16 * 1024 * 1024
"""A digest takes about six bytes a line of its game."""


DigestOccasion: TypeAlias = Literal["end", "later", "again"]
"""When a digest was made: at the end of the game; when a game that had ended without one was opened
to go on; or at another end, because lines of a game that had a digest were lost and it was played
on."""


class FileSum(Struct, frozen=True):
    """What a file of lines held.

    Attributes:
        size: Its bytes.
        sha256: Their SHA-256, in hexadecimal.
        marks: Of the journal: the CRC-32 of each line without its end, four bytes each, lowest
            first, in base64.
    """

    size: int
    sha256: str
    marks: str = ""

    @property
    def line_checksums(self) -> tuple[int, ...]:
        """The CRC-32 of each line; none where `marks` is no list of them."""
        try:
            data = b64decode(self.marks, validate=True)
            return struct.unpack(f"<{len(data) // 4}I", data)
        except (ValueError, struct.error):
            return ()


class Digest(Struct, frozen=True):
    """The contents of `digest.json`.

    Attributes:
        format: The version of this file, from 1.
        made: When it was made.
        header: The log's first line, as it stood there.
        log: The sum of `game.jsonl`.
        journal: The sum of `answers.jsonl`.
        about: What `about.json` said, without what is free; None where it was lost.
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
    """The sum of a file that holds `data`."""
    return FileSum(len(data), hashlib.sha256(data).hexdigest())


def file_sum_with_lines(data: bytes) -> FileSum:
    """The sum of a file that holds `data`, with the marks of its lines; a last line without its end counts too."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    packed = struct.pack(f"<{len(lines)}I", *map(crc32, lines))
    return FileSum(len(data), hashlib.sha256(data).hexdigest(), b64encode(packed).decode())


def without_editable_fields(about: About) -> About:
    """What a digest covers of `about.json`."""
    return replace(about, tags=(), notes="") if about.tags or about.notes else about


def make_digest(log: bytes, journal: bytes, about: About | None, made: DigestOccasion) -> Digest:
    """The digest of a game that has ended.

    Args:
        log: What `game.jsonl` holds.
        journal: What `answers.jsonl` holds.
        about: What `about.json` says, or None where it is lost.
        made: When.
    """
    header = msgspec.Raw(log[: log.find(b"\n")])
    kept = without_editable_fields(about) if about else None
    return Digest(DIGEST_FORMAT, made, header, file_sum(log), file_sum_with_lines(journal), kept)


def has_digest(folder: Path) -> bool:
    """Whether there is a digest in `folder`, whatever it is worth."""
    return os.path.lexists(f"{folder}/{DIGEST_FILE}")


def write_digest(folder: Path, digest: Digest) -> None:
    """Put a digest into its place, all of it or nothing.

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
    """The digest in `folder`, or None and what is wrong with it, as a clause; a missing one is nothing wrong."""
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
        return None, f"has format {digest.format}, and this wolftui reads format {DIGEST_FORMAT}"
    return digest, ""


def _read_bounded(file: Path) -> bytes | None:
    """What the file of a digest holds; None if there is none.

    Raises:
        LogError: It is no plain file, or too large, or cannot be read.
    """
    try:
        return read_bytes(file, _MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise LogError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
