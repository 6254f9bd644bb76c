"""Games that were never played: who wins is drawn, with strengths that are known and deals whose games go together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from math import exp, sqrt
from random import Random
from statistics import NormalDist

from core.rating import Finished

SIDES = ("village",) * 5 + ("wolves",) * 2
ROLES = ("Seer", "Guard", "Villager", "Villager", "Villager", "Werewolf", "Werewolf")


def game(players: Sequence[str], winner: str | None, *, deal: int = 0, board: str = "sla7", repeat: int = 0) -> Finished:
    """One game of seven."""
    return Finished(board=board, deal=deal, repeat=repeat, players=tuple(players), roles=ROLES, sides=SIDES, winner=winner)


def teams(one: str, other: str) -> tuple[str, ...]:
    """A team against a team."""
    return (one,) * 5 + (other,) * 2


def every_pair(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Everybody against everybody, on both sides."""
    return [teams(one, other) for one, other in permutations(names, 2)]


def drawn(
    chance: Random,
    strengths: Mapping[str, float],
    boards: Mapping[str, float],
    deals: int,
    *,
    alike: float = 0.4,
    seated: Callable[[Random], list[tuple[str, ...]]] | None = None,
) -> list[Finished]:
    """Games by the model of Bradley and Terry, of whose luck the part `alike` is that of their deal, 0..1.

    The chance of each game is exactly the model's, however much of its luck it shares with others of the deal.
    """
    found: list[Finished] = []
    for deal in range(deals):
        for board, advantage in boards.items():
            shared = chance.gauss(0, 1)
            for players in seated(chance) if seated else every_pair(strengths):
                own, others = ([strengths[name] for name in part] for part in (players[:5], players[5:]))
                odds = advantage + sum(own) / 5 - sum(others) / 2
                luck = NormalDist().cdf(sqrt(alike) * shared + sqrt(1 - alike) * chance.gauss(0, 1))
                found.append(game(players, "village" if luck < 1 / (1 + exp(-odds)) else "wolves", deal=deal, board=board))
    return found
