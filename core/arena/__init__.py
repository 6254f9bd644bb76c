"""Many games of machine players: each a call of plain data, spread over processes where that helps.

`Arena` plays them one after the other, `Pool` spreads calls of any kind; `Pool(playing, wanted, jobs)` is both.
"""

from .arena import Arena, Broken, OnDeadWord, Played, Wanted, playing
from .pool import MOST_JOBS, Pool, WorkerDied, same

__all__ = ["MOST_JOBS", "Arena", "Broken", "OnDeadWord", "Played", "Pool", "Wanted", "WorkerDied", "playing", "same"]
