"""The same deals played by several line-ups, and what one gains over another, with an interval that takes deals as they come.

Whether a village wins depends more on its deal than on who plays it, so that line-ups are compared deal by deal, and a deal is one
observation however often it is played. Plain data goes in and comes out: a study that was stopped goes on with the seeds that are
left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from core.game import Board, RoleName, Team, deal_roles, make_spec, team_of
from core.intervals import How, of_range

from .arena import Arena, Broken, Wanted
from .pool import Pool

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


class Deal(Struct, frozen=True, kw_only=True):
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


class Pair(NamedTuple):
    """One deal played by two line-ups: its number, and what each made of it, -1 to 1 apart; None for a game that broke."""

    deal: int
    a: float | None
    b: float | None


class Gain(Struct, frozen=True, kw_only=True):
    """What A gains over B.

    Attributes:
        pairs: How many pairs of games were compared.
        deals: Of how many deals.
        broken: How many pairs were left out, since one game of them or both stopped before the end.
        differ: How many pairs came out otherwise.
        a: The mean of A; None without a pair.
        b: The mean of B.
        gain: The mean of A less that of B.
        low: The lower end of the 95 % interval of `gain`; None where there is none.
        high: The upper end.
        how: How the interval was found, or why there is none (`intervals.HOW`).
    """

    pairs: int
    deals: int
    broken: int
    differ: int
    a: float | None = None
    b: float | None = None
    gain: float | None = None
    low: float | None = None
    high: float | None = None
    how: How = ""


def contested(contest: Contest) -> Callable[[int], Deal]:
    """Prepares a `Pool` whose calls are deals by their seeds, each played by all line-ups.

    Raises:
        ConfigError: A seat or player is wrong, or somebody is wanted who takes their time.
    """
    board, deal, chance = contest.board, contest.deal, contest.chance
    arenas = {name: Arena(Wanted(board=board, seats=seats, deal=deal, chance=chance)) for name, seats in contest.lineups.items()}

    def play(seed: int) -> Deal:
        games = {name: arena.play(seed) for name, arena in arenas.items()}
        return Deal(
            seed=seed,
            roles=deal_roles(make_spec(board, seed, deal=deal, chance=chance)),
            winners={name: game.result.winner for name, game in games.items() if not isinstance(game, Broken)},
            broken={name: game.why for name, game in games.items() if isinstance(game, Broken)},
        )

    return play


def deals_of(
    contest: Contest, seeds: Iterable[int], jobs: int = 1, tell: Callable[[int], object] = lambda _: None
) -> Generator[Deal]:
    """The deals of some seeds in their order, each played by all line-ups.

    Args:
        contest: What is played.
        seeds: The deals; those that an earlier run has are left out of them.
        jobs: How many processes play.
        tell: Told after each deal how many have been played.

    Raises:
        ConfigError: As `contested`, or a seed or forced draw is impossible.
        WorkerDied: A process ended by itself; the deals that were finished came first.
    """
    for number, deal in enumerate(Pool(contested, contest, jobs).results(seeds), 1):
        tell(number)
        yield deal


def won(deal: Deal, lineup: str, side: Side) -> float | None:
    """Whether a line-up won a deal for a side: 1 or 0, or None for a game that stopped before its end."""
    if lineup in deal.broken:
        return None
    team = side if isinstance(side, str) else team_of(deal.roles[side - 1])
    return float(deal.winners[lineup] == team)


def pairs_of(deals: Iterable[Deal], a: str, b: str, side: Side) -> list[Pair]:
    """What two line-ups made of the same deals, for a side."""
    return [Pair(deal.seed, won(deal, a, side), won(deal, b, side)) for deal in deals]


def gain_of(pairs: Sequence[Pair]) -> Gain:
    """What A gains over B: the mean difference of all pairs of games that came to their end.

    The interval is Gaffke's (`intervals.of_range`), with a deal as one observation between -1 and 1. It never promises too much,
    not even where hardly any deal comes out otherwise, of which Student's and bootstrap intervals make too little or nothing.

    Args:
        pairs: Pairs of games; those of one deal stand together for one observation.
    """
    whole = [(pair.deal, pair.a, pair.b) for pair in pairs if pair.a is not None and pair.b is not None]
    broken = len(pairs) - len(whole)
    sums, many = _by_deal((deal, a - b) for deal, a, b in whole)
    differ = sum(a != b for _, a, b in whole)
    if not whole:
        return Gain(pairs=0, deals=0, broken=broken, differ=0)
    found = of_range(list(sums.values()), list(many.values()), -1, 1)
    a, b = (sum(values) / len(whole) for values in ([a for _, a, _ in whole], [b for _, _, b in whole]))
    return Gain(
        pairs=len(whole), deals=len(sums), broken=broken, differ=differ, a=a, b=b, gain=a - b, low=found.low, high=found.high,
        how=found.how,
    )  # fmt: skip


def _by_deal(differences: Iterable[tuple[int, float]]) -> tuple[Mapping[int, float], Mapping[int, int]]:
    """The sum of the differences of each deal, and how many there are."""
    sums, many = defaultdict[int, float](float), defaultdict[int, int](int)
    for deal, difference in differences:
        sums[deal] += difference
        many[deal] += 1
    return sums, many
