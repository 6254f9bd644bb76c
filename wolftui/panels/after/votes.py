"""Votes: who voted for whom, a column a ballot, straw votes beside the official ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wolftui.panels.phrasing import seat_span
from wolftui.text.spans import Span

from .book import GameNumbers
from .figures import metric_lines
from .page import Cell, Derivation, ExplainedSpan, Page, PageWriter, Piece

if TYPE_CHECKING:
    from wolfcore.game.facts import Ballot
    from wolfcore.metrics.tables import CastBallot, Day

_KINDS: dict[Ballot, tuple[str, str]] = {
    "elect": ("elect", "for sheriff"), "lean": ("straw", "in the straw vote"), "vote": ("vote", "in the vote"),
    "runoff": ("runoff", "in the runoff"),
}  # fmt: skip
NO_VOTES = "Nobody voted in this game."


class _Column(NamedTuple):
    """One ballot of one day."""

    day: Day
    kind: Ballot
    casts: dict[int, CastBallot]


def votes_page(book: GameNumbers, width: int) -> Page:
    """The page, for a width in cells."""
    writer = PageWriter(width, book.glyphs)
    days = book.tables.days if book.tables else ()
    columns = [
        _Column(day, kind, {cast.voter: cast for cast in day.ballots[kind]})
        for day in days
        for kind in _KINDS
        if kind in day.ballots
    ]
    if not columns:
        writer.paragraph(Span(NO_VOTES, "quiet"))
        return writer.page
    _matrix(book, writer, columns)
    writer.blank_line()
    writer.paragraph(
        Span(f"{book.glyphs.roles['Werewolf']} ", "wolves"), Span("a wolf was named   ", "dim"),
        Span(f"{book.glyphs.none} ", "quiet"), Span("for nobody   ", "dim"),
        Span("on wolves: of the village's official ballots", "dim"),
    )  # fmt: skip
    writer.blank_line()
    metric_lines(book, writer, [row for metric in ("irp", "vss") if (row := book.rows().get((metric,)))])
    return writer.page


def _matrix(book: GameNumbers, writer: PageWriter, columns: list[_Column]) -> None:
    """Voters by ballots; where not all ballots fit beside each other, more of them below."""
    voters = [
        [(seat_span(book.names, seat),), *(_cell(book, column, seat) for column in columns), _wolf_ballots(book, seat)]
        for seat in book.seats
    ]
    out: list[Cell] = [(Span("exiled", "dim"),), *(_exiled(book, column) for column in columns), ()]
    kinds: list[Cell] = [(), *((Span(_KINDS[column.kind][0], "dim"),) for column in columns), (Span("on wolves", "dim"),)]
    days: list[Cell] = [(), *_day_titles(columns), ()]
    rows: list[list[Cell]] = [days, kinds, *voters, out]
    writer.table(rows)


def _day_titles(columns: list[_Column]) -> list[Cell]:
    """The day above its first ballot."""
    titles: list[Cell] = []
    for number, column in enumerate(columns):
        first = number == 0 or columns[number - 1].day is not column.day
        titles.append((Span(f"day {column.day.number}", "accent"),) if first else ())
    return titles


def _cell(book: GameNumbers, column: _Column, seat: int) -> Cell:
    cast = column.casts.get(seat)
    if cast is None:
        return ()
    told = _derivation(book, column, cast)
    if not cast.target:
        return (ExplainedSpan(Span(book.glyphs.none, "quiet"), told),)
    assert book.tables
    wolf: tuple[Piece, ...] = (Span(f" {book.glyphs.roles['Werewolf']}", "wolves"),) if cast.target in book.tables.wolves else ()
    return (ExplainedSpan(Span(str(cast.target), f"seat-{cast.target}"), told), *wolf)


def _derivation(book: GameNumbers, column: _Column, cast: CastBallot) -> Derivation:
    whom = book.names[cast.target - 1] if cast.target else "nobody"
    role = book.tables.roles[cast.target] if book.tables and cast.target else None
    title = f"{book.names[cast.voter - 1]} votes for {whom}{f', {role}' if role else ''}"
    made = f"day {column.day.number}, {_KINDS[column.kind][1]}"
    return Derivation(title, str(cast.target or book.glyphs.none), made, entries=(cast.entry,))


def _wolf_ballots(book: GameNumbers, seat: int) -> Cell:
    row = book.of_seat("irp", seat)
    return (book.number(row, text=f"{row.numerator:g} of {row.denominator:g}"),) if row else ()


def _exiled(book: GameNumbers, column: _Column) -> Cell:
    """Who was exiled, under the last ballot of the day that could exile."""
    exiled = column.day.exiled
    decisive = "runoff" if "runoff" in column.day.ballots else "vote"
    if exiled is None or column.kind != decisive:
        return ()
    entry, seat = exiled
    who = f"{book.names[seat - 1]} is exiled" if seat else "Nobody is exiled"
    told = Derivation(who, str(seat or book.glyphs.none), f"day {column.day.number}", entries=(entry,))
    sign = (Span(f"{book.glyphs.exiled} ", "quiet"),) if seat else ()
    return (*sign, ExplainedSpan(Span(str(seat or book.glyphs.none), f"seat-{seat}" if seat else "quiet"), told))
