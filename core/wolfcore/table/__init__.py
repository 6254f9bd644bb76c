"""The table of a game and its players: time limits, saved answers, resume, fork, verify."""

from .asker import Replacement
from .fast_loop import play_now, play_until
from .replaced_answers import STOP_AFTER_REPLACED, ReplacedInARow
from .replay import replay_answers
from .resumption import Resumed, fork, resume, usual_bot
from .table import OnDead, Table, TableOptions, TakeOver
from .time_limits import TableClock, TimeLimits
from .usage import (
    CallsReader,
    CallStream,
    ModelAnswers,
    Spent,
    UsageCounter,
    answers_by_model,
    read_calls,
    token_counts,
    usage_of_game,
)
from .verification import Comparison, Verified, compare, integrity_problem, verify
from .watchers import Lineup, Noted, TookOver, Watcher

__all__ = [
    "STOP_AFTER_REPLACED",
    "CallStream",
    "CallsReader",
    "Comparison",
    "Lineup",
    "ModelAnswers",
    "Noted",
    "OnDead",
    "ReplacedInARow",
    "Replacement",
    "Resumed",
    "Spent",
    "Table",
    "TableClock",
    "TableOptions",
    "TakeOver",
    "TimeLimits",
    "TookOver",
    "UsageCounter",
    "Verified",
    "Watcher",
    "answers_by_model",
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
    "usual_bot",
    "verify",
]  # fmt: skip
