"""Games in a row from the same wishes, and after them as many more as the person here wants."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from core.errors import ConfigError
from core.game import team_of
from core.records import LOOKED, SeatSpec
from wolftui.text.glyphs import FANCY, Glyphs

from .arranging import Arrangement, PlayOptions
from .running import RunningGame


def check_games(games: int) -> None:
    """Raise ConfigError where the command line or a person asks for a number of games that is none."""
    if games < 1:
        raise ConfigError(f"{games} games cannot be played", key="--games", hint="Play one or more.")


class Series:
    """Games in a row.

    Args:
        arrangement: What was asked for.
        games: How many are to be played.
        seed: The first game's seed, from which those of the others count on; None to draw each.
        glyphs: The signs that their sessions draw.
    """

    def __init__(self, arrangement: Arrangement, games: int = 1, seed: int | None = None, glyphs: Glyphs = FANCY) -> None:
        self._arrangement, self._games, self._seed, self._glyphs = arrangement, games, seed, glyphs
        self._begun: list[RunningGame] = []

    @classmethod
    def after(cls, running: RunningGame, glyphs: Glyphs = FANCY) -> Series:
        """What follows a game that began earlier: others like it, on its board, with everybody where they sit in it.

        Args:
            running: The game, resumed or forked.
            glyphs: The signs that the sessions draw.

        Raises:
            ConfigError: Nobody can sit down like that any more.
        """
        spec = running.spec
        options = PlayOptions(
            board=spec.board,
            seats=tuple(f"{seat}={_anew(player)}" for seat, player in enumerate(running.seats_now, 1)),
            names=tuple(f"{seat}={spec.names[seat - 1]}" for seat in running.people),
            save=running.path is not None,
            root=running.path.parent if running.path else None,
            models=running.models.settings,
        )
        series = cls(Arrangement(options), glyphs=glyphs)
        series._begun.append(running)
        return series

    @property
    def follows(self) -> bool:
        """Whether another of the games asked for follows the one that was begun last."""
        return len(self._begun) < self._games

    @property
    def words(self) -> str:
        """Which game was begun last, `game 1 of 3`; empty for one alone and for one beyond those that were asked for."""
        return f"game {len(self._begun)} of {self._games}" if 1 < self._games >= len(self._begun) else ""

    def next(self) -> RunningGame:
        """Begin the next game; after the last one, one more with a drawn seed.

        Raises:
            ConfigError: It cannot be begun.
        """
        if not self.follows:
            running = RunningGame.start(replace(self._arrangement.options, seed=None), glyphs=self._glyphs)
        else:
            seed = None if self._seed is None else self._seed + len(self._begun)
            running = RunningGame.start(self._arrangement, seed, glyphs=self._glyphs)
        self._begun.append(running)
        return running

    @property
    def score(self) -> str:
        """Who won how many of the games that are over, in words; empty before two are."""
        wins = Counter(running.outcome.winner or "nobody" for running in self._begun if running.game.over)
        won = ", ".join(f"{side} won {count}" for side, count in wins.items())
        return f"{wins.total()} games: {won}.{self._own}" if wins.total() > 1 else ""

    @property
    def _own(self) -> str:
        """How many of the games that are over the one person here won, as a sentence; empty where not exactly one sat in each."""
        over = [running for running in self._begun if running.game.over]
        if any(len(running.people) != 1 for running in over):
            return ""
        roles = [(running, running.game.state.roles[running.people[0]]) for running in over]
        won = sum(role is not None and running.outcome.winner == team_of(role) for running, role in roles)
        return f" You won {won}."


def _anew(spec: SeatSpec) -> str:
    """Who sits there in another game, of which nobody has seen anything yet."""
    return replace(spec, options=tuple(option for option in spec.options if option != LOOKED)).text
