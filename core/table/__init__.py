"""A game with its players: asked, bounded in time, written down, resumed and forked."""

from .asking import TimeLimits
from .clock import TableClock
from .notes import NoteReader, read_notes
from .quick import play_now
from .redriving import Verified, drive, verify
from .resuming import Resumed, fork, resume
from .saving import Noted
from .table import OnDead, Replacement, Table, TakeOver
from .watching import Watcher

__all__ = [
    "NoteReader",
    "Noted",
    "OnDead",
    "Replacement",
    "Resumed",
    "Table",
    "TableClock",
    "TakeOver",
    "TimeLimits",
    "Verified",
    "Watcher",
    "drive",
    "fork",
    "play_now",
    "read_notes",
    "resume",
    "verify",
]  # fmt: skip
