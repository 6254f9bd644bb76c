"""The course of a game: the village's chance to win after each event that may have moved it.

A course is a side file of a finished game, `course.json`. It shows the true roles, so it is neither
made nor read before the end of the game.
"""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from wolfcore.bots import BOTS_VERSION
from wolfcore.decoders import JsonReader
from wolfcore.files import read_bytes, write_atomically
from wolfcore.records import LOG_FILE
from wolfcore.records.jsonl import cannot_write, whole_lines_size
from wolfcore.records.layout import LOG_LIMIT

COURSE_FILE = "course.json"


COURSE_FORMAT = 1


MOST_ROLLOUTS = 10_000
"""The most roll-outs of a position."""


FEWEST_TELLING = 12
"""The fewest roll-outs of a position by which a course names moments; below it is rough."""


_LIMIT = 1 << 18
"""The most bytes of the file; a point takes some 200 bytes, and a long game has 100 points."""


PointKind = Literal["deal", "night", "claim", "ballot", "exile", "shot", "end"]
"""The kind of an event; `end` is the end of a game that no other event brought about."""


_ROUNDING = 1e-6
"""The difference of sums of shares that is none."""


_Chance = Annotated[float, Meta(ge=0, le=1)]


_Change = Annotated[float, Meta(ge=-1, le=1)]


class CoursePoint(Struct, frozen=True, forbid_unknown_fields=True):
    """The village's chance to win after one event.

    Attributes:
        entry: The index in the log of the event's entry, from 0: of a night the last death, or the
            beginning of the day where nobody died; of ballots the last one.
        kind: The kind of the event.
        day: The day, from 1; a night belongs to the day after it. 0 for the deal.
        chance: The village's chance to win, 0..1.
        low: The lower end of the 95 % interval of the chance.
        high: Its upper end.
        change: The change of the chance since the point before, -1..1; 0 for the first point.
        change_low: The lower end of the interval of the change. The intervals of all changes of a
            course hold together with a probability of 95 % (Bonferroni).
        change_high: Its upper end.
    """

    entry: Annotated[int, Meta(ge=0)]
    kind: PointKind
    day: Annotated[int, Meta(ge=0)]
    chance: _Chance
    low: _Chance
    high: _Chance
    change: _Change = 0.0
    change_low: _Change = 0.0
    change_high: _Change = 0.0

    @property
    def is_certain(self) -> bool:
        """Whether the interval of the change excludes zero."""
        return self.change_low > 0 or self.change_high < 0


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """The course of one game, as stored in `course.json`.

    Attributes:
        version: The version of this format.
        bots: The version of the house bots that played the roll-outs.
        log: The SHA-256 of the game's log, in hexadecimal.
        rollouts: The number of roll-outs of each position.
        points: The points in the order of the log; the first is the deal.
        turn: The index of the point with the largest change among those whose interval excludes
            zero; None if no single moment decided the game.
    """

    version: int
    bots: int
    log: str
    rollouts: Annotated[int, Meta(ge=1, le=MOST_ROLLOUTS)]
    points: tuple[CoursePoint, ...]
    turn: Annotated[int, Meta(ge=0)] | None = None

    @property
    def is_rough(self) -> bool:
        """Whether there are too few roll-outs to name a moment."""
        return self.rollouts < FEWEST_TELLING

    @property
    def turning_point(self) -> CoursePoint | None:
        """The point that decided the game; None if no single moment did or the course is rough."""
        return None if self.turn is None or self.is_rough else self.points[self.turn]

    def largest_changes(self, count: int) -> list[CoursePoint]:
        """Return up to `count` points whose change is certain, the largest change first.

        A rough course has none.
        """
        if self.is_rough:
            return []
        certain = [point for point in self.points if point.is_certain]
        return sorted(certain, key=lambda point: -abs(point.change))[:count]


def log_checksum(log: bytes) -> str:
    """Return the checksum of the bytes of a log by which a course is kept."""
    return hashlib.sha256(log).hexdigest()


_COURSES = JsonReader(Course, once=True)


def read_course(folder: Path, log: bytes) -> tuple[Course | None, str]:
    """Read the course of a game.

    Args:
        folder: The game's folder.
        log: The whole lines of its log.

    Returns:
        The course, and an error sentence or "". A course of another log, of other bots or of
        another format is None without an error, as if there were no file.
    """
    try:
        course = _COURSES.decode(read_bytes(folder / COURSE_FILE, _LIMIT))
    except FileNotFoundError:
        return None, ""
    except (OSError, msgspec.DecodeError) as error:
        return None, f"{COURSE_FILE} cannot be read ({error}); it can be computed again."
    fitting = COURSE_FORMAT, BOTS_VERSION, log_checksum(log)
    if (course.version, course.bots, course.log) != fitting:
        return None, ""
    if not _is_consistent(course, log.count(b"\n")):
        return None, f"{COURSE_FILE} has impossible points; it can be computed again."
    return course, ""


def known_course(folder: Path) -> tuple[Course | None, str]:
    """Read the course that fits the log in a game's folder; the result is that of `read_course`."""
    try:
        log = read_bytes(folder / LOG_FILE, LOG_LIMIT)
    except OSError as error:
        return None, f"{LOG_FILE} cannot be read ({error})."
    return read_course(folder, log[: whole_lines_size(log)])


def _is_consistent(course: Course, lines: int) -> bool:
    """Whether the points of a course agree with each other and with a log of this many lines."""
    points, turn = course.points, course.turn
    return (
        bool(points)
        and points[-1].entry < lines
        and all(
            before.entry < after.entry
            and before.day <= after.day <= before.day + 1
            and abs(after.chance - before.chance - after.change) < _ROUNDING
            for before, after in pairwise(points)
        )
        and all(
            each.low <= each.chance <= each.high
            and each.change_low <= each.change <= each.change_high
            for each in points
        )
        and (turn is None or (0 < turn < len(points) and points[turn].is_certain))
    )


def write_course(folder: Path, course: Course) -> None:
    """Write the course of a game atomically into its folder, replacing an earlier one.

    Raises:
        LogError: It cannot be written.
    """
    file = folder / COURSE_FILE
    try:
        write_atomically(file, msgspec.json.encode(course))
    except OSError as error:
        raise cannot_write(file, error) from error
