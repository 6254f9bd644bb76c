"""An arena as a folder: killed at any moment it goes on, and plays nothing twice.

    arena.toml     what was asked for
    games.sqlite   a row a game (`store.py`)
    games/         the games themselves, where they are kept
    known/         of a series, what people bring to its games
    aside-*/       games that are being played

A game is played aside, moved to the others when it is over, and only then has its row. So a game without a row is one that is over,
or one of models that can be resumed: the first is read again, and the second goes on.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec
import tomli_w
from msgspec.structs import replace

from core.errors import ConfigError, LogError
from core.files import write_whole
from core.records.lock import LOCK_FILE, FolderLock

from .adopting import Left, left_over
from .between import Between, known_in
from .deciding import Deciding
from .far import from_cluster
from .plan import ArenaPlan, read_arena
from .pool import Pool
from .rounds import GAMES, Setup, Tables, tables
from .rows import Row
from .schedule import Games, Planned
from .store import Store

ARENA_FILE, ROWS_FILE = "arena.toml", "games.sqlite"
_ASIDE = "aside-"
_NO_SIGNS: Mapping[str, str] = {}
_MAY_CHANGE = ("deals", "limits")


class Waiting(Protocol):
    """Plays games in which somebody takes their time: models."""

    def __call__(self, games: Sequence[Planned], left: Mapping[int, Path], enough: Callable[[], bool]) -> Iterator[Row]:
        """Play games, in any order, until it is enough.

        Args:
            games: What is played.
            left: The folders of those that began before, by number.
            enough: Says when no further game is to be begun.
        """
        ...


class ArenaRun:
    """An arena in its folder, held by this process until `close`.

    Args:
        folder: The folder; made where there is none.
        plan: The arena.
        version: The version of the program.
        reader: The version of the reader of speeches.
        jobs: How many processes of this machine play house bots.
        scheduler: Where the scheduler of a dask cluster is whose workers play house bots instead; empty for none.
        waiting: Plays games of models; None where none can be played.
        signs: What tells the models of the arena apart, by name; it must be as it was when the arena began.

    Attributes:
        folder: The folder.
        plan: The arena.
        rows: What was played, by number.
        question: How far the question of the arena is answered; None where nothing is asked.
        taken_up: How many games were found without a row, and have one now.

    Raises:
        ConfigError: The folder holds another arena or something else, is held by another process, what it holds is damaged, or
            somebody who plays in it cannot be had any longer or plays otherwise than before.
        OSError: It cannot be written.
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
        waiting: Waiting | None = None,
        signs: Mapping[str, str] = _NO_SIGNS,
    ) -> None:
        self.folder, self.plan, self._waiting = folder, plan, waiting
        self._jobs, self._scheduler = jobs, scheduler
        self.games, known = Games(plan), known_in(folder, plan)
        self._setup = Setup(plan=plan, version=version, reader=reader, known=known)
        self._between = Between(self.games, folder, known) if known else None
        if known:
            _check_known(known, scheduler)
        self.question = Deciding(plan, self.games) if plan.question.a else None
        self._waits = frozenset(name for name, spec in plan.specs.items() if spec.model)
        claim(folder)
        try:
            self._lock = FolderLock(folder)
        except LogError as error:
            raise ConfigError("is being played by another wolftui", file=str(folder)) from error
        try:
            self._hold()
            self._store = Store(folder / ROWS_FILE)
            try:
                self._check_models(signs)
                self._take_up()
            except BaseException:
                self._store.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let another process play here; harmless when repeated."""
        self._store.close()
        self._lock.release()

    @property
    def missing(self) -> list[int]:
        """The numbers of the games that are not played yet, ascending."""
        return [number for number in range(len(self.games)) if number not in self.rows]

    @property
    def wanted(self) -> list[int]:
        """Those of the missing games that are to be played now; none once the arena's question is answered."""
        if self.decided:
            return []
        most = self.plan.limits.games
        return self.missing[:most] if most else self.missing

    @property
    def decided(self) -> bool:
        """Whether the arena's question is answered."""
        return self.question is not None and self.question.decided

    def waits(self, number: int) -> bool:
        """Whether somebody takes their time in a game."""
        return bool(self._waits) and not self._waits.isdisjoint(self.games[number].players)

    # -- playing

    def go_on(self, enough: Callable[[], bool] = lambda: False) -> Generator[Row]:
        """Play what is missing: house bots first, then models. Each row is on disk when it is given.

        It ends when the arena's question is answered.

        Args:
            enough: Says when no further game is to be begun.

        Raises:
            ConfigError: Something cannot be written, or nobody here plays games of models.
            WorkerDied: A process that played ended by itself.
            WolfError: What else stops games of models.
        """

        def done() -> bool:
            return self.decided or enough()

        for missing in self._rounds(self.wanted):
            self._prepare(missing)
            yield from self._round(missing, done)
            if not self.rows.keys() >= set(missing):
                return

    def _rounds(self, numbers: Sequence[int]) -> Iterator[Sequence[int]]:
        """What may be played at the same time: everything, but where people learn from each game for the next one."""
        if self._between is None:
            yield numbers
            return
        for place in range(self.plan.repeats):
            if now := [number for number in numbers if self.games[number].repeat == place]:
                yield now

    def _prepare(self, numbers: Sequence[int]) -> None:
        """Have people bring to games what they know by then."""
        for number in numbers if self._between else ():
            assert self._between
            try:
                self._between.prepare(self.games[number], self.rows)
            except OSError as error:
                raise ConfigError(f"cannot be written ({error.strerror or error})", file=str(self._setup.known)) from error

    def _round(self, missing: Sequence[int], done: Callable[[], bool]) -> Iterator[Row]:
        slow = [number for number in missing if self.waits(number)]
        quick = missing if not slow else sorted(set(missing) - set(slow))
        if quick:
            yield from self._quick(quick, done)
        if slow and not done():
            if self._waiting is None:
                raise ConfigError("models cannot play here", file=str(self.folder))
            for row in self._waiting([self.games[number] for number in slow], self._left, done):
                yield self._kept(row)

    def _quick(self, numbers: Sequence[int], enough: Callable[[], bool]) -> Iterator[Row]:
        aside = self.folder / f"{_ASIDE}{secrets.token_hex(8)}" if self.plan.keep else None
        try:
            with closing(self._played(replace(self._setup, root=aside), numbers, enough)) as rows:
                for row in rows:
                    if aside and row.folder:
                        self._move(aside / Path(row.folder).name)
                    yield self._kept(row)
        finally:
            if aside:
                shutil.rmtree(aside, ignore_errors=True)

    def _played(self, setup: Setup, numbers: Sequence[int], enough: Callable[[], bool]) -> Generator[Row]:
        if self._scheduler:
            return from_cluster(setup, self._scheduler, numbers, enough)
        return Pool(tables, setup, self._jobs).results(numbers, enough)

    def _move(self, game: Path) -> None:
        """Put a game that is over among the others."""
        try:
            game.rename(self.folder / GAMES / game.name)
        except OSError as error:
            raise ConfigError(f"cannot be written ({error.strerror or error})", file=str(self.folder / GAMES)) from error

    def _kept(self, row: Row) -> Row:
        self._store.add(row)
        self.rows[row.game] = row
        if self.question:
            self.question.add([row])
        return row

    # -- what is on disk

    def _hold(self) -> None:
        """See that the folder is this arena's, or make it so."""
        held = self.folder / ARENA_FILE
        if held.exists():
            before = read_arena(held)
            if changed := _changed(before, self.plan):
                hint = "Choose another folder with `--into`, or delete this one."
                raise ConfigError(f"holds another arena: {changed}", file=str(self.folder), hint=hint)
        for place in (self.folder / GAMES, *([self._setup.known] if self._setup.known else [])):
            place.mkdir(exist_ok=True)
        write_whole(held, tomli_w.dumps(msgspec.to_builtins(self.plan)).encode())

    def _take_up(self) -> None:
        """Read what was played, and take up what was left without a row."""
        for aside in self.folder.glob(f"{_ASIDE}*"):
            shutil.rmtree(aside, ignore_errors=True)
        self.rows = {row.game: row for row in self._store.rows()}
        for row in self.rows.values():
            self._check_row(row)
        if self.question:
            self.question.add(self.rows.values())
        self._check_players()
        left: Left = left_over(self.folder / GAMES, self.games, self.rows, self._setup.known)
        self._left = left.begun
        self.taken_up = len(left.rows)
        for row in left.rows:
            self._kept(row)

    def _check_models(self, signs: Mapping[str, str]) -> None:
        """See that models are those of before, as far as their settings tell."""
        before = self._store.about()
        for name, sign in signs.items():
            key = f"model {name}"
            if before.get(key, sign) != sign:
                hint = "Choose another folder with `--into`, or give the model its settings of before."
                raise ConfigError(f"the model `{name}` was {before[key]} and is {sign}", file=str(self.folder), hint=hint)
            if key not in before:
                self._store.tell(key, sign)

    def _check_row(self, row: Row) -> None:
        """See that a row is of this arena: of the deal and the players of its number."""
        if row.game < len(self.games):
            wanted = self.games[row.game]
            known = (wanted.cell, wanted.board, wanted.deal, wanted.repeat, wanted.seed, wanted.players, wanted.roles)
            if known == (row.cell, row.board, row.deal, row.repeat, row.seed, row.players, row.roles):
                return
        hint = "Move it away: the same command makes it anew from the games that are kept, and plays what is missing."
        problem = f"game {row.game} is of another deal or of other players than the arena's"
        raise ConfigError(problem, file=str(self.folder / ROWS_FILE), hint=hint)

    def _check_players(self) -> None:
        """See that all who never wait can still be had, and play as before: of each a game is played again."""
        played = Tables(replace(self._setup, root=None))
        unseen = set(self.plan.players) - self._waits
        for row in self.rows.values():
            if row.broken or unseen.isdisjoint(row.players) or self.waits(row.game):
                continue
            unseen.difference_update(row.players)
            self._prepare([row.game])
            if played.play(row.game).digest != row.digest:
                who = " or ".join(dict.fromkeys(row.players))
                hint = "Choose another folder with `--into`: games of before and after a change make no table together."
                raise ConfigError(f"{who} plays otherwise than before (game {row.game})", file=str(self.folder), hint=hint)
            if not unseen:
                return


def _check_known(known: Path, scheduler: str) -> None:
    """See that seats can name what people know, and that those who play can read it."""
    if scheduler:
        hint = "Leave out `--scheduler`: what people know of earlier games lies on this machine."
        raise ConfigError("a series of people is played here", key="scheduler", hint=hint)
    if set(":@") & set(str(known)):
        hint = "Choose another one with `--into`."
        raise ConfigError("what people know cannot be named by a path with `:` or `@`", file=str(known.parent), hint=hint)


def claim(folder: Path) -> None:
    """Make the folder of an arena, or see that it is one.

    Raises:
        ConfigError: It holds something else.
        OSError: It cannot be made or looked at.
    """
    if folder.exists() and not (folder / ARENA_FILE).exists():
        names = {each.name for each in folder.iterdir()} - {LOCK_FILE, GAMES, f".{ARENA_FILE}.new"}
        if names:
            raise ConfigError("is no folder of an arena", file=str(folder), hint="Choose another one with `--into`.")
    folder.mkdir(parents=True, exist_ok=True)


def _changed(before: ArenaPlan, now: ArenaPlan) -> str:
    """What of an arena is not as it was when it began, as a clause; empty where nothing is but what may change."""
    old, new = (_flat(cast("dict[str, Any]", msgspec.to_builtins(plan))) for plan in (before, now))
    for key in dict.fromkeys((*old, *new)):
        if key.partition(".")[0] in _MAY_CHANGE or old.get(key) == new.get(key):
            continue
        return f"`{key}` is {_shown(old.get(key))} there and {_shown(new.get(key))} in the file"
    if list(before.players) != list(now.players):
        return "its players come in another order"
    if list(before.schedule.lineups) != list(now.schedule.lineups):
        return "its line-ups come in another order"
    return f"it has {before.deals} deals already" if now.deals < before.deals else ""


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(cast("dict[str, Any]", value), f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _shown(value: object) -> str:
    return "missing" if value is None else str(value)
