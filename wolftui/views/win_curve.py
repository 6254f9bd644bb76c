"""The course of a game in words and as a curve: the village's chance to win after each event."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.analysis.course import Course, CoursePoint
from wolfcore.game import Board
from wolfcore.game import facts as f
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of

from .labels import role_span, seat_span
from .seat_claims import claimed_roles

NO_TURN = "No single moment decided it."


TOO_FEW = "Not enough was played out to say where it turned."


def no_turn_words(course: Course) -> str:
    """Say of a course without a turning point why it has none."""
    return TOO_FEW if course.is_rough else NO_TURN


MOST_MOMENTS = 3
"""The moments that moved the chance most, as many as the curve marks and a key jumps to."""


_CURVE_TITLE, _ROUGH_TITLE = "village wins ", "rough curve  "


class CourseWords:
    """Writes the events of one finished game.

    Args:
        facts: Every fact of the game, in the order of its log.
        board: The board.
        names: The names, in seat order.
        glyphs: The signs to draw.
    """

    def __init__(
        self, facts: Sequence[f.Fact], board: Board, names: tuple[str, ...], glyphs: Glyphs
    ) -> None:
        self._facts, self._board, self._names, self._glyphs = facts, board, names, glyphs
        self._roles = {fact.seat: fact.role for fact in facts if isinstance(fact, f.Dealt)}

    def turning_line(self, course: Course) -> Line:
        """Write the moment that decided the game with the chances around it, or that none did."""
        point = course.turning_point
        if point is None or course.turn is None:
            return (Span(no_turn_words(course), "text"),)
        before = course.points[course.turn - 1]
        when = Span(f"It turned {time_words(point)}: ", "text")
        return (when, *self.event(point), Span(f". {change_words(before, point)}", "text"))

    def event(self, point: CoursePoint) -> Line:
        """Write an event without its time and without a full stop."""
        fact = self._facts[point.entry]
        match point.kind, fact:
            case "night", f.Died():
                return self._deaths(point)
            case "exile", f.Exiled(seat=seat) if seat:
                dies = f.Died(seat) in self._facts[point.entry + 1 : point.entry + 2]
                done = " was exiled" if dies else " was exiled and stayed alive"
                return (*self._seat(seat), Span(done, "text"))
            case "shot", f.Died(seat=seat):
                return (*self._seat(seat), Span(" was shot", "text"))
            case "claim", f.Said() | f.Voted():
                seat, text = f.public_words(fact)
                claimed = claimed_roles(text, seat, self._names, self._board.roles)
                role = next((role for role in reversed(claimed) if role), "")
                article = "a" if self._board.roles.count(role) > 1 else "the"
                words = f" claimed to be {article} {role}" if role else " reported a check"
                return (seat_span(self._names, seat), Span(words, "text"))
            case _:
                return (Span(_WITHOUT_SEAT[point.kind], "text"),)

    def _deaths(self, night: CoursePoint) -> Line:
        dead: list[int] = []
        for fact in reversed(self._facts[: night.entry + 1]):
            if isinstance(fact, f.Began) and fact.phase == "night":
                break
            if isinstance(fact, f.Died):
                dead.insert(0, fact.seat)
        line: list[Span] = []
        for number, seat in enumerate(dead):
            line += [Span(" and " if number else "", "text"), *self._seat(seat)]
        return (*line, Span(" died", "text"))

    def _seat(self, seat: int) -> Line:
        role = self._roles[seat]
        named = (Span(", ", "text"), role_span(self._glyphs, role), Span(",", "text"))
        return (seat_span(self._names, seat), *named)


_WITHOUT_SEAT = {
    "deal": "the deal",
    "night": "nobody died",
    "claim": "a claim",
    "ballot": "the ballots were tied",
    "exile": "nobody was exiled",
    "shot": "a shot",
    "end": "the game ended",
}


def time_words(point: CoursePoint) -> str:
    """Write when an event was: `in night 2`, `on day 2`, or `at the deal`."""
    if point.kind == "deal":
        return "at the deal"
    return f"{'in night' if point.kind == 'night' else 'on day'} {point.day}"


def change_words(before: CoursePoint, after: CoursePoint) -> str:
    """Say how an event changed the chances, in games of ten, or of a hundred if ten hide it."""
    games = 100 if round(10 * before.chance) == round(10 * after.chance) else 10
    won = f"{games * before.chance:.0f} game{'' if round(games * before.chance) == 1 else 's'}"
    return (
        f"Before it the village won {won} of {games} from here, "
        f"after it {games * after.chance:.0f} of {games}, as bots play it out."
    )


def draw_curve(
    course: Course, entries: int, words: CourseWords, glyphs: Glyphs, width: int, rows: int
) -> list[Line]:
    """Draw the curve of a course as rows of bars, with the last event before the cursor.

    Args:
        course: The course.
        entries: The cursor: the number of log entries that are shown.
        words: The events of the game.
        glyphs: The signs to draw.
        width: Cells available.
        rows: The height of the bars in rows, at least 1.
    """
    points = course.points
    shown = [point for point in points if point.entry < entries]
    last = shown[-1] if shown else points[0]
    moments = course.largest_changes(MOST_MOMENTS)
    title = _ROUGH_TITLE if course.is_rough else _CURVE_TITLE
    chance = Span(f" {100 * last.chance:.0f} % ", "strong")
    note = truncate((chance, *words.event(last)), width // 3, glyphs.more)
    cell = max(1, min(4, (width - width_of(note) - len(title)) // len(points)))
    lines: list[Line] = []
    for row in reversed(range(rows)):
        lowest = row == 0
        line = [Span(title if lowest else " " * len(title), "dim")]
        for point in points:
            level = max(0.0, min(1.0, point.chance * rows - row))
            bar = glyphs.sparkline([level]) if level or lowest else " "
            style = "accent" if point in moments else "text" if point in shown else "dim"
            now = point is last
            line.append(Span(bar * max(cell - 1, 1), f"{style}+bold" if now else style))
            line.append(Span(" " * (cell > 1)))
        lines.append((*line, *(note if lowest else ())))
    return lines


def next_moment(course: Course, entries: int) -> CoursePoint | None:
    """Return the next of the moments that moved the chance most, after the last the first again.

    Args:
        course: The course.
        entries: The number of log entries that are shown.

    Returns:
        The moment; None if no change is certain.
    """
    moments = sorted(course.largest_changes(MOST_MOMENTS), key=lambda point: point.entry)
    ahead = (point for point in moments if point.entry >= entries)
    return next(ahead, moments[0] if moments else None)
