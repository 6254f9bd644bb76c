"""How often each player won: by board, side and role."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from wolfcore.intervals import bounded_mean_interval

from .games import FinishedGame, in_deal_order, sum_by_deal

_Cell: TypeAlias = tuple[str, str, str, str]


class Wins(NamedTuple):
    """How often a player won with a role, on a side, on a board; an empty word stands for all of them together.

    Attributes:
        player: Who.
        board: The board.
        side: The side.
        role: The role.
        games: How many games; a player with several seats of the kind in a game is counted once.
        won: How many of them his side won.
        nobody: How many nobody won, which are not won.
        share: `won` of `games`, 0..1.
        low: The lower end of its 95 % interval, which takes the games of one deal for one observation; None for one deal.
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
    """How often everybody won, by player, board, side and role, and over all of each.

    A row over both sides counts a game in which a player sat on both of them twice, once for each side.
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
    return [_wins_row(cell, [(played[number], side) for number, side in sorted(cells[cell])]) for cell in sorted(cells)]


def _wins_row(cell: _Cell, games: list[tuple[FinishedGame, str]]) -> Wins:
    won = sum(game.winner == side for game, side in games)
    nobody = sum(game.winner is None for game, _ in games)
    found = bounded_mean_interval(*sum_by_deal((game.deal_key, float(game.winner == side), 1.0) for game, side in games), 0, 1)
    return Wins(*cell, len(games), won, nobody, won / len(games), found.low, found.high)
