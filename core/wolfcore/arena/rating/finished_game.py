"""`FinishedGame`, the input of ratings; functions that sort games, split teams and sum by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from wolfcore.errors import ConfigError

DealKey: TypeAlias = tuple[int, str]
"""A deal: its number and its board. All games of a deal are one observation."""


class FinishedGame(Struct, frozen=True, kw_only=True):
    """One game that came to its end. Broken games are counted by callers and stay out of ratings.

    Attributes:
        board: The board.
        deal: The number of its deal: games with equal boards and deals had the same roles and the
            same chance.
        repeat: The number of this repeat of the deal.
        players: The player of each seat, in seat order.
        roles: The role of each seat; empty where no tables by role are needed.
        sides: The side of each seat, one of two.
        winner: The side that won; None where nobody did.
    """

    board: str
    deal: int
    repeat: int = 0
    players: tuple[str, ...]
    roles: tuple[str, ...] = ()
    sides: tuple[str, ...]
    winner: str | None

    def __post_init__(self) -> None:
        seats = len(self.players)
        if len(self.sides) != seats or len(self.roles) not in (0, seats):
            raise ConfigError(
                f"a game has {seats} players, {len(self.sides)} sides and {len(self.roles)} roles"
            )
        if len(set(self.sides)) != 2:
            raise ConfigError(f"a game has {len(set(self.sides))} sides instead of two")
        if self.winner is not None and self.winner not in self.sides:
            raise ConfigError(f"a game was won by `{self.winner}`, who did not play")

    @property
    def deal_key(self) -> DealKey:
        """Its deal: number and board."""
        return self.deal, self.board

    def points(self, side: str) -> float:
        """Return the points of a side: 1 for a win, 0 for a loss, one half where nobody won."""
        return 0.5 if self.winner is None else float(self.winner == side)

    def team(self, side: str) -> tuple[str, ...]:
        """Return the players of a side, in seat order."""
        return tuple(
            player for player, own in zip(self.players, self.sides, strict=True) if own == side
        )

    def sides_of(self, player: str) -> set[str]:
        """Return the sides that a player sat on."""
        return {side for own, side in zip(self.players, self.sides, strict=True) if own == player}


def in_deal_order(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """Sort games by deal, board, repeat and players.

    This makes results independent of the order in which the games ended.
    """
    return sorted(games, key=lambda game: (game.deal, game.board, game.repeat, game.players))


def two_sides(games: Sequence[FinishedGame]) -> tuple[str, str]:
    """Return the two sides of all games, sorted by name; board effects are those of the first.

    Raises:
        ConfigError: There are no games, or they do not have exactly two sides in total.
    """
    sides = sorted({side for game in games for side in game.sides})
    if not games:
        raise ConfigError("there are no finished games")
    if len(sides) != 2:
        raise ConfigError(f"games have {len(sides)} sides instead of two: {', '.join(sides)}")
    return sides[0], sides[1]


def teams_of(game: FinishedGame, first: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players of the side `first` of a game, and those of the other side."""
    (second,) = set(game.sides) - {first}
    return game.team(first), game.team(second)


def players_of(games: Iterable[FinishedGame]) -> list[str]:
    """Return all players of some games, sorted by name."""
    return sorted({player for game in games for player in game.players})


def sum_by_deal(values: Iterable[tuple[DealKey, float, float]]) -> tuple[list[float], list[float]]:
    """Sum weighted values of games by deal; return the sums and the weights, one of each per deal.

    This is the input of `intervals.bounded_mean_interval`.
    """
    sums, weights = defaultdict[DealKey, float](float), defaultdict[DealKey, float](float)
    for deal, value, weight in values:
        sums[deal] += value * weight
        weights[deal] += weight
    return [sums[deal] for deal in sorted(sums)], [weights[deal] for deal in sorted(weights)]
