"""The course of a game as a drawing for the HTML page: a curve, its text alternative, its moments.

Coordinates are those of the drawing, `WIDTH` by `HEIGHT` pixels at its natural size. `page.html`
writes the SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from wolfcore.analysis.course import CoursePoint
from wolfcore.game import facts as f
from wolftui.views.win_curve import MOST_MOMENTS, CourseWords, change_words, time_words
from wolftui.words.glyphs import Glyphs
from wolftui.words.wrapping import clean, plain_text

from .redaction import RedactedGame

WIDTH, HEIGHT = 340, 132


LEFT, RIGHT = 24, 330
"""The ends of the plot area; labels are to its left and below it."""


_TOP, _BOTTOM = 10, 106


_LABEL = 26
"""The least distance of two labels below the plot."""


class Moment(Struct, frozen=True):
    """A moment that changed the chances.

    Attributes:
        entry: The index of its log entry.
        event: What happened and when: `Night 2: 5 Elif, Seer, died`.
        change: The chances before and after it, as a sentence.
        x: Its place in the drawing.
        y: The same.
    """

    entry: int
    event: str
    change: str
    x: float
    y: float


class CourseCurve(Struct, frozen=True):
    """The drawing of a course.

    Attributes:
        line: The points of the curve, as SVG writes them.
        band: The points around the area of the intervals.
        levels: The height of each horizontal line, with its label: games of ten.
        days: The place where each day begins with its night, with its label.
        words: The chance after each event, as text in place of the drawing.
        decided: Whether the first moment decided the game.
        moments: The moments that changed the chances most, the largest change first.
    """

    line: str
    band: str
    levels: tuple[tuple[float, str], ...]
    days: tuple[tuple[float, str], ...]
    words: str
    decided: bool
    moments: tuple[Moment, ...]


def draw_curve(shared: RedactedGame, glyphs: Glyphs) -> CourseCurve | None:
    """Draw the course of a game.

    Returns:
        The drawing; None if the course is unknown or does not belong to the entries, or if a role
        is unknown, as in an imported log.
    """
    course = shared.course
    dealt = sum(isinstance(entry.fact, f.Dealt) for entry in shared.entries)
    if course is None or len(course.points) < 2 or dealt < shared.board.size:
        return None
    points = course.points
    if points[-1].entry >= len(shared.entries):
        return None
    xs = [LEFT + (RIGHT - LEFT) * number / (len(points) - 1) for number in range(len(points))]
    facts = [entry.fact for entry in shared.entries]
    words = CourseWords(facts, shared.board, shared.names, glyphs)
    moments = {
        point: Moment(
            point.entry,
            f"{_time(point)}: {clean(plain_text(words.event(point)))}",
            change_words(before, point),
            x,
            _y(point.chance),
        )
        for (before, point), x in zip(pairwise(points), xs[1:], strict=True)
    }
    said = [f"{_time(point)}: {10 * point.chance:.0f}" for point in points]
    return CourseCurve(
        line=_path(xs, [point.chance for point in points]),
        band=_path(
            [*xs, *reversed(xs)],
            [*(point.high for point in points), *(point.low for point in reversed(points))],
        ),
        levels=((_y(1.0), "10"), (_y(0.5), "5"), (_y(0.0), "0")),
        days=tuple(_days(points, xs, glyphs)),
        words=f"Games of 10 that the village wins after each event. {'; '.join(said)}.",
        decided=course.turning_point is not None,
        moments=tuple(moments[point] for point in course.largest_changes(MOST_MOMENTS)),
    )


def _y(chance: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * chance


def _path(xs: Sequence[float], chances: Sequence[float]) -> str:
    return " ".join(f"{x:.1f},{_y(chance):.1f}" for x, chance in zip(xs, chances, strict=True))


def _days(
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


def _time(point: CoursePoint) -> str:
    """Write the time of a point at the beginning of a line: `Night 2`."""
    return time_words(point).split(maxsplit=1)[1].capitalize()
