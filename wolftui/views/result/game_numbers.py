"""The measurements of one finished game, computed on demand, and rows of metrics as page lines.

The numbers are those of `wolftui metrics`: the same folds, combined in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from wolfcore.game import Board
from wolfcore.metrics import (
    Crosstabs,
    Dimension,
    GameTables,
    Groups,
    MeasuredGame,
    MetricRow,
    RecordedGame,
    TableCell,
    measure,
    tables_of,
)
from wolftui.games.session.shown_game import ShownGame
from wolftui.measures.metric_numbers import fraction_text, number_text, value_text
from wolftui.words.glyphs import Glyphs
from wolftui.words.outcome import Outcome
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .page import Cell, Derivation, ExplainedSpan, PageWriter, widths_of

if TYPE_CHECKING:
    from wolfcore.analysis import Course
    from wolftui.games.coached_seat import CoachedSeat
    from wolftui.games.spoken_words import WordsOfSeat


class GameNumbers:
    """The measurements of a finished game for the pages of the result screen.

    Args:
        shown: The game.
        outcome: Its outcome.
        glyphs: The signs to draw.

    Attributes:
        course: The village's chances in the course of the game; None until they are computed.
        spoken: What the words of each person did, by seat; empty until it is computed.
        coached: The decisions of each person, by seat; empty until somebody has asked for them.
    """

    def __init__(self, shown: ShownGame, outcome: Outcome, glyphs: Glyphs) -> None:
        self.shown, self.outcome, self.glyphs = shown, outcome, glyphs
        self.course: Course | None = None
        self.spoken: Mapping[int, WordsOfSeat] = {}
        self.coached: dict[int, CoachedSeat] = {}
        self._rows: dict[tuple[Dimension, ...], Mapping[tuple[str, ...], MetricRow]] = {}

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.shown.session.board

    @property
    def names(self) -> tuple[str, ...]:
        """Name by seat, in seat order."""
        return self.shown.session.names

    @property
    def seats(self) -> range:
        """All seat numbers."""
        return range(1, len(self.names) + 1)

    @property
    def own_seats(self) -> tuple[int, ...]:
        """The seats of the persons in the game, in order; none if it is only followed here."""
        return () if self.shown.mode == "watch" else self.shown.person_seats

    @cached_property
    def recording(self) -> RecordedGame | None:
        """The recorded game that is measured; None for a void game, which is not measured."""
        return self.shown.recording

    @cached_property
    def tables(self) -> GameTables | None:
        """The game's days, ballots and speeches in tables; None for a void game."""
        return tables_of(self.recording) if self.recording else None

    @cached_property
    def _measured(self) -> MeasuredGame | None:
        return measure(self.recording) if self.recording else None

    def rows(self, *by: Dimension) -> Mapping[tuple[str, ...], MetricRow]:
        """Group the game's measurements by dimensions and keep the rows that have a value.

        The key of a row is the metric's name followed by the labels of its group. The result is
        cached per `by`.
        """
        if by not in self._rows:
            groups = Groups(by)
            if self._measured:
                groups.add(self._measured)
            self._rows[by] = {
                (row.metric.name, *row.group.values()): row for row in groups.rows() if row.n
            }
        return self._rows[by]

    @cached_property
    def cells(self) -> Sequence[TableCell]:
        """The cells of all cross tables of the game; empty for a void game."""
        crosstabs: Crosstabs = Crosstabs()
        if self._measured:
            crosstabs.add(self._measured)
        return crosstabs.cells()

    def of_seat(self, metric: str, seat: int) -> MetricRow | None:
        """Return a metric's row for one seat; None if the metric has no value there."""
        return self.rows("seat").get((metric, str(seat)))

    def number(
        self, row: MetricRow | None, style: str = "text", text: str = "", title: str = ""
    ) -> ExplainedSpan | Span:
        """Make a metric's value a span that carries its derivation; a dash for None.

        Args:
            row: The measurement, or None.
            style: The style role of the number.
            text: Text to show in place of the value; empty for the value.
            title: What the number says, if that differs from the metric's meaning.
        """
        if row is None:
            return Span(self.glyphs.none, "dim")
        return ExplainedSpan(Span(text or value_text(row), style), derivation_of(row, title))


def derivation_of(row: MetricRow, title: str = "") -> Derivation:
    """Build the derivation of a measured number from the metric registry and its evidence."""
    metric = row.metric
    entries = tuple(sorted({entry for part in row.parts for entry in part.entries}))
    quotes = tuple(dict.fromkeys(quote for part in row.parts for quote in part.quotes))
    paper = f"{metric.name}: {metric.source}"
    return Derivation(
        title or metric.meaning,
        value_text(row),
        fraction_words(row),
        metric.formula,
        paper,
        entries,
        quotes,
    )


def fraction_words(row: MetricRow) -> str:
    """Write the numerator and denominator of a metric: `3 of 8 ballots`, `2 speeches`.

    A value that is not a share of counts is written as a quotient: `1.500 / 3, score of a night`.
    """
    above, below, unit = number_text(row.numerator), number_text(row.denominator), row.metric.unit
    if row.metric.kind == "count":
        return f"{above} {unit}"
    if row.metric.shows_counts and row.metric.kind == "ratio":
        return f"{above} of {below} {unit.removeprefix('share of ')}"
    if row.metric.kind == "mean":
        return f"{above} / {below}, mean of the days, {unit}"
    return f"{above} / {below}, {unit}"


_MEANING = 44
"""The least cells for the meaning of a metric if not all columns fit."""


_NAMED_FROM = 92
"""The least page width at which all blocks of a page show the names used in the papers."""


def metric_lines(book: GameNumbers, writer: PageWriter, rows: Sequence[MetricRow]) -> None:
    """Add one row per metric: meaning, value, fraction, and its name in the papers.

    A long meaning is wrapped onto more lines. Where room is short, the name goes first, then the
    fraction; the explanation of the number has both.
    """
    wide = max((len(value_text(row)) for row in rows), default=0)
    values = [book.number(row, "strong", text=f"{value_text(row):>{wide}}") for row in rows]
    lines: list[list[Cell]] = [
        [
            _words(row),
            (value,),
            (Span(_short_fraction(row), "quiet"),),
            (Span(row.metric.name, "dim"),),
        ]
        for row, value in zip(rows, values, strict=True)
    ]
    widths = widths_of(lines)[: None if writer.width >= _NAMED_FROM else -1]
    while len(widths) > 2 and writer.width - sum(widths[1:]) - 2 * len(widths[1:]) < min(
        _MEANING, widths[0]
    ):
        widths.pop()
    widths[0] = min(widths[0], max(writer.width - sum(widths[1:]) - 2 * len(widths[1:]), 1))
    for row, line in zip(rows, lines, strict=True):
        first, *rest = wrap(_words(row), widths[0], (), (Span("  "),))
        writer.row([first, *line[1 : len(widths)]], widths)
        for words in rest:
            writer.add(*words)


def in_percent(row: MetricRow | None) -> str:
    """Write a share as a whole percentage; empty for None."""
    return "" if row is None or row.value is None else f"{100 * row.value:.0f} %"


def _words(row: MetricRow) -> Line:
    """Write the meaning of a metric, with the team that it is about."""
    team = row.group.get("team", "")
    return (*((Span(f"{team}: ", team),) if team else ()), Span(row.metric.meaning, "text"))


def _short_fraction(row: MetricRow) -> str:
    """Write a metric's fraction in brief: `3 of 8 ballots`, `2.500 / 3`.

    A count gives only its unit. The result is empty for a mean over a single observation.
    """
    if row.metric.kind == "count":
        return singular(row.metric.unit) if row.value == 1 else row.metric.unit
    if row.metric.shows_counts and row.metric.kind == "ratio":
        return (
            f"{fraction_text(row).replace('/', ' of ')} {row.metric.unit.removeprefix('share of ')}"
        )
    return fraction_text(row).replace("/", " / ") if row.denominator != 1 else ""


def singular(unit: str) -> str:
    """Turn a plural unit into its singular: `deeds` to `deed`, `speeches` to `speech`.

    A unit without plural, such as `money`, stays.
    """
    return unit.removesuffix("es") if unit.endswith("ches") else unit.removesuffix("s")
