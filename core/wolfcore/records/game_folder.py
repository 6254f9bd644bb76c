"""`GameFolder`: the folder of one game, open for writing by one process.

When a call returns, its lines are with the operating system, so killing the process loses no
answer. A new folder appears whole, with its header, or not at all.
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

from .about import About, ForkParent, PoolRead, SeatSpec, read_about
from .digest import has_digest, make_digest, read_digest, write_digest
from .entries import encode_entries, encode_result
from .header import encode_header, header_of
from .journal import AnswerRecord, ErrorRecord, encode_lines
from .jsonl import LineFile, cannot_write, write_file
from .layout import (
    ABOUT_FILE,
    CALLS_FILE,
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
    CALLS_FILE: 1 << 30,
    ERRORS_FILE: 1 << 30,
}
"""Bytes that each file may have when it is opened to be added to."""


class GameFolder:
    """A game's folder, held by this writer until `close`.

    Use `create` for a new game and `open` for one that exists; as a context manager it closes
    itself. After a failed write the lines wait in memory: the next call writes them first, and
    `flush` does nothing else.

    Attributes:
        path: The folder.
        about: What `about.json` says, or None where it is missing or damaged.
    """

    def __init__(self, path: Path, about: About | None = None) -> None:
        """Hold a folder that exists.

        Args:
            path: The folder.
            about: What `about.json` says, where that is known already.

        Raises:
            LogError: Another writer holds it, or it cannot be written.
        """
        self.path = path
        try:
            self._lock = FolderLock(path)
        except OSError as error:
            raise cannot_write(path, error) from error
        self._files: dict[str, LineFile] = {}
        self._about_unsaved = self._unsealed = self._changed_since_open = False
        self._was_sealed = about is None and has_digest(path)
        try:
            self.about: About | None = about or read_about(path)[0]
            for name in (LOG_FILE, JOURNAL_FILE):
                self._file(name).append(b"")
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(
        cls,
        root: Path,
        spec: GameSpec,
        seats: Sequence[SeatSpec],
        *,
        version: str,
        reader: int = 0,
        by_role: bool = False,
        wished: Sequence[str] = (),
        eyes_after_death: str = "own",
        language: str = "en",
        fork: ForkParent | None = None,
        told: Sequence[str] = (),
        pools: Sequence[PoolRead] = (),
        learn: str = "",
        embedder: str = "",
        entries: Sequence[Entry] = (),
        answers: Iterable[AnswerRecord] = (),
        created: datetime | None = None,
        id_letters: int = 6,
    ) -> GameFolder:
        """A new game in a new folder below `root`.

        Args:
            root: Where games live; made if it does not exist.
            spec: What is played.
            seats: Who sits on each seat, in seat order.
            version: The version of this program.
            reader: The version of the reader of speeches, or 0.
            by_role: Whether any seat was given by role or team.
            wished: What was written for seats, where any was.
            eyes_after_death: What a dead person sees, `own` or `all`.
            language: The language of the game.
            fork: The parent of a fork.
            told: The signs of what its people were told in their last games.
            pools: The pools of experience that its seats read.
            learn: The pool that learns from it when it ends; empty for none.
            embedder: What compares texts for seats that name nothing for that.
            entries: What a fork's log begins with.
            answers: What a fork's journal begins with.
            created: When; now if None.
            id_letters: How many of its id are drawn: more for games that are brought together from
                several places.

        Raises:
            ConfigError: `root` cannot be written.
        """
        moment = (created or datetime.now(UTC)).astimezone(UTC)
        began = f"{moment:%Y-%m-%dT%H:%M:%S.%fZ}"
        about = About(
            "",
            began,
            version,
            tuple(seats),
            by_role=by_role,
            fork=fork,
            eyes_after_death=eyes_after_death,
            reader=reader,
            told=tuple(told),
            pools=tuple(pools),
            learn=learn,
            embedder=embedder,
            wished=tuple(wished),
        )
        log = encode_header(header_of(spec, language)) + encode_entries(entries)
        name = partial(new_id, spec.board.name, moment, id_letters)
        return cls(*_create_folder(root, name, about, log, encode_lines(answers)))

    @classmethod
    def open(cls, path: Path) -> GameFolder:
        """A folder that exists, to go on with its game. Torn last lines are cut off.

        Raises:
            LogError: There is no game, another writer holds it, or it cannot be written.
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
        """Who plays each seat now, as on the command line; empty where `about.json` does not say."""
        return (
            {seat: spec.text for seat, spec in enumerate(self.about.seats_now(), 1)}
            if self.about
            else {}
        )

    @property
    def unsaved(self) -> bool:
        """Whether lines, or the digest of the end, wait because they could not be written."""
        return (
            self._about_unsaved
            or self._unsealed
            or any(file.unsaved for file in self._files.values())
        )

    @property
    def log_lines(self) -> int:
        """How many lines the log has: the header, the entries and, of a finished game, the result."""
        return self._file(LOG_FILE).lines

    @property
    def torn(self) -> tuple[str, ...]:
        """The files whose last line was torn and cut off when the folder was opened."""
        return tuple(name for name, file in self._files.items() if file.torn)

    def add_log(self, entries: Sequence[Entry], result: Result | None = None) -> None:
        """Add to the log, and end it where there is a result. Raises LogError where it cannot be written."""
        lines = encode_entries(entries)
        lines = lines + encode_result(result) if result else lines
        self._changed_since_open = self._changed_since_open or bool(lines)
        self._file(LOG_FILE).append(lines)

    def add_answers(self, *records: AnswerRecord) -> None:
        """Add to the journal. Raises LogError where it cannot be written."""
        self._changed_since_open = True
        self._file(JOURNAL_FILE).append(encode_lines(records))

    def add_call(self, *records: Struct) -> None:
        """Add a model call or a step of an agent. Raises LogError where it cannot be written."""
        self._file(CALLS_FILE).append(encode_lines(records))

    def add_error(self, *records: ErrorRecord) -> None:
        """Add what went wrong. Raises LogError where it cannot be written."""
        self._file(ERRORS_FILE).append(encode_lines(records))

    def flush(self) -> None:
        """Write what waits in memory. Raises LogError where it still cannot be written."""
        for file in self._files.values():
            file.append(b"")
        if self._about_unsaved and self.about:
            self.rewrite_about(self.about)

    def rewrite_about(self, about: About) -> None:
        """Put `about` in the place of what `about.json` says, all of it or nothing.

        Raises:
            LogError: It cannot be written now; it is kept as `self.about`, and `flush` tries again.
        """
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
        """Write the digest of a game that has ended; call it after the last line. One that fits, or stood there before, stays.

        Raises:
            LogError: It cannot be written now; the next call tries again.
        """
        self._unsealed = True
        there = self._was_sealed
        if self._changed_since_open or not there:
            log, journal = self._file(LOG_FILE).read_all(), self._file(JOURNAL_FILE).read_all()
            made = "again" if there else "end" if self._changed_since_open else "later"
            digest = make_digest(log, journal, self.about, made)
            held = read_digest(self.path)[0] if there else None
            if held is None or (held.log, held.journal) != (digest.log, digest.journal):
                write_digest(self.path, digest)
        self._was_sealed, self._unsealed, self._changed_since_open = True, False, False

    def close(self) -> None:
        """Let the next writer in; harmless when repeated."""
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
    """Make the folder aside and move it into its place when it is whole; returns the place and what `about.json` says."""
    aside = root / f".new-{secrets.token_hex(8)}"
    try:
        root.mkdir(parents=True, exist_ok=True)
        aside.mkdir()
        try:
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
