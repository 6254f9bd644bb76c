"""The tabs of the result screen, and the tab Result: outcome, seats, course, bot comments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from wolfcore.game import ROLES
from wolfcore.game import facts as f
from wolftui.views.labels import course_lines, player_words, role_span, seat_span
from wolftui.views.verdict import BOT_COMMENTS_TITLE, bot_comments, own_result, turning_line
from wolftui.words.outcome import SeatOutcome
from wolftui.words.spans import Span
from wolftui.words.spending import reliability_notes

from .game_numbers import GameNumbers, in_percent
from .own_tab import own_page
from .page import Cell, ExplainedSpan, Page, PageWriter, span_of
from .role_tabs import more_page, roles_page
from .statement_tab import statements_page
from .talk_tabs import leadership_page, talk_page
from .vote_tabs import beliefs_page, votes_page


class Tab(Struct, frozen=True):
    """A tab of the result screen: its name, and the function that builds its page."""

    name: str
    page: Callable[[GameNumbers, int], Page]


def result_page(book: GameNumbers, width: int) -> Page:
    """Build the tab Result: outcome, seats, course of the game and comments of the house bots."""
    writer = PageWriter(width, book.glyphs)
    _verdict(book, writer)
    writer.blank_line()
    _seats(book, writer)
    doubt = reliability_notes(book.shown.spent())
    if doubt:
        writer.blank_line()
        writer.paragraph(Span(doubt, "danger"))
    writer.title("how it went")
    for line in course_lines(book.shown.all_facts, book.names, book.glyphs):
        writer.paragraph(*line, rest=(Span(" " * 10),))
    said = bot_comments(book.shown.all_facts, book.board, book.outcome.fates)
    if said:
        writer.title(BOT_COMMENTS_TITLE)
        for line in said:
            writer.paragraph(*line, rest=(Span("  "),))
    writer.blank_line()
    if book.shown.visible_seed is not None:
        writer.add(Span("seed  ", "dim"), Span(str(book.shown.visible_seed), "quiet"))
    if source := book.shown.imported_from:
        writer.paragraph(
            Span(source, "quiet"), first=(Span("recorded by others: ", "dim"),), rest=(Span("  "),)
        )
    else:
        writer.paragraph(
            Span(book.shown.path or "not saved", "quiet"),
            first=(Span("saved ", "dim"),),
            rest=(Span("      "),),
        )
    return writer.page


TABS: tuple[Tab, ...] = (
    Tab("Result", result_page), Tab("Votes", votes_page), Tab("Beliefs", beliefs_page),
    Tab("Roles", roles_page), Tab("Leadership", leadership_page), Tab("Talk", talk_page),
    Tab("Statements", statements_page), Tab("More", more_page),
)  # fmt: skip
"""The tabs of every game."""


OWN_TAB = Tab("You", own_page)
"""The first tab of a game in which a person played."""


def tabs_of(book: GameNumbers) -> tuple[Tab, ...]:
    """Return the tabs of a game, in order."""
    return (OWN_TAB, *TABS) if book.own_seats else TABS


WORDS_TITLE = "What your words did"
"""The title of the page beside the tabs that says what a person's words did."""


DECISIONS_TITLE = "Your decisions"
"""The title of the page beside the tabs that says what a person could have done better."""


_ROOMY = 100
"""The least page width at which the role deeds have a column in the seats table."""


_ALWAYS = 3
"""The number of columns that every game has: seat, role, fate.

Other columns are left out if they are empty.
"""


_COLUMN_NOTES = {
    "votes": "ballots that named a wolf",
    "beliefs": "how often they were right about others",
}
"""Notes on column titles that are too short to be understood alone."""


_DID = {
    "check": ("seer", "wolves found"),
    "potions": ("witch", "potions well used"),
    "shoot": ("hunter", "shots hit"),
    "protect": ("guard", "of nights guarded"),
}
"""The metric of what the holder of a power did, and the words after its numbers.

A power without an entry has no such metric, and its cell is empty.
"""


def _verdict(book: GameNumbers, writer: PageWriter) -> None:
    outcome, session = book.outcome, book.shown.session
    writer.paragraph(
        Span(outcome.title, f"{outcome.winner or 'strong'}+bold"),
        Span(f" on day {_last_day(session.known_facts)}.  ", "text"),
        Span(outcome.why, "quiet"),
    )
    own = own_result(outcome, session.people)
    for fate in outcome.fates:
        if fate.seat in session.people:
            role = (role_span(book.glyphs, fate.role),) if fate.role else ()
            writer.paragraph(
                Span("You were ", "text"),
                *role,
                Span(f" and {fate.how}." if fate.alive else f", {fate.how}.", "text"),
            )
    if own:
        writer.paragraph(Span(own, "accent+bold"))
    for line in turning_line(book.shown, book.glyphs):
        writer.paragraph(*line)


def _last_day(facts: Sequence[f.Fact]) -> int:
    return next((fact.day for fact in reversed(facts) if isinstance(fact, f.Ended)), 0)


def _seats(book: GameNumbers, writer: PageWriter) -> None:
    """Add the seats table: one row per seat under column titles.

    Narrow pages leave out the column of role deeds; the tab of the roles has it.
    """
    roomy = writer.width >= _ROOMY
    rows = [_row(book, fate, did=roomy) for fate in book.outcome.fates]
    titles = (
        "seat",
        "role",
        "fate",
        *(("its role",) if roomy else ()),
        "votes",
        "beliefs",
        "player",
    )
    head: list[Cell] = [(Span(title, "dim"),) for title in titles]
    shown = [
        place
        for place in range(len(titles))
        if place < _ALWAYS or any(_has_content(row[place], book) for row in rows)
    ]
    table = [[row[place] for place in shown] for row in (head, *rows)]
    writer.table(table)
    meant = [
        f"{titles[place]}: {_COLUMN_NOTES[titles[place]]}"
        for place in shown
        if titles[place] in _COLUMN_NOTES
    ]
    if meant:
        writer.paragraph(Span("; ".join(meant), "dim"), rest=(Span("  "),))


def _has_content(cell: Cell, book: GameNumbers) -> bool:
    """Tell whether a cell is not empty."""
    return "".join(span_of(piece).text for piece in cell) not in ("", book.glyphs.none)


def _row(book: GameNumbers, fate: SeatOutcome, *, did: bool) -> list[Cell]:
    glyphs, seat = book.glyphs, fate.seat
    star = (
        (Span(f" {glyphs.sheriff}", "accent"),) if book.shown.session.state.sheriff == seat else ()
    )
    role = role_span(glyphs, fate.role) if fate.role else Span("unknown", "dim")
    how = Span(
        short_fate(fate.how) if fate.alive else f"{glyphs.dead} {short_fate(fate.how)}",
        "text" if fate.alive else "quiet",
    )
    votes = book.of_seat("irp", seat)
    hits = f"{votes.numerator:g} of {votes.denominator:g}" if votes else ""
    voted = book.number(votes, text=hits, title=f"ballots of {fate.name} that named a wolf")
    guesses = fate.role is None or ROLES[fate.role].team == "village"  # a wolf knows the pack
    beliefs = book.of_seat("belief_accuracy", seat) if guesses else None
    belief = book.number(
        beliefs, text=in_percent(beliefs), title=f"beliefs of {fate.name} on the right side"
    )
    done: list[Cell] = [(_did(book, fate),)] if did else []
    return [
        (seat_span(book.names, seat), *star),
        (role,),
        (how,),
        *done,
        (voted,),
        (belief,),
        (Span(player_words(fate.player), "dim"),),
    ]


def short_fate(how: str) -> str:
    """Shorten how a seat died: `killed, night 2`."""
    return (
        how.replace(" by the wolves", "")
        .replace(" in night ", ", night ")
        .replace(" on day ", ", day ")
    )


def _did(book: GameNumbers, fate: SeatOutcome) -> ExplainedSpan | Span:
    """Write the measured deed of a seat's role; for a wolf, its false claims."""
    role = ROLES[fate.role] if fate.role else None
    if role and role.power in _DID:
        metric, words = _DID[role.power]
        row = book.of_seat(metric, fate.seat)
        if row:
            made = (
                f"{row.numerator:g} of {row.denominator:g}"
                if row.metric.shows_counts
                else f"{row.value:.2f}"
            )
            return book.number(row, text=f"{made} {words}")
    if role and role.team == "wolves":
        lies = book.of_seat("camouflage", fate.seat)
        if lies and lies.numerator:
            return book.number(
                lies,
                text=f"{lies.numerator:g} false {'claim' if lies.numerator == 1 else 'claims'}",
            )
    return Span(book.glyphs.none, "dim")
