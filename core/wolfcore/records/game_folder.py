"""`GameFolder`: the folder of one game, open for writing by one process.

When a write returns, the operating system has its lines, so killing the process loses no answer.
A new folder appears complete, with its header, or not at all.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.files import path_exists
from wolfcore.game import Entry, GameSpec, Result

from .about import About, ForkParent, PoolRead, Recollection, SeatSpec, read_about
from .digest import has_digest, make_digest, read_digest, write_digest
from .entries import encode_entries, encode_result
from .header import encode_header, header_of
from .journal import AnswerRecord, ErrorRecord, encode_lines
from .jsonl import LineFile, cannot_write, write_file
from .layout import (
    ABOUT_FILE,
    CALLS_FILE,
    CALLS_WRITE_LIMIT,
    ERRORS_FILE,
    JOURNAL_FILE,
    JOURNAL_LIMIT,
    LOG_FILE,
    LOG_LIMIT,
    FolderLock,
    new_id,
)

_LIMITS = {
    LOG_FILE: LOG_LIMIT,
    JOURNAL_FILE: JOURNAL_LIMIT,
    CALLS_FILE: CALLS_WRITE_LIMIT,
    ERRORS_FILE: 1 << 30,
}
"""The most bytes that each file may have when it is opened for appending."""


class NewGame(Struct, frozen=True):
    """The data written when the folder of a new game is created.

    Attributes:
        spec: The board, names, seed and forced draws.
        seats: The player of each seat, in seat order.
        version: The version of this program.
        reader: The version of the speech reader, or 0.
        bots: The versions of the house bots that played or play it.
        by_role: Whether any seat was assigned by role or team.
        wished: The seat assignments as written, where any was by role or team.
        eyes_after_death: What a dead person sees, `own` or `all`.
        language: The language of the game.
        fork: The parent of a fork, or None.
        told: Fingerprints of the sentences that its people heard from bots in their last games.
        leanings: The key of the leanings of its house bots; empty for none.
        recollection: What a bot may recall of the last game of its person, or None.
        deal_number: The number from which the seed and the names were made; None where the seed was
            stated.
        pools: The experience pools that its seats read.
        learn: The pool that learns from the game when it ends; empty for none.
        embedder: The embedder for seats that name none.
        entries: The first entries of a fork's log.
        answers: The first answers of a fork's journal.
        created: The time of creation; now if None.
        id_letters: The number of random characters of the id: more for games that are collected
            from several places.
    """

    spec: GameSpec
    seats: Sequence[SeatSpec]
    version: str
    reader: int = 0
    bots: tuple[int, ...] = ()
    by_role: bool = False
    wished: Sequence[str] = ()
    eyes_after_death: str = "own"
    language: str = "en"
    fork: ForkParent | None = None
    told: Sequence[str] = ()
    leanings: str = ""
    recollection: Recollection | None = None
    deal_number: int | None = None
    pools: Sequence[PoolRead] = ()
    learn: str = ""
    embedder: str = ""
    entries: Sequence[Entry] = ()
    answers: Iterable[AnswerRecord] = ()
    created: datetime | None = None
    id_letters: int = 6


class GameFolder:
    """A game's folder, locked by this writer until `close`.

    Use `create` for a new game and `open` for an existing one; as a context manager it closes
    itself. After a failed write the lines stay in memory: the next call writes them first, and
    `flush` does only that.

    Attributes:
        path: The folder.
        about: The contents of `about.json`, or None where it is missing or damaged.
    """

    def __init__(self, path: Path, about: About | None = None) -> None:
        """Lock and open an existing folder.

        Args:
            path: The folder.
            about: The contents of `about.json` if known already; None to read the file.

        Raises:
            LogError: Another writer holds the folder, or it cannot be written.
        """
        self.path = path
        try:
            self._lock = FolderLock(path)
        except OSError as error:
            raise cannot_write(path, error) from error
        self._files: dict[str, LineFile] = {}
        self._about_unsaved = self._unsealed = self._changed_since_open = False
        # Only `create` hands `about` in, and a new folder has no digest.
        self._was_sealed = about is None and has_digest(path)
        try:
            self.about: About | None = about or read_about(path)[0]
            # Opened at once, so that a torn line is cut off and a read-only folder is found out
            # before play.
            for name in (LOG_FILE, JOURNAL_FILE):
                self._file(name).append(b"")
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, root: Path, new: NewGame) -> GameFolder:
        """Create a new game in a new folder below `root`.

        Args:
            root: The folder of the saved games; made if it does not exist.
            new: The spec, players and options of the game.

        Raises:
            ConfigError: `root` cannot be written.
        """
        moment = (new.created or datetime.now(UTC)).astimezone(UTC)
        about = About(
            "",
            f"{moment:%Y-%m-%dT%H:%M:%S.%fZ}",
            new.version,
            tuple(new.seats),
            by_role=new.by_role,
            fork=new.fork,
            eyes_after_death=new.eyes_after_death,
            reader=new.reader,
            told=tuple(new.told),
            leanings=new.leanings,
            recollection=new.recollection,
            pools=tuple(new.pools),
            learn=new.learn,
            embedder=new.embedder,
            wished=tuple(new.wished),
            bots=new.bots,
            deal_number=new.deal_number,
        )
        log = encode_header(header_of(new.spec, new.language)) + encode_entries(new.entries)
        name = partial(new_id, new.spec.board.name, moment, new.id_letters)
        return cls(*_create_folder(root, name, about, log, encode_lines(new.answers)))

    @classmethod
    def open(cls, path: Path) -> GameFolder:
        """Open an existing folder to resume its game. A torn last line is cut off.

        Raises:
            LogError: There is no game, another writer holds the folder, or it cannot be written.
        """
        if not path_exists(path / LOG_FILE):
            raise LogError("holds no saved game", file=str(path))
        return cls(path)

    @property
    def id(self) -> str:
        """The game's id, which is the folder's name."""
        return self.path.name

    @property
    def players(self) -> dict[int, str]:
        """The player of each seat now, as on the command line; empty without `about.json`."""
        return (
            {seat: spec.text for seat, spec in enumerate(self.about.seats_now(), 1)}
            if self.about
            else {}
        )

    @property
    def unsaved(self) -> bool:
        """Whether lines, `about.json` or the digest still wait after a failed write."""
        return (
            self._about_unsaved
            or self._unsealed
            or any(file.unsaved for file in self._files.values())
        )

    @property
    def log_lines(self) -> int:
        """The number of lines of the log: header, entries and, of a finished game, the result."""
        return self._file(LOG_FILE).lines

    @property
    def torn(self) -> tuple[str, ...]:
        """The files whose torn last line was cut off when the folder was opened."""
        return tuple(name for name, file in self._files.items() if file.torn)

    def add_log(self, entries: Sequence[Entry], result: Result | None = None) -> None:
        """Append entries to the log and, if `result` is given, the result line that ends it.

        Raises:
            LogError: The lines cannot be written now; they are kept in memory.
        """
        lines = encode_entries(entries)
        lines = lines + encode_result(result) if result else lines
        self._changed_since_open = self._changed_since_open or bool(lines)
        self._file(LOG_FILE).append(lines)

    def add_answers(self, *records: AnswerRecord) -> None:
        """Append answers to the journal. Raises LogError where it cannot be written."""
        self._changed_since_open = True
        self._file(JOURNAL_FILE).append(encode_lines(records))

    def add_call(self, *records: Struct) -> None:
        """Append model calls or steps of an agent. Raises LogError where that fails."""
        self._file(CALLS_FILE).append(encode_lines(records))

    def add_error(self, *records: ErrorRecord) -> None:
        """Append errors to the list of errors. Raises LogError where it cannot be written."""
        self._file(ERRORS_FILE).append(encode_lines(records))

    def flush(self) -> None:
        """Write the lines kept in memory. Raises LogError where they still cannot be written."""
        for file in self._files.values():
            file.append(b"")
        if self._about_unsaved and self.about:
            self.rewrite_about(self.about)

    def rewrite_about(self, about: About) -> None:
        """Replace `about.json` atomically.

        Raises:
            LogError: It cannot be written now; `about` is kept as `self.about`, and `flush` tries
                again.
        """
        # Kept before it is written: after a failure `flush` writes this one.
        self.about, self._about_unsaved = about, True
        target = self.path / ABOUT_FILE
        fresh = self.path / f".{ABOUT_FILE}.new"
        try:
            write_file(fresh, _about_bytes(about))
            fresh.replace(target)
        except OSError as error:
            raise cannot_write(target, error) from error
        self._about_unsaved = False

    def seal(self) -> None:
        """Write the digest of a game that has ended; call it after the last line.

        An existing digest stays where nothing changed since the folder was opened, or where its
        checksums still match.

        Raises:
            LogError: It cannot be written now; the next call tries again.
        """
        # Until the write below succeeds, `unsaved` tells that the digest is still missing.
        self._unsealed = True
        there = self._was_sealed
        if self._changed_since_open or not there:
            log, journal = self._file(LOG_FILE).read_all(), self._file(JOURNAL_FILE).read_all()
            made = "again" if there else "end" if self._changed_since_open else "later"
            digest = make_digest(log, journal, self.about, made)
            # A digest that still matches stays: it may say `end`, and a new one would say `again`.
            held = read_digest(self.path)[0] if there else None
            if held is None or (held.log, held.journal) != (digest.log, digest.journal):
                write_digest(self.path, digest)
        self._was_sealed, self._unsealed, self._changed_since_open = True, False, False

    def close(self) -> None:
        """Close the files and release the lock. Repeated calls do nothing."""
        for file in self._files.values():
            file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _file(self, name: str) -> LineFile:
        file = self._files.get(name)
        if file is None:
            file = self._files[name] = LineFile(self.path / name, _LIMITS[name])
        return file


def _about_bytes(about: About) -> bytes:
    return msgspec.json.format(msgspec.json.encode(about), indent=1) + b"\n"


def _create_folder(
    root: Path, name: Callable[[], str], about: About, log: bytes, journal: bytes
) -> tuple[Path, About]:
    """Write a new folder under a temporary name, then rename it; return its path and `about`.

    The returned `about` has the folder's name as its id.
    """
    # A name with a dot is left out of lists, so that nobody finds a folder that is half written.
    aside = root / f".new-{secrets.token_hex(8)}"
    try:
        root.mkdir(parents=True, exist_ok=True)
        aside.mkdir()
        try:
            # Names end in random letters; another one is drawn where a game has this one already.
            place = root / name()
            while place.exists():
                place = root / name()
            about = replace(about, id=place.name)
            write_file(aside / LOG_FILE, log)
            write_file(aside / JOURNAL_FILE, journal)
            write_file(aside / ABOUT_FILE, _about_bytes(about))
            aside.rename(place)
        except OSError:
            shutil.rmtree(aside, ignore_errors=True)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        problem = f"no game can be saved there ({reason[:1].lower()}{reason[1:]})"
        raise ConfigError(
            problem, file=str(root), hint="Make room or allow writing, or play with --no-save."
        ) from error
    return place, about
