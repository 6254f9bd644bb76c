"""Bradley-Terry strengths with the board's advantage as an effect (Bradley and Terry 1952).

The log odds of the first team are the board's effect plus the mean strength of its seats minus that
of the other team's. Every coefficient has a normal prior of standard deviation `PRIOR`. Intervals
use the wider of two standard errors, the model's and a jackknife over deals; either alone covers
too little somewhere (`python -m bench calibration`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import exp, log, sqrt
from typing import NamedTuple

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint
from wolfcore.intervals import UPPER_QUANTILE, student_quantile

from .finished_game import FinishedGame, in_deal_order, players_of, teams_of, two_sides

PRIOR = 3.0
"""The prior standard deviation of strengths, in log odds.

19 of 20 strengths lie between odds of 1 to 400 and 400 to 1.
"""


ELO = 400 / log(10)
"""Elo points per unit of log odds."""


class Strength(Struct, frozen=True):
    """The strength of a player, or the effect of a board, in log odds.

    Attributes:
        name: The player or board.
        value: The log odds.
        low: The lower end of the 95 % interval; None for games of a single deal.
        high: The upper end.
    """

    name: str
    value: float
    low: float | None
    high: float | None

    @property
    def share(self) -> float:
        """The share of games won against an average team where no side is favoured.

        Of a board: the share won by the first side among equals.
        """
        return win_share(self.value)

    @property
    def elo(self) -> float:
        """The value in Elo points, 0 for the average."""
        return ELO * self.value


class Lead(Struct, frozen=True):
    """The difference in strength of two players, in log odds.

    Attributes:
        a: The stronger player.
        b: The other player.
        value: The strength of `a` minus that of `b`.
        low: The lower end of its 95 % interval, which is narrower than the intervals of both
            strengths suggest; None for a single deal.
        high: The upper end.
    """

    a: str
    b: str
    value: float
    low: float | None
    high: float | None


class Strengths(Struct, frozen=True, kw_only=True):
    """The Bradley-Terry strengths of all players and the effects of all boards.

    Attributes:
        games: The number of games.
        deals: The number of deals they are of.
        first: The side that the boards' effects are the advantage of.
        players: All players, strongest first; their mean is 0.
        boards: The advantage of `first` on each board among equals.
        leads: The lead of each player over each weaker one.
    """

    games: int
    deals: int
    first: str
    players: tuple[Strength, ...]
    boards: tuple[Strength, ...]
    leads: tuple[Lead, ...]


def bradley_terry(games: Iterable[FinishedGame]) -> Strengths:
    """Fit strengths to games of teams, of one player each or of several; loads numpy.

    Raises:
        ConfigError: There are no games, they do not have exactly two sides in total, or numpy is
            not installed.
    """
    laid = design_matrix(games)
    estimate, several = _estimates(laid), len(laid.names)
    place = {name: number for number, name in enumerate(laid.names)}
    # Strengths are relative to the mean of all players.
    centre = dict.fromkeys(range(several), -1 / several)
    everybody = sorted(
        [Strength(name, *estimate(centre | {place[name]: 1 - 1 / several})) for name in laid.names],
        key=_falling,
    )
    leads = [
        Lead(a.name, b.name, *estimate({place[a.name]: 1.0, place[b.name]: -1.0}))
        for a, b in combinations(everybody, 2)
    ]
    return Strengths(
        games=len(laid.points),
        deals=laid.deals,
        first=laid.first,
        players=tuple(everybody),
        leads=tuple(leads),
        boards=tuple(
            Strength(board, *estimate({several + number: 1.0}))
            for number, board in enumerate(laid.boards)
        ),
    )


class DesignMatrix(NamedTuple):
    """The design matrix of the regression: one row per game.

    Attributes:
        first: The side whose points and log odds are modelled.
        names: The players of the first columns.
        boards: The boards of the other columns.
        rows: The factors of each game: for each player its share of the seats of `first` minus that
            of the other side's; for each board 1 or 0.
        points: The points of `first` in each game.
        clusters: The number of each game's deal, from 0.
        deals: The number of deals.
    """

    first: str
    names: list[str]
    boards: list[str]
    rows: list[list[float]]
    points: list[float]
    clusters: list[int]
    deals: int


def design_matrix(games: Iterable[FinishedGame]) -> DesignMatrix:
    """Make the design matrix of some games, independent of their order.

    Raises:
        ConfigError: There are no games, or they do not have exactly two sides in total.
    """
    played = in_deal_order(games)
    (first, _), names, boards = (
        two_sides(played),
        players_of(played),
        sorted({game.board for game in played}),
    )
    deals = {deal: number for number, deal in enumerate(sorted({game.deal_key for game in played}))}
    rows = [_design_row(game, first, names, boards) for game in played]
    return DesignMatrix(
        first,
        names,
        boards,
        rows,
        [game.points(first) for game in played],
        [deals[game.deal_key] for game in played],
        len(deals),
    )


def _estimates(
    laid: DesignMatrix,
) -> Callable[[dict[int, float]], tuple[float, float | None, float | None]]:
    """Fit the model; return a function that evaluates a linear combination of coefficients.

    The function takes factors by column and returns the value with the ends of its interval.
    """
    try:
        import numpy as np  # noqa: PLC0415  extra `stats`

        from .logistic import fit_clustered  # noqa: PLC0415  it needs numpy
    except ImportError as error:
        raise ConfigError("ratings need numpy", hint=install_hint("stats")) from error
    found = fit_clustered(
        np.array(laid.rows), np.array(laid.points), np.array(laid.clusters), PRIOR
    )
    wide = student_quantile(UPPER_QUANTILE, laid.deals - 1) if laid.deals > 1 else None

    def estimate(factors: dict[int, float]) -> tuple[float, float | None, float | None]:
        along = np.zeros(len(found.values))
        along[list(factors)] = list(factors.values())
        value = float(along @ found.values)
        if wide is None:
            return value, None, None
        # Either error alone covers too little somewhere (`python -m bench calibration`).
        error = sqrt(
            max(float(along @ found.model @ along), float(along @ found.clustered @ along))
        )
        return value, value - wide * error, value + wide * error

    return estimate


def win_share(odds: float) -> float:
    """Convert log odds to the share of games won."""
    return 1 / (1 + exp(-odds))


def strength_predictor(strengths: Strengths) -> Callable[[FinishedGame], float]:
    """Return a function that gives the probability, 0..1, that the first side wins a game.

    Unknown players and boards count as average, 0.
    """
    known = {one.name: one.value for one in strengths.players}
    boards = {one.name: one.value for one in strengths.boards}

    def chance(game: FinishedGame) -> float:
        teams = [
            [known.get(player, 0.0) for player in team] for team in teams_of(game, strengths.first)
        ]
        own, others = (sum(team) / len(team) for team in teams)
        return win_share(boards.get(game.board, 0.0) + own - others)

    return chance


def _falling(one: Strength) -> tuple[float, str]:
    return -one.value, one.name


def _design_row(
    game: FinishedGame, first: str, names: Sequence[str], boards: Sequence[str]
) -> list[float]:
    own, others = teams_of(game, first)
    shares = [own.count(name) / len(own) - others.count(name) / len(others) for name in names]
    return [*shares, *[float(board == game.board) for board in boards]]
