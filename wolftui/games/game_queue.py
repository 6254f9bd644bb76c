"""`GameQueue`: the games of `--games N` in turn, then one more on demand; the guided game.

Seeds count up from the first one. The guided game has a fixed seed and is not saved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from wolfcore.game import SAFE_NIGHT, get_board, team_of
from wolfcore.records import LOOKED_OPTION, SeatSpec
from wolftui.words.glyphs import Glyphs

from .arrangement import Arrangement, PlayOptions
from .game_starts import start_game
from .running_game import RunningGame


class GameQueue:
    """A sequence of games with the same options.

    Args:
        arrangement: The options.
        games: How many are to be played.
        seed: The first game's seed, which is incremented for each further game; None to draw each
            seed.
    """

    def __init__(
        self,
        arrangement: Arrangement,
        games: int = 1,
        seed: int | None = None,
    ) -> None:
        self._arrangement, self._games, self._seed = arrangement, games, seed
        self._begun: list[RunningGame] = []

    @classmethod
    def continuing(cls, running: RunningGame) -> GameQueue:
        """Create the queue that follows a resumed or forked game, with the same board and players.

        If seats were given by role or team, they are dealt so again, unless a seat's player was
        replaced since; else all players keep their seats.

        Args:
            running: The game, resumed or forked.

        Raises:
            ConfigError: One of the players cannot be seated any more.
        """
        spec = running.spec
        by_role = tuple(word.replace(f":{LOOKED_OPTION}", "") for word in running.seat_words)
        options = PlayOptions(
            board=spec.board,
            seats=by_role
            or tuple(
                f"{seat}={_without_looked(player)}"
                for seat, player in enumerate(running.current_seats, 1)
            ),
            names=tuple(
                spec.names[seat - 1] if by_role else f"{seat}={spec.names[seat - 1]}"
                for seat in running.people
            ),
            suspicions=bool(by_role)
            and any(
                "suspicions" in running.current_seats[seat - 1].options for seat in running.people
            ),
            save=running.path is not None,
            games_root=running.path.parent if running.path else None,
            models=running.models.settings,
            # Words name teams and roles, so that each game judges its policies; players on
            # seats have been judged.
            unmeasured="replace" if by_role else "play",
        )
        series = cls(Arrangement(options))
        series._begun.append(running)
        return series

    @property
    def has_next(self) -> bool:
        """Whether another of the requested games follows the last started one."""
        return len(self._begun) < self._games

    @property
    def position_text(self) -> str:
        """The position of the last started game, `game 1 of 3`.

        Empty for a single game and for one beyond the requested number.
        """
        return (
            f"game {len(self._begun)} of {self._games}"
            if 1 < self._games >= len(self._begun)
            else ""
        )

    def next(self) -> RunningGame:
        """Start the next game; after the last one, one more with a drawn seed.

        Raises:
            ConfigError: The game cannot be started.
        """
        if not self.has_next:
            given = self._arrangement.options
            running = start_game(replace(given, seed=None, deal_number=None, shared=False))
        else:
            seed = None if self._seed is None else self._seed + len(self._begun)
            options = self._arrangement.options
            # Without a named board, the games that are over by now decide.
            running = start_game(options if options.board is None else self._arrangement, seed)
        self._begun.append(running)
        return running

    def score_text(self, glyphs: Glyphs) -> str:
        """Return the wins of the finished games in words, with a curve of the win rate so far.

        Empty before two games are over.

        Args:
            glyphs: The glyphs of the curve.
        """
        over = [running for running in self._begun if running.game.over]
        if len(over) < 2:
            return ""
        wins = Counter(running.outcome.winner or "nobody" for running in over)
        sides = ", ".join(f"{side} won {count}" for side, count in wins.items())
        own = _own_wins(over)
        won = [running.outcome.winner == "village" for running in over] if own is None else own
        curve = glyphs.sparkline([sum(won[: game + 1]) / (game + 1) for game in range(len(won))])
        whose = "the village's" if own is None else "your"
        yours = "" if own is None else f" You won {sum(own)}."
        return f"{len(over)} games: {sides}.{yours} Share of {whose} wins, game by game: {curve}"


def _own_wins(over: Sequence[RunningGame]) -> list[bool] | None:
    """Return for each game whether its single person won; None unless each game had one."""
    if any(len(running.people) != 1 for running in over):
        return None
    roles = [(running, running.game.state.roles[running.people[0]]) for running in over]
    return [role is not None and running.outcome.winner == team_of(role) for running, role in roles]


def _without_looked(spec: SeatSpec) -> str:
    """Return the text of a player without its mark of having seen the game."""
    return replace(
        spec, options=tuple(option for option in spec.options if option != LOOKED_OPTION)
    ).text


GUIDED_BOARD, GUIDED_SEED, GUIDED_SEAT, GUIDED_SPEED = f"duel6{SAFE_NIGHT}", 714, 4, 2.0
"""Board, seed, seat and speed of the guided game.

Nobody dies in the first night. With this seed a person who follows the coach wins on the second or
third day, whomever they check first.
"""


ROLE = get_board(GUIDED_BOARD).role_using("check")


def guided_game() -> RunningGame:
    """Start the guided game. It is not saved, because its player did not choose its options."""
    options = PlayOptions(
        board=GUIDED_BOARD,
        seats=(f"{GUIDED_SEAT}=human",),
        seed=GUIDED_SEED,
        deal=f"{GUIDED_SEAT}={ROLE}",
        save=False,
    )
    return start_game(options)
