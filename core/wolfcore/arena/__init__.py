"""Tournaments of machine players: arena files, their schedule, and games spread over processes.

`ArenaPlan` is an arena file, `ScheduledGames` the games that it defines, `Row` the result of one
game. `MachineGames` plays games that differ only in their seed; `ProcessPool` spreads calls over
processes.
"""

from .contest import (
    Contest,
    ContestResult,
    Side,
    make_contest_player,
    pairs_of,
    play_contest,
    win_of,
)
from .definition import ArenaPlan, Limits, Schedule, Validity
from .game_rows import Row
from .machine_games import (
    BrokenGame,
    GameTemplate,
    MachineGames,
    OnDeadWord,
    PlayedGame,
    make_game_player,
)
from .process_pool import MOST_JOBS, ProcessPool, WorkerDied, no_setup
from .rating import Gain, Pair, gain_of
from .schedule import PlannedGame, ScheduledGames
from .validation import check_arena, read_arena

__all__ = [
    "MOST_JOBS",
    "ArenaPlan",
    "BrokenGame",
    "Contest",
    "ContestResult",
    "Gain",
    "GameTemplate",
    "Limits",
    "MachineGames",
    "OnDeadWord",
    "Pair",
    "PlannedGame",
    "PlayedGame",
    "ProcessPool",
    "Row",
    "Schedule",
    "ScheduledGames",
    "Side",
    "Validity",
    "WorkerDied",
    "check_arena",
    "gain_of",
    "make_contest_player",
    "make_game_player",
    "no_setup",
    "pairs_of",
    "play_contest",
    "read_arena",
    "win_of",
]  # fmt: skip
