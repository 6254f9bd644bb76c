"""Many games of machine players: each a call of plain data, spread over processes where that helps.

`Arena` plays them one after the other, `Pool` spreads calls of any kind; `Pool(playing, wanted, jobs)` is both. `deals_of` has
several line-ups play the same deals, and `gain_of` says what one of them gains over another.
"""

from core.rating import Gain, Pair, gain_of

from .arena import Arena, Broken, OnDeadWord, Played, Wanted, playing
from .pairs import Contest, Deal, Side, contested, deals_of, pairs_of, won
from .pool import MOST_JOBS, Pool, WorkerDied, same

__all__ = [
    "MOST_JOBS", "Arena", "Broken", "Contest", "Deal", "Gain", "OnDeadWord", "Pair", "Played", "Pool", "Side", "Wanted",
    "WorkerDied", "contested", "deals_of", "gain_of", "pairs_of", "playing", "same", "won",
]  # fmt: skip
