"""Who plays better, and how sure that is: statistics of games as plain data, which know neither Werewolf nor where games come from.

`gain_of` says what one player gains over another on the same deals, `Sequential` when enough of them have been played, and
`games_needed` how many it will take.
"""

from .paired import Gain, Pair, differences_of, gain_of
from .sequential import Sequential, Verdict
from .sizing import Needed, expected_deals, games_needed, variance_of

__all__ = [
    "Gain", "Needed", "Pair", "Sequential", "Verdict", "differences_of", "expected_deals", "gain_of", "games_needed", "variance_of",
]  # fmt: skip
