"""`LibraryIndex`: an SQLite index of the saved games in a folder; list, filter, search, refresh.

The game folders are authoritative: a folder whose files changed is read again, and a damaged or
older index is rebuilt with a notice. Where no file can be written the index is in memory. Several
processes may use one file.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar
from zlib import crc32

import msgspec

from wolfcore.files import check_database, path_exists
from wolfcore.game.roles import role_digests, roles_digest
from wolfcore.records import summarise

from .filter import GameFilter, Sort, escape_like, quote_words, sql_order, sqlite_text
from .listed_game import (
    ListedGame,
    Quote,
    SpokenLines,
    find_quote,
    fingerprints_in,
    listed_game_from,
    read_spoken_lines,
)

T = TypeVar("T")


_APPLICATION_ID, _SCHEMA_VERSION = 0x576F6C53, 5
"""The SQLite application id and schema version that identify an index file."""


_TIMEOUT = 5.0
"""Seconds to wait for another process that writes the index."""


_MOST_BYTES = 1 << 34
"""Bytes of the largest index that is opened; a hundred thousand games take a tenth of it."""


_BATCH_SIZE = 200
"""The number of games read between two write transactions."""


_GAMES = (
    "\nCREATE TABLE games (\n"
    "    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, mark TEXT NOT NULL, "
    "began TEXT NOT NULL, board TEXT NOT NULL,\n"
    "    ended TEXT NOT NULL, winner TEXT NOT NULL, days INTEGER NOT NULL, "
    "people INTEGER NOT NULL, who TEXT NOT NULL,\n"
    "    tags TEXT NOT NULL, imported INTEGER NOT NULL, forked INTEGER NOT NULL, "
    "problem INTEGER NOT NULL, role TEXT NOT NULL, result TEXT NOT NULL, fate TEXT NOT NULL, "
    "volume BLOB NOT NULL\n"
    ")"
)


_FTS = (
    "CREATE VIRTUAL TABLE words USING fts5 (text, seats UNINDEXED, tokenize = 'unicode61 "
    "remove_diacritics 2')"
)


_LIKE = "CREATE TABLE words (text TEXT NOT NULL, seats TEXT NOT NULL)"


_SEAL = "CREATE TABLE seal (sum INTEGER NOT NULL)"
"""The checksum of all rows; empty while a refresh adds games."""


_ADD = f"INSERT INTO games VALUES (NULL, {', '.join('?' * 17)})"


_VOLUME = msgspec.json.Decoder(ListedGame)


_ENCODER = msgspec.json.Encoder()


class RefreshCounts(NamedTuple):
    """The counts of a refresh: games read, games removed, and games that are still to be read."""

    read: int
    gone: int
    left: int


class _UnusableFile(Exception):
    """The file is another file, or an index of another version; the message is a clause."""


class LibraryIndex:
    """The index of the games in the folder `root`.

    Args:
        root: The folder of games; it need not exist.
        file: The index file, created if missing; None for an index in memory.

    Attributes:
        root: The folder of games.
        notice: A sentence about a problem of the index file and its repair; empty for none.
        reads: How many game folders were read.
    """

    def __init__(self, root: Path, file: Path | None = None) -> None:
        self.root, self.notice, self.reads = root, "", 0
        # The screen refreshes in a thread, while its own thread lists and searches.
        self._file, self._lock = file, threading.RLock()
        self._full_text, self._checked = _has_fts(), file is None
        self._kept = self._open()

    def close(self) -> None:
        """Close the index file."""
        with self._lock:
            self._kept.close()

    # -- refresh

    def refresh(self, most: int | None = None) -> RefreshCounts:
        """Read the game folders that changed, newest first, and remove games that are gone.

        Args:
            most: The most folders to read; None for all.

        Raises:
            ConfigError: The folder of the games cannot be read.
        """
        self._check_once()
        there, began_with, roles = fingerprints_in(self.root), self._kept, roles_digest()
        query = "SELECT name, mark, problem FROM games"
        known: dict[str, tuple[str, int]] = {
            name: (mark, problem)
            for name, mark, problem in self._run(lambda kept: kept.execute(query).fetchall())
        }
        gone = [name for name in known if name not in there]
        changed = sorted(
            (name for name, mark in there.items() if not _is_current(known.get(name), mark, roles)),
            reverse=True,
        )
        now = changed[:most]
        if gone:
            self._run(lambda kept: self._forget(kept, gone))
        for start in range(0, len(now), _BATCH_SIZE):
            names = now[start : start + _BATCH_SIZE]
            read = [_read(self.root / name, there[name], roles) for name in names]
            self.reads += len(read)
            self._run(lambda kept, read=read: self._write(kept, read))
        self._run(self._seal)
        # A damaged index was recreated during the refresh: games written before that are lost.
        if self._kept is not began_with and most is None:
            return self.refresh()
        return RefreshCounts(len(now), len(gone), len(changed) - len(now))

    def rebuild(self) -> None:
        """Empty the index; the next `refresh` reads all games again."""
        self._run(self._create_tables)

    def _write(
        self, kept: sqlite3.Connection, read: Sequence[tuple[str, ListedGame, SpokenLines]]
    ) -> None:
        # A game that is there already is replaced.
        self._forget(kept, [volume.id for _, volume, _ in read])
        for mark, volume, said in read:
            added = kept.execute(_ADD, _row(mark, volume))
            seats = " ".join(map(str, said.seats))
            kept.execute(
                "INSERT INTO words (rowid, text, seats) VALUES (?, ?, ?)",
                (added.lastrowid, sqlite_text("\n".join(said.lines)), seats),
            )

    def _forget(self, kept: sqlite3.Connection, names: Sequence[str]) -> None:
        # In the transaction of each change: another process may have sealed the file in between.
        kept.execute("DELETE FROM seal")
        for name in names:
            kept.execute(
                "DELETE FROM words WHERE rowid IN (SELECT id FROM games WHERE name = ?)", (name,)
            )
            kept.execute("DELETE FROM games WHERE name = ?", (name,))

    # -- queries

    def games(
        self, wanted: GameFilter | None = None, sort: Sort = "date", *, backwards: bool = False
    ) -> list[ListedGame]:
        """Return the games that match the filter, sorted; all games without a filter."""
        wanted = wanted or GameFilter()
        where, values = wanted.sql_conditions()
        if wanted.words:
            found, terms = self._text_condition(wanted.words)
            where, values = [*where, found], [*values, *terms]
        condition = f" WHERE {' AND '.join(where)}" if where else ""
        query = f"SELECT volume FROM games{condition} ORDER BY {sql_order(sort, reverse=backwards)}"

        def ask(kept: sqlite3.Connection) -> list[ListedGame]:
            return [_VOLUME.decode(row[0]) for row in kept.execute(query, values)]

        return self._run(ask)

    def count(self) -> int:
        """Return the number of games in the index."""
        return self._run(lambda kept: kept.execute("SELECT count(*) FROM games").fetchone()[0])

    def quote(self, game: str, words: Sequence[str]) -> Quote | None:
        """Return the speech of a game in which `words` were said; None where none was found."""
        query = (
            "SELECT words.text, words.seats FROM words JOIN games ON words.rowid = games.id "
            "WHERE games.name = ?"
        )
        row = self._run(lambda kept: kept.execute(query, (game,)).fetchone())
        if row is None or not words:
            return None
        return find_quote(
            SpokenLines(tuple(row[0].split("\n")), tuple(map(int, row[1].split()))), words
        )

    def value_counts(self, column: str) -> list[tuple[str, int]]:
        """Return the values of `board` or `tag` with the number of games, most frequent first."""
        # All tags of a game are in one column, so that SQL cannot count them.
        if column == "tag":
            counts: dict[str, int] = {}
            for volume in self.games():
                for tag in volume.tags:
                    counts[tag] = counts.get(tag, 0) + 1
            return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        query = (
            "SELECT board, count(*) FROM games WHERE problem = 0 GROUP BY board ORDER BY "
            "count(*) DESC, board"
        )
        return self._run(lambda kept: kept.execute(query).fetchall())

    def _text_condition(self, words: Sequence[str]) -> tuple[str, list[str]]:
        """Return the SQL condition that all words were said, and its parameter values.

        With full-text search the last word may be the beginning of a word.
        """
        if self._full_text:
            match = " ".join(f'"{quote_words(word)}"' for word in words) + "*"
            return "id IN (SELECT rowid FROM words WHERE words MATCH ?)", [match]
        like = " AND ".join("text LIKE ? ESCAPE '!'" for _ in words)
        return f"id IN (SELECT rowid FROM words WHERE {like})", [
            f"%{escape_like(word)}%" for word in words
        ]

    # -- the file

    def _check_once(self) -> None:
        """Compare the file with its checksum, once; rebuild it where they differ.

        SQLite notices no damage that leaves its structure whole, such as another letter of a text.
        """
        if not self._checked:
            self._checked = True
            if not self._run(self._is_whole):
                self._recreate_file("was damaged")

    def _is_whole(self, kept: sqlite3.Connection) -> bool:
        return (
            kept.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
            and _sum_in(kept) in (None, self._sum(kept))
        )  # fmt: skip

    def _seal(self, kept: sqlite3.Connection) -> None:
        """Write the checksum of all rows, if it is missing."""
        if _sum_in(kept) is None:
            kept.execute("INSERT INTO seal VALUES (?)", (self._sum(kept),))

    def _sum(self, kept: sqlite3.Connection) -> int:
        """Return the CRC-32 of all rows, in the order in which they lie in the file."""
        found = 0
        # The full-text index itself is in `words_data`, and what finds its way in `words_idx`.
        parts = ("content", "data", "idx", "docsize", "config")
        tables = [f"words_{part}" for part in parts] if self._full_text else ["words"]
        for table in ("games", *tables):
            for row in kept.execute(f"SELECT * FROM {table}"):
                for value in row:
                    data = value if isinstance(value, bytes) else str(value).encode()
                    found = crc32(b"%d " % len(data), crc32(data, found))
        return found

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in a transaction; if the file is damaged, recreate it and run `work` again.

        If the file is locked too long, full or gone, continue with an index in memory.
        """
        with self._lock:
            try:
                return self._in_transaction(work)
            except sqlite3.OperationalError as error:  # locked, disk full, or file gone
                # The order of these two matters: OperationalError is a DatabaseError.
                self._fall_back_to_memory(str(error))
            # A message of SQLite may quote bytes of the file that are no text.
            except (sqlite3.DatabaseError, msgspec.DecodeError, UnicodeDecodeError):
                self._recreate_file("was damaged")
            return self._in_transaction(work)

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._kept as kept:
            return work(kept)

    def _open(self) -> sqlite3.Connection:
        if self._file is None:
            return self._open_memory()
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # SQLite would wait for a pipe or a device.
            if path_exists(self._file):
                check_database(self._file, _MOST_BYTES)
            kept = sqlite3.connect(self._file, timeout=_TIMEOUT, check_same_thread=False)
        except (OSError, sqlite3.OperationalError) as error:
            self.notice = _memory_notice(getattr(error, "strerror", None) or str(error))
            return self._open_memory()
        try:
            self._check_file(kept)
        except sqlite3.OperationalError as error:
            kept.close()
            self.notice = _memory_notice(str(error))
            return self._open_memory()
        except (sqlite3.DatabaseError, UnicodeDecodeError, _UnusableFile) as error:
            # `_recreate_file` closes and replaces what is in `_kept`.
            self._kept = kept
            self._recreate_file(str(error) if isinstance(error, _UnusableFile) else "was damaged")
            return self._kept
        return kept

    def _check_file(self, kept: sqlite3.Connection) -> None:
        """Check that a file is an index of this version; create the tables in an empty file."""
        owner, form = (
            kept.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("application_id", "user_version")
        )
        if not owner and not kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            with kept:
                kept.execute("BEGIN IMMEDIATE")
                # Check again under the write lock: another process may have created the tables.
                if not kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    self._create_tables(kept)
            return
        if owner != _APPLICATION_ID:
            raise _UnusableFile("was a file of another program")
        if form != self._schema_version:
            raise _UnusableFile("was made by another version")

    @property
    def _schema_version(self) -> int:
        return 2 * _SCHEMA_VERSION + self._full_text

    def _create_tables(self, kept: sqlite3.Connection) -> None:
        """Drop all tables and create empty ones."""
        # Python begins a transaction before changes of rows alone, not before those of tables.
        if not kept.in_transaction:
            kept.execute("BEGIN IMMEDIATE")
        for name in ("games", "words", "seal"):
            kept.execute(f"DROP TABLE IF EXISTS {name}")
        kept.execute(_GAMES)
        kept.execute(_SEAL)
        kept.execute(_FTS if self._full_text else _LIKE)
        kept.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        kept.execute(f"PRAGMA user_version = {self._schema_version}")

    def _recreate_file(self, why: str) -> None:
        """Replace an unusable file by an empty index.

        A process that has the old file open continues with it, although it is no longer in the
        folder.
        """
        self._kept.close()
        self.notice = f"The index of the library {why} and is rebuilt."
        assert self._file is not None
        # The journal first: SQLite would roll it back into a new file of the same name.
        for name in (f"{self._file.name}-journal", self._file.name):
            with suppress(OSError):
                self._file.with_name(name).unlink()
        try:
            self._kept = sqlite3.connect(self._file, timeout=_TIMEOUT, check_same_thread=False)
            self._check_file(self._kept)
        except (sqlite3.DatabaseError, _UnusableFile) as error:
            self._fall_back_to_memory(str(error))

    def _fall_back_to_memory(self, why: str) -> None:
        self._kept.close()
        self.notice = _memory_notice(why)
        self._kept = self._open_memory()

    def _open_memory(self) -> sqlite3.Connection:
        kept = sqlite3.connect(":memory:", check_same_thread=False)
        with kept:
            self._create_tables(kept)
        return kept


def _sum_in(kept: sqlite3.Connection) -> int | None:
    """Return the stored checksum; None where there is none."""
    found = kept.execute("SELECT sum FROM seal").fetchone()
    return found[0] if found else None


def _memory_notice(why: str) -> str:
    return f"The index of the library cannot be kept ({why}), so all games are read at every start."


def _has_fts() -> bool:
    """Return whether this SQLite has full-text search (FTS5)."""
    kept = sqlite3.connect(":memory:")
    try:
        kept.execute(_FTS)
    except sqlite3.OperationalError:
        return False
    finally:
        kept.close()
    return True


def _read(folder: Path, mark: str, roles: str) -> tuple[str, ListedGame, SpokenLines]:
    """Read what the index stores of a game: its mark, list data and speeches.

    Whether a game can be read also depends on the files of the roles where it deals a role beyond
    the first seven. The mark of such a game ends in the digest of the roles, and so does that of a
    game that cannot be read, whatever the reason.
    """
    game = summarise(folder)
    by_roles = not game.header or role_digests(game.header.board.roles)
    said = read_spoken_lines(folder, len(game.names))
    return _with_roles(mark, roles) if by_roles else mark, listed_game_from(game), said


def _with_roles(mark: str, roles: str) -> str:
    return f"{mark} {roles}"


def _is_current(row: tuple[str, int] | None, mark: str, roles: str) -> bool:
    """Return whether the row of a game, its mark and whether it has a problem, is up to date."""
    # Earlier versions wrote no digest; what they could not read is read once more.
    return row is not None and (row == (mark, False) or row[0] == _with_roles(mark, roles))


def _row(mark: str, game: ListedGame) -> tuple[object, ...]:
    own = game.own
    who = "\n".join((*game.names, *game.players)).casefold()
    tags = "".join(f"\n{tag}\n" for tag in game.tags).casefold()
    return (
        game.id,
        mark,
        game.date_text,
        sqlite_text(game.board.casefold()),
        game.ended or "",
        game.winner or "",
        game.days,
        len(game.people),
        sqlite_text(who),
        sqlite_text(tags),
        bool(game.source),
        bool(game.fork),
        bool(game.problem),
        own.role.casefold() if own else "",
        own.outcome if own else "",
        own.fate if own else "",
        _ENCODER.encode(game),
    )
