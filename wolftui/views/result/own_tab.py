"""The tab You: how the game went for each person in it, in plain sentences.

A part without anything to say is not there. Nothing is a guess: the best moment is read off the
log or computed, and the turning point is there only if it was computed.
"""

from __future__ import annotations

from wolfcore.analysis import Course, CoursePoint
from wolfcore.game import ROLES
from wolfcore.game import facts as f
from wolfcore.metrics.game_tables import GameTables
from wolftui.measures.highlights import Moment, best_moment, deciding_ballots
from wolftui.views.labels import seat_span
from wolftui.views.win_curve import CourseWords
from wolftui.words.outcome import SeatOutcome
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of

from .decisions import moment_words
from .game_numbers import GameNumbers
from .page import Page, PageWriter
from .spoken_words import digest_of

_LABEL_WIDTH = 19
"""The cells of the column with the names of the parts."""


_BESIDE_FROM = 60
"""The least page width at which a part stands beside its name, not below it."""


def own_page(book: GameNumbers, width: int) -> Page:
    """Build the tab You: outcome, fate, turning point, best moment and words of each person."""
    writer = PageWriter(width, book.glyphs)
    alone = len(book.own_seats) == 1
    for seat in book.own_seats:
        if not alone:
            if not writer.empty:
                writer.blank_line()
            writer.paragraph(seat_span(book.names, seat))
        fate = book.outcome.fates[seat - 1]
        writer.paragraph(*_result(book, fate))
        writer.paragraph(*_fate(book, fate))
        if alone:
            _turn(book, writer)
        _best_and_worst(book, writer, seat)
        if told := book.spoken.get(seat):
            _part(writer, "YOUR WORDS", digest_of(told))
    if not alone:
        _turn(book, writer)
    return writer.page


def _part(writer: PageWriter, name: str, words: Line) -> None:
    """Add a part below an empty line, beside its name if there is room."""
    writer.blank_line()
    if writer.width >= _BESIDE_FROM:
        first = (Span(f"{name:<{_LABEL_WIDTH}}", "dim"),)
        writer.paragraph(*words, first=first, rest=(Span(" " * _LABEL_WIDTH),))
    else:
        writer.paragraph(Span(name, "dim"))
        writer.paragraph(*words)


# -- how it ended


def _result(book: GameNumbers, fate: SeatOutcome) -> Line:
    """Write whether the person won, with which team and when."""
    facts = book.shown.all_facts
    day = next((fact.day for fact in reversed(facts) if isinstance(fact, f.Ended)), 0)
    winner, team = book.outcome.winner, ROLES[fate.role].team if fate.role else None
    if winner is None or team is None:
        return (Span(f"{book.outcome.title}, on day {day}.", "strong"),)
    won = winner == team
    return (
        Span(f"You {'won' if won else 'lost'}", "good+bold" if won else "danger+bold"),
        Span(f" with the {team} on day {day}.", "strong"),
    )


def _fate(book: GameNumbers, fate: SeatOutcome) -> Line:
    """Write who the person was, and how the game went on or ended for them."""
    return (
        Span("You were "),
        seat_span(book.names, fate.seat),
        *_as_role(book, fate.seat),
        Span(". "),
        *_end_words(book, fate),
    )


def _as_role(book: GameNumbers, seat: int) -> Line:
    """Write the role of a seat as `, a Villager` or `, the Seer`; nothing if it is unknown."""
    role = book.outcome.fates[seat - 1].role
    if role is None:
        return ()
    article = "a" if book.board.roles.count(role) > 1 else "the"
    return (Span(f", {article} "), Span(role, f"role-{role}"))


def _end_words(book: GameNumbers, fate: SeatOutcome) -> Line:
    t, seat = book.tables, fate.seat
    fall = t.deaths.get(seat) if t else None
    if t is None or fall is None:
        return (Span("You lived to the end." if fate.alive else f"You {fate.how}."),)
    when = f"in night {fall.day}" if fall.at_night else f"on day {fall.day}"
    match fall.cause:
        case "killed":
            return (Span(f"The wolves killed you {when}."),)
        case "exiled":
            return (Span(f"You were sent away {when}{_votes_against(t, seat, fall.day)}."),)
        case "shot":
            shooters = [deed.seat for deed in t.shots if deed.target == seat]
            by = (Span(" by "), seat_span(book.names, shooters[0])) if shooters else ()
            return (Span(f"You were shot {when}"), *by, Span("."))
        case "poisoned":
            return (Span(f"You were poisoned {when}."),)
        case None:
            return (Span(f"You died {when}."),)


def _votes_against(t: GameTables, seat: int, day: int) -> str:
    """Write how many ballots exiled a seat, as `, by 5 of 8 votes`; empty if none is recorded."""
    ballots = next((deciding_ballots(each) for each in t.days if each.number == day), ())
    against = sum(cast.target == seat for cast in ballots)
    return f", by {against} of {len(ballots)} votes" if against else ""


# -- the best moment


def _best_and_worst(book: GameNumbers, writer: PageWriter, seat: int) -> None:
    """Add the best and the worst moment by the coach; where it has no best one, that of the log."""
    coaching = told.coaching if (told := book.coached.get(seat)) else None
    if told and coaching and coaching.best:
        _part(writer, "YOUR BEST MOMENT", moment_words(told, coaching.best))
    elif book.tables and (moment := best_moment(book.tables, seat)):
        _part(writer, "YOUR BEST MOMENT", _moment_words(book, moment, seat))
    if told and coaching and coaching.notes:
        _part(writer, "YOUR WORST MOMENT", moment_words(told, coaching.notes[0]))


def _moment_words(book: GameNumbers, moment: Moment, me: int) -> Line:
    at = Span(f"{'Night' if moment.kind in _AT_NIGHT else 'Day'} {moment.day}: ")
    if not moment.seat:
        return (Span(f"In {moment.number} votes nobody voted for you."),)
    whom = Span("you") if moment.seat == me else seat_span(book.names, moment.seat)
    role = _as_role(book, moment.seat)
    match moment.kind:
        case "saved":
            return (at, Span("the pack came for "), whom, Span(". You saved that life."))
        case "checked" | "poisoned" | "shot":
            return (at, Span(f"you {moment.kind} "), whom, *role, Span("."))
        case "alone":
            return (at, Span("you voted for "), whom, Span(", alone. "), *_was(role))
        case "decided":
            words = Span(" was sent away by one vote, and yours was among them. ")
            return (at, whom, words, *_was(role))
        case _:
            more = f" and {moment.number - 1} more" if moment.number > 1 else ""
            words = Span("you claimed a role that you did not have. ")
            return (at, words, whom, Span(f"{more} stood by you."))


_AT_NIGHT = frozenset({"saved", "checked", "poisoned"})
"""The kinds of moments that happen at night."""


def _was(role: Line) -> Line:
    """Turn `, a Werewolf` into the sentence `That was a Werewolf.`; nothing if it is unknown."""
    return (Span(role[0].text.replace(", ", "That was ")), *role[1:], Span(".")) if role else ()


# -- where it turned


def _turn(book: GameNumbers, writer: PageWriter) -> None:
    """Add the turning point and the curve of the village's chance; nothing without a course."""
    course = book.course
    if course is None:
        return
    words = CourseWords(book.shown.all_facts, book.board, book.names, book.glyphs)
    bars = "The bars, roughly" if course.is_rough else "The bars"
    meaning = Span(f" {bars}: of ten games the village wins so many from there.", "quiet")
    told = words.turning_line(course)
    _part(writer, "WHERE IT TURNED", told if course.turning_point else (*told, meaning))
    writer.add_lines(curve_lines(course, writer.width))


_CURVE_ROWS = ((10, 0.75), (5, 0.25), (0, -1.0))
"""The rows of the curve from the top: the label, and the least chance that is drawn there."""


def curve_lines(course: Course, width: int) -> list[Line]:
    """Draw the village's chance after each night and day: three rows, and the names below.

    Columns are narrow if the names do not fit; of a game that is longer still, the end is drawn.
    """
    last: dict[tuple[int, bool], CoursePoint] = {}
    for point in course.points:
        if point.kind != "deal":
            last[point.day, point.kind != "night"] = point
    room = width - 7
    wide = 8 * len(last) <= room
    cell = 8 if wide else 4
    shown = list(last.items())[-max(room // cell, 1) :]
    lines: list[Line] = []
    below = 1.01
    for label, least in _CURVE_ROWS:
        marks = "".join(
            ("=" * (cell - 2) if least <= point.chance < below else "").ljust(cell)
            for _, point in shown
        )
        lines.append((Span(f"   {label:>2} |", "dim"), Span(marks.rstrip(), "accent")))
        below = least
    names = "".join(
        f"{('day' if by_day else 'night') if wide else 'd' if by_day else 'n'}"
        f"{' ' if wide else ''}{day}".ljust(cell)
        for (day, by_day), _ in shown
    )
    lines.append((Span(" " * 7), Span(names.rstrip(), "dim")))
    return [line for line in lines if width_of(line) <= width]
