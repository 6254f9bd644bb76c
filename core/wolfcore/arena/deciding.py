"""Who of two is better, asked while an arena is played: it ends as soon as the test has an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from wolfcore.errors import ConfigError
from wolfcore.game import team_of
from wolfcore.rating import FinishedGame, differences_of, pairs_between

from .plan import ArenaPlan
from .rows import Row
from .schedule import PlannedGame, ScheduledGames

_HINT = 'Write `kind = "pairs"` or `kind = "tested"`, with both among the players.'


class QuestionProgress:
    """The question of an arena, fed with its games as they end.

    It reads deals in their order and whole: those that end early are not a fair sample. So its verdict is that of
    `rating.compare` over the deals before the first that waits, whoever played them and in whatever order.

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
                problem, key="question", hint='Write `kind = "pairs"` or `kind = "tested"`, with both among the players.'
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
        board=game.board, deal=game.deal, repeat=game.repeat, players=game.players, roles=game.roles,
        sides=tuple(team_of(role) for role in game.roles), winner=winner,
    )  # fmt: skip
