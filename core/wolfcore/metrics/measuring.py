"""Measuring one game: every metric and every table, once."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from .catalogue import METRICS, TABLES
from .metric import Observation
from .recorded import RecordedGame
from .values import Value
from .walk import tables_of


class MeasuredGame(NamedTuple):
    """One game with what was found in it.

    Attributes:
        game: The game.
        values: A value for each of `METRICS`, in their order.
        cells: The observations for each of `TABLES`, in their order.
    """

    game: RecordedGame
    values: tuple[Value, ...]
    cells: tuple[tuple[Observation, ...], ...]

    @property
    def without_log(self) -> MeasuredGame:
        """The same without the log, which whoever puts games together does not need."""
        return self._replace(game=replace(self.game, entries=(), journal=None))

    def value(self, name: str) -> Value:
        """The value of the metric of this name; KeyError where there is none."""
        return dict(zip((metric.name for metric in METRICS), self.values, strict=True))[name]


def measure(game: RecordedGame, *, alpha: float = 0.5) -> MeasuredGame:
    """All metrics of one game.

    Args:
        game: The game; of one that is not over, what its log tells so far is measured.
        alpha: The weight a of the equations with two terms, 0..1.
    """
    tables = tables_of(game, alpha)
    return MeasuredGame(game, tuple([metric.of(tables) for metric in METRICS]), tuple([table.of(tables) for table in TABLES]))
