"""A game with its players: asked, bounded in time, written down, resumed and forked."""

from .asking import Replacement, TimeLimits
from .clock import TableClock
from .lineup import Lineup, TookOver
from .notes import CallsReader, read_calls
from .quick import play_now, play_until
from .redriving import replay_answers
from .resuming import Resumed, fork, resume
from .saving import Noted
from .table import OnDead, Table, TakeOver
from .tally import Spent, UsageCounter, token_counts, usage_of_game
from .verifying import Comparison, Verified, compare, integrity_problem, verify
from .watching import Watcher

__all__ = [
    "CallsReader",
    "Comparison",
    "Lineup",
    "Noted",
    "OnDead",
    "Replacement",
    "Resumed",
    "Spent",
    "Table",
    "TableClock",
    "TakeOver",
    "TimeLimits",
    "TookOver",
    "UsageCounter",
    "Verified",
    "Watcher",
    "compare",
    "fork",
    "integrity_problem",
    "play_now",
    "play_until",
    "read_calls",
    "replay_answers",
    "resume",
    "token_counts",
    "usage_of_game",
    "verify",
]  # fmt: skip
