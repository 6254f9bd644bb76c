"""Tables aggregated over games: shares with entropy, rates, series, and lexical variety.

A cell pools all observations, but its interval treats the observations of one game as one cluster.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from wolfcore.intervals import Interval, IntervalMethod, bounded_mean_interval, entropy_bits

from .catalogue import TABLES, MeasuredGame
from .metric import MetricTable, Observation
from .speech_statistics import jaccard


class TableCell(Struct, frozen=True):
    """One cell of a table.

    Attributes:
        table: The table.
        row: The row.
        column: The column.
        n: The number of observations.
        value: The share of the row, or the mean of the observations, 0..1; in bits for `entropy`.
        games: The number of games with observations.
        low: The lower end of the 95 % interval, or None if there is none.
        high: The upper end of the 95 % interval, or None if there is none.
        how: How the interval was computed, or why there is none (`intervals.INTERVAL_METHODS`);
            empty for cells that have no interval by design.
    """

    table: MetricTable
    row: str
    column: str
    n: int
    value: float
    games: int
    low: float | None = None
    high: float | None = None
    how: IntervalMethod = ""


class Crosstabs:
    """Aggregates the observations of many games into the cells of all tables."""

    def __init__(self) -> None:
        self._games = 0
        self._filled = [
            _KINDS[table.kind](table) if not table.series else _Series(table) for table in TABLES
        ]

    def add(self, measured: MeasuredGame) -> None:
        """Add the observations of a game to all tables."""
        when = (measured.game.created, measured.game.id)
        for filled, cells in zip(self._filled, measured.cells, strict=True):
            for cell in cells:
                filled.add(cell, self._games, when)
        self._games += 1

    def cells(self) -> list[TableCell]:
        """Return all cells of all tables, plus an `entropy` cell in bits per row of shares."""
        return [entry for filled in self._filled for entry in filled.entries()]


class _Clusters:
    """Sum and number of the observations of each game, for intervals that cluster by game."""

    __slots__ = ("last", "numbers", "sums")

    def __init__(self) -> None:
        self.sums, self.numbers, self.last = array("d"), array("d"), -1

    def add(self, game: int, value: float) -> None:
        """Add an observation; all observations of one game must be added consecutively."""
        if game != self.last:
            self.sums.append(0.0)
            self.numbers.append(0.0)
            self.last = game
        self.sums[-1] += value
        self.numbers[-1] += 1

    def interval(self) -> Interval:
        """Return the interval of the mean of all observations, which lie between 0 and 1."""
        return bounded_mean_interval(self.sums, self.numbers, 0, 1)


class _Shares:
    """Table kind `shares`: frequency of each column in a row, with the row's entropy."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._rows: dict[str, dict[int, Counter[str]]] = {}

    def add(self, cell: Observation, game: int, when: tuple[str, str]) -> None:
        self._rows.setdefault(cell.row, {}).setdefault(game, Counter())[cell.column] += 1

    def entries(self) -> Iterator[TableCell]:
        for row, games in sorted(self._rows.items(), key=lambda item: label_key(item[0])):
            counts = sum(games.values(), Counter[str]())
            total, sizes = counts.total(), [own.total() for own in games.values()]
            for column, count in sorted(counts.items(), key=lambda item: label_key(item[0])):
                interval = bounded_mean_interval(
                    [own[column] for own in games.values()], sizes, 0, 1
                )
                yield TableCell(
                    self._table, row, column, count, count / total, len(games), *interval
                )
            yield TableCell(
                self._table, row, "entropy", total, entropy_of_counts(counts), len(games)
            )


class _Rates:
    """Table kind `rates`: mean of the values in a cell."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._cells: dict[tuple[str, str], _Clusters] = {}

    def add(self, cell: Observation, game: int, when: tuple[str, str]) -> None:
        self.put(cell.row, cell.column, game, cell.value or 0.0)

    def put(self, row: str, column: str, game: int, value: float) -> None:
        """Add one value to a cell."""
        clusters = self._cells.get((row, column))
        if clusters is None:
            clusters = self._cells[row, column] = _Clusters()
        clusters.add(game, value)

    def entries(self) -> Iterator[TableCell]:
        for (row, column), found in sorted(
            self._cells.items(), key=lambda item: (label_key(item[0][0]), label_key(item[0][1]))
        ):
            number = sum(found.numbers)
            yield TableCell(
                self._table,
                row,
                column,
                int(number),
                sum(found.sums) / number,
                len(found.sums),
                *found.interval(),
            )


class _Series:
    """Rates whose columns are the games of a row, in the order in which they were played."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._played: list[tuple[tuple[str, str], int, str, float]] = []

    def add(self, cell: Observation, game: int, when: tuple[str, str]) -> None:
        self._played.append((when, game, cell.row, cell.value or 0.0))

    def entries(self) -> Iterator[TableCell]:
        rates, games = _Rates(self._table), Counter[str]()
        # By the time of play, whatever the order in which the games were added.
        for _, game, row, value in sorted(self._played):
            games[row] += 1
            rates.put(row, f"game {games[row]}", game, value)
        return rates.entries()


class _Words:
    """Table kind `words`: the lexical variety of a row's speech over its games.

    Reports the share of distinct word pairs, and the mean Jaccard similarity of consecutive games.
    """

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._known: dict[str, set[str]] = {}
        self._spoken = Counter[str]()
        self._last: dict[str, frozenset[str]] = {}
        self._alike: dict[str, list[float]] = {}
        self._games = Counter[str]()

    def add(self, cell: Observation, game: int, when: tuple[str, str]) -> None:
        self._games[cell.row] += 1
        self._known.setdefault(cell.row, set()).update(cell.words)
        self._spoken[cell.row] += cell.spoken
        sums = self._alike.setdefault(cell.row, [0.0, 0.0])
        if cell.row in self._last:
            sums[0] += jaccard(self._last[cell.row], cell.words)
            sums[1] += 1
        self._last[cell.row] = cell.words

    def entries(self) -> Iterator[TableCell]:
        for row, known in sorted(self._known.items()):
            if self._spoken[row]:
                spoken = self._spoken[row]
                yield TableCell(
                    self._table,
                    row,
                    "distinct pairs of words",
                    spoken,
                    len(known) / spoken,
                    self._games[row],
                )
            total, number = self._alike[row]
            if number:
                yield TableCell(
                    self._table,
                    row,
                    "similarity of consecutive games",
                    int(number),
                    total / number,
                    self._games[row],
                )


_KINDS = {"shares": _Shares, "rates": _Rates, "words": _Words}


def entropy_of_counts(counts: Counter[str]) -> float:
    """Compute the entropy of a distribution in bits.

    It is 0 if one outcome always occurs, and log2 k for k equally likely outcomes.
    """
    total = counts.total()
    return entropy_bits([count / total for count in counts.values()])


LEVELS = ("easy", "normal", "hard")
"""Bot levels from weakest to strongest, in which order labels are sorted."""


_PIECES = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|.", re.DOTALL)


OrderKey: TypeAlias = tuple[tuple[int, float, str], ...]


def label_key(label: str) -> OrderKey:
    """Return the sort key of a label: numbers by size, then levels from easy to hard, then words.

    Words are sorted alphabetically. The key compares labels piece by piece.
    """
    # Equal shapes, so that any two pieces can be compared: numbers, levels, words.
    found: list[tuple[int, float, str]] = []
    for piece in _PIECES.findall(label):
        if piece[0].isdecimal():
            found.append((0, float(piece), ""))
        else:
            # By strength and not by the alphabet, in which "hard" comes before "normal".
            found.append((1, LEVELS.index(piece), "") if piece in LEVELS else (2, 0, piece))
    return tuple(found)
