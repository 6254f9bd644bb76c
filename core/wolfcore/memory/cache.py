"""Memory: vectors kept on disk, by embedder and text, so that what stays the same from game to game is computed once.

No game stops for a cache: what cannot be read is made anew, and what cannot be written is made again the next time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from .vectors import Vector, pack_vector, unpack_vector

T = TypeVar("T")

MAX_CACHE_BYTES = 64 << 20
"""Bytes of the file; beyond them the older half goes."""
_WAIT = 2.0
"""Seconds to wait for another process."""
_QUERY_SIZE = 500
"""Texts that are looked up with one query."""
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (digest BLOB PRIMARY KEY, vector BLOB NOT NULL, number INTEGER)"


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
                rows += kept.execute(f"SELECT digest, vector FROM vectors WHERE digest IN ({','.join('?' * len(part))})", part)
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
                kept.execute("DELETE FROM vectors WHERE number <= (SELECT (min(number) + max(number)) / 2 FROM vectors)")

        self._run(write)

    @staticmethod
    def _size(kept: sqlite3.Connection) -> int:
        """Bytes in use; pages that are free are filled before the file grows."""
        pages, free, size = (kept.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size"))
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
