"""Analysis of finished games by roll-outs: the course of a game and its turning point."""

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
