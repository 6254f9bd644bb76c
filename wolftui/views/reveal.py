"""The reveal after a game: the cards turn one by one, the person's and those against them last.

Time is counted in seconds since the reveal began; nothing here reads a clock.
"""

from __future__ import annotations

from wolfcore.metrics.game_tables import GameTables
from wolftui.measures.highlights import deceptions, deciding_ballots, unnamed_wolves
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.tabs import short_fate
from wolftui.words.outcome import SeatOutcome
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .labels import names_in_words, role_span, seat_span
from .verdict import bot_comments, own_result

_TURNING_SECONDS, _WORDS_AT = 5.5, 6.0
"""The seconds in which all cards turn, and the second at which words are shown below them."""


REVEAL_SECONDS = 7.5
"""The seconds after which everything is shown."""


class Reveal:
    """The cards of a finished game in the order in which they turn, and the words after them.

    Args:
        book: The game.
    """

    def __init__(self, book: GameNumbers) -> None:
        self._book = book
        self.order = turn_order(book)
        self._fooled = fooled_lines(book)
        self._said = bot_comments(book.shown.all_facts, book.board, book.outcome.fates)

    def turned(self, seconds: float) -> frozenset[int]:
        """Return the seats whose cards are turned after so many seconds."""
        each = _TURNING_SECONDS / len(self.order)
        return frozenset(self.order[: int(seconds / each)])

    def lines(self, seconds: float, width: int) -> list[Line]:
        """Return the page after so many seconds; from `REVEAL_SECONDS` on it stays as it is."""
        book, turned = self._book, self.turned(seconds)
        own = own_result(book.outcome, book.own_seats)
        lines: list[Line] = [
            (Span(f"{own}  " if own else "", "accent+bold"),
             Span(f"{book.outcome.title}.", f"{book.outcome.winner or 'strong'}+bold"),
             Span(f" {book.outcome.why}", "quiet")),
            (),
        ]  # fmt: skip
        wide = max(len(f"{fate.seat} {fate.name}") for fate in book.outcome.fates)
        lines += [self._card(fate, wide, up=fate.seat in turned) for fate in book.outcome.fates]
        if seconds >= _WORDS_AT:
            for words in (*self._fooled, *self._said):
                lines += [(), *wrap(words, width, (), (Span("  "),))]
        return lines

    def _card(self, fate: SeatOutcome, wide: int, *, up: bool) -> Line:
        book = self._book
        name = seat_span(book.names, fate.seat)
        gap = Span(" " * (wide - len(name.text) + 3))
        you = Span("  you", "accent") if fate.seat in book.own_seats else Span("")
        if not up:
            return (name, gap, Span("?", "dim"), you)
        role = role_span(book.glyphs, fate.role) if fate.role else Span("unknown", "dim")
        pad = Span(" " * max(14 - len(role.text), 2))
        return (name, gap, role, pad, Span(short_fate(fate.how), "quiet"), you)


def turn_order(book: GameNumbers) -> tuple[int, ...]:
    """Return the seats in the order in which they turn: persons late, those against them last.

    Those against a person are the seats that killed or exiled them, wolves after others; for a
    person who lived, the wolves.
    """
    persons = book.own_seats
    last: set[int] = set()
    for seat in persons:
        last |= _against(book.tables, seat) if book.tables else set()
    last -= set(persons)
    wolves = set(book.tables.wolves) if book.tables else set[int]()
    others = [seat for seat in book.seats if seat not in last and seat not in persons]
    return (*others, *persons, *sorted(last, key=lambda seat: (seat in wolves, seat)))


def _against(t: GameTables, seat: int) -> set[int]:
    """Return the seats that brought about a seat's death; for a survivor its opponents."""
    fall = t.deaths.get(seat)
    if fall is None:
        return set(t.wolves) - {seat}
    match fall.cause:
        case "exiled":
            day = next((each for each in t.days if each.number == fall.day), None)
            ballots = deciding_ballots(day) if day else ()
            return {cast.voter for cast in ballots if cast.target == seat}
        case "poisoned" | "shot":
            deeds = t.poisons if fall.cause == "poisoned" else t.shots
            return {deed.seat for deed in deeds if deed.target == seat}
        case _:
            return {wolf for wolf in t.wolves if not t.dead_before(wolf, fall.entry)}


def fooled_lines(book: GameNumbers) -> list[Line]:
    """Tell which wolf fooled whom: the claim that most believed, or a wolf that nobody named.

    Both are read off the log; the list is empty if it has neither.
    """
    t = book.tables
    if t is None:
        return []
    lies = deceptions(t)
    if lies:
        lie = max(lies, key=lambda each: len(each.believers))
        believed = names_in_words(book.names, lie.believers)
        claim = f" claimed to be the {lie.role} on day {lie.day}, and {believed} stood by it."
        return [(seat_span(book.names, lie.wolf), Span(claim))]
    return [
        (Span("In all votes nobody named "), seat_span(book.names, wolf), Span(", a wolf."))
        for wolf in unnamed_wolves(t)[:1]
    ]
