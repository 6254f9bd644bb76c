"""Analysis of finished games: their course by roll-outs, and what words did.

Reading a course is quick; what computes one loads bots and the table, on first use.
"""

from typing import TYPE_CHECKING

from wolfcore.lazy import lazy_exports

from .course import (
    COURSE_FILE,
    MOST_ROLLOUTS,
    Course,
    CoursePoint,
    PointKind,
    known_course,
    log_checksum,
    read_course,
    write_course,
)

if TYPE_CHECKING:
    from .computation import (
        USUAL_ROLLOUTS,
        USUAL_SECONDS,
        Analysed,
        compute_courses,
        course_until,
    )

__all__ = [
    "COURSE_FILE",
    "MOST_ROLLOUTS",
    "USUAL_ROLLOUTS",
    "USUAL_SECONDS",
    "Analysed",
    "Course",
    "CoursePoint",
    "PointKind",
    "compute_courses",
    "course_until",
    "known_course",
    "log_checksum",
    "read_course",
    "write_course",
]


_COMPUTED = ("USUAL_ROLLOUTS", "USUAL_SECONDS", "Analysed", "compute_courses", "course_until")


__getattr__ = lazy_exports(__name__, dict.fromkeys(_COMPUTED, "computation"))
