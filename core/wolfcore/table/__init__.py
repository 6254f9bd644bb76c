"""A game with its players: asked, bounded in time, written down, resumed and forked."""

from .asking import Replacement, TimeLimits
from .clock import TableClock
from .lineup import Lineup, TookOver
from .notes import NoteReader, read_notes
from .quick import play_now, play_until
from .redriving import drive
from .resuming import Resumed, fork, resume
from .saving import Noted
from .table import OnDead, Table, TakeOver
from .tally import Spent, Tally, spent_in, tokens_of
from .verifying import Comparison, Verified, compare, doubt, verify
from .watching import Watcher

__all__ = [
    "Comparison",
    "Lineup",
    "NoteReader",
    "Noted",
    "OnDead",
    "Replacement",
    "Resumed",
    "Spent",
    "Table",
    "TableClock",
    "TakeOver",
    "Tally",
    "TimeLimits",
    "TookOver",
    "Verified",
    "Watcher",
    "compare",
    "doubt",
    "drive",
    "fork",
    "play_now",
    "play_until",
    "read_notes",
    "resume",
    "spent_in",
    "tokens_of",
    "verify",
]  # fmt: skip
