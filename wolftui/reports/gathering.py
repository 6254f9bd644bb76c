"""Games gathered for a report: each read and measured once, put together in all the ways in which the report tells of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from wolfcore.arena import Pool
from wolfcore.metrics import Dimension, Groups, Row
from wolftui.figures.forms import Figures
from wolftui.figures.measuring import Found, Measurement, Seen, Unreadable, judged, opened

from .arenas import League, with_league
from .games import GameRow, row_of
from .rows import value_lines

WON = ("win_rate",)
TAKEN = (
    "calls", "tokens_in", "tokens_out", "money", "seconds", "discipline_given", "discipline_repaired", "discipline_replaced",
    "discipline_timed_out",
)  # fmt: skip
SLICES: dict[str, tuple[tuple[Dimension, ...], tuple[str, ...]]] = {
    "boards": (("board",), WON),
    "roles": (("role",), WON),
    "players": (("player", "team"), WON),
    "taken": (("player",), TAKEN),
}
"""What a report tells apart from the whole: by which dimensions, and of which metrics."""


class Gathered(NamedTuple):
    """What one game adds.

    Attributes:
        found: What `wolftui metrics` finds in it.
        row: Its row; of a game that cannot be read, its name and nothing else.
        lines: Its values as lines of CSV.
    """

    found: Found
    row: GameRow
    lines: str


class Material(Struct, frozen=True):
    """All that a report is made of.

    Attributes:
        figures: All games together, as `wolftui metrics` has them.
        slices: The rows of each of `SLICES`.
        apart: All metrics apart by what was asked for, or None.
        games: A row a game, in their order.
        problems: What could not be read, a sentence each.
        league: The arena whose games these are, or None.
    """

    figures: Figures
    slices: Mapping[str, Sequence[Row]]
    apart: Figures | None
    games: Sequence[GameRow]
    problems: Sequence[str]
    league: League | None = None


def gather(path: Path, alpha: float) -> Gathered:
    """Read and measure a game.

    Args:
        path: The game.
        alpha: The weight a of the equations with two terms, 0..1.
    """
    saved = opened(path)
    if isinstance(saved, Unreadable):
        return Gathered(saved, GameRow(game=path.name, state="unreadable"), "")
    found = judged(saved, alpha)
    if isinstance(found, Seen):
        return Gathered(found, row_of(saved, "measured", found.doubt), value_lines(found.measured))
    return Gathered(found, row_of(saved, "not over" if saved.result is None else "void"), "")


def _gathering(alpha: float) -> Callable[[Path], Gathered]:
    """Prepares a pool whose calls gather games."""
    return partial(gather, alpha=alpha)


class Gathering:
    """Games being gathered.

    Args:
        by: What all metrics are to be told apart by once more; nothing for not.
        zero_fill: Whether nulls without a denominator count as 0.
        alpha: The weight a of the equations with two terms.
        league: The arena whose games they are, or None.
    """

    def __init__(self, by: Sequence[Dimension], *, zero_fill: bool, alpha: float, league: League | None = None) -> None:
        self.league = league
        self._alpha, self._zero_fill, self._by = alpha, zero_fill, tuple(by)
        self.whole = Measurement((), zero_fill=zero_fill, alpha=alpha, keep_parts=False)
        self._apart = self._groups(self._by, None) if by else None
        self._slices = {name: self._groups(dimensions, only) for name, (dimensions, only) in SLICES.items()}
        self._games: list[GameRow] = []

    def _groups(self, by: Sequence[Dimension], only: Sequence[str] | None) -> Groups:
        return Groups(by, zero_fill=self._zero_fill, alpha=self._alpha, keep_parts=False, only=only)

    def found_in(self, paths: Sequence[Path], jobs: int) -> Generator[Gathered]:
        """What games add, in their order; nothing is added yet.

        Args:
            paths: The games.
            jobs: How many processes read and measure.

        Raises:
            WorkerDied: A process that helped ended by itself.
        """
        yield from Pool(_gathering, self._alpha, jobs).results(paths)

    def add(self, gathered: Gathered) -> None:
        """Add a game."""
        self.whole.add(gathered.found)
        self._games.append(gathered.row)
        if isinstance(gathered.found, Seen):
            for groups in (*self._slices.values(), *([self._apart] if self._apart else [])):
                groups.add(gathered.found.measured)

    @property
    def material(self) -> Material:
        """What was gathered so far."""
        whole = self.whole.figures
        slices = {name: [row for row in groups.rows() if row.n] for name, groups in self._slices.items()}
        apart = None
        if self._apart:
            apart = Figures(whole.games, self._apart.rows(), (), self._by, whole.zero_fill, whole.alpha)
        games = with_league(self._games, self.league) if self.league else self._games
        return Material(whole, slices, apart, tuple(games), tuple(self.whole.problems), self.league)
