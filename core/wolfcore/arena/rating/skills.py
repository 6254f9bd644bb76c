"""openskill ratings (Plackett-Luce, Weng and Lin 2011): mean and uncertainty for each player.

The result of openskill depends on the order of games, so the mean of several seeded orders is
taken. Skills start at 0, not 25, because openskill adds up the members of a team and teams differ
in size. A board has a rating on the side of the first team. A player with several seats in a team
counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint

from .finished_game import FinishedGame, in_deal_order, teams_of, two_sides

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

ORDERS = 5
"""The number of orders in which the games are read."""


_LUCK = 25 / 6
"""The part of luck in a game (openskill's beta): openskill's default."""


_SPREAD = 25 / 3
"""The uncertainty of a skill before the first game: openskill's default."""


class Skill(Struct, frozen=True):
    """The skill of a player or board on openskill's scale, 0 for an unknown player.

    Of two players who are known well and 25 / 6 apart the better one wins two of three games.

    Attributes:
        name: The player or board.
        mu: The skill.
        sigma: Its uncertainty, as a standard deviation.
    """

    name: str
    mu: float
    sigma: float


class Skills(Struct, frozen=True, kw_only=True):
    """The openskill ratings of all players and boards.

    Attributes:
        games: The number of games.
        first: The side that the boards' advantages are of.
        players: All players, best first.
        boards: The advantage of `first` on each board.
    """

    games: int
    first: str
    players: tuple[Skill, ...]
    boards: tuple[Skill, ...]


class _Rating(NamedTuple):
    mu: float
    sigma: float


def skills_of(games: Iterable[FinishedGame], orders: int = ORDERS) -> Skills:
    """Rate all players; loads openskill.

    Args:
        games: The games, in any order.
        orders: The number of orders in which they are read, from 1.

    Raises:
        ConfigError: There are no games, they do not have exactly two sides in total, or openskill
            is not installed.
    """
    played = in_deal_order(games)
    first, _ = two_sides(played)
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415  extra `stats`
    except ImportError as error:
        raise ConfigError("these ratings need openskill", hint=install_hint("stats")) from error
    # `tau` would let uncertainty grow from game to game; players here do not change.
    model, chance = PlackettLuce(tau=0.0), Random(0)
    read = [
        _read(model, chance.sample(played, len(played)) if order else played, first)
        for order in range(orders)
    ]
    skills = sorted(
        [_mean(name, [found[name] for found in read]) for name in read[0]],
        key=lambda one: (-one.mu, one.name),
    )
    boards = {_board(game.board): game.board for game in played}
    return Skills(
        games=len(played),
        first=first,
        players=tuple(skill for skill in skills if skill.name not in boards),
        boards=tuple(
            Skill(boards[skill.name], skill.mu, skill.sigma)
            for skill in skills
            if skill.name in boards
        ),
    )


def skill_predictor(skills: Skills) -> Callable[[FinishedGame], float]:
    """Return a function that gives the probability, 0..1, that the first side wins a game.

    The probability is the one that the model itself uses when it learns.
    """
    known = {one.name: _Rating(one.mu, one.sigma) for one in skills.players}
    boards = {one.name: _Rating(one.mu, one.sigma) for one in skills.boards}
    new = _Rating(0.0, _SPREAD)

    def chance(game: FinishedGame) -> float:
        own, others = (
            [known.get(name, new) for name in sorted(set(team))]
            for team in teams_of(game, skills.first)
        )
        everybody = [*own, boards.get(game.board, new), *others]
        apart = everybody[len(own)].mu + sum(one.mu for one in own) - sum(one.mu for one in others)
        return 1 / (1 + exp(-apart / sqrt(sum(one.sigma**2 for one in everybody) + 2 * _LUCK**2)))

    return chance


def _read(model: PlackettLuce, games: Sequence[FinishedGame], first: str) -> dict[str, _Rating]:
    """Return the ratings of players and boards after the games, read one after the other."""
    known: dict[str, _Rating] = {}
    for game in games:
        # A player with several seats counts once.
        teams = [sorted(set(team)) for team in teams_of(game, first)]
        # The board plays on the first side, so that its advantage is a skill.
        teams[0].append(_board(game.board))
        before = [[known.get(name, _Rating(0.0, _SPREAD)) for name in team] for team in teams]
        seated = [[model.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in before]
        # The lower rank wins.
        after = model.rate(seated, ranks=[1 - game.points(first), game.points(first)])
        learned = dict[str, _Rating]()
        for team, old, new in zip(teams, before, after, strict=True):
            for name, was, now in zip(team, old, new, strict=True):
                # A player on both sides takes both changes.
                so_far = learned.get(name, was)
                learned[name] = _Rating(
                    so_far.mu + now.mu - was.mu, so_far.sigma * now.sigma / was.sigma
                )
        known |= learned
    return known


def _mean(name: str, found: Sequence[_Rating]) -> Skill:
    """Return the mean of the ratings of several orders.

    Its uncertainty combines those of the orders with the spread between them.
    """
    mu = sum(one.mu for one in found) / len(found)
    return Skill(
        name, mu, sqrt(sum(one.sigma**2 + (one.mu - mu) ** 2 for one in found) / len(found))
    )


def _board(name: str) -> str:
    """Return a board's key among the players' names, which have no line break."""
    return f"\n{name}"
