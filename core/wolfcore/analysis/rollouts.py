"""Roll-outs: house bots play a finished game on from each of its positions to the end.

Roll-out number k has the same dice at every position, so that the results before and after an event
differ by the event and by as little chance as possible. Hidden cards are those of the game. Bots of
one level often agree in a mistake and then lose every roll-out of a position, so each seat of each
roll-out draws its level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise

from wolfcore.bots import BOTS_VERSION, HouseBot
from wolfcore.errors import LogError
from wolfcore.game import Answer, Game, Team
from wolfcore.game.dice import dice_of
from wolfcore.intervals import UPPER_QUANTILE, exact_interval, gaffke_interval
from wolfcore.records import SavedGame
from wolfcore.table import play_now
from wolfcore.table.replay import expected_log, log_difference, replay_game

from .course import COURSE_FORMAT, Course, CoursePoint, log_checksum
from .positions import Event, positions_of

ROLLOUT_LEVELS = ("normal", "hard")
"""The levels of the bots in roll-outs, each as likely for each seat."""


FEWEST_ROLLOUTS = 2
"""The fewest roll-outs of a position; one has no interval."""


Wins = tuple[bool, ...]
"""Whether the village won one roll-out of each position, in the order of the positions."""


class GameRollouts:
    """The roll-outs of one finished game.

    Args:
        saved: The game.

    Attributes:
        log: The checksum of its log.
        events: The event of each position, in the order of the log.

    Raises:
        LogError: The game has not ended, is imported, of another version of the rules or damaged.
    """

    def __init__(self, saved: SavedGame) -> None:
        if saved.result is None:
            raise LogError("has not ended", file=str(saved.path), hint="Finish the game first.")
        whole = replay_game(saved, "analysed")
        expected = expected_log(saved, whole)
        if expected != saved.log:
            raise log_difference(saved, expected, whole)
        self.log = log_checksum(saved.log)
        positions = positions_of(saved.spec, saved.answers)
        self.events: tuple[Event, ...] = tuple([position.event for position in positions])
        self._games = [position.game for position in positions]

    def play(self, number: int, enough: Callable[[], bool] = lambda: False) -> Wins | None:
        """Play one roll-out of each position.

        Args:
            number: The number of the roll-out, which decides its dice.
            enough: Called before each game; True stops.

        Returns:
            Whether the village won each; None if they were stopped.
        """
        mixed = blake2b(f"{self.log}:{number}".encode(), digest_size=8)
        seed = int.from_bytes(mixed.digest(), "little") >> 1
        won: list[bool] = []
        for game in self._games:
            if enough():
                return None
            won.append(village_wins(game, seed))
        return tuple(won)


def village_wins(game: Game, seed: int) -> bool:
    """Whether the village wins when bots play a copy of a game to its end, with a seed's draws."""
    return played_on(game, seed) == "village"


def played_on(game: Game, seed: int, answers: Mapping[str, Answer] | None = None) -> Team | None:
    """Let bots play a copy of a game to its end; return the winner, or None.

    Args:
        game: The game.
        seed: The seed of all draws from here on.
        answers: Given answers by ask id, for which no bot is asked.
    """
    result = game.result
    if result is None:
        # Seats of one level share a bot, which then reads public facts once.
        bots, dice = [HouseBot((level,)) for level in ROLLOUT_LEVELS], dice_of(seed, "levels")
        seats = range(1, game.spec.board.size + 1)
        players = {seat: dice.pick(f"{seat}", bots) for seat in seats}
        result = play_now(game.copy(seed), players, journal=answers)
    return result.winner


def make_course(log: str, events: Sequence[Event], played: Sequence[Wins]) -> Course:
    """Estimate the chances of a game from roll-outs.

    Args:
        log: The checksum of the game's log.
        events: The event of each position.
        played: The results of each roll-out, at least `FEWEST_ROLLOUTS`.
    """
    columns = list(zip(*played, strict=True))
    looks = max(len(columns) - 1, 1)
    changes = [(0.0, 0.0, 0.0)]
    changes += [_change(before, after, looks) for before, after in pairwise(columns)]
    points = [
        CoursePoint(event.entry, event.kind, event.day, *_chance(won), *change)
        for event, won, change in zip(events, columns, changes, strict=True)
    ]
    certain = [number for number, point in enumerate(points) if point.is_certain]
    turn = max(certain, key=lambda number: abs(points[number].change), default=None)
    return Course(COURSE_FORMAT, BOTS_VERSION, log, len(played), tuple(points), turn)


def _chance(won: Wins) -> tuple[float, float, float]:
    """Return the share of won roll-outs with its exact 95 % interval."""
    low, high, _ = exact_interval(sum(won), len(won))
    assert low is not None
    assert high is not None
    return sum(won) / len(won), low, high


def _change(before: Wins, after: Wins, looks: int) -> tuple[float, float, float]:
    """Return the mean difference of paired results, with its interval.

    Args:
        before: The results before the event.
        after: Those after it, with the same dice.
        looks: The number of changes that are looked at, for Bonferroni's correction.
    """
    gains = [late - early for early, late in zip(before, after, strict=True)]
    low, high, _ = gaffke_interval(gains, -1, 1, 1 - (1 - UPPER_QUANTILE) / looks)
    assert low is not None
    assert high is not None
    return sum(gains) / len(gains), low, high
