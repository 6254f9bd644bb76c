"""Analysis of finished games: their course by roll-outs, and what words did."""

from .course import (
    COURSE_FILE,
    MOST_ROLLOUTS,
    Course,
    CoursePoint,
    PointKind,
    log_checksum,
    read_course,
    write_course,
)

__all__ = [
    "COURSE_FILE",
    "MOST_ROLLOUTS",
    "Course",
    "CoursePoint",
    "PointKind",
    "log_checksum",
    "read_course",
    "write_course",
]
