"""`GameQueue`: the games of `--games N` in turn, then one more on demand; the guided game.

Seeds count up from the first one; the guided game has a fixed seed and is not saved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from wolfcore.game import get_board, team_of
from wolfcore.records import LOOKED_OPTION, SeatSpec
from wolftui.words.glyphs import FANCY, Glyphs

from .arrangement import Arrangement, PlayOptions
from .game_starts import start_game
from .running_game import RunningGame


class GameQueue:
    """Games in a row.

    Args:
        arrangement: What was asked for.
        games: How many are to be played.
        seed: The first game's seed, from which those of the others count on; None to draw each.
        glyphs: The signs that their sessions draw.
    """

    def __init__(
        self,
        arrangement: Arrangement,
        games: int = 1,
        seed: int | None = None,
        glyphs: Glyphs = FANCY,
    ) -> None:
        self._arrangement, self._games, self._seed, self._glyphs = arrangement, games, seed, glyphs
        self._begun: list[RunningGame] = []

    @classmethod
    def continuing(cls, running: RunningGame, glyphs: Glyphs = FANCY) -> GameQueue:
        """What follows a game that began earlier: others like it, on its board, with everybody seated as they were asked for.

        Where seats were given by role or team they are again, unless somebody was put in another's
        place since; the others stay where they sit.

        Args:
            running: The game, resumed or forked.
            glyphs: The signs that the sessions draw.

        Raises:
            ConfigError: Nobody can sit down like that any more.
        """
        spec = running.spec
        wished = tuple(word.replace(f":{LOOKED_OPTION}", "") for word in running.seat_words)
        options = PlayOptions(
            board=spec.board,
            seats=wished
            or tuple(
                f"{seat}={_without_looked(player)}"
                for seat, player in enumerate(running.current_seats, 1)
            ),
            names=tuple(
                spec.names[seat - 1] if wished else f"{seat}={spec.names[seat - 1]}"
                for seat in running.people
            ),
            suspicions=bool(wished)
            and any(
                "suspicions" in running.current_seats[seat - 1].options for seat in running.people
            ),
            save=running.path is not None,
            games_root=running.path.parent if running.path else None,
            models=running.models.settings,
        )
        series = cls(Arrangement(options), glyphs=glyphs)
        series._begun.append(running)
        return series

    @property
    def has_next(self) -> bool:
        """Whether another of the games asked for follows the one that was begun last."""
        return len(self._begun) < self._games

    @property
    def position_text(self) -> str:
        """Which game was begun last, `game 1 of 3`; empty for one alone and for one beyond those that were asked for."""
        return (
            f"game {len(self._begun)} of {self._games}"
            if 1 < self._games >= len(self._begun)
            else ""
        )

    def next(self) -> RunningGame:
        """Begin the next game; after the last one, one more with a drawn seed.

        Raises:
            ConfigError: It cannot be begun.
        """
        if not self.has_next:
            running = start_game(replace(self._arrangement.options, seed=None), glyphs=self._glyphs)
        else:
            seed = None if self._seed is None else self._seed + len(self._begun)
            running = start_game(self._arrangement, seed, glyphs=self._glyphs)
        self._begun.append(running)
        return running

    @property
    def score_text(self) -> str:
        """Who won how many of the games that are over, in words, and the curve of the share won so far; empty before two are."""
        over = [running for running in self._begun if running.game.over]
        if len(over) < 2:
            return ""
        wins = Counter(running.outcome.winner or "nobody" for running in over)
        sides = ", ".join(f"{side} won {count}" for side, count in wins.items())
        own = _own_wins(over)
        won = [running.outcome.winner == "village" for running in over] if own is None else own
        curve = self._glyphs.sparkline(
            [sum(won[: game + 1]) / (game + 1) for game in range(len(won))]
        )
        whose = "the village's" if own is None else "your"
        yours = "" if own is None else f" You won {sum(own)}."
        return f"{len(over)} games: {sides}.{yours} Share of {whose} wins, game by game: {curve}"


def _own_wins(over: Sequence[RunningGame]) -> list[bool] | None:
    """Of each of these games whether the one person here won it; None where not exactly one sat in each."""
    if any(len(running.people) != 1 for running in over):
        return None
    roles = [(running, running.game.state.roles[running.people[0]]) for running in over]
    return [role is not None and running.outcome.winner == team_of(role) for running, role in roles]


def _without_looked(spec: SeatSpec) -> str:
    """Who sits there in another game, of which nobody has seen anything yet."""
    return replace(
        spec, options=tuple(option for option in spec.options if option != LOOKED_OPTION)
    ).text


GUIDED_BOARD, GUIDED_SEED, GUIDED_SEAT, GUIDED_SPEED = "duel6", 753, 4, 2.0
"""With this seed whoever does what the coach says wins, mostly on the second day, whomever they
check first."""


ROLE = get_board(GUIDED_BOARD).role_using("check")


def guided_game(glyphs: Glyphs = FANCY) -> RunningGame:
    """The guided game, from its first ask. It is not saved: it is no game of its player's own choosing."""
    options = PlayOptions(
        board=GUIDED_BOARD,
        seats=(f"{GUIDED_SEAT}=human",),
        seed=GUIDED_SEED,
        deal=f"{GUIDED_SEAT}={ROLE}",
        save=False,
    )
    return start_game(options, glyphs=glyphs)
