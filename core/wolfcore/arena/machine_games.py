"""`MachineGames`: games of machine players that differ only in their seed, played one by one.

The result depends only on the template and the seed, not on the process or the order. Seats and
players are parsed and made once for all games. Used by `wolftui run` and by contests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError, LogError, OverBudget, SeatError, crash_traceback
from wolfcore.game import Answer, Board, Game, GameSpec, Result, RoleName, make_spec
from wolfcore.players import Player, SyncPlayer
from wolfcore.records import GameFolder, NewGame, SeatSpec, encode_log
from wolfcore.seating import (
    DEFAULT_SEAT,
    SeatPlan,
    make_player,
    make_players,
    quick_players,
    takes_time,
)
from wolfcore.table import (
    Lineup,
    OnDead,
    Replacement,
    Spent,
    Table,
    TableOptions,
    TookOver,
    play_now,
)

OnDeadWord: TypeAlias = Literal["stop", "bot", "fallback"]
"""What happens when a player gives no output at all.

`stop` stops the game, `bot` seats a house bot, `fallback` uses the seat's fallback.
"""


_MOST_SEATINGS = 1024
"""The most seatings that are cached.

Where roles are assigned to players, most deals have a seating of their own.
"""


class GameTemplate(Struct, frozen=True, kw_only=True):
    """The data that games differing only in their seed have in common.

    Attributes:
        board: The board.
        seats: The seat assignments, each `SEAT=PLAYER`; house bots on all other seats.
        deal: Forced roles by seat.
        chance: Forced draws by purpose, as in `GameSpec`.
        answers: Scripted answers by ask id.
        on_dead: What happens when a player gives no output at all.
        root: The folder in which games are saved, or None.
        version: The version of the program, for saved games.
        reader: The version of the speech reader, for saved games.
    """

    board: Board
    seats: tuple[str, ...] = ()
    deal: dict[int, RoleName] = {}
    chance: dict[str, tuple[int, ...]] = {}
    answers: dict[str, Answer] = {}
    on_dead: OnDeadWord = "stop"
    root: Path | None = None
    version: str = ""
    reader: int = 0


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A finished game.

    Attributes:
        seed: Its seed.
        result: Its result.
        names: The name of each seat, in seat order.
        roles: The role of each seat, in seat order.
        players: The player of each seat at the end, in seat order, as on the command line.
        living: The seats that lived to the end, ascending.
        events: The number of entries of its log.
        bytes: The size of its log in bytes.
        folder: Its folder, or None if it is not saved.
        took_over: The take-overs during the game, in order.
        scripted_used: The ids of the asks whose scripted answers were used.
        spent: The usage of its models, by player.
    """

    seed: int
    result: Result
    names: tuple[str, ...]
    roles: tuple[RoleName, ...]
    players: tuple[str, ...]
    living: tuple[int, ...]
    events: int
    bytes: int
    folder: Path | None = None
    took_over: tuple[TookOver, ...] = ()
    scripted_used: frozenset[str] = frozenset()
    spent: tuple[Spent, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        players: tuple[str, ...],
        folder: Path | None,
        took_over: Sequence[TookOver],
        answers: Sequence[str],
        spent: Sequence[Spent] = (),
    ) -> PlayedGame:
        """Make the record of a finished game.

        Args:
            game: The game.
            players: The player of each seat now, in seat order.
            folder: Its folder, or None if it is not saved.
            took_over: The take-overs, in order.
            answers: The ids of the asks with scripted answers.
            spent: The usage of its models, by player.
        """
        spec, state, result = game.spec, game.state, game.result
        assert result is not None
        asked: frozenset[str] = frozenset()
        if answers:
            seats = range(1, spec.board.size + 1)
            asked = frozenset(answers) & {
                own.ask.id for seat in seats for own in game.view(seat).answered
            }
        return cls(
            seed=spec.seed,
            result=result,
            names=spec.names,
            roles=tuple([role for role in state.roles if role]),
            players=players,
            living=tuple(state.living),
            events=len(game.log),
            bytes=len(encode_log(spec, game.log, result)),
            folder=folder,
            took_over=tuple(took_over),
            scripted_used=asked,
            spent=tuple(spent),
        )


class BrokenGame(Struct, frozen=True, kw_only=True):
    """A game that stopped before its end.

    Attributes:
        seed: Its seed.
        reason: Why, as a sentence.
        trace: The traceback of a player that broke, or empty.
        folder: The folder in which it is saved up to there, or None.
        took_over: The take-overs until then, in order.
    """

    seed: int
    reason: str
    trace: str = ""
    folder: Path | None = None
    took_over: tuple[TookOver, ...] = ()


class _Seated(NamedTuple):
    """The players of a table: as written, as objects, and as synchronous players if all are."""

    texts: tuple[str, ...]
    players: dict[int, Player]
    quick: dict[int, SyncPlayer] | None


class GameInProgress:
    """A game that is being played.

    Attributes:
        game: The game.
        folder: Its folder, or None.
        lineup: The current player of each seat.
    """

    __slots__ = ("folder", "game", "lineup")

    def __init__(self, game: Game, folder: GameFolder | None, lineup: Lineup) -> None:
        self.game, self.folder, self.lineup = game, folder, lineup

    def as_broken(self, why: str, trace: str = "") -> BrokenGame:
        """Return the record of this game as broken for the reason `why`."""
        return BrokenGame(
            seed=self.game.spec.seed, reason=why, trace=trace,
            folder=self.folder.path if self.folder else None,
            took_over=tuple(self.lineup.took_over),
        )  # fmt: skip


class MachineGames:
    """Plays games that differ only in their seed.

    Args:
        wanted: The data that they have in common.
        before: Called before the first ask of each game; an error that it raises stops that game.

    Attributes:
        in_progress: The game being played, for a caller that is interrupted; None between games.

    Raises:
        ConfigError: A seat or player is wrong, or a player is a person or a model.
    """

    def __init__(self, wanted: GameTemplate, before: Callable[[], object] | None = None) -> None:
        self._wanted, self._before = wanted, before
        self._places = SeatPlan(wanted.seats, wanted.board)
        for spec in self._places.requested:
            if takes_time(spec):
                raise ConfigError(
                    f"{spec.text} cannot play here: it does not answer at once",
                    key="seat",
                    hint="Use house bots, or agents with `bots`.",
                )
        self._tables: dict[tuple[SeatSpec, ...], _Seated] = {}
        self._players: dict[SeatSpec, Player] = {}
        make_players(self._places.requested, reusable=self._players)
        self._answers = tuple(wanted.answers)
        self.in_progress: GameInProgress | None = None

    def play(self, seed: int) -> PlayedGame | BrokenGame:
        """Play the game of a seed; return it finished, or broken with the reason.

        Args:
            seed: Its seed, 0..MAX_SEED.

        Raises:
            ConfigError: The seed, a forced draw or a scripted answer is impossible, or the game
                cannot be saved.
        """
        wanted = self._wanted
        spec = make_spec(wanted.board, seed, deal=wanted.deal, chance=wanted.chance)
        seats = self._places.seats(spec)
        seated = self._tables.get(seats) or self._seat(seats)
        game, folder, lineup = Game(spec), self._folder(spec, seats), Lineup(seats)
        self.in_progress = under_way = GameInProgress(game, folder, lineup)
        try:
            if self._before:
                self._before()
            # The fast loop knows no replacement.
            if seated.quick and wanted.on_dead == "stop":
                play_now(game, seated.quick, folder)
            else:
                asyncio.run(self._at_a_table(under_way, seated))
            texts = (
                tuple([each.text for each in lineup.current]) if lineup.took_over else seated.texts
            )
            played = PlayedGame.of(
                game, texts, folder.path if folder else None, lineup.took_over, self._answers
            )
        except (SeatError, LogError, OverBudget) as error:
            self.in_progress = None
            return under_way.as_broken(str(error), crash_traceback(error))
        finally:
            if folder:
                folder.close()
        self.in_progress = None
        return played

    def _folder(self, spec: GameSpec, seats: tuple[SeatSpec, ...]) -> GameFolder | None:
        root = self._wanted.root
        if root is None:
            return None
        wanted = self._wanted
        return GameFolder.create(
            root,
            NewGame(
                spec,
                seats,
                version=wanted.version,
                reader=wanted.reader,
                bots=(BOTS_VERSION,),
                by_role=self._places.by_role,
            ),
        )

    def _seat(self, seats: tuple[SeatSpec, ...]) -> _Seated:
        players = make_players(seats, answers=self._wanted.answers, reusable=self._players)
        if len(self._tables) >= _MOST_SEATINGS:
            self._tables.clear()
        seated = _Seated(tuple([spec.text for spec in seats]), players, quick_players(players))
        self._tables[seats] = seated
        return seated

    async def _at_a_table(self, under_way: GameInProgress, seated: _Seated) -> Result:
        word = self._wanted.on_dead
        way: OnDead = (
            Replacement(DEFAULT_SEAT, make_player(DEFAULT_SEAT)) if word == "bot" else word
        )
        table = Table(
            under_way.game,
            seated.players,
            folder=under_way.folder,
            options=TableOptions(on_dead=way, watchers=(under_way.lineup,)),
        )
        return await table.run()


def make_game_player(wanted: GameTemplate) -> Callable[[int], PlayedGame | BrokenGame]:
    """Return the call of a `ProcessPool` that plays the game of a seed."""
    return MachineGames(wanted).play
