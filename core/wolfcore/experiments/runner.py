"""`ExperimentRun`: an experiment in its folder, arena after arena; resumes when interrupted.

    experiment.toml    the experiment
    chosen.toml        the user's choice
    PART/              the arena of a part (`wolfcore.arena.runner`)
    pools/NAME.jsonl   a pool for players without a model

A pool is written whole or not at all. Words, rows and columns of the file may change between runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
import tomli_w

from wolfcore.arena import ArenaPlan, Row, ScheduledGames
from wolfcore.arena.integrity import ROWS_FILE
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.store import read_rows
from wolfcore.arena.validation import check_new_arena
from wolfcore.errors import ConfigError
from wolfcore.files import read_toml_as, write_atomically
from wolfcore.seating import parse_player

from .choice import Choice, arena_of_part, lesson_games, pool_file, pool_name, with_choice
from .definition import Experiment
from .experience_pools import write_pool
from .validation import read_experiment

EXPERIMENT_FILE, CHOICE_FILE, POOLS = "experiment.toml", "chosen.toml", "pools"


LearnPool: TypeAlias = Callable[[str, Sequence[Path]], None]
"""Teaches the pool of a name, for players with a model, from saved games."""


OpenArena: TypeAlias = Callable[[Path, ArenaPlan], ArenaRun]
"""Opens an arena in its folder."""


class PartBegan(NamedTuple):
    """A part that is about to be played: its name, its arena, and how many games it lacks."""

    part: str
    run: ArenaRun
    missing: int


class ExperimentRun:
    """An experiment in its folder.

    Args:
        folder: The folder; made if missing.
        plan: The experiment.
        choice: The user's choice.
        opens: Opens the arena of a part in its folder.
        learns: Teaches pools for players with a model; None where no model learns.

    Attributes:
        plan: The experiment with the chosen players.
        arenas: The arena of each part.
        notes: What is to be said of the players of a new experiment, a line each.

    Raises:
        ConfigError: The folder holds another experiment or something else, or a part cannot be
            played.
        OSError: It cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        plan: Experiment,
        choice: Choice,
        *,
        opens: OpenArena = ArenaRun,
        learns: LearnPool | None = None,
    ) -> None:
        self.folder, self.choice, self.plan = folder.absolute(), choice, with_choice(plan, choice)
        self._opens, self._learns = opens, learns
        # In a player's words an option ends at `:` or `@`.
        if set(":@") & set(str(self.folder)) and plan.pools:
            raise ConfigError(
                "the pools of an experiment cannot be in a path with `:` or `@`",
                file=str(folder),
                hint="Choose another folder with `--into`.",
            )
        self.arenas = arenas_of(self.plan, self.choice, self.folder)
        self.notes = () if (self.folder / EXPERIMENT_FILE).exists() else _check_new(self.arenas)
        # Last, so that an experiment that cannot be played leaves no folder behind.
        _claim(self.folder, plan, choice)

    @property
    def wanted(self) -> int:
        """The number of games in all parts."""
        return sum(len(ScheduledGames(arena)) for arena in self.arenas.values())

    def play_missing(self, enough: Callable[[], bool] = lambda: False) -> Iterator[PartBegan | Row]:
        """Play the missing games, part by part; yield `PartBegan` before the rows of each part.

        Args:
            enough: True when no further game is to be begun.

        Raises:
            ConfigError: A player or a pool cannot be made, or something cannot be written.
            LogError: A game that teaches a pool cannot be read.
            WorkerDied: A process that played ended by itself.
        """
        for name, arena in self.arenas.items():
            if enough():
                return
            pool = self.plan.parts[name].pool
            if pool and not self._prepare_pool(pool, arena):
                return
            run = self._opens(self.folder / name, arena)
            try:
                yield PartBegan(name, run, len(run.missing))
                yield from run.play_missing(enough)
            finally:
                run.close()

    def _prepare_pool(self, name: str, arena: ArenaPlan) -> bool:
        """Teach a pool from its games if it does not exist; return whether it can be read.

        It cannot as long as games that teach it are missing.
        """
        pool = self.plan.pools[name]
        rows = {row.game: row for row in rows_of_part(self.folder, pool.part)}
        wanted = lesson_games(pool, self.choice)
        # The part may have fewer games than the pool wants.
        if len(rows) < min(wanted, len(ScheduledGames(self.arenas[pool.part]))):
            return False
        # The first games by number, whatever the order in which they ended.
        games = [
            self.folder / pool.part / rows[game].folder
            for game in sorted(rows)[:wanted]
            if rows[game].folder
        ]
        file = pool_file(self.folder / POOLS, name)
        if not file.exists():
            write_pool(file, games, pool.team)
        words = [parse_player(word) for word in arena.players.values()]
        modelled = pool_name(pool_stem(self.folder), name)
        if any(f"pool={modelled}" in spec.options for spec in words):
            if self._learns is None:
                raise ConfigError("pools of models cannot be learned here", file=str(self.folder))
            self._learns(modelled, games)
        return True


def arenas_of(plan: Experiment, choice: Choice, folder: Path) -> dict[str, ArenaPlan]:
    """Return the arenas of all parts, in their order.

    Raises:
        ConfigError: One cannot be played.
    """
    return {
        name: arena_of_part(plan, name, choice, folder / POOLS, pool_stem(folder))
        for name in plan.parts
    }


def _check_new(arenas: Mapping[str, ArenaPlan]) -> tuple[str, ...]:
    """Check what must hold when an experiment begins; return what is to be said of its players."""
    notes: dict[str, None] = {}
    for name, arena in arenas.items():
        try:
            notes |= dict.fromkeys(check_new_arena(arena))
        except ConfigError as error:
            key = f"parts.{name}, {error.key}"
            raise ConfigError(error.problem, key=key, hint=error.hint) from error
    return tuple(notes)


def pool_stem(folder: Path) -> str:
    """Return the prefix of the names of an experiment's pools for models, unique to its folder."""
    return f"experiment-{sha256(str(folder.absolute()).encode()).hexdigest()[:12]}"


def rows_of_part(folder: Path, part: str) -> list[Row]:
    """Return the rows of a part; empty where it did not begin or its table is still empty.

    Raises:
        ConfigError: Its table is damaged.
    """
    # SQLite makes an empty file and writes its tables later.
    file = folder / part / ROWS_FILE
    return read_rows(file) if file.exists() and file.stat().st_size else []


def read_folder(folder: Path) -> tuple[Experiment, Choice]:
    """Read the experiment of a folder, with the chosen players, and the user's choice.

    Raises:
        ConfigError: It holds none.
    """
    file = folder / EXPERIMENT_FILE
    if not file.is_file():
        hint = "`wolftui experiment run NAME --into DIR` makes one."
        raise ConfigError("is not the folder of an experiment", file=str(folder), hint=hint)
    choice = read_toml_as(folder / CHOICE_FILE, Choice, lambda _: None, "choice of an experiment")
    return with_choice(read_experiment(file), choice), choice


def _claim(folder: Path, plan: Experiment, choice: Choice) -> None:
    """Make the folder of an experiment, or check that it holds this one, and write its files."""
    if (folder / EXPERIMENT_FILE).exists():
        held, before = read_experiment(folder / EXPERIMENT_FILE), _choice_in(folder)
        if changed := _difference(held, plan) or _changed_choice(before, choice):
            hint = "Choose another folder with `--into`, or delete this one."
            raise ConfigError(f"holds another experiment: {changed}", file=str(folder), hint=hint)
    elif folder.is_dir() and any(folder.iterdir()):
        raise ConfigError(
            "is not the folder of an experiment",
            file=str(folder),
            hint="Choose another folder with `--into`.",
        )
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / CHOICE_FILE, tomli_w.dumps(msgspec.to_builtins(choice)).encode())
    write_atomically(folder / EXPERIMENT_FILE, tomli_w.dumps(msgspec.to_builtins(plan)).encode())


def _choice_in(folder: Path) -> Choice:
    return read_toml_as(folder / CHOICE_FILE, Choice, lambda _: None, "choice of an experiment")


def _difference(held: Experiment, plan: Experiment) -> str:
    """Return the first difference in what is played, as a clause; empty for none.

    Words, rows and columns may change: the games do not depend on them.
    """
    if (held.paper, held.shows) != (plan.paper, plan.shows):
        return f"{held.shows} of {held.paper}"
    # A quiz can be added to an experiment that began without one: no game depends on it.
    if held.quiz not in (None, plan.quiz):
        return "`quiz` has changed since it began"
    for what in ("own", "players", "parts", "pools"):
        one, other = (_named(each, what) for each in (held, plan))
        for name in dict.fromkeys((*one, *other)):
            if one.get(name) != other.get(name):
                return f"`{what}.{name}` has changed since it began"
    return ""


def _named(plan: Experiment, what: str) -> Mapping[str, object]:
    return getattr(plan, what)


def _changed_choice(before: Choice, now: Choice) -> str:
    if (before.model, before.players) != (now.model, now.players):
        return "it has other players or another model"
    if before.size != now.size:
        return f"it was begun in {before.size} size"
    # Games can be added, but those that were played cannot be taken back.
    return f"it already has {before.games} games per line-up" if now.games < before.games else ""
