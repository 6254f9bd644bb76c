"""Many games of machine players: each a call of plain data, spread over processes where that helps.

`MachineGames` plays them one after the other, `Pool` spreads calls of any kind; `Pool(playing, wanted, jobs)` is both. `deals_of` has
several line-ups play the same deals, and `gain_of` says what one of them gains over another. An `ArenaPlan` is a whole arena as a
file: `Games` are all its games as plain data, and a `Row` is what came of one.
"""

from wolfcore.rating import Gain, Pair, gain_of

from .arena import BrokenGame, GameTemplate, MachineGames, OnDeadWord, PlayedGame, make_game_player
from .checking import check_arena, read_arena
from .pairs import Contest, ContestResult, Side, make_contest_player, pairs_of, play_contest, win_of
from .plan import ArenaPlan, Limits, Schedule
from .pool import MOST_JOBS, ProcessPool, WorkerDied, no_setup
from .rows import Row
from .schedule import PlannedGame, ScheduledGames

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
