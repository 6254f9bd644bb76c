"""All that the pages after a game read: its outcome, its tables, and what was measured, each found once and only when asked for.

The numbers are those of `wolftui metrics`: the same folds, put together in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from wolftui.figures.numerals import number_text, value_text
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import Glyphs
from wolftui.text.outcome import Outcome
from wolftui.text.spans import Span

from .page import Derivation, ExplainedSpan

if TYPE_CHECKING:
    from wolfcore.game import Board
    from wolfcore.metrics import Crosstabs, Dimension, GameTables, MeasuredGame, MetricRow, RecordedGame, TableCell


class GameNumbers:
    """A game that is over, for the pages that tell of it.

    Args:
        shown: The game.
        outcome: How it ended.
        glyphs: The signs to draw.
    """

    def __init__(self, shown: ShownGame, outcome: Outcome, glyphs: Glyphs) -> None:
        self.shown, self.outcome, self.glyphs = shown, outcome, glyphs
        self._rows: dict[tuple[Dimension, ...], Mapping[tuple[str, ...], MetricRow]] = {}

    @property
    def board(self) -> Board:
        """The board."""
        return self.shown.session.board

    @property
    def names(self) -> tuple[str, ...]:
        """Name by seat, in seat order."""
        return self.shown.session.names

    @property
    def seats(self) -> range:
        """All seats."""
        return range(1, len(self.names) + 1)

    @cached_property
    def recording(self) -> RecordedGame | None:
        """The game as it is measured; None for one that is not, since it is void."""
        return self.shown.recording

    @cached_property
    def tables(self) -> GameTables | None:
        """The game laid out."""
        from wolfcore.metrics import tables_of

        return tables_of(self.recording) if self.recording else None

    @cached_property
    def _measured(self) -> MeasuredGame | None:
        from wolfcore.metrics import measure

        return measure(self.recording) if self.recording else None

    def rows(self, *by: Dimension) -> Mapping[tuple[str, ...], MetricRow]:
        """What was measured, apart by some dimensions: by the metric's name and the labels; those that have a value."""
        if by not in self._rows:
            from wolfcore.metrics import Groups

            groups = Groups(by)
            if self._measured:
                groups.add(self._measured)
            self._rows[by] = {(row.metric.name, *row.group.values()): row for row in groups.rows() if row.n}
        return self._rows[by]

    @cached_property
    def cells(self) -> Sequence[TableCell]:
        """The tables that were measured."""
        from wolfcore.metrics import Crosstabs

        crosstabs: Crosstabs = Crosstabs()
        if self._measured:
            crosstabs.add(self._measured)
        return crosstabs.cells()

    def of_seat(self, metric: str, seat: int) -> MetricRow | None:
        """What a metric says of a seat; None where it has no value there."""
        return self.rows("seat").get((metric, str(seat)))

    def number(self, row: MetricRow | None, style: str = "text", text: str = "", title: str = "") -> ExplainedSpan | Span:
        """A row as a number that explains itself; a dash for none.

        Args:
            row: What was measured.
            style: The style role of the number.
            text: What stands there instead of its value.
            title: What it tells, where that is not the meaning of its metric.
        """
        if row is None:
            return Span(self.glyphs.none, "dim")
        return ExplainedSpan(Span(text or value_text(row), style), derivation_of(row, title))


def derivation_of(row: MetricRow, title: str = "") -> Derivation:
    """What a measured number is, from the registry of metrics."""
    metric = row.metric
    entries = tuple(sorted({entry for part in row.parts for entry in part.entries}))
    quotes = tuple(dict.fromkeys(quote for part in row.parts for quote in part.quotes))
    paper = f"{metric.name}: {metric.source}"
    return Derivation(title or metric.meaning, value_text(row), fraction_words(row), metric.formula, paper, entries, quotes)


def fraction_words(row: MetricRow) -> str:
    """What a number is made of, in words: `3 of 8 ballots`, `2 speeches`, `1.500 / 3, score of a night`."""
    above, below, unit = number_text(row.numerator), number_text(row.denominator), row.metric.unit
    if row.metric.kind == "count":
        return f"{above} {unit}"
    if row.metric.shows_counts and row.metric.kind == "ratio":
        return f"{above} of {below} {unit.removeprefix('share of ')}"
    if row.metric.kind == "mean":
        return f"{above} / {below}, mean of the days, {unit}"
    return f"{above} / {below}, {unit}"
