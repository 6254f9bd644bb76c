"""Beliefs: who held whom to be a wolf before each vote, how often that was right, and how far shares keep what they promise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wolftui.panels.phrasing import seat_span
from wolftui.text.spans import Span

from .book import Book
from .page import Cell, Number, Page, Told, Writer, side_by_side, widths_of

if TYPE_CHECKING:
    from core.game import Belief
    from core.metrics.tables import Day

NOTHING = "Nobody stated suspicions before a vote in this game."
_GAP = 4


def beliefs_page(book: Book, width: int) -> Page:
    """The page, for a width in cells."""
    writer = Writer(width, book.glyphs)
    stated = _stated(book)
    if not stated:
        writer.words(Span(NOTHING, "quiet"))
        return writer.page
    writer.title("how surely each held each other for a wolf, in percent, before the vote")
    _heat(book, writer, stated)
    _accuracy(book, writer, [day for day, _ in stated])
    _reliability(book, writer)
    return writer.page


def _stated(book: Book) -> list[tuple[Day, Mapping[int, tuple[int, tuple[Belief, ...]]]]]:
    """The days before whose vote somebody stated suspicions, with what each seat stated last and where."""
    from core.metrics.sheriff import beliefs_at_vote

    if book.tables is None:
        return []
    return [(day, found) for day in book.tables.days if (found := beliefs_at_vote(book.tables, day))]


def _heat(book: Book, writer: Writer, stated: list[tuple[Day, Mapping[int, tuple[int, tuple[Belief, ...]]]]]) -> None:
    """A block a day; blocks stand beside each other where they fit, the names beside the first."""
    names: list[Cell] = [(), *((seat_span(book.names, seat),) for seat in book.seats)]
    label = widths_of([[name] for name in names])[0]
    block = 4 * len(book.seats)
    for number, group in enumerate(side_by_side([block] * len(stated), writer.width - label - 2, _GAP)):
        if number:
            writer.gap()
        days = [stated[place] for place in group]
        widths = [label, *(block for _ in days)]
        writer.row([(), *((Span(f"day {day.number}", "accent"),) for day, _ in days)], widths)
        writer.row([(), *(_heads(book) for _ in days)], widths)
        for seat in book.seats:
            writer.row([names[seat], *(_held(book, day, found.get(seat), seat) for day, found in days)], widths)


def _heads(book: Book) -> Cell:
    """The seats that are judged, the wolves with their sign."""
    wolves = book.tables.wolves if book.tables else ()
    sign = book.glyphs.roles["Werewolf"]
    return tuple(Span(f"{(sign if seat in wolves else '') + str(seat):>3} ", f"seat-{seat}") for seat in book.seats)


def _held(book: Book, day: Day, stated: tuple[int, tuple[Belief, ...]] | None, seat: int) -> Cell:
    """What a seat held of each, as percent."""
    from core.metrics.beliefs import p_wolf

    if stated is None:
        return ()
    entry, beliefs = stated
    held = {belief.seat: belief for belief in beliefs}
    cells: list[Span | Number] = []
    for other in book.seats:
        belief = held.get(other)
        if belief is None or other == seat:
            cells.append(Span(f"{book.glyphs.dot if other == seat else '':>3} ", "dim"))
            continue
        share = round(100 * p_wolf(belief))
        title = f"{book.names[seat - 1]} holds {book.names[other - 1]} for a wolf"
        role = book.tables.roles[other] if book.tables else None
        made = f"day {day.number}; deduced {belief.role}, confidence {belief.confidence}" + (f"; in truth {role}" if role else "")
        told = Told(title, f"{share} %", made, "P(wolf) as stated, else by the role deduced and the confidence", entries=(entry,))
        cells += [Number(Span(f"{share:>3}", _heat_style(share)), told), Span(" ")]
    return tuple(cells)


def _heat_style(share: int) -> str:
    return "danger" if share >= 75 else "warn" if share >= 50 else "quiet" if share >= 25 else "good"


def _accuracy(book: Book, writer: Writer, days: list[Day]) -> None:
    """The share of beliefs on the right side of one half, by seat and day, and how far off they were."""
    writer.title("beliefs on the right side of one half", "belief_accuracy; the last column is the Brier score, calibration")
    by_day = book.rows("seat", "day")
    rows: list[list[Cell]] = [
        [(), *((Span(f"day {day.number}", "dim"),) for day in days), (Span("all days", "dim"),), (Span("off by", "dim"),)]
    ]
    for seat in book.seats:
        name = book.names[seat - 1]
        found = [by_day.get(("belief_accuracy", str(seat), str(day.number))) for day in days]
        whole = book.number(book.of_seat("belief_accuracy", seat), "strong", title=f"beliefs of {name} on the right side")
        off = book.number(book.of_seat("calibration", seat), title=f"Brier score of {name}, 0 being never wrong")
        each: list[Cell] = [
            (book.number(row, title=f"beliefs of {name} on the right side, day {day.number}"),)
            for row, day in zip(found, days, strict=True)
        ]
        rows.append([(seat_span(book.names, seat),), *each, (whole,), (off,)])
    _columns(writer, rows)


def _columns(writer: Writer, rows: list[list[Cell]]) -> None:
    """Columns of numbers; where they do not all fit, more of them below."""
    widths = widths_of(rows)
    for number, group in enumerate(side_by_side(widths[1:], writer.width - widths[0] - 2, 2)):
        if number:
            writer.gap()
        places = [0, *(place + 1 for place in group)]
        for row in rows:
            writer.row([row[place] for place in places], [widths[place] for place in places], right=1)


def _reliability(book: Book, writer: Writer) -> None:
    """How often those of a belief were wolves, by day, of the village's beliefs."""
    cells = [cell for cell in book.cells if cell.table.name == "reliability_curve"]
    if not cells:
        return
    writer.title("how often the village was right with a belief of P", "reliability_curve: wolves among them (how many beliefs)")
    days = list(dict.fromkeys(sorted((cell.column for cell in cells), key=lambda title: int(title.split()[-1]))))
    found = {(cell.row, cell.column): cell for cell in cells}
    rows: list[list[Cell]] = [[(), *((Span(day, "dim"),) for day in days)]]
    for label in dict.fromkeys(cell.row for cell in cells):
        row: list[Cell] = [(Span(label, "quiet"),)]
        for day in days:
            cell = found.get((label, day))
            if cell is None:
                row.append(())
                continue
            told = Told(
                f"wolves among those believed to be wolves with {label}", f"{cell.value:.2f}", f"{cell.n} beliefs of {day}",
                cell.table.formula, f"{cell.table.name}: {cell.table.source}",
            )  # fmt: skip
            row.append((Number(Span(f"{cell.value:.2f} ({cell.n})", "text"), told),))
        rows.append(row)
    _columns(writer, rows)
