"""Many games of machine players: each a call of plain data, spread over processes where that helps.

`Arena` plays them one after the other, `Pool` spreads calls of any kind; `Pool(playing, wanted, jobs)` is both. `deals_of` has
several line-ups play the same deals, and `gain_of` says what one of them gains over another. An `ArenaPlan` is a whole arena as a
file: `Games` are all its games as plain data, and a `Row` is what came of one.
"""

from wolfcore.rating import Gain, Pair, gain_of

from .arena import Arena, Broken, OnDeadWord, Played, Wanted, playing
from .checking import check_arena, read_arena
from .pairs import Contest, Deal, Side, contested, deals_of, pairs_of, won
from .plan import ArenaPlan, Limits, Schedule
from .pool import MOST_JOBS, Pool, WorkerDied, same
from .rows import Row
from .schedule import Games, Planned

__all__ = [
    "MOST_JOBS", "Arena", "ArenaPlan", "Broken", "Contest", "Deal", "Gain", "Games", "Limits", "OnDeadWord", "Pair", "Planned",
    "Played", "Pool", "Row", "Schedule", "Side", "Wanted", "WorkerDied", "check_arena", "contested", "deals_of", "gain_of",
    "pairs_of", "playing", "read_arena", "same", "won",
]  # fmt: skip
