"""Tables aggregated over games: shares with entropy, rates, series, and lexical variety.

A cell pools all observations, but its interval treats the observations of one deal as one cluster.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from math import fsum
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from wolfcore.intervals import IntervalMethod, add_exactly, bounded_mean_interval, entropy_bits

from .catalogue import TABLES, MeasuredGame
from .metric import MetricTable, Observation
from .recorded_game import RecordedGame
from .speech_statistics import jaccard


class TableCell(Struct, frozen=True):
    """One cell of a table.

    Attributes:
        table: The table.
        row: The row.
        column: The column.
        n: The number of observations.
        value: The share of the row, or the mean of the observations, 0..1; in bits for `entropy`;
            None where nothing could be read (`MetricTable.null`).
        games: The number of games with observations.
        low: The lower end of the 95 % interval, or None if there is none.
        high: The upper end of the 95 % interval, or None if there is none.
        how: How the interval was computed, or why there is none (`intervals.INTERVAL_METHODS`);
            empty for cells that have no interval by design.
        deals: The number of deals that the games are of.
        total: The number of events, in tables that count them (`MetricTable.counted`); else None.
        unread: The number of observations that could not be read; they are not in `n`.
        quote: A sentence spoken that is an example; empty for none.
    """

    table: MetricTable
    row: str
    column: str
    n: int
    value: float | None
    games: int
    low: float | None = None
    high: float | None = None
    how: IntervalMethod = ""
    deals: int = 0
    total: float | None = None
    unread: int = 0
    quote: str = ""


class Crosstabs:
    """Aggregates the observations of many games into the cells of all tables."""

    def __init__(self) -> None:
        self._games, self._deals = 0, DealNumbers()
        self._filled = [
            _KINDS[table.kind](table) if not table.series else _Series(table) for table in TABLES
        ]

    def add(self, measured: MeasuredGame) -> None:
        """Add the observations of a game to all tables."""
        when = (measured.game.created, measured.game.id)
        place = _Place(self._games, self._deals.number_of(measured.game))
        for filled, cells in zip(self._filled, measured.cells, strict=True):
            for cell in cells:
                filled.add(cell, place, when)
        self._games += 1

    def cells(self) -> list[TableCell]:
        """Return all cells of all tables, plus an `entropy` cell in bits per row of shares."""
        return [entry for filled in self._filled for entry in filled.entries()]


class DealNumbers:
    """The numbers of deals, from 0 in the order in which their first games are added."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._games = 0

    def number_of(self, game: RecordedGame) -> int:
        """Return the number of a game's deal; each call with an unknown deal gives a new one."""
        self._games += 1
        return self._numbers.setdefault(game.deal or str(self._games), len(self._numbers))


class _Place(NamedTuple):
    """The number of a game, and that of its deal."""

    game: int
    deal: int


class _Clusters:
    """Sum and number of the observations of each deal, for intervals that cluster by deal.

    Attributes:
        unread: The number of observations that could not be read, of all deals.
        quote: The first example.
    """

    __slots__ = ("_lost", "_numbers", "_sums", "games", "last", "places", "quote", "unread")

    def __init__(self) -> None:
        self.unread, self.quote = 0, ""
        self._sums, self._numbers, self.games, self.last = array("d"), array("d"), 0, -1
        self.places: dict[int, int] = {}
        # What the sum of a deal lost in rounding; whole numbers lose nothing.
        self._lost: dict[int, float] = {}

    def add(self, place: _Place, value: float, times: int = 1) -> None:
        """Add the sum of so many observations; those of one game must be added consecutively."""
        if place.game != self.last:
            self.last = place.game
            self.games += 1
        at = self.places.setdefault(place.deal, len(self._sums))
        if at == len(self._sums):
            self._sums.append(0.0)
            self._numbers.append(0.0)
        self._sums[at], lost = add_exactly(self._sums[at], self._lost.get(at, 0.0), value)
        if lost:
            self._lost[at] = lost
        self._numbers[at] += times

    def by_deal(self) -> tuple[list[float], list[float]]:
        """Return the sums and the numbers, one per deal, in an order that no reading decides."""
        lost = self._lost
        sums = [total + lost.get(at, 0.0) for at, total in enumerate(self._sums)]
        pairs = sorted(zip(sums, self._numbers, strict=True))
        return [above for above, _ in pairs], [below for _, below in pairs]


class _Shares:
    """Table kind `shares`: frequency of each column in a row, with the row's entropy."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._rows: dict[str, dict[int, Counter[str]]] = {}
        self._games: dict[str, set[int]] = {}

    def add(self, cell: Observation, place: _Place, when: tuple[str, str]) -> None:
        self._rows.setdefault(cell.row, {}).setdefault(place.deal, Counter())[cell.column] += 1
        self._games.setdefault(cell.row, set()).add(place.game)

    def entries(self) -> Iterator[TableCell]:
        for row, deals in sorted(self._rows.items(), key=lambda item: label_key(item[0])):
            counts, games = sum(deals.values(), Counter[str]()), len(self._games[row])
            total = counts.total()
            for column, count in sorted(counts.items(), key=lambda item: label_key(item[0])):
                pairs = sorted([(own[column], own.total()) for own in deals.values()])
                interval = bounded_mean_interval(
                    [above for above, _ in pairs],
                    [below for _, below in pairs],
                    0,
                    1,
                    free_weights=self._table.pooled,
                )
                yield TableCell(
                    self._table, row, column, count, count / total, games, *interval, len(deals)
                )
            yield TableCell(
                self._table,
                row,
                "entropy",
                total,
                entropy_of_counts(counts),
                games,
                deals=len(deals),
            )


class _Rates:
    """Table kind `rates`: mean of the values in a cell."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._cells: dict[tuple[str, str], _Clusters] = {}

    def add(self, cell: Observation, place: _Place, when: tuple[str, str]) -> None:
        clusters = self._cells.get((cell.row, cell.column))
        if clusters is None:
            clusters = self._cells[cell.row, cell.column] = _Clusters()
        if cell.value is None:
            clusters.unread += cell.times
            return
        clusters.add(place, cell.value, cell.times)
        clusters.quote = clusters.quote or cell.quote

    def entries(self) -> Iterator[TableCell]:
        for (row, column), found in sorted(
            self._cells.items(), key=lambda item: (label_key(item[0][0]), label_key(item[0][1]))
        ):
            sums, numbers = found.by_deal()
            number, total = int(sum(numbers)), fsum(sums)
            interval = bounded_mean_interval(sums, numbers, 0, 1, free_weights=self._table.pooled)
            yield TableCell(
                self._table,
                row,
                column,
                number,
                total / number if number else None,
                found.games,
                *interval,
                len(sums),
                total if number and self._table.counted else None,
                found.unread,
                found.quote,
            )


class _Series:
    """Rates whose columns are the games of a row, in the order in which they were played."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._played: list[tuple[tuple[str, str], _Place, str, float | None]] = []

    def add(self, cell: Observation, place: _Place, when: tuple[str, str]) -> None:
        self._played.append((when, place, cell.row, cell.value))

    def entries(self) -> Iterator[TableCell]:
        rates, games = _Rates(self._table), Counter[str]()
        # By the time of play, whatever the order in which the games were added.
        for when, place, row, value in sorted(self._played):
            games[row] += 1
            rates.add(Observation(row, f"game {games[row]}", value), place, when)
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

    def add(self, cell: Observation, place: _Place, when: tuple[str, str]) -> None:
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
    return entropy_bits([count / total for count in sorted(counts.values())])


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
