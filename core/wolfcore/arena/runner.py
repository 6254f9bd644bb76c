"""`ArenaRun`: an arena in its folder; resumes after any interruption and plays no game twice.

    arena.toml     the plan
    games.sqlite   one row a game (`store.py`)
    games/         saved games, if they are kept
    known/         what guests of a series learned
    aside-*/       games in progress

A game is played in `aside-*`, moved to `games/` when it is over, and only then gets its row. A game
without a row is therefore either finished, and read again, or one of models that can be resumed.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.files import file_errors
from wolfcore.game.roles import role_digests
from wolfcore.records.layout import FolderLock

from .contest import QuestionProgress
from .definition import GAMES, ArenaPlan
from .game_rows import ArenaSetup, Row, make_arena_player
from .guests import GuestMemory, check_memory_folder, memory_folder_of
from .integrity import (
    ROWS_FILE,
    Leftovers,
    check_bots,
    check_models,
    check_players,
    check_roles,
    check_row,
    claim_folder,
    find_leftovers,
    with_embedder,
    with_player_codes,
    with_pool_digests,
    write_plan,
)
from .process_pool import ProcessPool
from .references import board_of
from .remote_games import rows_from_cluster
from .schedule import PlannedGame, ScheduledGames
from .store import RowStore

_ASIDE = "aside-"


_NO_SIGNS: Mapping[str, str] = {}


class ModelGamesPlayer(Protocol):
    """Plays games that include models."""

    def __call__(
        self, games: Sequence[PlannedGame], left: Mapping[int, Path], enough: Callable[[], bool]
    ) -> Iterator[Row]:
        """Play games, in any order, until `enough` returns True; yield their rows.

        Args:
            games: The games to play.
            left: The folders of games begun earlier, by number.
            enough: True when no further game is to be begun.
        """
        ...


class ArenaRun:
    """An arena in its folder, locked by this process until `close`.

    Args:
        folder: The folder; made if missing.
        plan: The arena.
        version: The version of the program.
        reader: The version of the speech reader.
        jobs: The number of processes of this machine that play house bots.
        scheduler: The address of a dask scheduler whose workers play house bots instead; empty for
            none.
        waiting: Plays games of models; None where none can be played.
        model_signatures: The signature of each model of the arena, by name; it must be as it was
            when the arena began.

    Attributes:
        folder: The folder.
        plan: The arena.
        rows: The rows of the games played, by number.
        question: The progress of the arena's question; None where it has none.
        recovered: The number of games that were found without a row, and have one now.
        tell: Called with a sentence for the person while the arena waits for a cluster.

    Raises:
        ConfigError: The folder holds another arena or something else, is locked by another process,
            its contents are damaged, it cannot be written, or a player no longer exists or plays
            otherwise than before.
    """

    def __init__(
        self,
        folder: Path,
        plan: ArenaPlan,
        *,
        version: str = "",
        reader: int = 0,
        jobs: int = 1,
        scheduler: str = "",
        waiting: ModelGamesPlayer | None = None,
        model_signatures: Mapping[str, str] = _NO_SIGNS,
    ) -> None:
        plan = with_player_codes(folder, with_pool_digests(folder, with_embedder(folder, plan)))
        self.folder, self.plan, self._waiting = folder, plan, waiting
        self._jobs, self._scheduler = jobs, scheduler
        self.tell: Callable[[str], None] = lambda _: None
        self.games, known = ScheduledGames(plan), memory_folder_of(folder, plan)
        roles = role_digests(
            role for name in plan.boards for role in board_of(name, plan.own).roles
        )
        self._setup = ArenaSetup(
            plan=plan, version=version, reader=reader, memory_folder=known, roles=roles
        )
        self._between = GuestMemory(self.games, folder, known) if known else None
        if known:
            check_memory_folder(known, scheduler)
        self.question = QuestionProgress(plan, self.games) if plan.question.a else None
        self._waits = frozenset(name for name, spec in plan.specs.items() if spec.model)
        with file_errors(folder):
            # Before the lock, which would make a foreign folder look like one of ours.
            claim_folder(folder)
            try:
                self._lock = FolderLock(folder)
            except LogError as error:
                problem = "is in use by another wolftui process"
                raise ConfigError(problem, file=str(folder)) from error
            try:
                write_plan(folder, plan)
                for place in (folder / GAMES, *([known] if known else [])):
                    place.mkdir(exist_ok=True)
                self._store = RowStore(folder / ROWS_FILE)
                try:
                    check_models(self._store, model_signatures, folder)
                    check_roles(self._store, roles, folder)
                    self._load()
                except BaseException:
                    self._store.close()
                    raise
            except BaseException:
                self._lock.release()
                raise

    def close(self) -> None:
        """Close the row store and release the lock. Repeated calls do nothing."""
        self._store.close()
        self._lock.release()

    @property
    def missing(self) -> list[int]:
        """The numbers of the games not played yet, ascending."""
        return [number for number in range(len(self.games)) if number not in self.rows]

    @property
    def numbers_to_play(self) -> list[int]:
        """The missing games to play now, up to the limit; none once the question is answered."""
        if self.is_answered:
            return []
        most = self.plan.limits.games
        return self.missing[:most] if most else self.missing

    @property
    def is_answered(self) -> bool:
        """Whether the arena's question is answered."""
        return self.question is not None and self.question.is_answered

    def has_models(self, number: int) -> bool:
        """Return whether a model plays in a game."""
        return bool(self._waits) and not self._waits.isdisjoint(self.games[number].players)

    # -- playing

    def play_missing(self, enough: Callable[[], bool] = lambda: False) -> Generator[Row]:
        """Play the missing games and yield their rows: house bots first, then models.

        Each row is on disk when it is yielded. Play ends when the arena's question is answered.

        Args:
            enough: True when no further game is to be begun.

        Raises:
            ConfigError: Something cannot be written, or games of models cannot be played here.
            WorkerDied: A process that played ended by itself.
            WolfError: Another error that stops games of models.
        """

        def done() -> bool:
            return self.is_answered or enough()

        for missing in self._stages(self.numbers_to_play):
            self._prepare(missing)
            yield from self._play_stage(missing, done)
            # Stopped: later stages need the games of this one.
            if not self.rows.keys() >= set(missing):
                return

    def _stages(self, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
        """Yield groups of games that may be played at the same time.

        All games are one group, except where guests learn from each game for the next one.
        """
        if self._between is None:
            yield numbers
            return
        for place in range(self.plan.repeats):
            if now := [number for number in numbers if self.games[number].repeat == place]:
                yield now

    def _prepare(self, numbers: Sequence[int]) -> None:
        """Write the memory files of the guests for games."""
        for number in numbers if self._between else ():
            assert self._between
            try:
                self._between.write_for(self.games[number], self.rows)
            except OSError as error:
                raise ConfigError(
                    f"cannot be written ({error.strerror or error})",
                    file=str(self._setup.memory_folder),
                ) from error

    def _play_stage(self, missing: Sequence[int], done: Callable[[], bool]) -> Iterator[Row]:
        slow = [number for number in missing if self.has_models(number)]
        quick = missing if not slow else sorted(set(missing) - set(slow))
        if quick:
            yield from self._play_bots(quick, done)
        if slow and not done():
            if self._waiting is None:
                raise ConfigError(
                    "has players with a model, which cannot play here", file=str(self.folder)
                )
            for row in self._waiting([self.games[number] for number in slow], self._left, done):
                yield self._save_row(row)

    def _play_bots(self, numbers: Sequence[int], enough: Callable[[], bool]) -> Iterator[Row]:
        aside = self.folder / f"{_ASIDE}{secrets.token_hex(8)}" if self.plan.keep else None
        try:
            with closing(self._played(replace(self._setup, root=aside), numbers, enough)) as rows:
                for row in rows:
                    # The game first and then its row: a row always has its game.
                    if aside and row.folder:
                        self._move(aside / Path(row.folder).name)
                    yield self._save_row(row)
        finally:
            if aside:
                shutil.rmtree(aside, ignore_errors=True)

    def _played(
        self, setup: ArenaSetup, numbers: Sequence[int], enough: Callable[[], bool]
    ) -> Generator[Row]:
        if self._scheduler:
            return rows_from_cluster(setup, self._scheduler, numbers, enough, self.tell)
        return ProcessPool(make_arena_player, setup, self._jobs).results(numbers, enough)

    def _move(self, game: Path) -> None:
        """Move a finished game to the arena's saved games."""
        try:
            game.rename(self.folder / GAMES / game.name)
        except OSError as error:
            raise ConfigError(
                f"cannot be written ({error.strerror or error})", file=str(self.folder / GAMES)
            ) from error

    def _save_row(self, row: Row) -> Row:
        self._store.add(row)
        self.rows[row.game] = row
        if self.question:
            self.question.add([row])
        return row

    # -- loading

    def _load(self) -> None:
        """Read the rows, check them, and recover the games without a row."""
        # What lies there is of a process that was killed, and has no row.
        for aside in self.folder.glob(f"{_ASIDE}*"):
            shutil.rmtree(aside, ignore_errors=True)
        self.rows = {row.game: row for row in self._store.rows()}
        for row in self.rows.values():
            check_row(row, self.games, self.folder)
        if self.question:
            self.question.add(self.rows.values())
        check_bots(self.rows.values(), {}, self.games, self.folder)
        # Rows are checked before players, since the replays are compared with them.
        unrepeatable = self._waits | self.plan.own_players
        check_players(self.rows, self._setup, unrepeatable, self.folder, self._prepare)
        left: Leftovers = find_leftovers(
            self.folder / GAMES, self.games, self.rows, self._setup.memory_folder
        )
        check_bots(left.rows, left.unfinished, self.games, self.folder)
        self._left = left.unfinished
        self.recovered = len(left.rows)
        for row in left.rows:
            self._save_row(row)
