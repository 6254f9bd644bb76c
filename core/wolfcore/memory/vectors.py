"""Unit vectors in single precision (normalise, cosine, pack), and their cache on disk in SQLite.

The cache never stops a game: an unreadable vector is computed again, and a failed write is ignored.
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
from operator import mul, sub
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from wolfcore.files import check_database, path_exists

Vector: TypeAlias = "array[float]"
"""An array of single-precision numbers whose squares sum to one."""


MAX_DIMENSIONS = 8192
"""The most numbers of a vector; current embedding models have up to 4096."""


BYTES_PER_NUMBER = 4
"""Bytes of one number of a packed vector."""


_ROUNDED = 1e-4
"""A bound above the rounding error of a cosine in single precision, for all vector lengths up to
`MAX_DIMENSIONS`."""


_ROUNDING = 1e-5
"""A bound above the rounding errors of a number of a unit vector."""


_ROWS = 64
"""Rows that are compared in double precision at a time, so that they fit in the processor's
cache."""


def unit_vector(numbers: Iterable[float]) -> Vector:
    """Normalise numbers to a vector of length one.

    Raises:
        ValueError: There are none or more than `MAX_DIMENSIONS`, one is not finite, or all are
            zero. The message is a clause.
    """
    found = array("f", numbers)
    # After rounding to single precision, in which the vector is kept.
    length = sqrt(sum(map(mul, found, found)))
    if not 0 < len(found) <= MAX_DIMENSIONS:
        raise ValueError(f"a vector of {len(found)} numbers")
    if not (isfinite(length) and length):
        raise ValueError("a vector without a direction")
    return array("f", (each / length for each in found))


def cosine(one: Vector, other: Vector) -> float:
    """Compute the cosine similarity of two unit vectors of equal length, -1 to 1."""
    return max(-1.0, min(1.0, sum(map(mul, one, other))))


class VectorTable:
    """A table of unit vectors of equal length that is searched by cosine similarity.

    Uses numpy where it is installed.

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
        """Compute the cosine of each vector with `query`, in order."""
        # No cosine is so low: all rows are kept.
        return [alike for _, alike in self.above(query, -2.0)]

    def above(self, query: Vector, least: float) -> list[tuple[int, float]]:
        """Return the index and cosine of each vector whose cosine with `query` exceeds `least`.

        The result is in order of the index.
        """
        if not self._numpy or not self._vectors:
            found = ((place, cosine(query, each)) for place, each in enumerate(self._vectors))
            return [(place, alike) for place, alike in found if alike > least]
        numpy, single = self._numpy, self._numpy.frombuffer(query, self._numpy.float32)
        # Not a matrix product, since its rounding of a row depends on the row's index, and its
        # threads wait for each other.
        places = numpy.flatnonzero(numpy.einsum("ij,j->i", self._rows, single) > least - _ROUNDED)
        # What passes is computed in double precision, as it would be without numpy.
        double, parts = single.astype(numpy.float64), [numpy.zeros(0)]
        for start in range(0, len(places), _ROWS):
            rows = self._rows[places[start : start + _ROWS]].astype(numpy.float64)
            parts.append(numpy.einsum("ij,j->i", rows, double))
        cosines = numpy.concatenate(parts).clip(-1.0, 1.0)
        kept = cosines > least
        return list(zip(places[kept].tolist(), cosines[kept].tolist(), strict=True))


@cache
def _numpy() -> Any:
    """Import numpy when vectors are first compared; None where it is not installed."""
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None


def pack_vector(vector: Vector) -> bytes:
    """Pack a vector into bytes: little-endian single precision, four bytes a number."""
    if sys.byteorder == "little":
        return vector.tobytes()
    turned = array("f", vector)
    turned.byteswap()
    return turned.tobytes()


def unpack_vector(data: object) -> Vector:
    """Unpack and normalise a vector from bytes.

    Raises:
        ValueError: The bytes hold no vector of length one; the message is a clause.
    """
    if not isinstance(data, bytes) or len(data) % BYTES_PER_NUMBER:
        raise ValueError("no vector where one should be")
    found = array("f")
    found.frombytes(data)
    if sys.byteorder != "little":
        found.byteswap()
    vector = unit_vector(found)
    if max(map(abs, map(sub, found, vector))) > _ROUNDING:
        raise ValueError("a vector whose length is not one")
    return vector


T = TypeVar("T")


MAX_CACHE_BYTES = 64 << 20
"""Bytes of the cache file above which the older half is deleted."""


_MOST_FILE_BYTES = 1 << 30
"""Bytes of the largest cache file that is opened; `limit` keeps it far below."""


_WAIT = 2.0
"""Seconds to wait for a lock that another process holds."""


_QUERY_SIZE = 500
"""The most texts in one query."""


_TABLE = (
    "CREATE TABLE IF NOT EXISTS vectors (digest BLOB PRIMARY KEY, vector BLOB NOT NULL, "
    "number INTEGER)"
)


class VectorCache:
    """A cache of vectors in an SQLite file, by embedder and text. Errors never reach the caller.

    Args:
        file: The file; it is created if it does not exist.
        limit: The size in bytes above which the older half is deleted.
    """

    def __init__(self, file: Path, limit: int = MAX_CACHE_BYTES) -> None:
        self._file, self._limit = file, limit

    def get(self, name: str, texts: Sequence[str]) -> dict[str, Vector]:
        """Return the cached vectors of texts by one embedder; texts without one are left out.

        Args:
            name: The embedder.
            texts: The texts.
        """
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
                with suppress(ValueError):  # a damaged vector is computed again
                    found[by_digest[digest]] = unpack_vector(vector)
            return found

        return self._run(look) or {}

    def store(self, name: str, vectors: Mapping[str, Vector]) -> None:
        """Write the vectors of texts by one embedder to the cache.

        Args:
            name: The embedder.
            vectors: The vector of each text.
        """

        def write(kept: sqlite3.Connection) -> None:
            rows = [(_digest(name, text), pack_vector(vector)) for text, vector in vectors.items()]
            newest = "(SELECT coalesce(max(number), 0) + 1 FROM vectors)"
            kept.executemany(f"INSERT OR REPLACE INTO vectors VALUES (?, ?, {newest})", rows)
            if self._size(kept) > self._limit:
                # Numbers grow with every write, so that those up to the middle one are the oldest.
                kept.execute(
                    "DELETE FROM vectors WHERE number <= (SELECT (min(number) + max(number)) "
                    "/ 2 FROM vectors)"
                )

        self._run(write)

    @staticmethod
    def _size(kept: sqlite3.Connection) -> int:
        """Return the bytes in use, without free pages, which are reused before the file grows."""
        pages, free, size = (
            kept.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # SQLite would wait for a pipe and follow a link.
            if path_exists(self._file):
                check_database(self._file, _MOST_FILE_BYTES)
            # As a context a connection only ends its transaction; `closing` closes it.
            with closing(sqlite3.connect(self._file, timeout=_WAIT)) as kept, kept:
                kept.execute(_TABLE)
                kept.execute("CREATE INDEX IF NOT EXISTS by_number ON vectors (number)")
                return work(kept)
        except sqlite3.OperationalError:  # locked for too long, or the disk is full
            return None
        # Not an SQLite file, or damaged; SQLite may quote bytes of it that are no text.
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            # Nothing is lost: all that the cache holds can be computed again.
            with suppress(OSError):
                self._file.unlink()
            return None
        except OSError:
            return None


def _digest(name: str, text: str) -> bytes:
    # A text may hold a lone surrogate, which strict UTF-8 refuses.
    return blake2b(f"{name}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
