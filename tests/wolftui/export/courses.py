"""Courses that tests make for a log, without roll-outs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from wolfcore.analysis.course import COURSE_FORMAT, Course, CoursePoint, PointKind
from wolfcore.bots import BOTS_VERSION


def made_course(
    points: Sequence[tuple[int, PointKind, int, float]], log: str = "", *, noise: float = 0.05
) -> Course:
    """A course through entries of a log, each with kind, day and chance.

    A change is certain where it is larger than `noise`; the largest of these is the turn.
    """
    drawn = [
        CoursePoint(entry, kind, day, chance, max(0.0, chance - noise), min(1.0, chance + noise))
        for entry, kind, day, chance in points
    ]
    changed = drawn[:1]
    for before, point in pairwise(drawn):
        change = point.chance - before.chance
        changed.append(
            CoursePoint(
                *(point.entry, point.kind, point.day, point.chance, point.low, point.high),
                change=change,
                change_low=max(-1.0, change - noise),
                change_high=min(1.0, change + noise),
            )
        )
    sizes = [abs(point.change) if point.is_certain else 0.0 for point in changed]
    turn = sizes.index(max(sizes)) if any(sizes) else None
    return Course(COURSE_FORMAT, BOTS_VERSION, log, 100, tuple(changed), turn)
