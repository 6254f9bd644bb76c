"""The tables that many games fill together: shares with their entropy, rates, series, and speech across games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import log2

from msgspec import Struct

from .catalogue import TABLES
from .intervals import wilson
from .measuring import Measured
from .metric import Cell, MetricTable
from .variety import alike_of


class TableCell(Struct, frozen=True):
    """One cell of a table.

    Attributes:
        table: The table.
        row: Its row.
        column: Its column.
        n: Over how many observations it runs.
        value: The share of the row, or the mean of the observations, 0..1.
        low: The lower end of the 95 % interval (Wilson), or None.
        high: The upper end.
    """

    table: MetricTable
    row: str
    column: str
    n: int
    value: float
    low: float | None = None
    high: float | None = None


class Crosstabs:
    """Collects the observations of games and gives the tables."""

    def __init__(self) -> None:
        self._filled = [_KINDS[table.kind](table) if not table.series else _Series(table) for table in TABLES]

    def add(self, measured: Measured) -> None:
        """Add a game."""
        when = (measured.game.created, measured.game.id)
        for filled, cells in zip(self._filled, measured.cells, strict=True):
            for cell in cells:
                filled.add(cell, when)

    def entries(self) -> list[TableCell]:
        """All cells of all tables; of rows with shares also `entropy`, in bits."""
        return [entry for filled in self._filled for entry in filled.entries()]


class _Shares:
    """How often each column was observed in a row, with the row's entropy."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._rows: dict[str, Counter[str]] = {}

    def add(self, cell: Cell, when: tuple[str, str]) -> None:
        self._rows.setdefault(cell.row, Counter())[cell.column] += 1

    def entries(self) -> Iterator[TableCell]:
        for row, counts in sorted(self._rows.items()):
            total = counts.total()
            for column, count in sorted(counts.items()):
                interval = wilson(count, total)
                yield TableCell(self._table, row, column, count, count / total, interval.low, interval.high)
            yield TableCell(self._table, row, "entropy", total, entropy(counts))


class _Rates:
    """The mean of the values in a cell."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._cells: dict[tuple[str, str], list[float]] = {}

    def add(self, cell: Cell, when: tuple[str, str]) -> None:
        self.put(cell.row, cell.column, cell.value or 0.0)

    def put(self, row: str, column: str, value: float) -> None:
        """Add one value."""
        sums = self._cells.setdefault((row, column), [0.0, 0.0])
        sums[0] += value
        sums[1] += 1

    def entries(self) -> Iterator[TableCell]:
        for (row, column), (total, number) in sorted(self._cells.items(), key=lambda item: (item[0][0], _number(item[0][1]))):
            interval = wilson(total, number)
            yield TableCell(self._table, row, column, int(number), total / number, interval.low, interval.high)


class _Series:
    """Rates whose columns are the games of a row, in the order in which they were played."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._played: list[tuple[tuple[str, str], str, float]] = []

    def add(self, cell: Cell, when: tuple[str, str]) -> None:
        self._played.append((when, cell.row, cell.value or 0.0))

    def entries(self) -> Iterator[TableCell]:
        rates, games = _Rates(self._table), Counter[str]()
        for _, row, value in sorted(self._played):
            games[row] += 1
            rates.put(row, f"game {games[row]}", value)
        return rates.entries()


class _Words:
    """How varied the speech of a row is: different words of all, and how alike two games in a row are."""

    def __init__(self, table: MetricTable) -> None:
        self._table = table
        self._known: dict[str, set[str]] = {}
        self._spoken = Counter[str]()
        self._last: dict[str, frozenset[str]] = {}
        self._alike: dict[str, list[float]] = {}

    def add(self, cell: Cell, when: tuple[str, str]) -> None:
        self._known.setdefault(cell.row, set()).update(cell.words)
        self._spoken[cell.row] += cell.spoken
        sums = self._alike.setdefault(cell.row, [0.0, 0.0])
        if cell.row in self._last:
            sums[0] += alike_of(self._last[cell.row], cell.words)
            sums[1] += 1
        self._last[cell.row] = cell.words

    def entries(self) -> Iterator[TableCell]:
        for row, known in sorted(self._known.items()):
            if self._spoken[row]:
                yield TableCell(self._table, row, "distinct pairs of words", self._spoken[row], len(known) / self._spoken[row])
            total, number = self._alike[row]
            if number:
                yield TableCell(self._table, row, "similarity of consecutive games", int(number), total / number)


_KINDS = {"shares": _Shares, "rates": _Rates, "words": _Words}


def entropy(counts: Counter[str]) -> float:
    """The entropy of a distribution in bits: 0 where one thing always happens, log2 k where k things are equally likely."""
    total = counts.total()
    return sum(count / total * log2(total / count) for count in counts.values() if count)


def _number(column: str) -> tuple[str, int]:
    word, _, number = column.rpartition(" ")
    return (word, int(number)) if number.isdecimal() else (column, 0)
