"""The tabs Votes and Beliefs: ballots by voter, stated beliefs, accuracy and calibration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from wolfcore.game import Belief
from wolfcore.game.facts import Ballot
from wolfcore.metrics import TableCell
from wolfcore.metrics.game_tables import CastBallot, Day
from wolfcore.metrics.influence import beliefs_at_vote
from wolfcore.metrics.stated_beliefs import BINS, bin_title, p_wolf
from wolftui.views.labels import seat_span
from wolftui.words.spans import Span

from .game_numbers import GameNumbers, in_percent
from .page import Cell, Derivation, ExplainedSpan, Page, PageWriter, Piece, cell_width, side_by_side

_KINDS: dict[Ballot, tuple[str, str]] = {
    "elect": ("elect", "for sheriff"),
    "lean": ("straw", "in the straw vote"),
    "vote": ("vote", "in the vote"),
    "runoff": ("runoff", "in the runoff"),
}


NO_VOTES = "Nobody voted in this game."


class _Column(NamedTuple):
    """One ballot of one day: its kind, and each voter's ballot."""

    day: Day
    kind: Ballot
    casts: dict[int, CastBallot]


def votes_page(book: GameNumbers, width: int) -> Page:
    """Build the tab of votes: all ballots by voter."""
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
    return writer.page


def _matrix(book: GameNumbers, writer: PageWriter, columns: list[_Column]) -> None:
    """Add a table of voters by ballots; ballots that do not fit are continued below."""
    voters = [
        [
            (seat_span(book.names, seat),),
            *(_cell(book, column, seat) for column in columns),
            _wolf_ballots(book, seat),
        ]
        for seat in book.seats
    ]
    out: list[Cell] = [(Span("exiled", "dim"),), *(_exiled(book, column) for column in columns), ()]
    kinds: list[Cell] = [
        (),
        *((Span(_KINDS[column.kind][0], "dim"),) for column in columns),
        (Span("on wolves", "dim"),),
    ]
    days: list[Cell] = [(), *_day_titles(columns), ()]
    rows: list[list[Cell]] = [days, kinds, *voters, out]
    writer.table(rows)


def _day_titles(columns: list[_Column]) -> list[Cell]:
    """Make the title row, with each day above its first ballot."""
    titles: list[Cell] = []
    for number, column in enumerate(columns):
        first = number == 0 or columns[number - 1].day is not column.day
        titles.append((Span(f"day {column.day.number}", "accent"),) if first else ())
    return titles


def _cell(book: GameNumbers, column: _Column, seat: int) -> Cell:
    cast = column.casts.get(seat)
    if cast is None:
        voteless = seat in column.day.living and seat not in column.day.voters
        return (Span("no vote", "dim"),) if voteless else ()
    derivation = _derivation(book, column, cast)
    if not cast.target:
        return (ExplainedSpan(Span(book.glyphs.none, "quiet"), derivation),)
    assert book.tables
    wolf: tuple[Piece, ...] = (
        (Span(f" {book.glyphs.roles['Werewolf']}", "wolves"),)
        if cast.target in book.tables.wolves
        else ()
    )
    return (ExplainedSpan(Span(str(cast.target), f"seat-{cast.target}"), derivation), *wolf)


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
    """Write the exiled seat below the last ballot of the day that can exile."""
    exiled = column.day.exiled
    decisive = "runoff" if "runoff" in column.day.ballots else "vote"
    if exiled is None or column.kind != decisive:
        return ()
    entry, seat = exiled
    fall = book.tables.deaths.get(seat) if book.tables else None
    died = fall is not None and fall.day == column.day.number and not fall.at_night
    who = f"{book.names[seat - 1]} is exiled" if seat else "Nobody is exiled"
    who += " and stays alive" if seat and not died else ""
    derivation = Derivation(
        who, str(seat or book.glyphs.none), f"day {column.day.number}", entries=(entry,)
    )
    sign = (Span(f"{book.glyphs.exiled} ", "quiet"),) if seat else ()
    return (
        *sign,
        ExplainedSpan(
            Span(str(seat or book.glyphs.none), f"seat-{seat}" if seat else "quiet"), derivation
        ),
    )


NO_SUSPICIONS = "Nobody stated suspicions before a vote in this game."


_GAP = 4


def beliefs_page(book: GameNumbers, width: int) -> Page:
    """Build the tab of beliefs: stated suspicions, and how often each was right."""
    writer = PageWriter(width, book.glyphs)
    stated = stated_beliefs(book)
    if not stated:
        writer.paragraph(Span(NO_SUSPICIONS, "quiet"))
        return writer.page
    writer.title("how surely each held each other for a wolf, in percent, before the vote")
    _heat(book, writer, stated)
    accuracy(book, writer, [day for day, _ in stated])
    return writer.page


_Stated: TypeAlias = list[tuple[Day, Mapping[int, tuple[int, tuple[Belief, ...]]]]]


def stated_beliefs(book: GameNumbers) -> _Stated:
    """Find the days with beliefs stated before the vote, and each seat's last statement.

    Each value holds the log entry of the statement and the beliefs.
    """
    if book.tables is None:
        return []
    return [
        (day, found) for day in book.tables.days if (found := beliefs_at_vote(book.tables, day))
    ]


def _heat(book: GameNumbers, writer: PageWriter, stated: _Stated) -> None:
    """Add a block of beliefs per day; blocks are placed side by side where they fit."""
    block = 4 * len(book.seats)
    names: list[Cell] = [(), *((seat_span(book.names, seat),) for seat in book.seats)]
    # On a narrow page the rows are labelled by seat numbers alone.
    if (label := max(map(cell_width, names))) + 2 + block > writer.width:
        numbers: list[Cell] = [(), *((Span(str(seat), f"seat-{seat}"),) for seat in book.seats)]
        names, label = numbers, 2
    for number, group in enumerate(
        side_by_side([block] * len(stated), writer.width - label - 2, _GAP)
    ):
        if number:
            writer.blank_line()
        days = [stated[place] for place in group]
        widths = [label, *(block for _ in days)]
        writer.row([(), *((Span(f"day {day.number}", "accent"),) for day, _ in days)], widths)
        writer.row([(), *(_heads(book) for _ in days)], widths)
        for seat in book.seats:
            writer.row(
                [names[seat], *(_held(book, day, found.get(seat), seat) for day, found in days)],
                widths,
            )


def _heads(book: GameNumbers) -> Cell:
    """Make the column heads of the judged seats; wolves are marked."""
    wolves = book.tables.wolves if book.tables else ()
    sign = book.glyphs.roles["Werewolf"]
    return tuple(
        Span(f"{(sign if seat in wolves else '') + str(seat):>3} ", f"seat-{seat}")
        for seat in book.seats
    )


def _held(
    book: GameNumbers, day: Day, stated: tuple[int, tuple[Belief, ...]] | None, seat: int
) -> Cell:
    """Write one seat's beliefs about each other seat, in percent."""
    if stated is None:
        return ()
    entry, beliefs = stated
    held = {belief.seat: belief for belief in beliefs}
    cells: list[Span | ExplainedSpan] = []
    for other in book.seats:
        belief = held.get(other)
        if belief is None or other == seat:
            cells.append(Span(f"{book.glyphs.dot if other == seat else '':>3} ", "dim"))
            continue
        share = round(100 * p_wolf(belief))
        title = f"{book.names[seat - 1]} holds {book.names[other - 1]} for a wolf"
        role = book.tables.roles[other] if book.tables else None
        made = f"day {day.number}; deduced {belief.role}, confidence {belief.confidence}" + (
            f"; in truth {role}" if role else ""
        )
        derivation = Derivation(
            title,
            f"{share} %",
            made,
            "P(wolf) as stated, else by the role deduced and the confidence",
            entries=(entry,),
        )
        cells += [ExplainedSpan(Span(f"{share:>3}", _heat_style(share)), derivation), Span(" ")]
    return tuple(cells)


def _heat_style(share: int) -> str:
    return (
        "danger" if share >= 75 else "warn" if share >= 50 else "quiet" if share >= 25 else "good"
    )


def accuracy(
    book: GameNumbers, writer: PageWriter, days: list[Day], *, scores: bool = False
) -> None:
    """Add the belief accuracy by seat and day: the share of beliefs on the right side of one half.

    `scores` adds the Brier score of each seat, and writes shares as the metrics do.
    """
    more = "off by: Brier score, 0 is never wrong" if scores else ""
    writer.title("how often each was right about the others", more)
    by_day = book.rows("seat", "day")
    head: list[Cell] = [(), *((Span(f"day {day.number}", "dim"),) for day in days)]
    head += [(Span(title, "dim"),) for title in ("all days", *(("off by",) if scores else ()))]
    rows: list[list[Cell]] = [head]
    for seat in book.seats:
        name = book.names[seat - 1]
        found = [by_day.get(("belief_accuracy", str(seat), str(day.number))) for day in days]
        whole = book.of_seat("belief_accuracy", seat)
        title = f"beliefs of {name} on the right side"
        cells = [
            (row, "text", f"{title}, day {day.number}")
            for row, day in zip(found, days, strict=True)
        ]
        cells.append((whole, "strong", title))
        each: list[Cell] = [
            (book.number(row, style, "" if scores else in_percent(row), words),)
            for row, style, words in cells
        ]
        if scores:
            off = book.of_seat("calibration", seat)
            each.append((book.number(off, title=f"Brier score of {name}, 0 being never wrong"),))
        rows.append([(seat_span(book.names, seat),), *each])
    writer.table(rows, right=1)


def reliability(book: GameNumbers, writer: PageWriter) -> None:
    """Table the reliability curve: the share of real wolves per certainty bin and day."""
    found = {
        (cell.row, cell.column): cell
        for cell in book.cells
        if cell.table.name == "reliability_curve"
    }
    if not found:
        return
    said = "how many of those so held were wolves"
    writer.title("how far the village's certainty was to be trusted", said)
    days = sorted({day for _, day in found}, key=lambda title: int(title.split()[-1]))
    rows: list[list[Cell]] = [[(Span("certainty", "dim"),), *((Span(day, "dim"),) for day in days)]]
    for number in range(BINS):
        share = f"{100 * number // BINS} to {100 * (number + 1) // BINS} %"
        rows.append(
            [
                (Span(share, "quiet"),),
                *(
                    (_calibration_cell(book, found.get((bin_title(number), day)), share),)
                    for day in days
                ),
            ]
        )
    writer.table(rows, right=1)


def _calibration_cell(
    book: GameNumbers, cell: TableCell | None, share: str
) -> ExplainedSpan | Span:
    """Write how many beliefs of a bin were right on a day; a dash if there were none."""
    if cell is None or cell.value is None:
        return Span(book.glyphs.none, "dim")
    text = f"{round(cell.value * cell.n)} of {cell.n}"
    derivation = Derivation(
        f"wolves among those that the village held for one with {share}",
        text,
        f"{cell.n} beliefs of {cell.column}",
        cell.table.formula,
        f"{cell.table.name}: {cell.table.source}",
    )
    return ExplainedSpan(Span(text, "text"), derivation)
