"""Unit vectors in single precision (normalise, cosine, pack), and their cache on disk in SQLite.

A cache never stops a game: an unreadable vector is computed again, an unwritable one is not kept.
Above 64 MB the older half is deleted.
"""

from __future__ import annotations

import importlib
import sqlite3
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from hashlib import blake2b
from math import isfinite, sqrt
from operator import mul
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

Vector: TypeAlias = "array[float]"
"""Numbers of single precision whose squares sum up to one."""


MAX_DIMENSIONS = 8192
"""Numbers of the longest vector that is taken; embedding models of today have up to 4096."""


BYTES_PER_NUMBER = 4
"""Bytes of a number of a vector as it is packed."""


_ROUNDED = 1e-4
"""More than a cosine in single precision can be off, for vectors of any length that is taken."""


_ROWS = 64
"""Rows that are compared in double precision at a time, so that they stay in the processor's cache.
"""


def unit_vector(numbers: Iterable[float]) -> Vector:
    """The vector of these numbers, made of length one.

    Raises:
        ValueError: There are none or too many, one is no number, or all are nothing; its words are
            a clause.
    """
    found = array("f", numbers)
    length = sqrt(sum(map(mul, found, found)))
    if not 0 < len(found) <= MAX_DIMENSIONS:
        raise ValueError(f"a vector of {len(found)} numbers")
    if not (isfinite(length) and length):
        raise ValueError("a vector without a direction")
    return array("f", (each / length for each in found))


def cosine(one: Vector, other: Vector) -> float:
    """How alike two vectors are, -1 to 1; both have as many numbers."""
    return max(-1.0, min(1.0, sum(map(mul, one, other))))


class VectorTable:
    """Vectors of one length, to be compared with others of that length.

    Args:
        vectors: The vectors.
    """

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self._vectors, self._numpy = vectors, _numpy()
        if self._numpy and vectors:
            self._rows = self._numpy.frombuffer(b"".join(vectors), self._numpy.float32).reshape(
                len(vectors), -1
            )

    def cosines(self, query: Vector) -> list[float]:
        """The cosine of each vector with `query`, in order."""
        return [alike for _, alike in self.above(query, -2.0)]

    def above(self, query: Vector, least: float) -> list[tuple[int, float]]:
        """The places of the vectors whose cosine with `query` is greater than `least`, ascending, each with its cosine."""
        if not self._numpy or not self._vectors:
            found = ((place, cosine(query, each)) for place, each in enumerate(self._vectors))
            return [(place, alike) for place, alike in found if alike > least]
        numpy, single = self._numpy, self._numpy.frombuffer(query, self._numpy.float32)
        # Not the product of a matrix: its rounding of a row depends on the row's place, and its
        # threads wait for each other.
        places = numpy.flatnonzero(numpy.einsum("ij,j->i", self._rows, single) > least - _ROUNDED)
        double, parts = single.astype(numpy.float64), [numpy.zeros(0)]
        for start in range(0, len(places), _ROWS):
            rows = self._rows[places[start : start + _ROWS]].astype(numpy.float64)
            parts.append(numpy.einsum("ij,j->i", rows, double))
        cosines = numpy.concatenate(parts).clip(-1.0, 1.0)
        kept = cosines > least
        return list(zip(places[kept].tolist(), cosines[kept].tolist(), strict=True))


@cache
def _numpy() -> Any:
    """numpy, or None where it is not installed; loaded when vectors are first compared."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None


def pack_vector(vector: Vector) -> bytes:
    """A vector as bytes, the least significant first, four a number."""
    if sys.byteorder == "little":
        return vector.tobytes()
    turned = array("f", vector)
    turned.byteswap()
    return turned.tobytes()


def unpack_vector(data: object) -> Vector:
    """The vector in these bytes.

    Raises:
        ValueError: They hold none; its words are a clause.
    """
    if not isinstance(data, bytes) or len(data) % BYTES_PER_NUMBER:
        raise ValueError("no vector where one should be")
    found = array("f")
    found.frombytes(data)
    if sys.byteorder != "little":
        found.byteswap()
    return unit_vector(found)


T = TypeVar("T")


MAX_CACHE_BYTES = 64 << 20
"""Bytes of the file; beyond them the older half goes."""


_WAIT = 2.0
"""Seconds to wait for another process."""


_QUERY_SIZE = 500
"""Texts that are looked up with one query."""


_TABLE = (
    "CREATE TABLE IF NOT EXISTS vectors (digest BLOB PRIMARY KEY, vector BLOB NOT NULL, "
    "number INTEGER)"
)


class VectorCache:
    """A file of vectors.

    Args:
        file: The file; it is made where it is not there.
        limit: Its most bytes.
    """

    def __init__(self, file: Path, limit: int = MAX_CACHE_BYTES) -> None:
        self._file, self._limit = file, limit

    def get(self, name: str, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of an embedder that are kept of these texts."""
        by_digest = {_digest(name, text): text for text in texts}
        digests = list(by_digest)

        def look(kept: sqlite3.Connection) -> dict[str, Vector]:
            rows: list[tuple[bytes, bytes]] = []
            for start in range(0, len(digests), _QUERY_SIZE):
                part = digests[start : start + _QUERY_SIZE]
                rows += kept.execute(
                    "SELECT digest, vector FROM vectors WHERE digest IN "
                    f"({','.join('?' * len(part))})",
                    part,
                )
            found: dict[str, Vector] = {}
            for digest, vector in rows:
                with suppress(ValueError):  # what is damaged is made anew
                    found[by_digest[digest]] = unpack_vector(vector)
            return found

        return self._run(look) or {}

    def store(self, name: str, vectors: Mapping[str, Vector]) -> None:
        """Keep the vectors of texts."""

        def write(kept: sqlite3.Connection) -> None:
            rows = [(_digest(name, text), pack_vector(vector)) for text, vector in vectors.items()]
            newest = "(SELECT coalesce(max(number), 0) + 1 FROM vectors)"
            kept.executemany(f"INSERT OR REPLACE INTO vectors VALUES (?, ?, {newest})", rows)
            if self._size(kept) > self._limit:
                kept.execute(
                    "DELETE FROM vectors WHERE number <= (SELECT (min(number) + max(number)) "
                    "/ 2 FROM vectors)"
                )

        self._run(write)

    @staticmethod
    def _size(kept: sqlite3.Connection) -> int:
        """Bytes in use; pages that are free are filled before the file grows."""
        pages, free, size = (
            kept.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._file, timeout=_WAIT)) as kept, kept:
                kept.execute(_TABLE)
                kept.execute("CREATE INDEX IF NOT EXISTS by_number ON vectors (number)")
                return work(kept)
        except sqlite3.OperationalError:  # in use for too long, or there is no room
            return None
        except sqlite3.DatabaseError:  # no such file, or a damaged one
            with suppress(OSError):
                self._file.unlink()
            return None
        except OSError:
            return None


def _digest(name: str, text: str) -> bytes:
    return blake2b(f"{name}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
