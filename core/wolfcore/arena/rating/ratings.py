"""All ratings of a set of games in one call, and how well they predict games of held-out deals.

The baseline of the prediction is each board's base rate: how often its first team won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log
from random import Random
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.intervals import bounded_mean_interval

from .finished_game import FinishedGame, in_deal_order, sum_by_deal, two_sides
from .skills import Skills, skill_predictor, skills_of
from .strengths import Strengths, bradley_terry, strength_predictor
from .wins import Triples, Wins, triples_of, wins_of


class Ratings(Struct, frozen=True, kw_only=True):
    """Ratings of all players, their predictive quality, and the plain counts.

    Attributes:
        strengths: The strengths of the Bradley-Terry model.
        skills: The skills of openskill.
        triples: Pairwise results and circles, which no rating can express.
        predictions: How well both ratings predict games of held-out deals; empty for a single deal.
        wins: The win shares of each player, by board, side and role.
    """

    strengths: Strengths
    skills: Skills
    triples: Triples
    predictions: list[Prediction]
    wins: list[Wins]


def ratings_of(games: Iterable[FinishedGame]) -> Ratings:
    """Rate all players of some games, whatever their order; loads numpy and openskill.

    Raises:
        ConfigError: There are no games, they do not have exactly two sides in total, or numpy or
            openskill is not installed.
    """
    played = in_deal_order(games)
    several = len({game.deal_key for game in played}) > 1
    return Ratings(
        strengths=bradley_terry(played),
        skills=skills_of(played),
        triples=triples_of(played),
        predictions=predict_held_out(played) if several else [],
        wins=wins_of(played),
    )


Predictor: TypeAlias = Callable[[FinishedGame], float]
"""Returns the probability that the first side wins a game."""


Fitter: TypeAlias = Callable[[Sequence[FinishedGame]], Predictor]
"""Fits a predictor to games."""


FOLDS = 10


_LEAST = 1e-6


class Prediction(Struct, frozen=True, kw_only=True):
    """How well one method predicted held-out games.

    Attributes:
        method: `base rate`, `Bradley-Terry` or `openskill`.
        games: The number of games predicted, each once.
        log_loss: The mean of -log of the probability given to the outcome, in nats; less is better,
            0.693 is a coin's.
        brier: The mean squared error, 0..1; 0.25 is a coin's. A game that nobody won counts as half
            a win in both.
        saved: The base rate's squared error minus that of this method, mean over games, -1..1; None
            for the base rate itself.
        low: The lower end of the 95 % interval of `saved`, by deals.
        high: The upper end.
    """

    method: str
    games: int
    log_loss: float
    brier: float
    saved: float | None = None
    low: float | None = None
    high: float | None = None


def predict_held_out(
    games: Iterable[FinishedGame], folds: int = FOLDS, seed: int = 0
) -> list[Prediction]:
    """Cross-validate the base rate and both ratings over deals; loads numpy and openskill.

    Args:
        games: The games.
        folds: The number of random parts of the deals, from 2; fewer deals make as many parts.
        seed: The seed of the random parts.

    Raises:
        ConfigError: There are fewer than two deals, or as `bradley_terry` and `skills_of`.
    """
    played = in_deal_order(games)
    first, _ = two_sides(played)
    deals = sorted({game.deal_key for game in played})
    if len(deals) < 2 or folds < 2:
        raise ConfigError(
            f"{len(deals)} deals cannot be divided into {folds} parts",
            hint="At least two of each are needed.",
        )
    # Parts are of whole deals: games of one deal tell of each other.
    mixed = Random(seed).sample(deals, len(deals))
    part = {deal: number % folds for number, deal in enumerate(mixed)}
    ways: dict[str, Fitter] = {
        "base rate": _base_rate(first),
        "Bradley-Terry": _by_strength,
        "openskill": _by_skill,
    }
    chances: dict[str, list[float]] = {way: [] for way in ways}
    asked: list[FinishedGame] = []
    for fold in range(min(folds, len(deals))):
        seen = [game for game in played if part[game.deal_key] != fold]
        unseen = [game for game in played if part[game.deal_key] == fold]
        asked += unseen
        for way, learn in ways.items():
            chances[way] += map(learn(seen), unseen)
    return [
        _scored(
            way, asked, chances[way], None if way == "base rate" else chances["base rate"], first
        )
        for way in ways
    ]


def _base_rate(first: str) -> Fitter:
    def learn(games: Sequence[FinishedGame]) -> Predictor:
        points: dict[str, list[float]] = {}
        for game in games:
            points.setdefault(game.board, []).append(game.points(first))
        # Half a win and half a loss are added, so that no rate is 0 or 1.
        rates = {board: (sum(won) + 0.5) / (len(won) + 1) for board, won in points.items()}
        return lambda game: rates.get(game.board, 0.5)

    return learn


def _by_strength(games: Sequence[FinishedGame]) -> Predictor:
    return strength_predictor(bradley_terry(games))


def _by_skill(games: Sequence[FinishedGame]) -> Predictor:
    return skill_predictor(skills_of(games, orders=1))


def _scored(
    way: str,
    games: Sequence[FinishedGame],
    chances: Sequence[float],
    base: Sequence[float] | None,
    first: str,
) -> Prediction:
    points = [game.points(first) for game in games]
    errors = [(chance - came) ** 2 for chance, came in zip(chances, points, strict=True)]
    # A rating that was certain and wrong would lose infinitely much.
    losses = [
        -came * log(max(chance, _LEAST)) - (1 - came) * log(max(1 - chance, _LEAST))
        for chance, came in zip(chances, points, strict=True)
    ]
    found = Prediction(
        method=way,
        games=len(games),
        log_loss=sum(losses) / len(games),
        brier=sum(errors) / len(games),
    )
    if base is None:
        return found
    saved = [
        (chance - came) ** 2 - error
        for chance, came, error in zip(base, points, errors, strict=True)
    ]
    interval = bounded_mean_interval(
        *sum_by_deal((game.deal_key, less, 1.0) for game, less in zip(games, saved, strict=True)),
        -1,
        1,
    )
    return replace(found, saved=sum(saved) / len(games), low=interval.low, high=interval.high)
