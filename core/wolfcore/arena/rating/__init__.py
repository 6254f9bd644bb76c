"""Ratings and comparisons of players, with intervals; independent of Werewolf and of saved games.

`ratings_of` rates all players of some `FinishedGame`s, `compare` tests A against B. Only ratings
import numpy and openskill, when they are computed.
"""

from .comparison import (
    Comparison,
    Gain,
    Pair,
    compare,
    differences_of,
    elo_of_gain,
    gain_of,
    gain_of_elo,
    pairs_between,
)
from .finished_game import FinishedGame
from .ratings import Prediction, Ratings, predict_held_out, ratings_of
from .sequential import (
    DealsNeeded,
    SequentialTest,
    StoppedGain,
    Verdict,
    deals_needed,
    expected_deals,
    stopped_gain,
    variance_of,
)
from .skills import Skill, Skills, skill_predictor, skills_of
from .strengths import Strength, Strengths, bradley_terry, strength_predictor
from .wins import Triples, Versus, Wins, triples_of, wins_of

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
    "StoppedGain",
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
    "stopped_gain",
    "strength_predictor",
    "triples_of",
    "variance_of",
    "wins_of",
]  # fmt: skip
