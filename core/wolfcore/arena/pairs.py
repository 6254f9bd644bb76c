"""The same deals played by several line-ups, as pairs that `wolfcore.rating` compares deal by deal.

Plain data goes in and comes out: a study that was stopped goes on with the seeds that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeAlias

from msgspec import Struct

from wolfcore.game import Board, RoleName, Team, deal_roles, make_spec, team_of
from wolfcore.rating import Pair

from .arena import BrokenGame, GameTemplate, MachineGames
from .pool import ProcessPool

Side: TypeAlias = Team | int
"""Whose games are counted: a team, or the team of whoever sits on a seat."""


class Contest(Struct, frozen=True, kw_only=True):
    """What is played.

    Attributes:
        board: The board.
        lineups: Who sits where, each `SEAT=PLAYER`, by the name of the line-up; house bots where nobody was asked for.
        deal: Roles by seat that are the same in every deal.
        chance: Forced draws by purpose, as in `GameSpec`.
    """

    board: Board
    lineups: dict[str, tuple[str, ...]]
    deal: dict[int, RoleName] = {}
    chance: dict[str, tuple[int, ...]] = {}


class ContestResult(Struct, frozen=True, kw_only=True):
    """What every line-up made of one deal.

    Attributes:
        seed: Its seed.
        roles: The role of each seat, in seat order.
        winners: Who won, by line-up, None for a game that nobody won; without those that stopped before their end.
        broken: Why a game stopped before its end, as a sentence, by line-up.
    """

    seed: int
    roles: tuple[RoleName, ...]
    winners: dict[str, Team | None]
    broken: dict[str, str] = {}


def make_contest_player(contest: Contest) -> Callable[[int], ContestResult]:
    """Prepares a `Pool` whose calls are deals by their seeds, each played by all line-ups.

    Raises:
        ConfigError: A seat or player is wrong, or somebody is wanted who takes their time.
    """
    board, deal, chance = contest.board, contest.deal, contest.chance
    arenas = {
        name: MachineGames(GameTemplate(board=board, seats=seats, deal=deal, chance=chance))
        for name, seats in contest.lineups.items()
    }

    def play(seed: int) -> ContestResult:
        games = {name: arena.play(seed) for name, arena in arenas.items()}
        return ContestResult(
            seed=seed,
            roles=deal_roles(make_spec(board, seed, deal=deal, chance=chance)),
            winners={name: game.result.winner for name, game in games.items() if not isinstance(game, BrokenGame)},
            broken={name: game.reason for name, game in games.items() if isinstance(game, BrokenGame)},
        )

    return play


def play_contest(
    contest: Contest, seeds: Iterable[int], jobs: int = 1, on_progress: Callable[[int], object] = lambda _: None
) -> Generator[ContestResult]:
    """The deals of some seeds in their order, each played by all line-ups.

    Args:
        contest: What is played.
        seeds: The deals; those that an earlier run has are left out of them.
        jobs: How many processes play.
        on_progress: Told after each deal how many have been played.

    Raises:
        ConfigError: As `contested`, or a seed or forced draw is impossible.
        WorkerDied: A process ended by itself; the deals that were finished came first.
    """
    for number, deal in enumerate(ProcessPool(make_contest_player, contest, jobs).results(seeds), 1):
        on_progress(number)
        yield deal


def win_of(deal: ContestResult, lineup: str, side: Side) -> float | None:
    """Whether a line-up won a deal for a side: 1 or 0, or None for a game that stopped before its end."""
    if lineup in deal.broken:
        return None
    team = side if isinstance(side, str) else team_of(deal.roles[side - 1])
    return float(deal.winners[lineup] == team)


def pairs_of(deals: Iterable[ContestResult], a: str, b: str, side: Side) -> list[Pair]:
    """What two line-ups made of the same deals, for a side."""
    return [Pair(deal.seed, win_of(deal, a, side), win_of(deal, b, side)) for deal in deals]
