"""Who plays better, and how sure that is: statistics of games as plain data, which know neither Werewolf nor where games come from.

`ratings_of` rates everybody who played and `compare` holds two of them against each other, from games as `FinishedGame`. Below them
`gain_of` says what one gains over another on the same deals, `SequentialTest` when enough of them have been played, and `deals_needed`
how many it will take. numpy and openskill are loaded by ratings alone, when they are asked for.
"""

from .comparing import Comparison, compare, pairs_between
from .games import FinishedGame
from .heldout import Prediction, predict_held_out
from .paired import Gain, Pair, differences_of, elo_of_gain, gain_of, gain_of_elo
from .ratings import Ratings, ratings_of
from .sequential import SequentialTest, Verdict
from .sizing import DealsNeeded, deals_needed, expected_deals, variance_of
from .skills import Skill, Skills, skill_predictor, skills_of
from .strengths import Strength, Strengths, bradley_terry, strength_predictor
from .tabling import Wins, wins_of
from .triples import Triples, Versus, triples_of

__all__ = [
    "Comparison",
    "DealsNeeded",
    "FinishedGame",
    "Gain",
    "Pair",
    "Prediction",
    "Ratings",
    "SequentialTest",
    "Skill",
    "Skills",
    "Strength",
    "Strengths",
    "Triples",
    "Verdict",
    "Versus",
    "Wins",
    "bradley_terry",
    "compare",
    "deals_needed",
    "differences_of",
    "elo_of_gain",
    "expected_deals",
    "gain_of",
    "gain_of_elo",
    "pairs_between",
    "predict_held_out",
    "ratings_of",
    "skill_predictor",
    "skills_of",
    "strength_predictor",
    "triples_of",
    "variance_of",
    "wins_of",
]  # fmt: skip
