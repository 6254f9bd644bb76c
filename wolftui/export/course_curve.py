"""The course of a game as a drawing for the HTML page: a curve, its text alternative, its moments.

Coordinates are those of the drawing, `WIDTH` by `HEIGHT`, in units of CSS pixels at its natural
size. `page.html` writes the SVG.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wolfcore.analysis.course import Course, CoursePoint
from wolfcore.game import Entry
from wolfcore.game import facts as f
from wolfcore.visible import blank_invisible
from wolftui.views.labels import names_in_words
from wolftui.words.glyphs import Glyphs

from .redaction import RedactedGame

WIDTH, HEIGHT = 340, 132


_LEFT, _RIGHT, _TOP, _BOTTOM = 24.0, 330.0, 10.0, 106.0
"""The plot area; labels are to its left and below it."""


_LABEL = 26.0
"""The least distance of two labels below the plot."""


_MOMENTS = 3
"""The most moments that are named."""


UNDECIDED = "No single moment decided it."


class Moment(Struct, frozen=True):
    """A moment that changed the chances.

    Attributes:
        entry: The index of its log entry.
        name: What happened: `The vote of day 2`.
        change: The chances before and after it, as a sentence.
        x: Its place in the drawing.
        y: The same.
    """

    entry: int
    name: str
    change: str
    x: float
    y: float


class CourseCurve(Struct, frozen=True):
    """The drawing of a course.

    Attributes:
        line: The points of the curve, as SVG writes them.
        band: The points around the area of the intervals.
        levels: The height of each horizontal line, with its label: games of ten.
        parts: The place where each day begins with its night, with its label.
        words: The chance after each event, as text in place of the drawing.
        decided: Whether the first moment decided the game.
        moments: The moments that changed the chances most, the largest change first.
    """

    line: str
    band: str
    levels: tuple[tuple[float, str], ...]
    parts: tuple[tuple[float, str], ...]
    words: str
    decided: bool
    moments: tuple[Moment, ...]


def draw_curve(shared: RedactedGame, glyphs: Glyphs) -> CourseCurve | None:
    """Draw the course of a game; None if it is unknown, or does not belong to the entries."""
    course = shared.course
    if course is None or len(course.points) < 2 or course.points[-1].entry >= len(shared.entries):
        return None
    points = course.points
    xs = [_LEFT + (_RIGHT - _LEFT) * number / (len(points) - 1) for number in range(len(points))]
    turns = sorted(
        course.largest_changes(_MOMENTS), key=lambda point: point is not course.turning_point
    )
    return CourseCurve(
        line=_path(xs, [point.chance for point in points]),
        band=_path(
            [*xs, *reversed(xs)],
            [*(point.high for point in points), *(point.low for point in reversed(points))],
        ),
        levels=((_y(1.0), "10"), (_y(0.5), "5"), (_y(0.0), "0")),
        parts=tuple(_parts(points, xs, glyphs)),
        words=_in_words(points),
        decided=course.turn is not None,
        moments=tuple(_moment(shared, course, point, xs) for point in turns),
    )


def _y(chance: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * chance


def _path(xs: Sequence[float], chances: Sequence[float]) -> str:
    return " ".join(f"{x:.1f},{_y(chance):.1f}" for x, chance in zip(xs, chances, strict=True))


def _parts(
    points: Sequence[CoursePoint], xs: Sequence[float], glyphs: Glyphs
) -> list[tuple[float, str]]:
    """Label the first point of each day, from its night on, where labels do not overlap."""
    labels: list[tuple[float, str]] = []
    day = 0
    for point, x in zip(points, xs, strict=True):
        if point.day > day and (not labels or x - labels[-1][0] >= _LABEL):
            sign = glyphs.night if point.kind == "night" else glyphs.day
            labels.append((x, f"{sign}{point.day}"))
        day = point.day
    return labels


def _in_words(points: Sequence[CoursePoint]) -> str:
    said = [f"{_time(point)}, {_of_ten(point.chance)}" for point in points]
    return (
        f"Games of 10 that the village wins from there, as bots play them out: {'; '.join(said)}."
    )


def _time(point: CoursePoint) -> str:
    match point.kind:
        case "deal":
            return "after the deal"
        case "night":
            return f"after night {point.day}"
        case "claim":
            return f"after a claim on day {point.day}"
        case "ballot":
            return f"after the vote of day {point.day}"
        case "exile":
            return f"after the exile of day {point.day}"


def _of_ten(chance: float) -> str:
    return f"{10 * chance:.0f}"


def _moment(
    shared: RedactedGame, course: Course, point: CoursePoint, xs: Sequence[float]
) -> Moment:
    number = course.points.index(point)
    before = course.points[number - 1].chance
    small = _of_ten(before) == _of_ten(point.chance)
    games, scale = ("100", 100) if small else ("10", 10)
    change = (
        f"Before it the village won {scale * before:.0f} of {games} games from here, "
        f"after it {scale * point.chance:.0f}."
    )
    start = course.points[number - 1].entry
    name = _name(point, shared.entries[start : point.entry + 1], shared.names)
    return Moment(point.entry, blank_invisible(name), change, xs[number], _y(point.chance))


def _name(point: CoursePoint, entries: Sequence[Entry], names: Sequence[str]) -> str:
    """Name what happened at a point.

    Args:
        point: The point.
        entries: The log entries from the point before it to its own.
        names: Name by seat.
    """
    match point.kind, entries[-1].fact:
        case "night", _:
            fell = tuple(entry.fact.seat for entry in entries if isinstance(entry.fact, f.Died))
            died = names_in_words(tuple(names), fell) if fell else "nobody"
            return f"Night {point.day}: {died} died"
        case "claim", f.Said(seat=seat):
            return f"The claim of {names[seat - 1]} on day {point.day}"
        case "claim", _:
            return f"A claim on day {point.day}"
        case "ballot", _:
            return f"The vote of day {point.day}"
        case "exile", f.Exiled(seat=seat) if seat:
            return f"The exile of {names[seat - 1]} on day {point.day}"
        case _:
            return f"The end of day {point.day}"
