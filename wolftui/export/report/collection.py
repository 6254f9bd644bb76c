"""Collecting a report's games: each is read and measured once, then grouped in several ways."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from wolfcore.arena import ProcessPool
from wolfcore.metrics import Dimension, Groups, MetricRow
from wolftui.measures.measurement import (
    CheckedGame,
    Measurement,
    MeasureResult,
    Unreadable,
    measure_saved,
    open_game,
)
from wolftui.measures.output_forms import MetricResults

from .game_rows import ArenaResults, GameRow, game_row, with_arena_rows
from .raw_rows import value_lines

WIN_METRICS = ("win_rate",)


COST_METRICS = (
    "calls", "tokens_in", "tokens_out", "money", "seconds", "discipline_given",
    "discipline_repaired", "discipline_replaced", "discipline_timed_out",
)  # fmt: skip


READ_METRICS = ("speech_read", "claims_read")


SLICES: dict[str, tuple[tuple[Dimension, ...], tuple[str, ...]]] = {
    "boards": (("board",), WIN_METRICS),
    "roles": (("role",), WIN_METRICS),
    "players": (("player", "team"), WIN_METRICS),
    "taken": (("player",), COST_METRICS),
    "read": (("player",), READ_METRICS),
}
"""The groupings of a report: the dimensions and the metrics of each."""


class CollectedGame(NamedTuple):
    """The contribution of one game to a report.

    Attributes:
        found: The measurement of the game, or why it has none.
        row: Its row; for an unreadable game, only its name.
        lines: Its values as lines of CSV.
    """

    found: MeasureResult
    row: GameRow
    lines: str


class ReportData(Struct, frozen=True):
    """The data of a whole report.

    Attributes:
        figures: The metrics over all games, as in `wolftui metrics`.
        slices: The rows of each grouping in `SLICES`.
        by_group: All metrics grouped as the user asked, or None.
        games: One row per game, in order.
        problems: One sentence per game that could not be read.
        arena: The arena that played these games, or None.
    """

    figures: MetricResults
    slices: Mapping[str, Sequence[MetricRow]]
    by_group: MetricResults | None
    games: Sequence[GameRow]
    problems: Sequence[str]
    arena: ArenaResults | None = None


def collect_game(path: Path, alpha: float) -> CollectedGame:
    """Read and measure one game.

    Args:
        path: The game.
        alpha: The weight a of the equations with two terms, 0..1.
    """
    saved = open_game(path)
    if isinstance(saved, Unreadable):
        return CollectedGame(saved, GameRow(game=path.name, state="unreadable"), "")
    found = measure_saved(saved, alpha)
    if isinstance(found, CheckedGame):
        return CollectedGame(
            found, game_row(saved, "measured", found.doubt), value_lines(found.measured)
        )
    return CollectedGame(found, game_row(saved, "not over" if saved.result is None else "void"), "")


def _prepare_worker(alpha: float) -> Callable[[Path], CollectedGame]:
    """Make a worker's function, which reads and measures one game."""
    return partial(collect_game, alpha=alpha)


class ReportCollector:
    """Collects games for a report.

    Args:
        by: The dimensions of an additional grouping of all metrics; empty for none.
        zero_fill: Whether nulls without a denominator count as 0.
        alpha: The weight a of the equations with two terms.
        league: The arena that played the games, or None.
    """

    def __init__(
        self,
        by: Sequence[Dimension],
        *,
        zero_fill: bool,
        alpha: float,
        league: ArenaResults | None = None,
    ) -> None:
        self.league = league
        self._alpha, self._zero_fill, self._by = alpha, zero_fill, tuple(by)
        self.whole = Measurement((), zero_fill=zero_fill, alpha=alpha, keep_parts=False)
        self._apart = self._groups(self._by, None) if by else None
        self._slices = {
            name: self._groups(dimensions, only) for name, (dimensions, only) in SLICES.items()
        }
        self._games: list[GameRow] = []

    def _groups(self, by: Sequence[Dimension], only: Sequence[str] | None) -> Groups:
        return Groups(by, zero_fill=self._zero_fill, alpha=self._alpha, keep_parts=False, only=only)

    def collect(self, paths: Sequence[Path], jobs: int) -> Generator[CollectedGame]:
        """Read and measure games, in order, without adding them to the report.

        Args:
            paths: The games.
            jobs: The number of processes that read and measure.

        Raises:
            WorkerDied: A worker process ended by itself.
        """
        yield from ProcessPool(_prepare_worker, self._alpha, jobs).results(paths)

    def add(self, gathered: CollectedGame) -> None:
        """Add a game to the report."""
        self.whole.add(gathered.found)
        self._games.append(gathered.row)
        if isinstance(gathered.found, CheckedGame):
            for groups in (*self._slices.values(), *([self._apart] if self._apart else [])):
                groups.add(gathered.found.measured)

    @property
    def games(self) -> Sequence[GameRow]:
        """The rows of all games so far: those added, and those of which the arena kept no log."""
        return with_arena_rows(self._games, self.league) if self.league else self._games

    @property
    def data(self) -> ReportData:
        """The data of all games added so far."""
        whole = self.whole.figures
        slices = {
            name: [row for row in groups.rows() if row.n] for name, groups in self._slices.items()
        }
        apart = None
        if self._apart:
            apart = MetricResults(
                whole.games, self._apart.rows(), (), self._by, whole.zero_fill, whole.alpha
            )
        return ReportData(
            whole, slices, apart, tuple(self.games), tuple(self.whole.problems), self.league
        )
