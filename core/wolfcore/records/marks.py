"""Saved games: what people marked the others with, a file beside the log. It is theirs: no machine reads it while it plays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from wolfcore.outside import JsonReader, read_bytes

from .layout import MARKS_FILE, MARKS_LIMIT
from .lines import write_file

SeatMark = Literal["?", "+", "wolf"]
SeatMarks = dict[int, dict[int, SeatMark]]
"""The marks of each person's seat, by the seat marked."""

_MARKS = JsonReader(SeatMarks)


def write_marks(folder: Path, marks: Mapping[int, Mapping[int, SeatMark]]) -> None:
    """Keep the marks of a game, in the place of those kept before. Raises OSError where that fails."""
    write_file(folder / MARKS_FILE, msgspec.json.encode({seat: dict(own) for seat, own in marks.items() if own}))


def read_marks(folder: Path) -> SeatMarks:
    """The marks kept of a game; none where there are none or they cannot be read."""
    try:
        return _MARKS.decode(read_bytes(folder / MARKS_FILE, MARKS_LIMIT))
    except (OSError, msgspec.DecodeError):
        return {}
