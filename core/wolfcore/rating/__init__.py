"""Who plays better, and how sure that is: statistics of games as plain data, which know neither Werewolf nor where games come from.

`ratings_of` rates everybody who played and `compare` holds two of them against each other, from games as `Finished`. Below them
`gain_of` says what one gains over another on the same deals, `Sequential` when enough of them have been played, and `games_needed`
how many it will take. numpy and openskill are loaded by ratings alone, when they are asked for.
"""

from .comparing import Comparison, compare, pairs_between
from .games import Finished
from .heldout import Foretold, foretold
from .paired import Gain, Pair, differences_of, elo_of_gain, gain_of, gain_of_elo
from .ratings import Ratings, ratings_of
from .sequential import Sequential, Verdict
from .sizing import Needed, expected_deals, games_needed, variance_of
from .skills import Skill, Skills, chances_by_skill, skills_of
from .strengths import Strength, Strengths, bradley_terry, chances_of
from .tabling import Wins, wins_of
from .triples import Triples, Versus, triples_of

__all__ = [
    "Comparison", "Finished", "Foretold", "Gain", "Needed", "Pair", "Ratings", "Sequential", "Skill", "Skills", "Strength",
    "Strengths", "Triples", "Verdict", "Versus", "Wins", "bradley_terry", "chances_by_skill", "chances_of", "compare",
    "differences_of", "elo_of_gain", "expected_deals", "foretold", "gain_of", "gain_of_elo", "games_needed",
    "pairs_between", "ratings_of", "skills_of", "triples_of", "variance_of", "wins_of",
]  # fmt: skip
