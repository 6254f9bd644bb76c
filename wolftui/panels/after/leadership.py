"""Leadership: the sheriff's days and whom the sheriff moved, and who else was followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wolftui.panels.phrasing import seat_span
from wolftui.text.spans import Span

from .book import GameNumbers
from .figures import metric_lines
from .page import Cell, Derivation, ExplainedSpan, Page, PageWriter

if TYPE_CHECKING:
    from wolfcore.metrics.tables import Day

_OF_SHERIFF = ("sheriff", "sheriff_agreement", "ratio", "dc", "dc_code", "dc_any")
NO_LEADERSHIP = "Nobody held the badge, and nobody called for a vote."
NO_SHERIFF = "This board has no sheriff, and nobody called for a vote."
_NO_BADGE = "Nobody held the badge at a vote."
_NO_OFFICE = "This board has no sheriff."


def leadership_page(book: GameNumbers, width: int) -> Page:
    """The page, for a width in cells."""
    writer = PageWriter(width, book.glyphs)
    days = [day for day in (book.tables.days if book.tables else ()) if day.official_ballots and day.sheriff]
    callers = [seat for seat in book.seats if (row := book.of_seat("leadership_calls", seat)) and row.numerator]
    office = book.board.switches.sheriff != "none"
    if not days and not callers:
        writer.paragraph(Span(NO_LEADERSHIP if office else NO_SHERIFF, "quiet"))
        return writer.page
    if days:
        writer.title("the sheriff's days")
        _days(book, writer, days)
        writer.title("the sheriff, as the papers measure it")
        metric_lines(book, writer, [row for name in _OF_SHERIFF if (row := book.rows().get((name,)))])
    else:
        writer.paragraph(Span(_NO_BADGE if office else _NO_OFFICE, "quiet"))
    if callers:
        writer.title("who called for a vote, and was followed")
        head: list[Cell] = [(Span(title, "dim"),) for title in ("seat", "calls", "followed by")]
        rows: list[list[Cell]] = [head]
        for seat in callers:
            name = book.names[seat - 1]
            calls = book.number(book.of_seat("leadership_calls", seat), title=f"calls of {name} to vote for a seat")
            followed = book.number(book.of_seat("leadership", seat), title=f"voters who followed the calls of {name}")
            rows.append([(seat_span(book.names, seat),), (calls,), (followed,)])
        writer.table(rows, right=1)
    return writer.page


def _days(book: GameNumbers, writer: PageWriter, days: list[Day]) -> None:
    """Who held the badge, whom the summary recommended, whom the sheriff voted for, and who changed to that."""
    titles = ("day", "sheriff", "recommended", "voted for", "moved", "who")
    rows: list[list[Cell]] = [[(Span(title, "dim"),) for title in titles]]
    for day in days:
        choice = day.ballot_of(day.sheriff)
        recommended = day.recommended and _seat(
            book, day.recommended[1], f"{book.names[day.sheriff - 1]} recommends", day.recommended[0]
        )
        voted = choice and _seat(book, choice.target, f"{book.names[day.sheriff - 1]} votes for", choice.entry)
        moved = book.rows("day").get(("sheriff", str(day.number)))
        rows.append(
            [
                (Span(f"{book.glyphs.day} {day.number}", "accent"),),
                (seat_span(book.names, day.sheriff),),
                (recommended or Span(book.glyphs.none, "dim"),),
                (voted or Span(book.glyphs.none, "dim"),),
                (book.number(moved, "strong", title=f"voters whom the sheriff moved on day {day.number}"),),
                _moved(book, day),
            ]
        )
    writer.table(rows)


def _seat(book: GameNumbers, seat: int, title: str, entry: int) -> ExplainedSpan:
    span = seat_span(book.names, seat) if seat else Span("nobody", "quiet")
    return ExplainedSpan(span, Derivation(f"{title} {book.names[seat - 1] if seat else 'nobody'}", str(seat), entries=(entry,)))


def _moved(book: GameNumbers, day: Day) -> Cell:
    """Who had leaned elsewhere and voted as the sheriff did."""
    choice = day.ballot_of(day.sheriff)
    if choice is None or not choice.target:
        return ()
    straw = {cast.voter: cast for cast in day.ballots.get("lean", ())}
    pieces: list[Span | ExplainedSpan] = []
    for cast in day.official_ballots:
        lean = straw.get(cast.voter)
        if lean and cast.voter != day.sheriff and lean.target != choice.target and cast.target == choice.target:
            before = book.names[lean.target - 1] if lean.target else "nobody"
            told = Derivation(
                f"{book.names[cast.voter - 1]} leaned to {before} and voted for {book.names[cast.target - 1]}", str(cast.voter),
                f"day {day.number}", entries=(lean.entry, cast.entry),
            )  # fmt: skip
            pieces += [*((Span(", ", "dim"),) if pieces else ()), ExplainedSpan(seat_span(book.names, cast.voter), told)]
    return tuple(pieces)
