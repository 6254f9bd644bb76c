"""Win shares by player, board, team and role; pairwise results; and circles of three players.

In a circle A beats B, B beats C, and C beats A. A circle cannot be expressed by a rating. If all
pairwise results were coin flips, one triple in four would be one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.intervals import bounded_mean_interval

from .finished_game import FinishedGame, in_deal_order, players_of, sum_by_deal
from .significance import holm, p_value

_Cell: TypeAlias = tuple[str, str, str, str]


class Wins(NamedTuple):
    """The win share of a player with a role, on a side, on a board; an empty word means all.

    Attributes:
        player: The player.
        board: The board.
        side: The side.
        role: The role.
        games: The number of games; a player with several seats of the kind in a game is counted
            once.
        won: How many of them the player's side won.
        nobody: How many nobody won; they do not count as won.
        share: `won` of `games`, 0..1.
        low: The lower end of its 95 % interval, in which the games of one deal are one observation;
            None for one deal.
        high: The upper end.
    """

    player: str
    board: str
    side: str
    role: str
    games: int
    won: int
    nobody: int
    share: float
    low: float | None
    high: float | None


def wins_of(games: Iterable[FinishedGame]) -> list[Wins]:
    """Return the win shares of all players, by board, side and role, and over all of each.

    A row over both sides counts a game in which a player sat on both of them twice, once for each
    side.
    """
    cells = defaultdict[_Cell, set[tuple[int, str]]](set)
    played = in_deal_order(games)
    for number, game in enumerate(played):
        for seat, (player, side) in enumerate(zip(game.players, game.sides, strict=True)):
            roles = ("", game.roles[seat]) if game.roles else ("",)
            for board in ("", game.board):
                for role in roles:
                    cells[player, board, side, role].add((number, side))
                cells[player, board, "", ""].add((number, side))
    return [
        _wins_row(cell, [(played[number], side) for number, side in sorted(cells[cell])])
        for cell in sorted(cells)
    ]


def _wins_row(cell: _Cell, games: list[tuple[FinishedGame, str]]) -> Wins:
    won = sum(game.winner == side for game, side in games)
    nobody = sum(game.winner is None for game, _ in games)
    found = bounded_mean_interval(
        *sum_by_deal((game.deal_key, float(game.winner == side), 1.0) for game, side in games), 0, 1
    )
    return Wins(*cell, len(games), won, nobody, won / len(games), found.low, found.high)


CIRCLES_BY_CHANCE = 0.25
"""The share of triples that are circles if each pairwise result is a coin flip."""


class Versus(Struct, frozen=True, kw_only=True):
    """The result of one player against another.

    Attributes:
        a: One player.
        b: The other.
        games: The number of games in which one of them sat on one side only and the other on the
            other.
        gain: The points of `a` minus those of `b`, -1 to 1, weighted as if both had sat on each
            side of each board equally often.
        low: The lower end of its 95 % interval, by deals; None for one deal.
        high: The upper end.
        p: The two-sided p-value of no gain; None for one deal.
        p_holm: The same, corrected by Holm's method for the number of pairs of players.
    """

    a: str
    b: str
    games: int
    gain: float
    low: float | None
    high: float | None
    p: float | None = None
    p_holm: float | None = None

    @property
    def sure(self) -> bool:
        """Whether the gain is told from 0 at 5 %, however many pairs of players are compared."""
        return self.p_holm is not None and self.p_holm <= 0.05


class Triples(Struct, frozen=True, kw_only=True):
    """The pairwise results of all players, and the circles among triples.

    Attributes:
        versus: The results of all pairs that met on both sides.
        triples: The number of triples whose players all met one another and none came out even.
        circles: How many of them are circles.
        share: `circles` of `triples`, 0..1; None without a triple.
        sure: The circles whose three results are all sure; the first beats the second, the second
            the third, the third the first.
    """

    versus: tuple[Versus, ...]
    triples: int
    circles: int
    share: float | None
    sure: tuple[tuple[str, str, str], ...]


def triples_of(games: Iterable[FinishedGame]) -> Triples:
    """Compute pairwise results and count how many triples are circles.

    Games of two players on a board are left out where one of them always sat on the same side: the
    sides may have made the difference.
    """
    played = in_deal_order(games)
    results = _corrected(
        {
            (a, b): result
            for a, b in combinations(players_of(played), 2)
            if (
                result := _versus(
                    a, b, [game for game in played if a in game.players and b in game.players]
                )
            )
            is not None
        }
    )
    triples = [
        three for three in combinations(players_of(played), 3)
        if all(pair in results and results[pair].gain for pair in combinations(three, 2))
    ]  # fmt: skip
    circles = [circle for three in triples if (circle := _circle(three, results)) is not None]
    sure = tuple(
        circle
        for circle in circles
        if all(results[pair].sure for pair in combinations(sorted(circle), 2))
    )
    share = len(circles) / len(triples) if triples else None
    return Triples(
        versus=tuple(results.values()),
        triples=len(triples),
        circles=len(circles),
        share=share,
        sure=sure,
    )


def _corrected(results: Mapping[tuple[str, str], Versus]) -> dict[tuple[str, str], Versus]:
    """Correct the p-values for their number."""
    corrected = iter(holm([result.p for result in results.values() if result.p is not None]))
    return {
        pair: result if result.p is None else replace(result, p_holm=next(corrected))
        for pair, result in results.items()
    }


def _circle(
    three: tuple[str, str, str], results: Mapping[tuple[str, str], Versus]
) -> tuple[str, str, str] | None:
    """Return the three players so that each beats the next; None where there is no circle."""
    a, b, c = three
    ahead = (results[a, b].gain > 0, results[b, c].gain > 0, results[a, c].gain < 0)
    if all(ahead):
        return a, b, c
    return None if any(ahead) else (a, c, b)


def _versus(a: str, b: str, games: Sequence[FinishedGame]) -> Versus | None:
    """Return the result of A against B; None where they never met on both sides of a board."""
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
    return Versus(
        a=a,
        b=b,
        games=len(weighed),
        gain=sum(sums) / sum(weights),
        low=found.low,
        high=found.high,
        p=p_value((sums, weights), -1, 1),
    )
