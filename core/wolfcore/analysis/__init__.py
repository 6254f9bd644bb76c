"""Analysis of finished games by roll-outs: the course of a game and its turning point."""

from .computation import USUAL_ROLLOUTS, USUAL_SECONDS, Analysed, compute_courses, course_within
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
    "course_within",
    "known_course",
    "log_checksum",
    "read_course",
    "write_course",
]
