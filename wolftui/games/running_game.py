"""`RunningGame`: a game that this process plays, with its players, folder, models and session.

`game_starts` makes them. After an error that left answers in memory, `play` may be called again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError, LogError, MemoryProblem
from wolfcore.game import Answer, Game, GameSpec, Result
from wolfcore.models import ModelSpec
from wolfcore.players import FrontEnd
from wolfcore.records import GUEST, GameFolder, SeatSpec
from wolfcore.seating import DEFAULT_SEAT, EarlierGames, make_player, make_players, quick_players
from wolfcore.table import (
    Lineup,
    OnDead,
    Replacement,
    Spent,
    Table,
    TableOptions,
    TakeOver,
    TimeLimits,
    TookOver,
    UsageCounter,
    Watcher,
    play_now,
)
from wolftui.settings.endpoints import GameModels
from wolftui.settings.memories import GameMemories
from wolftui.words.outcome import Outcome, outcome_of

from .arrangement import Arrangement
from .front import NightRounds, SharedFront
from .inputs import AnswerScript
from .session.game_session import GameSession
from .session.watcher import SessionWatcher

if TYPE_CHECKING:
    # Not needed before the first frame.
    from wolfcore.arena import PlayedGame


class GameSetup(Struct, frozen=True, kw_only=True):
    """What a game is run with.

    Attributes:
        game: The game, at any point.
        seats: Who sits on each seat, in seat order.
        by_role: Whether any seat was given by role or team.
        folder: The folder that it is saved in, held by this process, or None.
        journal: Answers that are known already, by ask id.
        script: Answers that a file gives; the player of a seat gives each when it is asked.
        resumed: Whether the game began earlier: its session then starts at the end of its log.
        notes: What was found and repaired in its files.
        models: The models of this game, which it may share with others.
        memories: The pools and embedders of its agents.
        arrangement: What was asked for, of a new game.
        spent: What its models used before, by player.
        earlier: What its house bots go by of the earlier games of its people.
        learning_pool: The pool that learns from the game when it ends; empty for none.
    """

    game: Game
    seats: tuple[SeatSpec, ...]
    models: GameModels
    memories: GameMemories
    by_role: bool = False
    folder: GameFolder | None = None
    journal: Mapping[str, Answer] = {}
    script: AnswerScript = msgspec.field(default_factory=AnswerScript)
    resumed: bool = False
    notes: tuple[str, ...] = ()
    arrangement: Arrangement | None = None
    spent: tuple[Spent, ...] = ()
    earlier: EarlierGames = EarlierGames()
    learning_pool: str = ""


class FriendsTable(NamedTuple):
    """The friends at terminals of their own, as a game needs them.

    Attributes:
        front: Puts the asks of their seats to them.
        watcher: Tells them of the table.
        seconds: The seconds that each person has for an answer, which the table itself keeps.
    """

    front: FrontEnd
    watcher: Watcher
    seconds: float


class RunningGame:
    """A game that this process plays, from its first ask or from where it stopped.

    Args:
        setup: What it is run with.

    Attributes:
        game: The game.
        seats: Who sits on each seat, in seat order, when this run begins.
        people: The seats of the persons at this screen, ascending.
        guests: The seats of persons at terminals of their own, ascending.
        by_role: Whether any seat was given by role or team.
        folder: The folder that it is saved in, or None.
        notes: What was found and repaired in its files.
        models: The models of this game.
        learning_failure: Why its pool learned nothing though it should have, as a sentence; empty
            where learning went well.
    """

    def __init__(self, setup: GameSetup) -> None:
        self._setup = setup
        self.game, self.seats, self.by_role = setup.game, setup.seats, setup.by_role
        self.folder, self.notes, self.models = setup.folder, setup.notes, setup.models
        self.people = tuple(
            seat for seat, spec in enumerate(self.seats, 1) if spec.player == "human"
        )
        self.guests = tuple(seat for seat, spec in enumerate(self.seats, 1) if spec == GUEST)
        self.learning_failure = ""
        self._table: Table | None = None
        self._lineup, self._tally = Lineup(self.seats), UsageCounter(self.seats, setup.spent)

    # -- what is known about it

    @property
    def spec(self) -> GameSpec:
        """What is played."""
        return self.game.spec

    @property
    def path(self) -> Path | None:
        """The game's folder, or None for one that is not saved."""
        return self.folder.path if self.folder else None

    @property
    def id(self) -> str:
        """The game's id; empty for one that is not saved."""
        return self.folder.id if self.folder else ""

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays each seat now, in seat order, as written on the command line."""
        return tuple(spec.text for spec in self.current_seats)

    @property
    def current_seats(self) -> tuple[SeatSpec, ...]:
        """Who sits on each seat now, in seat order."""
        return self._lineup.current

    @property
    def seat_words(self) -> tuple[str, ...]:
        """The seat options written by role or team; empty if none were or seats have changed."""
        about = self.folder.about if self.folder else None
        return about.wished if about and not about.changes else ()

    @property
    def takeovers(self) -> Sequence[TookOver]:
        """Everybody who took over a seat in this running, in order."""
        return self._lineup.took_over

    @property
    def spent(self) -> Sequence[Spent]:
        """What the models of the game took so far, by player."""
        return self._tally.usage

    @cached_property
    def session(self) -> GameSession:
        """The session that shows the game here; it watches the table, and its gate holds it."""
        return GameSession(
            self.spec.board,
            self.spec.names,
            people=self.people,
            live=True,
            by_role=self.by_role,
            sealed=bool(self.guests),
        )

    @property
    def outcome(self) -> Outcome:
        """How the game ended, with everybody's role; only for a game that is over."""
        return outcome_of(self.spec.board, self.spec.names, self.game.state, self.players)

    @property
    def as_played(self) -> PlayedGame:
        """What came out of it; only for a game that is over."""
        from wolfcore.arena import PlayedGame  # noqa: PLC0415  not before the first frame

        return PlayedGame.of(
            self.game,
            self.players,
            self.path,
            self.takeovers,
            tuple(self._setup.script.answers),
            self.spent,
        )

    @property
    def illegal_answers(self) -> frozenset[str]:
        """The asks whose scripted answer was illegal; complete only when the game is over."""
        seats, answers = range(1, self.spec.board.size + 1), self._setup.script.answers
        asked = (
            own.ask
            for seat in seats
            for own in self.game.view(seat).answered
            if own.ask.id in answers
        )
        return frozenset(ask.id for ask in asked if answers[ask.id].choice not in ask.options)

    @property
    def unasked_answers(self) -> frozenset[str]:
        """Answers of the person's file, by ask id, that the game has not asked for."""
        if not self._setup.script.answers:
            return frozenset()
        seats = range(1, self.spec.board.size + 1)
        asked = {own.ask.id for seat in seats for own in self.game.view(seat).answered}
        return frozenset(self._setup.script.answers) - asked

    def estimate(self, games: int = 1, *, local: bool = False) -> str:
        """Estimate the cost of `games` such games; empty for a resumed or forked game.

        Args:
            games: How many games.
            local: As in `Arrangement.estimate`.
        """
        asked = self._setup.arrangement
        return asked.estimate(games, local=local) if asked else ""

    def models_named(self) -> dict[str, ModelSpec]:
        """Return the models of a new game as `Arrangement.models_named`; none of others."""
        asked = self._setup.arrangement
        return asked.models_named() if asked else {}

    # -- playing

    async def play(
        self,
        front: FrontEnd | None = None,
        *,
        gate: Callable[[], Awaitable[object]] | None = None,
        take_over: TakeOver | None = None,
        on_dead: OnDead | None = None,
        friends: FriendsTable | None = None,
    ) -> Result:
        """Play to the end; after an error that left answers in memory, call it again to go on.

        Args:
            front: Where the people sit; needed if there are any.
            gate: Awaited before each batch; the session's own if None.
            take_over: Awaited when a player gives no output at all; gives who takes over. Without
                it such a game stops.
            on_dead: What happens when a player gives no output at all, instead of asking
                `takeover_menu`.
            friends: The friends at terminals of their own; None where none can play.

        Raises:
            GameStopped: A person stopped the game.
            OverBudget: What the game may cost is spent.
            SeatError: A player gave no output at all.
            ConfigError: A file's answer is not legal.
            LogError: The folder cannot be written.
        """
        if self._table is None:
            self._table = self._table_for(
                front, gate or self.session.gate, take_over, on_dead, friends
            )
        try:
            with self._setup.script.blaming_file():
                result = await self._table.run()
            await self._learned()
            return result
        finally:
            await self.models.close()

    async def _learned(self) -> None:
        """Have a pool learn from the game that is over; no result is lost where that fails."""
        if self._setup.learning_pool and self.path:
            # Pools are loaded for games that one learns from alone.
            from .pool_learner import learn_from, learning_failure_text  # noqa: PLC0415  seats that learn alone

            try:
                await learn_from(self.path, self._setup.learning_pool, self._setup.memories)
            except (ConfigError, LogError, MemoryProblem) as error:
                self.learning_failure = learning_failure_text(
                    error, self._setup.learning_pool, self.id
                )

    def _table_for(
        self,
        front: FrontEnd | None,
        gate: Callable[[], Awaitable[object]],
        take_over: TakeOver | None,
        on_dead: OnDead | None,
        friends: FriendsTable | None,
    ) -> Table:
        if len(self.people) > 1 and isinstance(front, SharedFront):
            front = rounds = NightRounds(front, self.game, self.people)
            gate = rounds.wrap_gate(gate)
        return Table(
            self.game,
            make_players(
                self.seats,
                front=front,
                answers=self._setup.script.answers,
                models=self.models.open,
                memories=self._setup.memories,
                earlier=self._setup.earlier,
                guests=friends.front if friends else None,
            ),
            folder=self.folder,
            journal=self._setup.journal,
            options=TableOptions(
                gate=self.models.within_budget(gate),
                on_dead=on_dead or ("pause" if take_over else "stop"),
                take_over=take_over,
                limits=TimeLimits(
                    self.models.patience if self.people else None,
                    friends.seconds if friends else None,
                ),
                stand_in=self.replacement(DEFAULT_SEAT),
                replaced=self.models.replaced,
                watchers=(
                    self._lineup,
                    self._tally,
                    SessionWatcher(self.session, at_end=self._setup.resumed, by_role=self.by_role),
                    *((friends.watcher,) if friends else ()),
                ),
            ),
        )

    def stop_waiting(self) -> None:
        """Have a house bot answer the asks that late players hold up; they keep their seats."""
        if self._table:
            self._table.stop_waiting()

    def play_now(self) -> Result | None:
        """Play to the end at once; does nothing and returns None if any player may take time.

        Raises:
            OverBudget, SeatError, ConfigError, LogError: As `play`; what it may cost is looked at
                before the first ask alone.
        """
        if self.people or self._setup.learning_pool or any(spec.model for spec in self.seats):
            return None
        quick = quick_players(
            make_players(
                self.seats,
                answers=self._setup.script.answers,
                earlier=self._setup.earlier,
            )
        )
        if quick is None:
            return None
        self.models.budget_meter.check()
        with self._setup.script.blaming_file():
            return play_now(self.game, quick, self.folder, self._setup.journal)

    def replacement(self, spec: SeatSpec, front: FrontEnd | None = None) -> Replacement:
        """Who takes over, as a table wants it.

        Raises:
            ConfigError: There is no such player.
        """
        return Replacement(
            spec,
            make_player(
                spec,
                front=front,
                models=self.models.open,
                memories=self._setup.memories,
                earlier=self._setup.earlier,
            ),
        )

    def __enter__(self) -> RunningGame:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder; harmless when repeated."""
        if self.folder:
            self.folder.close()


class UnfinishedGame(NamedTuple):
    """A saved game to report when a run stops: unfinished, or ended without a printed line.

    Attributes:
        folder: Its folder, or None if it was not saved.
        over: Whether it ended.
        trace: The traceback of a player that broke, which is in its folder too; or empty.
    """

    folder: Path | None
    over: bool = False
    trace: str = ""
