"""All that games say of who plays better, in one call."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .games import FinishedGame, in_deal_order
from .heldout import Prediction, predict_held_out
from .skills import Skills, skills_of
from .strengths import Strengths, bradley_terry
from .tabling import Wins, wins_of
from .triples import Triples, triples_of


class Ratings(Struct, frozen=True, kw_only=True):
    """Ratings, what speaks for and against them, and the plain counts.

    Attributes:
        strengths: By Bradley and Terry's model.
        skills: By openskill.
        triples: Who beats whom, and circles, which no rating can tell.
        predictions: How well both tell games of deals that were held out; empty for a single deal.
        wins: How often everybody won, by board, side and role.
    """

    strengths: Strengths
    skills: Skills
    triples: Triples
    predictions: list[Prediction]
    wins: list[Wins]


def ratings_of(games: Iterable[FinishedGame]) -> Ratings:
    """Rates everybody who played, whatever the order of the games; loads numpy and openskill.

    Raises:
        ConfigError: There are no games, they have other sides than each other, or numpy or openskill is not installed.
    """
    played = in_deal_order(games)
    several = len({game.deal_key for game in played}) > 1
    return Ratings(
        strengths=bradley_terry(played), skills=skills_of(played), triples=triples_of(played),
        predictions=predict_held_out(played) if several else [], wins=wins_of(played),
    )  # fmt: skip
