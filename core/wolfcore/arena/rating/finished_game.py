"""A finished game as ratings read it, and games grouped by deal and by team."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from wolfcore.errors import ConfigError

DealKey: TypeAlias = tuple[int, str]
"""A deal: its number, and the board that it is of. Its games are one observation, however many they
are."""


class FinishedGame(Struct, frozen=True, kw_only=True):
    """One game that came to its end; those that broke are for whoever counts them, and stay out of ratings.

    Attributes:
        board: The board.
        deal: The number of its deal: games with equal boards and deals had the same roles and the
            same chance.
        repeat: Which of several equal games of the deal it is.
        players: Who played each seat, in seat order.
        roles: The role of each seat; empty where nobody asks for tables by role.
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
            raise ConfigError(f"a game has {len(set(self.sides))} sides and not two")
        if self.winner is not None and self.winner not in self.sides:
            raise ConfigError(f"a game was won by `{self.winner}`, who did not play")

    @property
    def deal_key(self) -> DealKey:
        """Its deal."""
        return self.deal, self.board

    def points(self, side: str) -> float:
        """What a side made of it: 1 for a game won, 0 for one lost, one half where nobody won."""
        return 0.5 if self.winner is None else float(self.winner == side)

    def team(self, side: str) -> tuple[str, ...]:
        """Who sat on a side, in seat order."""
        return tuple(
            player for player, own in zip(self.players, self.sides, strict=True) if own == side
        )

    def sides_of(self, player: str) -> set[str]:
        """The sides that a player sat on."""
        return {side for own, side in zip(self.players, self.sides, strict=True) if own == player}


def in_deal_order(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """Games by deal, board, repeat and players, so that what is made of them does not depend on which ended first."""
    return sorted(games, key=lambda game: (game.deal, game.board, game.repeat, game.players))


def two_sides(games: Sequence[FinishedGame]) -> tuple[str, str]:
    """The two sides of all games in the order of their names, of which the first is the one that boards favour or not.

    Raises:
        ConfigError: There are no games, or they have other sides than each other.
    """
    sides = sorted({side for game in games for side in game.sides})
    if not games:
        raise ConfigError("there are no games that came to their end")
    if len(sides) != 2:
        raise ConfigError(f"games have {len(sides)} sides and not two: {', '.join(sides)}")
    return sides[0], sides[1]


def teams_of(game: FinishedGame, first: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who sat on the first side of a game and who on the other one."""
    (second,) = set(game.sides) - {first}
    return game.team(first), game.team(second)


def players_of(games: Iterable[FinishedGame]) -> list[str]:
    """Everybody who played, by name."""
    return sorted({player for game in games for player in game.players})


def sum_by_deal(values: Iterable[tuple[DealKey, float, float]]) -> tuple[list[float], list[float]]:
    """Sums and weights of each deal, as `intervals.bounded_mean_interval` takes them, of values of games with their weights."""
    sums, weights = defaultdict[DealKey, float](float), defaultdict[DealKey, float](float)
    for deal, value, weight in values:
        sums[deal] += value * weight
        weights[deal] += weight
    return [sums[deal] for deal in sorted(sums)], [weights[deal] for deal in sorted(weights)]
