"""Who beats whom, and whether that is an order: triples of players of whom each beats the next in a circle.

A rating is one number a player, so that it cannot tell a circle. Where all pairwise results are chance, one triple of four is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from wolfcore.intervals import bounded_mean_interval

from .games import FinishedGame, in_deal_order, players_of, sum_by_deal

CIRCLES_BY_CHANCE = 0.25
"""The share of triples that are circles where each pairwise result is a coin's."""


class Versus(Struct, frozen=True, kw_only=True):
    """What one player made of games against another.

    Attributes:
        a: The one.
        b: The other.
        games: How many games; each has one of them on one side alone and the other on the other.
        gain: The points of `a` less those of `b`, -1 to 1, as if both had sat on each side of each board equally often.
        low: The lower end of its 95 % interval, by deals; None for one deal.
        high: The upper end.
    """

    a: str
    b: str
    games: int
    gain: float
    low: float | None
    high: float | None

    @property
    def sure(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


class Triples(Struct, frozen=True, kw_only=True):
    """How many triples there are, and of what kind.

    Attributes:
        versus: Everybody against everybody whom he met on both sides.
        triples: Those of whom all met one another and none came out even.
        circles: How many of them are circles.
        share: `circles` of `triples`, 0..1; None without a triple.
        sure: The circles, the first beating the second, he the third and he the first, whose three results are all sure.
    """

    versus: tuple[Versus, ...]
    triples: int
    circles: int
    share: float | None
    sure: tuple[tuple[str, str, str], ...]


def triples_of(games: Iterable[FinishedGame]) -> Triples:
    """Who beats whom, and how many triples are circles.

    Players who met, but of whom one always sat on the same side of a board, are not held against each other there: their sides may
    have made the difference.
    """
    played = in_deal_order(games)
    results = {
        (a, b): result
        for a, b in combinations(players_of(played), 2)
        if (result := _versus(a, b, [game for game in played if a in game.players and b in game.players])) is not None
    }
    triples = [
        three for three in combinations(players_of(played), 3)
        if all(pair in results and results[pair].gain for pair in combinations(three, 2))
    ]  # fmt: skip
    circles = [circle for three in triples if (circle := _circle(three, results)) is not None]
    sure = tuple(circle for circle in circles if all(results[pair].sure for pair in combinations(sorted(circle), 2)))
    share = len(circles) / len(triples) if triples else None
    return Triples(versus=tuple(results.values()), triples=len(triples), circles=len(circles), share=share, sure=sure)


def _circle(three: tuple[str, str, str], results: Mapping[tuple[str, str], Versus]) -> tuple[str, str, str] | None:
    """The three in the order in which each beats the next, or None where one beats both others."""
    a, b, c = three
    ahead = (results[a, b].gain > 0, results[b, c].gain > 0, results[a, c].gain < 0)
    if all(ahead):
        return a, b, c
    return None if any(ahead) else (a, c, b)


def _versus(a: str, b: str, games: Sequence[FinishedGame]) -> Versus | None:
    """What A made of games against B; None where they never met on both sides of a board."""
    cells = defaultdict[tuple[str, str], list[FinishedGame]](list)
    for game in games:
        own, others = game.sides_of(a), game.sides_of(b)
        if len(own) == len(others) == 1 and own != others:
            cells[game.board, own.pop()].append(game)
    counts = defaultdict[str, list[int]](list)
    for (board, _), among in cells.items():
        counts[board].append(len(among))
    weighed = [
        (game.deal_key, 2 * game.points(side) - 1, sum(counts[board]) / (2 * len(among)))
        for (board, side), among in cells.items()
        for game in among
        if len(counts[board]) == 2
    ]
    if not weighed:
        return None
    sums, weights = sum_by_deal(weighed)
    found = bounded_mean_interval(sums, weights, -1, 1)
    return Versus(a=a, b=b, games=len(weighed), gain=sum(sums) / sum(weights), low=found.low, high=found.high)
