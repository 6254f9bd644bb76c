"""`PoolFile`: pools of experience in one SQLite file, each with one embedder and a revision.

Each change increments the revision of a pool, so that the pool can be read as it was when a game
began. Deleted experiences are removed from all revisions.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from wolfcore.errors import MemoryProblem
from wolfcore.files import check_database, path_exists
from wolfcore.visible import in_one_line

from .contract import Experience, Lesson, PoolInfo, StoredExperience, Tags
from .vectors import BYTES_PER_NUMBER, MAX_DIMENSIONS, Vector, pack_vector, unpack_vector

T = TypeVar("T")


_APPLICATION_ID, _SCHEMA_VERSION = 0x576F6C66, 1
"""The application id and the schema version in the header of the SQLite file."""


_LIMIT = 4 << 30
"""Bytes of the largest file that is opened."""


_LONGEST, _LONGEST_TAG = 20_000, 200
"""Characters of a text and of a tag that are read; the rest is cut."""


_TIMEOUT = 5.0
"""Seconds to wait for a lock that another process holds."""


_TAGS = Tags.__struct_fields__


_TABLES = (
    f"""
CREATE TABLE IF NOT EXISTS pools (
    name TEXT PRIMARY KEY, embedder TEXT NOT NULL, dimensions INTEGER NOT NULL, """
    f"""revision INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS games (pool TEXT NOT NULL, game TEXT NOT NULL, """
    f"""revision INTEGER NOT NULL, PRIMARY KEY (pool, game));
CREATE TABLE IF NOT EXISTS experiences (
    id INTEGER PRIMARY KEY AUTOINCREMENT, pool TEXT NOT NULL, revision INTEGER NOT NULL, """
    f"""kind TEXT NOT NULL,
    situation TEXT NOT NULL, response TEXT NOT NULL, score REAL NOT NULL, """
    f"""{", ".join(f"{tag} TEXT NOT NULL" for tag in _TAGS)},
    vector BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS by_pool ON experiences (pool, revision);
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_SCHEMA_VERSION};
"""
)


_FIELDS = f"id, kind, situation, response, score, vector, {', '.join(_TAGS)}"


_MAKE = "`wolftui experience build` makes a pool."


_NO_VECTOR: Vector = array("f")


class PoolFile:
    """The SQLite file of all pools of a user.

    Args:
        file: The file; it need not exist, and is created with the first pool.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def pools(self) -> tuple[PoolInfo, ...]:
        """Return the metadata of all pools, in order of their names; empty where there is no file.

        Raises:
            MemoryProblem: The file cannot be read.
        """

        def look(kept: sqlite3.Connection) -> list[Any]:
            # Without it a damaged page can look like a pool with fewer experiences.
            found = kept.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise self._damaged(found)
            if kept.execute(_IMPOSSIBLE_ROW).fetchone()[0]:
                raise self._damaged("a row has a value of another type")
            return kept.execute(_POOLS_QUERY).fetchall()

        rows = self._read(look) if path_exists(self._file) else []
        try:
            return tuple([_pool(row) for row in rows])
        except ValueError as error:
            raise self._damaged(str(error)) from error

    def pool(self, name: str) -> PoolInfo | None:
        """Return the metadata of a pool; None where there is no pool of that name.

        Raises:
            MemoryProblem: The file cannot be read.
        """
        return next((pool for pool in self.pools() if pool.name == name), None)

    def require_pool(self, name: str) -> PoolInfo:
        """Return the metadata of a pool.

        Raises:
            MemoryProblem: The file cannot be read, or there is no pool of that name.
        """
        pools = self.pools()
        for pool in pools:
            if pool.name == name:
                return pool
        listed = ", ".join(pool.name for pool in pools)
        raise MemoryProblem(
            f"there is no pool `{name}`", hint=f"There are: {listed}." if pools else _MAKE
        )

    def has_game(self, name: str, game: str) -> bool:
        """Whether a pool already contains the lessons of a game.

        Args:
            name: The pool.
            game: The id of the game.

        Raises:
            MemoryProblem: The file cannot be read.
        """
        if not path_exists(self._file):
            return False
        asked = "SELECT count(*) FROM games WHERE pool = ? AND game = ?"
        return bool(self._read(lambda kept: kept.execute(asked, (name, game)).fetchone()[0]))

    def add(
        self,
        name: str,
        embedder: str,
        game: str,
        lessons: Sequence[Lesson],
        vectors: Sequence[Vector],
    ) -> bool:
        """Add the lessons of a game to a pool; return False if the pool already has that game.

        Args:
            name: The pool; it is created if it does not exist.
            embedder: The embedder of the vectors.
            game: The id of the game.
            lessons: The lessons.
            vectors: The vector of the situation of each lesson, in order.

        Raises:
            MemoryProblem: The pool has another embedder, or the file cannot be written.
        """

        def write(kept: sqlite3.Connection) -> bool:
            if kept.execute(
                "SELECT count(*) FROM games WHERE pool = ? AND game = ?", (name, game)
            ).fetchone()[0]:
                return False
            # A game that taught nothing is stored as well, so that it is not read again.
            dimensions = len(vectors[0]) if vectors else 0
            found = kept.execute(
                "SELECT embedder, dimensions FROM pools WHERE name = ?", (name,)
            ).fetchone()
            # 0 dimensions: there is no vector yet, neither in the pool nor here.
            if found and (
                found[0] != embedder or (dimensions and found[1] and found[1] != dimensions)
            ):
                raise self._embedder_mismatch(name, found[0], embedder)
            kept.execute(
                "INSERT OR IGNORE INTO pools VALUES (?, ?, ?, 0)", (name, embedder, dimensions)
            )
            changed = (
                "UPDATE pools SET revision = revision + 1, dimensions = max(dimensions, ?) "
                "WHERE name = ? RETURNING revision"
            )
            (revision,) = kept.execute(changed, (dimensions, name)).fetchone()
            kept.execute("INSERT INTO games VALUES (?, ?, ?)", (name, game, revision))
            fields = f"pool, revision, kind, situation, response, score, vector, {', '.join(_TAGS)}"
            marks = ", ".join("?" * (7 + len(_TAGS)))
            kept.executemany(
                f"INSERT INTO experiences ({fields}) VALUES ({marks})",
                [
                    (
                        name,
                        revision,
                        each.kind,
                        each.situation,
                        each.response,
                        each.score,
                        pack_vector(vector),
                        *_values(each.tags),
                    )
                    for each, vector in zip(lessons, vectors, strict=True)
                ],
            )
            return True

        return self._write(write)

    def read(
        self, name: str, revision: int | None = None, embedder: str = ""
    ) -> tuple[StoredExperience, ...]:
        """Read the experiences of a pool at a revision, without those deleted since.

        Args:
            name: The pool.
            revision: The revision; the current one if None.
            embedder: The embedder of the requested vectors; empty for the pool's own. If it is not
                the pool's embedder, the experiences come without vectors.

        Raises:
            MemoryProblem: The file cannot be read or is damaged, or there is no pool of that name.
        """
        pool = self.require_pool(name)
        asked = f"SELECT {_FIELDS} FROM experiences WHERE pool = ? AND revision <= ? ORDER BY id"
        values, of_pool = (
            (name, pool.revision if revision is None else revision),
            "SELECT embedder, dimensions FROM pools WHERE name = ?",
        )

        def look(kept: sqlite3.Connection) -> tuple[list[Any], tuple[str, object]]:
            kept.execute(
                "BEGIN"
            )  # one transaction, so that the vectors match the embedder that is read with them
            return kept.execute(asked, values).fetchall(), kept.execute(
                of_pool, (name,)
            ).fetchone() or ("", None)

        rows, (theirs, dimensions) = self._read(look)
        try:
            found = tuple([_kept(row, dimensions) for row in rows])
        except (ValueError, TypeError) as error:
            raise self._damaged(str(error)) from error
        return (
            tuple([replace(each, vector=_NO_VECTOR) for each in found])
            if embedder and theirs != embedder
            else found
        )

    def forget(self, name: str, game: str | None = None) -> int:
        """Delete a pool, or the experiences of one of its games; return how many were deleted.

        Args:
            name: The pool.
            game: The id of the game; None to delete the whole pool.

        Raises:
            MemoryProblem: There is no such pool or no such game in it, or the file cannot be
                written.
        """
        self.require_pool(name)

        def write(kept: sqlite3.Connection) -> int:
            which, values = (
                ("pool = ?", (name,)) if game is None else ("pool = ? AND game = ?", (name, game))
            )
            if (
                not kept.execute(f"DELETE FROM games WHERE {which}", values).rowcount
                and game is not None
            ):
                raise MemoryProblem(f"`{name}` has learned nothing from the game `{game}`")
            gone = kept.execute(f"DELETE FROM experiences WHERE {which}", values).rowcount
            if game is None:
                kept.execute("DELETE FROM pools WHERE name = ?", (name,))
            else:
                kept.execute("UPDATE pools SET revision = revision + 1 WHERE name = ?", (name,))
            return gone

        return self._write(write)

    def replace_vectors(self, name: str, embedder: str, vectors: Mapping[int, Vector]) -> None:
        """Replace the embedder and all vectors of a pool. Experiences and revision stay the same.

        Args:
            name: The pool.
            embedder: The embedder of the new vectors.
            vectors: The vector of every experience of the pool, by its number.

        Raises:
            MemoryProblem: The pool was changed meanwhile, or the file cannot be written.
        """

        def write(kept: sqlite3.Connection) -> None:
            ids = {
                row[0] for row in kept.execute("SELECT id FROM experiences WHERE pool = ?", (name,))
            }
            # A game may have been added while the new vectors were computed.
            if ids != set(vectors):
                raise MemoryProblem(
                    f"`{name}` was changed in the meantime", hint="Run the command again."
                )
            kept.executemany(
                "UPDATE experiences SET vector = ? WHERE id = ?",
                [(pack_vector(each), id_) for id_, each in vectors.items()],
            )
            dimensions = max(map(len, vectors.values()), default=0)
            changed = "UPDATE pools SET embedder = ?, dimensions = ? WHERE name = ?"
            kept.execute(changed, (embedder, dimensions, name))

        self._write(write)

    def check_embedder(self, pool: PoolInfo, embedder: str) -> None:
        """Check that a pool has the expected embedder.

        Raises:
            MemoryProblem: It has another one.
        """
        if pool.embedder != embedder:
            raise self._embedder_mismatch(pool.name, pool.embedder, embedder)

    def check_vectors(self, name: str) -> None:
        """Check that all vectors of a pool have its number of dimensions, without decoding.

        Raises:
            MemoryProblem: A vector has another length, or the file cannot be read.
        """
        asked = (
            f"""
            SELECT EXISTS (SELECT 1 FROM experiences JOIN pools ON name = pool
            WHERE pool = ? AND """
            f"""(typeof(vector) != 'blob' OR length(vector) != {BYTES_PER_NUMBER} * dimensions))
        """
        )
        wrong = self._read(lambda kept: kept.execute(asked, (name,)).fetchone()[0])
        if wrong:
            raise self._damaged(f"vectors of `{name}` have a wrong length")

    # -- the file

    def _embedder_mismatch(self, name: str, theirs: str, ours: str) -> MemoryProblem:
        hint = (
            f"Search it with `{theirs}`, or re-embed it: `wolftui experience embed {name} "
            f"--embedder {ours}`."
        )
        return MemoryProblem(
            f"the pool `{name}` has vectors of `{theirs}`, not of `{ours}`", hint=hint
        )

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return self._run(work, f"{self._file.absolute().as_uri()}?mode=ro")

    def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MemoryProblem(
                f"cannot be written ({error.strerror or error})", file=str(self._file)
            ) from error

        def made(kept: sqlite3.Connection) -> T:
            # The write lock comes before the first read, so that no game is added twice.
            kept.execute("BEGIN IMMEDIATE")
            return work(kept)

        return self._run(made, f"{self._file.absolute().as_uri()}?mode=rwc")

    def _run(self, work: Callable[[sqlite3.Connection], T], address: str) -> T:
        try:
            # SQLite would wait for a pipe and follow a link.
            if path_exists(self._file):
                check_database(self._file, _LIMIT)
            # As a context a connection only ends its transaction; `closing` closes it.
            with closing(sqlite3.connect(address, uri=True, timeout=_TIMEOUT)) as kept, kept:
                # The file may come from elsewhere, and its schema may run nothing.
                kept.execute("PRAGMA trusted_schema = OFF")
                self._check_file(kept, makes=address.endswith("rwc"))
                return work(kept)
        except sqlite3.OperationalError as error:
            hint = (
                "Another wolftui process may be writing to it; try again."
                if "locked" in str(error)
                else ""
            )
            raise MemoryProblem(
                f"cannot be used ({error})", file=str(self._file), hint=hint
            ) from error
        # A message of SQLite may quote bytes of the file that are no text.
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise self._damaged(str(error)) from error
        except OSError as error:
            raise MemoryProblem(
                f"cannot be read ({error.strerror or error})", file=str(self._file)
            ) from error

    def _check_file(self, kept: sqlite3.Connection, *, makes: bool) -> None:
        """Check application id and schema version; create the tables in an empty file if `makes`.

        Raises:
            MemoryProblem: The file is empty, or is not a file of pools of this version.
        """
        whose, form = (
            kept.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("application_id", "user_version")
        )
        tables = kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not (whose or tables):
            if not makes:
                raise MemoryProblem("is empty and holds no pool", file=str(self._file), hint=_MAKE)
            kept.executescript(_TABLES)
        elif whose != _APPLICATION_ID:
            raise MemoryProblem(
                "is a file of another program, not a file of pools", file=str(self._file)
            )
        elif form != _SCHEMA_VERSION:
            hint = "Use that version, or move the file away."
            raise MemoryProblem(
                f"was made by another version (schema {form})", file=str(self._file), hint=hint
            )
        elif odd := kept.execute(
            "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index')"
        ).fetchone():
            # A view or a trigger could do something else than a table when rows are read.
            raise self._damaged(f"it holds `{odd[0]}`, which is not a table")

    def _damaged(self, why: str) -> MemoryProblem:
        hint = "Move it away and build the pools again: `wolftui experience build`."
        return MemoryProblem(f"is damaged ({why})", file=str(self._file), hint=hint)


_POOLS_QUERY = """
SELECT name, embedder, revision, dimensions, (SELECT count(*) FROM games WHERE pool = name),
       (SELECT count(*) FROM experiences WHERE pool = name) FROM pools ORDER BY name
"""


_IMPOSSIBLE_ROW = """
SELECT EXISTS (SELECT 1 FROM games WHERE typeof(pool) != 'text' OR typeof(game) != 'text' OR
typeof(revision) != 'integer' OR pool NOT IN (SELECT name FROM pools)) OR EXISTS (SELECT 1 FROM
experiences WHERE typeof(pool) != 'text' OR typeof(revision) != 'integer' OR pool NOT IN (SELECT
name FROM pools))
"""
"""Whether a row would be left out, as SQLite does not enforce the types of columns."""


def _values(tags: Tags) -> tuple[str, ...]:
    return tuple([str(getattr(tags, tag)) for tag in _TAGS])


def _kept(row: tuple[Any, ...], dimensions: object) -> StoredExperience:
    """Convert a row of the table of experiences; raise ValueError where it is malformed."""
    number, kind, situation, response, score, vector, *tags = row
    # SQLite does not enforce the types of columns.
    if kind not in ("xu", "plus") or not all(
        isinstance(each, str) for each in (situation, response, *tags)
    ):
        raise ValueError("an experience is not valid")
    if not isinstance(number, int) or not (isinstance(score, float) and isfinite(score)):
        raise ValueError("an experience has no number or score")
    # The texts go into prompts and onto screens.
    experience = Experience(
        number, kind, in_one_line(situation, _LONGEST), in_one_line(response, _LONGEST), score
    )
    found = unpack_vector(vector)
    if len(found) != dimensions:
        raise ValueError(f"a vector has {len(found)} numbers instead of {dimensions}")
    return StoredExperience(
        experience,
        Tags(
            **{tag: in_one_line(word, _LONGEST_TAG) for tag, word in zip(_TAGS, tags, strict=True)}
        ),
        found,
    )


def _pool(row: tuple[Any, ...]) -> PoolInfo:
    """Convert a row of the table of pools; raise ValueError where it is malformed."""
    name, embedder, revision, dimensions, games, experiences = row
    if (
        not isinstance(name, str)
        or not isinstance(embedder, str)
        or not isinstance(revision, int)
        or revision < 0
    ):
        raise ValueError("a pool is not valid")
    if not isinstance(dimensions, int) or not 0 <= dimensions <= MAX_DIMENSIONS:
        raise ValueError("a pool has no valid number of dimensions")
    return PoolInfo(
        in_one_line(name, _LONGEST_TAG),
        in_one_line(embedder, _LONGEST_TAG),
        revision,
        games,
        experiences,
    )
