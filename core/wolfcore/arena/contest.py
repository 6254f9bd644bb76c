"""A against B on the same deals: contests of line-ups, and the question of an arena.

A question is a sequential test fed with whole deals in order. Deals after the first unfinished one
wait, so that the verdict does not depend on which game ends first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from typing import TypeAlias

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.game import Board, RoleName, Team, deal_roles, make_spec, team_of

from .definition import ArenaPlan
from .game_rows import Row
from .machine_games import BrokenGame, GameTemplate, MachineGames
from .process_pool import ProcessPool
from .rating import FinishedGame, Pair, differences_of, pairs_between
from .schedule import PlannedGame, ScheduledGames

Side: TypeAlias = Team | int
"""Whose games are counted: a team, or the team of whoever sits on a seat."""


class Contest(Struct, frozen=True, kw_only=True):
    """What is played.

    Attributes:
        board: The board.
        lineups: Who sits where, each `SEAT=PLAYER`, by the name of the line-up; house bots where
            nobody was asked for.
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
        winners: Who won, by line-up, None for a game that nobody won; without those that stopped
            before their end.
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
            winners={
                name: game.result.winner
                for name, game in games.items()
                if not isinstance(game, BrokenGame)
            },
            broken={
                name: game.reason for name, game in games.items() if isinstance(game, BrokenGame)
            },
        )

    return play


def play_contest(
    contest: Contest,
    seeds: Iterable[int],
    jobs: int = 1,
    on_progress: Callable[[int], object] = lambda _: None,
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
    for number, deal in enumerate(
        ProcessPool(make_contest_player, contest, jobs).results(seeds), 1
    ):
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


_HINT = 'Write `kind = "pairs"` or `kind = "tested"`, with both among the players.'


class QuestionProgress:
    """The question of an arena, fed with its games as they end.

    It reads deals in their order and whole: those that end early are not a fair sample. So its
        verdict is that of
    `rating.compare` over the deals before the first that waits, whoever played them and in whatever
    order.

    Args:
        plan: The arena, with a question.

    Attributes:
        test: How far the test is.

    Raises:
        ConfigError: No two games of a deal differ in nothing but who of the two played.
    """

    def __init__(self, plan: ArenaPlan, games: ScheduledGames) -> None:
        question = plan.question
        self.a, self.b, self.test = question.a, question.b, question.test
        self._many = len(games) // plan.deals
        """Games a deal, on all boards."""
        self._next, self._waiting = 0, defaultdict[int, list[Row]](list)
        if not pairs_between([_finished(game) for game in games[: self._many]], self.a, self.b):
            problem = f"`{self.a}` and `{self.b}` have no games that can be held against each other"
            raise ConfigError(
                problem,
                key="question",
                hint='Write `kind = "pairs"` or `kind = "tested"`, with both among the players.',
            )

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer."""
        return self.test.decided is not None

    def add(self, rows: Iterable[Row]) -> None:
        """Note games that are over, in any order."""
        for row in rows:
            self._waiting[row.deal].append(row)
        while len(self._waiting[self._next]) == self._many:
            deal = self._waiting.pop(self._next)
            self._next += 1
            matched = pairs_between(
                [as_finished_game(row) for row in deal if not row.broken],
                self.a,
                self.b,
                [as_finished_game(row) for row in deal if row.broken],
            )
            against = [one.pair for one in matched if not one.side] or [one.pair for one in matched]
            self.test = self.test.updated_all(differences_of(against))


def as_finished_game(row: Row) -> FinishedGame:
    """A row as ratings read it; of a broken game, who played is what counts."""
    return _finished(row, row.winner)


def _finished(game: Row | PlannedGame, winner: str | None = None) -> FinishedGame:
    return FinishedGame(
        board=game.board,
        deal=game.deal,
        repeat=game.repeat,
        players=game.players,
        roles=game.roles,
        sides=tuple(team_of(role) for role in game.roles),
        winner=winner,
    )
