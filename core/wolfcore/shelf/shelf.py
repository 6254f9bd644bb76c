"""The index of the saved games in a folder: one SQLite file, never the truth.

All of it follows from the folders of the games and is made from them again at will. A folder is read again when its files are
others than they were. A file that is damaged or of another version is emptied, which is said in a line; where no file can be
written, the index lies in memory. Several processes may use it at once.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from .marks import marks_in, storable
from .volume import Quote, Said, Volume, quote_from, said_in, volume_of
from .wanted import Sort, Wanted, order_of

T = TypeVar("T")

_OURS, _FORM = 0x576F6C53, 2
"""What the head of such a file says: whose it is, and in which form."""
_WAIT = 5.0
"""Seconds to wait for another process that writes."""
_AT_ONCE = 200
"""Games that are read between two writes."""
_GAMES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, mark TEXT NOT NULL, began TEXT NOT NULL, board TEXT NOT NULL,
    ended TEXT NOT NULL, winner TEXT NOT NULL, days INTEGER NOT NULL, people INTEGER NOT NULL, who TEXT NOT NULL,
    tags TEXT NOT NULL, imported INTEGER NOT NULL, forked INTEGER NOT NULL, problem INTEGER NOT NULL, volume BLOB NOT NULL
)"""
_FTS = "CREATE VIRTUAL TABLE words USING fts5 (text, seats UNINDEXED, tokenize = 'unicode61 remove_diacritics 2')"
_LIKE = "CREATE TABLE words (text TEXT NOT NULL, seats TEXT NOT NULL)"
_ADD = f"INSERT INTO games VALUES (NULL, {', '.join('?' * 14)})"

_VOLUME = msgspec.json.Decoder(Volume)
_ENCODER = msgspec.json.Encoder()


class Refreshed(NamedTuple):
    """What bringing an index up to date did: games read, games gone, and games that are still to be read."""

    read: int
    gone: int
    left: int


class _Damaged(Exception):
    """The file is no index, is damaged, or is of another version; says which, as a clause."""


class Shelf:
    """The index of the games in the folder `root`.

    Args:
        root: The folder of games; it need not exist.
        file: The file of the index, made where there is none; None for one in memory.

    Attributes:
        root: As given.
        notice: A sentence about what was wrong with the file and was repaired; empty where nothing was.
        reads: How many folders of games were read.
    """

    def __init__(self, root: Path, file: Path | None = None) -> None:
        self.root, self.notice, self.reads = root, "", 0
        self._file, self._lock = file, threading.RLock()
        self._full_text = _has_fts()
        self._kept = self._open()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._kept.close()

    # -- bringing it up to date

    def refresh(self, most: int | None = None) -> Refreshed:
        """Read the folders that changed, the newest first, and forget those that are gone.

        Args:
            most: How many folders to read at most; None for all.

        Raises:
            ConfigError: The folder of the games cannot be read.
        """
        there, began_with = marks_in(self.root), self._kept
        known = dict(self._done(lambda kept: kept.execute("SELECT name, mark FROM games").fetchall()))
        gone = [name for name in known if name not in there]
        changed = sorted((name for name, mark in there.items() if known.get(name) != mark), reverse=True)
        now = changed[:most]
        if gone:
            self._done(lambda kept: self._forget(kept, gone))
        for start in range(0, len(now), _AT_ONCE):
            names = now[start : start + _AT_ONCE]
            read = [(there[name], *_read(self.root / name)) for name in names]
            self.reads += len(read)
            self._done(lambda kept, read=read: self._write(kept, read))
        if self._kept is not began_with and most is None:  # what was written before the index was made anew is gone with it
            return self.refresh()
        return Refreshed(len(now), len(gone), len(changed) - len(now))

    def rebuild(self) -> None:
        """Forget everything; the next `refresh` reads it all again."""
        self._done(self._make)

    def _write(self, kept: sqlite3.Connection, read: Sequence[tuple[str, Volume, Said]]) -> None:
        self._forget(kept, [volume.id for _, volume, _ in read])
        for mark, volume, said in read:
            added = kept.execute(_ADD, _row(mark, volume))
            seats = " ".join(map(str, said.seats))
            kept.execute(
                "INSERT INTO words (rowid, text, seats) VALUES (?, ?, ?)",
                (added.lastrowid, storable("\n".join(said.lines)), seats),
            )

    def _forget(self, kept: sqlite3.Connection, names: Sequence[str]) -> None:
        for name in names:
            kept.execute("DELETE FROM words WHERE rowid IN (SELECT id FROM games WHERE name = ?)", (name,))
            kept.execute("DELETE FROM games WHERE name = ?", (name,))

    # -- asking it

    def games(self, wanted: Wanted | None = None, sort: Sort = "date", *, backwards: bool = False) -> list[Volume]:
        """The games that are wanted, in order."""
        wanted = wanted or Wanted()
        where, values = wanted.conditions()
        if wanted.words:
            found, terms = self._found(wanted.words)
            where, values = [*where, found], [*values, *terms]
        condition = f" WHERE {' AND '.join(where)}" if where else ""
        query = f"SELECT volume FROM games{condition} ORDER BY {order_of(sort, backwards=backwards)}"

        def ask(kept: sqlite3.Connection) -> list[Volume]:
            return [_VOLUME.decode(row[0]) for row in kept.execute(query, values)]

        return self._done(ask)

    def count(self) -> int:
        """How many games there are."""
        return self._done(lambda kept: kept.execute("SELECT count(*) FROM games").fetchone()[0])

    def quote(self, game: str, words: Sequence[str]) -> Quote | None:
        """Where `words` were said in a game; None where they were not."""
        query = "SELECT words.text, words.seats FROM words JOIN games ON words.rowid = games.id WHERE games.name = ?"
        row = self._done(lambda kept: kept.execute(query, (game,)).fetchone())
        if row is None or not words:
            return None
        return quote_from(Said(tuple(row[0].split("\n")), tuple(map(int, row[1].split()))), words)

    def counted(self, column: str) -> list[tuple[str, int]]:
        """The values of a column, `board` or `tag`, with how many games have each, the most first."""
        if column == "tag":
            counts: dict[str, int] = {}
            for volume in self.games():
                for tag in volume.tags:
                    counts[tag] = counts.get(tag, 0) + 1
            return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        query = "SELECT board, count(*) FROM games WHERE problem = 0 GROUP BY board ORDER BY count(*) DESC, board"
        return self._done(lambda kept: kept.execute(query).fetchall())

    def _found(self, words: Sequence[str]) -> tuple[str, list[str]]:
        """The condition that all words were said, and the values of its question marks. The last word may be a beginning."""
        if self._full_text:
            match = " ".join(f'"{_quoted(word)}"' for word in words) + "*"
            return "id IN (SELECT rowid FROM words WHERE words MATCH ?)", [match]
        like = " AND ".join("text LIKE ? ESCAPE '!'" for _ in words)
        return f"id IN (SELECT rowid FROM words WHERE {like})", [f"%{_escaped(word)}%" for word in words]

    # -- the file

    def _done(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work on the index in a transaction; where the file is damaged, once more on an empty one."""
        with self._lock:
            try:
                return self._in_transaction(work)
            except sqlite3.OperationalError as error:  # in use for too long, no room, or taken away
                self._in_memory(str(error))
            except (sqlite3.DatabaseError, msgspec.DecodeError):
                self._anew("was damaged")
            return self._in_transaction(work)

    def _in_transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._kept as kept:
            return work(kept)

    def _open(self) -> sqlite3.Connection:
        if self._file is None:
            return self._fresh_memory()
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            kept = sqlite3.connect(self._file, timeout=_WAIT, check_same_thread=False)
        except (OSError, sqlite3.OperationalError) as error:
            self.notice = _not_kept(str(error))
            return self._fresh_memory()
        try:
            self._look(kept)
        except sqlite3.OperationalError as error:
            kept.close()
            self.notice = _not_kept(str(error))
            return self._fresh_memory()
        except (sqlite3.DatabaseError, _Damaged) as error:
            self._kept = kept
            self._anew(str(error) if isinstance(error, _Damaged) else "was damaged")
            return self._kept
        return kept

    def _look(self, kept: sqlite3.Connection) -> None:
        """See that a file is an index of this form; one that is empty becomes one."""
        owner, form = (kept.execute(f"PRAGMA {what}").fetchone()[0] for what in ("application_id", "user_version"))
        if not owner and not kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            with kept:
                kept.execute("BEGIN IMMEDIATE")
                if not kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:  # else another process was first
                    self._make(kept)
            return
        if owner != _OURS:
            raise _Damaged("was another file")
        if form != self._form:
            raise _Damaged("was made by another version")

    @property
    def _form(self) -> int:
        return 2 * _FORM + self._full_text

    def _make(self, kept: sqlite3.Connection) -> None:
        """Empty tables in the place of what is there."""
        if not kept.in_transaction:
            kept.execute("BEGIN IMMEDIATE")
        for name in ("games", "words"):
            kept.execute(f"DROP TABLE IF EXISTS {name}")
        kept.execute(_GAMES)
        kept.execute(_FTS if self._full_text else _LIKE)
        kept.execute(f"PRAGMA application_id = {_OURS}")
        kept.execute(f"PRAGMA user_version = {self._form}")

    def _anew(self, why: str) -> None:
        """An empty file in the place of one that cannot be used; whoever has that one open goes on with it, unseen."""
        self._kept.close()
        self.notice = f"The index of the library {why} and is made anew."
        assert self._file is not None
        for name in (f"{self._file.name}-journal", self._file.name):
            with suppress(OSError):
                self._file.with_name(name).unlink()
        try:
            self._kept = sqlite3.connect(self._file, timeout=_WAIT, check_same_thread=False)
            self._look(self._kept)
        except (sqlite3.DatabaseError, _Damaged) as error:
            self._in_memory(str(error))

    def _in_memory(self, why: str) -> None:
        self._kept.close()
        self.notice = _not_kept(why)
        self._kept = self._fresh_memory()

    def _fresh_memory(self) -> sqlite3.Connection:
        kept = sqlite3.connect(":memory:", check_same_thread=False)
        with kept:
            self._make(kept)
        return kept


def _not_kept(why: str) -> str:
    return f"The index of the library cannot be kept ({why}), so all games are read each time."


def _has_fts() -> bool:
    """Whether this SQLite searches texts."""
    kept = sqlite3.connect(":memory:")
    try:
        kept.execute(_FTS)
    except sqlite3.OperationalError:
        return False
    finally:
        kept.close()
    return True


def _read(folder: Path) -> tuple[Volume, Said]:
    """What the index keeps of a game."""
    volume = volume_of(folder)
    return volume, said_in(folder, len(volume.names))


def _row(mark: str, game: Volume) -> tuple[object, ...]:
    who = "\n".join((*game.names, *game.players)).casefold()
    tags = "".join(f"\n{tag}\n" for tag in game.tags).casefold()
    return (
        game.id, mark, game.when, storable(game.board.casefold()), game.ended or "", game.winner or "", game.days,
        len(game.people), storable(who), storable(tags), bool(game.source), bool(game.fork), bool(game.problem),
        _ENCODER.encode(game),
    )  # fmt: skip


def _quoted(word: str) -> str:
    return storable(word).replace('"', '""')


def _escaped(word: str) -> str:
    return storable(word).replace("!", "!!").replace("%", "!%").replace("_", "!_")
