"""Finds the games that a command names and measures each; unreadable games are reported."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from wolfcore.arena import ProcessPool
from wolfcore.arena.integrity import ARENA_FILE, ROWS_FILE
from wolfcore.arena.store import read_rows
from wolfcore.arena.validation import read_arena
from wolfcore.arena.validity import excess_of, is_void
from wolfcore.errors import ConfigError, LogError
from wolfcore.files import is_file, is_folder, path_exists
from wolfcore.metrics import (
    Crosstabs,
    Dimension,
    Groups,
    MeasuredGame,
    Metric,
    from_saved_game,
    installed_metric,
    measure,
)
from wolfcore.records import LOG_FILE, SavedGame, find_game, read_game
from wolfcore.records.importers import import_game, is_foreign
from wolfcore.table import integrity_problem
from wolftui.settings.paths import games_folder

from .output_forms import MetricResults

NOT_OVER, VOID = "is not over", "is void"


def resolve_games(text: str, *, parts: bool = False) -> list[Path]:
    """Resolve one word of the command line to a game, or to all games in a folder, by name.

    Args:
        text: An id, its beginning or end, `latest`, a game's folder or file, or a folder of games.
        parts: Whether the folder of an experiment means the games of all its parts; else it is
            refused.

    Raises:
        ConfigError: No game matches.
    """
    if not text.strip():
        raise ConfigError("no game was named", key="GAME", hint="`latest` is the newest game.")
    return _games_at(text, parts=parts) or [find_game(games_folder(), text)]


def _games_at(text: str, *, parts: bool) -> list[Path]:
    """List the games at the path `text`; empty if nothing is there or it is no valid path."""
    try:
        path = Path(text).expanduser()
        if _is_game(path):
            return [path]
        if is_folder(path):
            return _games_in(path, parts=parts)
        wrong = is_file(path) and path.name != LOG_FILE
    except (OSError, RuntimeError):
        return []
    if wrong:
        raise ConfigError(
            "is not a game", file=text, hint="A saved game is a folder with a game.jsonl in it."
        )
    return []


def _games_in(folder: Path, *, parts: bool) -> list[Path]:
    if _is_arena(folder):
        return _games_of_arenas([folder], folder)
    try:
        found = sorted(
            below
            for below in folder.iterdir()
            if not below.name.startswith(".") and _is_game(below)
        )
    except OSError as error:
        raise ConfigError(
            f"cannot be read ({error.strerror or error})", file=str(folder)
        ) from error
    if found:
        return found
    # Loaded for this error alone: experiments take longer to load than most commands run.
    from wolfcore.experiments.runner import EXPERIMENT_FILE  # noqa: PLC0415  experiments alone

    if path_exists(folder / EXPERIMENT_FILE):
        arenas = sorted(path.parent for path in folder.glob(f"*/{ARENA_FILE}"))
        if parts:
            return _games_of_arenas(filter(_is_arena, arenas), folder)
        names = ", ".join(arena.name for arena in arenas)
        named = f", or name one of its parts: {names}" if names else ""
        raise ConfigError(
            "is the folder of an experiment",
            file=str(folder),
            hint=f"`wolftui experiment table {folder}` prints its table{named}.",
        )
    raise ConfigError(
        "contains no game",
        file=str(folder),
        hint="Name the folder of a game, or a folder of such folders.",
    )


def _is_arena(folder: Path) -> bool:
    return path_exists(folder / ARENA_FILE) and path_exists(folder / ROWS_FILE)


def _games_of_arenas(arenas: Iterable[Path], folder: Path) -> list[Path]:
    """List the games that the arenas in a folder kept, in the order of their schedules."""
    found = [
        arena / row.folder for arena in arenas for row in read_rows(arena / ROWS_FILE) if row.folder
    ]
    if not found:
        raise ConfigError(
            "has none of its games saved",
            file=str(folder),
            hint="`wolftui report` reads its table.",
        )
    return found


def _doubtful_games(arena: Path) -> dict[str, tuple[str, bool]]:
    """Return the games of an arena with too many replaced answers, by the name of their folder.

    Returns:
        The count of replaced answers as a clause, and whether the game is void; empty where the
        folder is none of an arena.

    Raises:
        ConfigError: The arena cannot be read.
    """
    if not (is_file(arena / ARENA_FILE) and is_file(arena / ROWS_FILE)):
        return {}
    validity = read_arena(arena / ARENA_FILE).validity
    return {
        Path(row.folder).name: (excess.text, is_void(row, validity))
        for row in read_rows(arena / ROWS_FILE)
        if row.folder and (excess := excess_of(row, validity))
    }


def _is_game(path: Path) -> bool:
    return path_exists(path / LOG_FILE) or is_foreign(path)


class LeftOut(NamedTuple):
    """A game that is not measured: its id and the reason."""

    game: str
    why: str


class Unreadable(NamedTuple):
    """A game that cannot be read, with the problem as a sentence."""

    problem: str


class CheckedGame(NamedTuple):
    """A measured game, and why its log may differ from the game played; empty without doubt."""

    measured: MeasuredGame
    doubt: str


MeasureResult: TypeAlias = CheckedGame | LeftOut | Unreadable


def measure_game(path: Path, alpha: float, more: Sequence[str] = ()) -> MeasureResult:
    """Read and measure a game without keeping its log.

    Args:
        path: The game.
        alpha: The weight a of the equations with two terms, 0..1.
        more: The names of metrics of installed packages.
    """
    saved = open_game(path)
    if isinstance(saved, Unreadable):
        return saved
    try:
        return measure_saved(saved, alpha, [installed_metric(name) for name in more])
    except ConfigError as error:
        return Unreadable(f"{saved.id}: {error}")


def open_game(path: Path) -> SavedGame | Unreadable:
    """Open a saved game, or import one of another program."""
    try:
        return import_game(path) if is_foreign(path) else read_game(path)
    except LogError as error:
        return Unreadable(str(error))


def measure_saved(
    saved: SavedGame, alpha: float, more: Sequence[Metric] = ()
) -> CheckedGame | LeftOut:
    """Measure a game that was read, or say why it is left out.

    Args:
        saved: The game.
        alpha: The weight a of the equations with two terms, 0..1.
        more: Further metrics.
    """
    if saved.result is None:
        return LeftOut(saved.id, NOT_OVER)
    if saved.result.ended == "void":
        return LeftOut(saved.id, VOID)
    return CheckedGame(
        measure(from_saved_game(saved), alpha=alpha, more=more).without_log,
        integrity_problem(saved),
    )


def _measure_with(how: tuple[float, tuple[str, ...]]) -> Callable[[Path], MeasureResult]:
    """Make a worker's function, which measures one game."""
    alpha, more = how
    return partial(measure_game, alpha=alpha, more=more)


class Measurement:
    """Measures games and collects the results, which can be read at any time.

    Args:
        by: The dimensions by which values are grouped.
        zero_fill: Whether nulls without a denominator count as 0.
        alpha: The weight a of the equations with two terms.
        keep_parts: Whether to keep the log entries and lines behind values, for a single game only.
        more: The names of metrics of installed packages.

    Attributes:
        games: The number of measured games.
        left_out: The games that cannot be measured: not over, or void.
        problems: One sentence per game that could not be read.
        altered_games: The measured games whose log may differ from the game played, with the
            reason.
        had_unknown_word: Whether a word of the command line matched no game.
    """

    def __init__(
        self,
        by: Sequence[Dimension],
        *,
        zero_fill: bool,
        alpha: float,
        keep_parts: bool,
        more: Sequence[str] = (),
    ) -> None:
        self._by, self._zero_fill, self._alpha = tuple(by), zero_fill, alpha
        self._more = tuple(more)
        self._groups = Groups(
            by,
            zero_fill=zero_fill,
            alpha=alpha,
            keep_parts=keep_parts,
            more=[installed_metric(name) for name in more],
        )
        self._crosstabs = Crosstabs()
        self.games = 0
        self.left_out: list[tuple[str, str]] = []
        self.problems: list[str] = []
        self.altered_games: list[tuple[str, str]] = []
        self.flagged: list[tuple[str, str]] = []
        self._arenas: dict[Path, dict[str, tuple[str, bool]]] = {}
        self.had_unknown_word = False

    def paths(self, texts: Sequence[str]) -> list[Path]:
        """Resolve words of the command line to games, each once; note words that match none.

        Void games of arenas are left out, and flagged ones noted.
        """
        found: dict[Path, Path] = {}
        for text in texts:
            try:
                for path in resolve_games(text):
                    found.setdefault(path.resolve(), path)
            except ConfigError as error:
                self.had_unknown_word = True
                self.problems.append(str(error))
        return [path for path in found.values() if not self._is_void(path)]

    def _is_void(self, path: Path) -> bool:
        """Return whether a game of an arena is void, and note it; note a flagged one, too."""
        arena = path.parent.parent
        if arena not in self._arenas:
            self._arenas[arena] = _doubtful_games(arena)
        excess, void = self._arenas[arena].get(path.name, ("", False))
        if void:
            self.left_out.append((path.name, f"is void: {excess}"))
        elif excess:
            self.flagged.append((path.name, excess))
        return void

    def measure_all(self, paths: Sequence[Path], jobs: int) -> Generator[MeasureResult]:
        """Measure games, in order, without adding them to the results.

        Args:
            paths: The games.
            jobs: The number of processes that measure.

        Raises:
            WorkerDied: A worker process ended by itself.
        """
        yield from ProcessPool(_measure_with, (self._alpha, self._more), jobs).results(paths)

    def add(self, found: MeasureResult) -> None:
        """Add a measured game, or note why it is left out."""
        if isinstance(found, Unreadable):
            self.problems.append(found.problem)
        elif isinstance(found, LeftOut):
            self.left_out.append(found)
        else:
            if found.doubt:
                self.altered_games.append((found.measured.game.id, found.doubt))
            self._groups.add(found.measured)
            self._crosstabs.add(found.measured)
            self.games += 1

    @property
    def figures(self) -> MetricResults:
        """The results so far."""
        rows, entries = self._groups.rows(), self._crosstabs.cells()
        return MetricResults(
            self.games, rows, entries, self._by, self._zero_fill, self._alpha, tuple(self.left_out)
        )
