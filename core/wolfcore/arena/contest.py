"""A against B on the same deals: contests of line-ups, and the question of an arena.

A question is a sequential test that reads whole deals in order. Deals after the first unfinished
one wait, so that the verdict does not depend on which game ends first.
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
from .validity import is_void

Side: TypeAlias = Team | int
"""Whose wins are counted: a team's, or those of the team of a seat."""


class Contest(Struct, frozen=True, kw_only=True):
    """The games of a contest: every line-up plays the same deals on one board.

    Attributes:
        board: The board.
        lineups: The seat assignments, each `SEAT=PLAYER`, by the name of the line-up; house bots on
            all other seats.
        deal: Roles by seat that are the same in every deal.
        chance: Forced draws by purpose, as in `GameSpec`.
    """

    board: Board
    lineups: dict[str, tuple[str, ...]]
    deal: dict[int, RoleName] = {}
    chance: dict[str, tuple[int, ...]] = {}


class ContestResult(Struct, frozen=True, kw_only=True):
    """The result of every line-up on one deal.

    Attributes:
        seed: The seed of the deal.
        roles: The role of each seat, in seat order.
        winners: The winning team by line-up, None for a game that nobody won; line-ups whose game
            stopped before its end are missing.
        broken: Why a game stopped before its end, as a sentence, by line-up.
    """

    seed: int
    roles: tuple[RoleName, ...]
    winners: dict[str, Team | None]
    broken: dict[str, str] = {}


def make_contest_player(contest: Contest) -> Callable[[int], ContestResult]:
    """Return the call of a `ProcessPool` that plays the deal of a seed with all line-ups.

    Raises:
        ConfigError: A seat or player is wrong, or a player is a person or a model.
    """
    board, deal, chance = contest.board, contest.deal, contest.chance
    arenas = {
        name: MachineGames(GameTemplate(board=board, seats=seats, deal=deal, chance=chance))
        for name, seats in contest.lineups.items()
    }

    def play(seed: int) -> ContestResult:
        # One deal, once with each line-up: that is what makes them comparable.
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
    """Play deals in the order of their seeds, each with all line-ups, and yield the results.

    Args:
        contest: The contest.
        seeds: The seeds of the deals; the caller leaves out those of an earlier run.
        jobs: The number of processes.
        on_progress: Called after each deal with the number of deals played.

    Raises:
        ConfigError: As `make_contest_player`, or a seed or forced draw is impossible.
        WorkerDied: A process ended by itself; the finished deals were yielded first.
    """
    for number, deal in enumerate(
        ProcessPool(make_contest_player, contest, jobs).results(seeds), 1
    ):
        on_progress(number)
        yield deal


def win_of(deal: ContestResult, lineup: str, side: Side) -> float | None:
    """Return 1 if a line-up won a deal for a side, else 0; None if its game stopped early."""
    if lineup in deal.broken:
        return None
    team = side if isinstance(side, str) else team_of(deal.roles[side - 1])
    return float(deal.winners[lineup] == team)


def pairs_of(deals: Iterable[ContestResult], a: str, b: str, side: Side) -> list[Pair]:
    """Return the results of two line-ups on the same deals, for a side."""
    return [Pair(deal.seed, win_of(deal, a, side), win_of(deal, b, side)) for deal in deals]


class QuestionProgress:
    """The sequential test of an arena's question, updated as games end.

    It reads whole deals in their order: deals that end early are not a fair sample. So its verdict
    is that of `rating.compare` over the deals before the first unfinished one, independent of the
    order in which games end.

    Args:
        plan: The arena, with a question.
        games: All games of the arena.

    Attributes:
        test: The current state of the test.

    Raises:
        ConfigError: No two games of a deal differ only in which of the two players played.
    """

    def __init__(self, plan: ArenaPlan, games: ScheduledGames) -> None:
        question = plan.question
        self.a, self.b, self.test = question.a, question.b, question.test
        self._validity = plan.validity
        self._many = len(games) // plan.deals
        """The number of games of a deal, on all boards."""
        self._next, self._waiting = 0, defaultdict[int, list[Row]](list)
        # The games of the first deal show whether any can be matched, before one is played.
        if not pairs_between([_finished(game) for game in games[: self._many]], self.a, self.b):
            problem = f"`{self.a}` and `{self.b}` have no games that can be compared"
            raise ConfigError(
                problem,
                key="question",
                hint='Write `kind = "pairs"` or `kind = "tested"`, with both among the players.',
            )

    @property
    def is_answered(self) -> bool:
        """Whether the test has a verdict."""
        return self.test.decided is not None

    def add(self, rows: Iterable[Row]) -> None:
        """Add finished games, in any order."""
        for row in rows:
            self._waiting[row.deal].append(row)
        while len(self._waiting[self._next]) == self._many:
            deal = self._waiting.pop(self._next)
            self._next += 1
            left_out = {row.game for row in deal if row.broken or is_void(row, self._validity)}
            matched = pairs_between(
                [as_finished_game(row) for row in deal if row.game not in left_out],
                self.a,
                self.b,
                [as_finished_game(row) for row in deal if row.game in left_out],
            )
            # Games of A against B tell more than games among others, and are not mixed with them.
            against = [one.pair for one in matched if not one.side] or [one.pair for one in matched]
            self.test = self.test.updated_all(differences_of(against))


def as_finished_game(row: Row) -> FinishedGame:
    """Convert a row to the form that ratings read; of a broken game only the players count."""
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
