"""The SQLite file `games.sqlite` with one row a game, written before the next game is counted.

Columns are the fields of `Row`, with players and roles as JSON. The table `about` has a checksum
of each row, so that no change of a row is hidden; rows that earlier versions wrote have none. A
column that an earlier version did not have is NULL in its rows. A damaged or foreign file is
refused.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError
from wolfcore.files import check_database
from wolfcore.table import ModelAnswers
from wolfcore.visible import shortened

from .game_rows import Row

_APPLICATION_ID, _SCHEMA_VERSION = 0x576F6C41, 3
"""The SQLite application id and schema version that identify such a file."""


_EARLIER_VERSIONS = (1, 2)
"""Schema versions whose files lack some of the columns `_ADDED` and `_ADDED_NUMBERS`."""


_ADDED = {"models": JsonReader(tuple[ModelAnswers, ...]), "served_by": JsonReader(tuple[str, ...])}
"""Columns that files of earlier versions may lack, as JSON; NULL where nothing is known."""


_ADDED_NUMBERS = ("bots",)
"""Columns of whole numbers that files of earlier versions may lack."""


_LIMIT = 1 << 34
"""The most bytes of a file that is opened."""


_WAIT = 5.0
"""Seconds to wait for another process that uses the file."""


_COLUMNS = Row.__struct_fields__


_LISTS = ("players", "roles")


_TEXT = ("cell", "board", "winner", "broken", "folder", "digest", *_LISTS, *_ADDED)


_REAL = ("cost", "seconds")


_MAY_BE_MISSING = ("winner", "cost", *_ADDED, *_ADDED_NUMBERS)


def _column(name: str) -> str:
    kind = "TEXT" if name in _TEXT else "REAL" if name in _REAL else "INTEGER"
    return f"{name} {kind}" + (
        " PRIMARY KEY" if name == "game" else "" if name in _MAY_BE_MISSING else " NOT NULL"
    )


_CHECKSUM = "row "
"""The keys of checksums in the table `about` begin with this; the number of the game follows."""


_ALL_CHECKED = f"{_CHECKSUM}all"
"""The key that says that no row is older than checksums, so that each has one."""


_OF_ROWS = f"key GLOB '{_CHECKSUM}*'"


_TABLES = f"""
BEGIN;
CREATE TABLE games ({", ".join(map(_column, _COLUMNS))});
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO about VALUES ('{_ALL_CHECKED}', '');
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_SCHEMA_VERSION};
COMMIT;
"""


_ADD = f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


_LIST = JsonReader(tuple[str, ...])


def _select_all(kept: sqlite3.Connection) -> str:
    lacking = _lacking(kept)
    columns = ("NULL" if name in lacking else name for name in _COLUMNS)
    return f"SELECT {', '.join(columns)} FROM games ORDER BY game"


def _lacking(kept: sqlite3.Connection) -> list[str]:
    """Return the columns that a file of an earlier version lacks."""
    there = {row[0] for row in kept.execute("SELECT name FROM pragma_table_info('games')")}
    return [name for name in (*_ADDED, *_ADDED_NUMBERS) if name not in there]


class RowStore:
    """The rows file of an arena, opened by the process that holds the arena's lock.

    Args:
        file: The file; made if missing.

    Raises:
        ConfigError: It is no file of an arena, damaged, or cannot be used.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        with _database_errors(file):
            self._kept = _opened(file, "rwc")
            try:
                _check_file(self._kept, file, makes=True)
                # Reports read the table while games are added.
                self._kept.execute("PRAGMA journal_mode = WAL")
                self._kept.execute("PRAGMA synchronous = NORMAL")
            except BaseException:
                self._kept.close()
                raise

    def rows(self) -> list[Row]:
        """Return all rows, by number.

        Raises:
            ConfigError: The file is damaged, or cannot be read.
        """
        with _database_errors(self._file):
            # A row that is missing is read again from its game, or the game is played again.
            return _rows(self._kept, self._file)[0]

    def add(self, *rows: Row) -> None:
        """Add rows; all of them or none are on disk when this returns.

        Raises:
            ConfigError: The file cannot be written, or has one of these games already.
        """
        with _database_errors(self._file), self._kept:
            self._kept.executemany(_ADD, [_values(row) for row in rows])
            self._kept.executemany(
                "INSERT OR REPLACE INTO about VALUES (?, ?)",
                [(f"{_CHECKSUM}{row.game}", _checksum(row)) for row in rows],
            )

    def about(self) -> dict[str, str]:
        """Return the key-value table of the arena, such as the signatures of its models.

        Raises:
            ConfigError: The file is damaged, or cannot be read.
        """
        with _database_errors(self._file):
            return dict(
                self._kept.execute(f"SELECT key, value FROM about WHERE NOT {_OF_ROWS}").fetchall()
            )

    def set_about(self, key: str, value: str) -> None:
        """Set one value of the key-value table.

        Raises:
            ConfigError: The file cannot be written.
        """
        with _database_errors(self._file), self._kept:
            self._kept.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))

    def close(self) -> None:
        """Close the file. Repeated calls do nothing."""
        self._kept.close()


def read_rows(file: Path) -> list[Row]:
    """Read the rows of an arena, by number, also while another process plays it.

    Raises:
        ConfigError: There is no such file, it is none of an arena, damaged, or cannot be read.
    """
    with _database_errors(file), closing(_opened(file, "rw")) as kept:
        _check_file(kept, file, makes=False)
        rows, missing = _rows(kept, file)
        if missing:
            raise _damaged(file, f"game {shortened(missing[0], 20)} is missing")
        return rows


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    # SQLite would wait for a pipe and follow a link.
    if mode != "rwc" or file.exists():
        check_database(file, _LIMIT)
    kept = sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=_WAIT)
    # The file may come from elsewhere, and its schema may run nothing.
    kept.execute("PRAGMA trusted_schema = OFF")
    return kept


def _check_file(kept: sqlite3.Connection, file: Path, *, makes: bool) -> None:
    """Check that a file is a whole rows file; with `makes`, create the tables in an empty one."""
    whose, form = (
        kept.execute(f"PRAGMA {what}").fetchone()[0] for what in ("application_id", "user_version")
    )
    tables = kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not (whose or tables):
        if not makes:
            raise ConfigError(
                "is empty and holds no games",
                file=str(file),
                hint="`wolftui arena FILE` plays games.",
            )
        kept.executescript(_TABLES)
    elif whose != _APPLICATION_ID:
        raise ConfigError(
            "is a file of another program, not a table of games",
            file=str(file),
            hint="Choose another folder.",
        )
    elif form not in (_SCHEMA_VERSION, *_EARLIER_VERSIONS):
        hint = "Use that version, or choose another folder."
        raise ConfigError(f"was made by another version (schema {form})", file=str(file), hint=hint)
    elif odd := kept.execute(
        "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    ).fetchone():
        # A view or a trigger could do something else than a table when rows are read.
        raise _damaged(file, f"it holds `{odd[0]}`, which is not a table")
    elif (found := kept.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
        raise _damaged(file, str(found))
    elif makes and form != _SCHEMA_VERSION:
        added = "".join(
            f"ALTER TABLE games ADD COLUMN {_column(each)}; " for each in _lacking(kept)
        )
        kept.executescript(f"BEGIN; {added}PRAGMA user_version = {_SCHEMA_VERSION}; COMMIT;")


@contextmanager
def _database_errors(file: Path) -> Generator[None]:
    """Convert SQLite and file errors in the `with` block to ConfigError."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise ConfigError(f"already has this game ({error})", file=str(file)) from error
    except sqlite3.OperationalError as error:
        hint = (
            "Another process uses it; try again, or end that process."
            if "locked" in str(error)
            else "Free disk space, or allow writing."
        )
        raise ConfigError(f"cannot be used ({error})", file=str(file), hint=hint) from error
    # A message of SQLite may quote bytes of the file that are no text.
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise _damaged(file, str(error)) from error
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error


def _damaged(file: Path, why: str) -> ConfigError:
    hint = (
        "Move it away: the same command rebuilds it from the saved games, and plays the "
        "missing games."
    )
    return ConfigError(f"is damaged ({why})", file=str(file), hint=hint)


def _values(row: Row) -> list[Any]:
    return [
        msgspec.json.encode(value).decode() if isinstance(value, tuple) else value
        for value in msgspec.structs.astuple(row)
    ]


def _rows(kept: sqlite3.Connection, file: Path) -> tuple[list[Row], list[str]]:
    """Return the rows, and the numbers of games that have a checksum and no row."""
    # Rows and checksums of one moment: another process may add games.
    kept.execute("BEGIN")
    try:
        rows = [_row(values, file) for values in kept.execute(_select_all(kept))]
        sums = dict(kept.execute(f"SELECT key, value FROM about WHERE {_OF_ROWS}").fetchall())
    finally:
        kept.rollback()
    allowed = () if sums.pop(_ALL_CHECKED, None) is not None else (None,)
    for row in rows:
        if sums.pop(f"{_CHECKSUM}{row.game}", None) not in (_checksum(row), *allowed):
            raise _damaged(file, f"game {row.game} was changed")
    return rows, [str(key).removeprefix(_CHECKSUM) for key in sums]


def _row(values: Sequence[Any], file: Path) -> Row:
    try:
        named = dict(zip(_COLUMNS, values, strict=True))
        lists: dict[str, Any] = {name: _LIST.decode(named[name].encode()) for name in _LISTS}
        for name, reader in _ADDED.items():
            if named[name] is not None:
                lists[name] = reader.decode(named[name].encode())
        row = msgspec.convert({**named, **lists}, Row)
        if not _is_possible(row):
            raise ValueError("it has a value that no game has")
    # Another type of SQLite has no `encode`; text from there may hold a lone surrogate.
    except (msgspec.MsgspecError, TypeError, AttributeError, ValueError) as error:
        raise _damaged(file, f"game {shortened(str(values[0]), 20)}: {error}") from error
    return row


def _is_possible(row: Row) -> bool:
    counts = (
        row.game, row.deal, row.repeat, row.sheriff, row.days, row.calls, row.tokens_in,
        row.tokens_out, row.replaced, row.seconds, row.cost or 0.0, row.bots or 0,
    )  # fmt: skip
    return (
        all(isfinite(count) and count >= 0 for count in counts)
        and len(row.players) == len(row.roles) >= row.sheriff
        and not (row.broken and (row.winner or row.digest))
        and all(
            min(each.given, each.repaired, each.replaced, each.refused or 0, each.cut or 0) >= 0
            for each in row.models or ()
        )
    )


def _checksum(row: Row) -> str:
    """Return sixteen hexadecimal digits of the SHA-256 of a row's values."""
    # SQLite returns whole numbers of a REAL column as floats. A row of an earlier version keeps its
    # checksum, which knew no added column.
    values = [
        float(value) if name in _REAL and value is not None else value
        for name, value in zip(_COLUMNS, _values(row), strict=True)
        if name not in (*_ADDED, *_ADDED_NUMBERS) or value is not None
    ]
    return sha256(repr(values).encode("utf-8", "surrogatepass")).hexdigest()[:16]
