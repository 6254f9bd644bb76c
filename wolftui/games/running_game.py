"""`RunningGame`: one game played here, with its players, folder, models and session.

Created by `game_starts` only. After an error that left answers in memory, `play` may be called
again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from wolfcore.errors import ConfigError, LogError, MemoryProblem
from wolfcore.game import Answer, Game, GameSpec, Result
from wolfcore.players import FrontEnd
from wolfcore.records import GameFolder, SavedGame, SeatSpec
from wolfcore.seating import DEFAULT_SEAT, make_player, make_players, quick_players
from wolfcore.speech import READER_VERSION
from wolfcore.table import (
    Lineup,
    OnDead,
    Replacement,
    Spent,
    Table,
    TakeOver,
    TimeLimits,
    TookOver,
    UsageCounter,
    play_now,
)
from wolfcore.table import fork as fork_game
from wolfcore.table import resume as resume_game
from wolftui import __version__
from wolftui.settings.endpoints import GameModels, ModelSettings
from wolftui.settings.memories import GameMemories, began_with
from wolftui.settings.paths import games_folder
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.outcome import Outcome, outcome_of

from .arrangement import Arrangement, PlayOptions, check_players
from .front import NightRounds, SharedFront
from .game_starts import recent_bot_phrases
from .inputs import AnswerScript
from .seat_changes import replaced_seats, reseat, visibility_notes
from .session.game_session import GameSession
from .session.watcher import SessionWatcher

if TYPE_CHECKING:
    from wolfcore.arena import PlayedGame


class RunningGame:
    """A game at this screen, from its first ask or from where it stopped.

    Args:
        game: The game, at any point.
        seats: Who sits on each seat, in seat order.
        by_role: Whether any seat was given by role or team.
        folder: Where it is saved, held by this process, or None.
        journal: Answers that are known already, by ask id.
        script: Answers that a file gives; each is given by its seat's player when it is asked.
        resumed: Whether the game began earlier, so that its session starts at the end of what
            happened.
        notes: What was found and repaired in its files.
        glyphs: The signs that its session draws.
        models: The models that seats may name, and what they may cost; or those that it shares with
            other games.
        arrangement: What was asked for, of a new game.
        spent: What its models took before, by player.
        told: The signs of what its people were told in their last games.
        memories: What agents that remember do it with.
        learning_pool: The pool that learns from the game when it ends; empty for none.

    Attributes:
        game: The game.
        seats: Who sits on each seat, in seat order, at the start of this running.
        people: The seats of the persons at this screen, ascending.
        by_role: As given.
        folder: As given.
        notes: As given.
        models: The models of this game.
        learning_failure: Why nothing was learned from it though something was to be, as a sentence;
            empty where all went well.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[SeatSpec],
        *,
        by_role: bool,
        folder: GameFolder | None,
        journal: Mapping[str, Answer] | None = None,
        script: AnswerScript | None = None,
        resumed: bool = False,
        notes: Sequence[str] = (),
        glyphs: Glyphs = FANCY,
        models: ModelSettings | GameModels | None = None,
        arrangement: Arrangement | None = None,
        spent: Sequence[Spent] = (),
        heard_phrases: Sequence[str] = (),
        memories: GameMemories | None = None,
        learning_pool: str = "",
    ) -> None:
        self.game, self.seats, self.by_role, self.folder = game, tuple(seats), by_role, folder
        self.people = tuple(
            seat for seat, spec in enumerate(self.seats, 1) if spec.player == "human"
        )
        self.notes = tuple(notes)
        self.models = (
            models if isinstance(models, GameModels) else GameModels(models or ModelSettings())
        )
        self._journal, self._script, self._resumed, self._glyphs = (
            journal or {},
            script or AnswerScript(),
            resumed,
            glyphs,
        )
        self._arrangement, self._told = arrangement, frozenset(heard_phrases)
        self._memories, self._learn, self.learning_failure = (
            memories or self.models.memories(),
            learning_pool,
            "",
        )
        self._table: Table | None = None
        self._lineup, self._tally = Lineup(self.seats), UsageCounter(self.seats, spent)

    # -- beginnings

    @classmethod
    def start(
        cls,
        wanted: PlayOptions | Arrangement,
        seed: int | None = None,
        *,
        glyphs: Glyphs = FANCY,
        models: GameModels | None = None,
    ) -> RunningGame:
        """A new game.

        Args:
            wanted: What was asked for; an arrangement where several games follow from the same.
            seed: Its seed; the one asked for if None, and a drawn one if that is None too.
            glyphs: The signs that its session draws.
            models: The models that it shares with other games; its own, from what was asked for, if
                None.

        Raises:
            ConfigError: Something asked for is wrong, or the game cannot be saved.
        """
        arrangement = Arrangement(wanted) if isinstance(wanted, PlayOptions) else wanted
        options = arrangement.options
        spec, seating = arrangement.make_game(seed)
        models = models or GameModels(options.models)
        memories, learn = models.memories(), arrangement.learning_pool
        if learn:
            memories.pool_embedder(learn)
        check_players(seating.seats, options.models, memories)
        game, folder = Game(spec), None
        root = options.games_root or games_folder()
        told = recent_bot_phrases(root) if seating.people else ()
        if options.save:
            folder = GameFolder.create(
                root,
                spec,
                seating.seats,
                version=__version__,
                reader=READER_VERSION,
                by_role=seating.by_role,
                told=told,
                wished=arrangement.seat_words if seating.by_role else (),
                pools=memories.pools_read,
                learn=learn,
                embedder=memories.usual,
            )
        return cls(
            game,
            seating.seats,
            by_role=seating.by_role,
            folder=folder,
            script=arrangement.script,
            glyphs=glyphs,
            models=models,
            arrangement=arrangement,
            heard_phrases=told,
            memories=memories,
            learning_pool=learn,
        )

    @classmethod
    def resume(
        cls,
        path: Path,
        seats: Sequence[str] = (),
        *,
        glyphs: Glyphs = FANCY,
        models: ModelSettings | GameModels | None = None,
    ) -> RunningGame:
        """Go on with the saved game in the folder `path`.

        Args:
            path: The folder.
            seats: Who plays instead from now on, each `SEAT=PLAYER`; the others stay.
            glyphs: The signs that its session draws.
            models: The models that seats may name, and what they may cost; or those that it shares
                with other games.

        Raises:
            ConfigError: A seat is wrong, or one of the players cannot sit down here.
            LogError: It cannot be continued.
        """
        opened = models if isinstance(models, GameModels) else GameModels(models or ModelSettings())
        resumed = resume_game(path)
        try:
            memories = opened.memories(began_with(resumed.folder.about))
            now, by_role = reseat(resumed, seats, opened.settings, memories)
        except BaseException:
            resumed.folder.close()
            raise
        notes = (*resumed.notes, *visibility_notes(resumed.game, resumed.folder.about, now))
        for spent in resumed.usage:
            opened.budget_meter.add_spent(spent.calls, spent.tokens, spent.cost or 0.0)
        return cls(
            resumed.game,
            now,
            by_role=by_role,
            folder=resumed.folder,
            journal=resumed.journal,
            resumed=True,
            notes=notes,
            glyphs=glyphs,
            models=opened,
            spent=resumed.usage,
            heard_phrases=_told(resumed.folder),
            memories=memories,
            learning_pool=resumed.folder.about.learn if resumed.folder.about else "",
        )

    @classmethod
    def fork(
        cls,
        saved: SavedGame,
        at: str,
        seats: Sequence[str] = (),
        *,
        root: Path | None = None,
        glyphs: Glyphs = FANCY,
        models: ModelSettings | None = None,
    ) -> RunningGame:
        """Play on differently from the batch of the ask `at`, in a game of its own.

        Args:
            saved: The game to leave.
            at: The id of an ask that was put in it.
            seats: Who plays instead, each `SEAT=PLAYER`; the others stay.
            root: Where the fork is saved; the person's own folder if None.
            glyphs: The signs that its session draws.
            models: The models that seats may name, and what they may cost.

        Raises:
            ConfigError: There was no such ask, or a seat is wrong.
            LogError: `saved` cannot be driven.
        """
        instead, by_role = replaced_seats(saved.spec, saved.about, seats)
        opened = GameModels(models or ModelSettings())
        memories = opened.memories(began_with(saved.about, saved.id))
        check_players(tuple(instead.values()), models or ModelSettings(), memories)
        forked = fork_game(
            saved,
            at,
            root or games_folder(),
            version=__version__,
            reader=READER_VERSION,
            seats=instead,
            by_role=by_role,
            embedder=memories.usual,
        )
        about = forked.folder.about
        return cls(
            forked.game,
            forked.seats,
            by_role=bool(about and about.by_role),
            folder=forked.folder,
            journal=forked.journal,
            resumed=True,
            notes=(*forked.notes, *visibility_notes(forked.game, None, forked.seats)),
            glyphs=glyphs,
            models=opened,
            heard_phrases=_told(forked.folder),
            memories=memories,
        )

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
        """What was written for seats that were given by role or team; nothing where none was, or others sit there since."""
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
            glyphs=self._glyphs,
        )

    @property
    def outcome(self) -> Outcome:
        """How the game ended, with everybody's role; only for a game that is over."""
        return outcome_of(self.spec.board, self.spec.names, self.game.state, self.players)

    @property
    def as_played(self) -> PlayedGame:
        """What came out of it; only for a game that is over."""
        from wolfcore.arena import PlayedGame

        return PlayedGame.of(
            self.game,
            self.players,
            self.path,
            self.takeovers,
            tuple(self._script.answers),
            self.spent,
        )

    @property
    def illegal_answers(self) -> frozenset[str]:
        """Answers of the person's file, by ask id, that were not legal when they were asked for; for the end alone."""
        seats, answers = range(1, self.spec.board.size + 1), self._script.answers
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
        if not self._script.answers:
            return frozenset()
        seats = range(1, self.spec.board.size + 1)
        asked = {own.ask.id for seat in seats for own in self.game.view(seat).answered}
        return frozenset(self._script.answers) - asked

    def estimate(self, games: int = 1) -> str:
        """What so many games like this one may take, as `Arrangement.estimate`; empty for a game that began earlier."""
        return self._arrangement.estimate(games) if self._arrangement else ""

    # -- playing

    async def play(
        self,
        front: FrontEnd | None = None,
        *,
        gate: Callable[[], Awaitable[object]] | None = None,
        take_over: TakeOver | None = None,
        on_dead: OnDead | None = None,
    ) -> Result:
        """Play to the end; after an error that left answers in memory, call it again to go on.

        Args:
            front: Where the people sit; needed if there are any.
            gate: Awaited before each batch; the session's own if None.
            take_over: Awaited when a player gives no output at all; gives who takes over. Without
                it such a game stops.
            on_dead: What happens when a player gives no output at all, instead of asking
                `takeover_menu`.

        Raises:
            GameStopped: A person stopped the game.
            OverBudget: What the game may cost is spent.
            SeatError: A player gave no output at all.
            ConfigError: A file's answer is not legal.
            LogError: The folder cannot be written.
        """
        if self._table is None:
            self._table = self._table_for(front, gate or self.session.gate, take_over, on_dead)
        try:
            with self._script.blaming_file():
                result = await self._table.run()
            await self._learned()
            return result
        finally:
            await self.models.close()

    async def _learned(self) -> None:
        """Have a pool learn from the game that is over; no result is lost where that fails."""
        if self._learn and self.path:
            from .pool_learner import learn_from, learning_failure_text

            try:
                await learn_from(self.path, self._learn, self._memories)
            except (ConfigError, LogError, MemoryProblem) as error:
                self.learning_failure = learning_failure_text(error, self._learn, self.id)

    def _table_for(
        self,
        front: FrontEnd | None,
        gate: Callable[[], Awaitable[object]],
        take_over: TakeOver | None,
        on_dead: OnDead | None,
    ) -> Table:
        if len(self.people) > 1 and isinstance(front, SharedFront):
            front = rounds = NightRounds(front, self.game, self.people)
            gate = rounds.wrap_gate(gate)
        return Table(
            self.game,
            make_players(
                self.seats,
                front=front,
                answers=self._script.answers,
                models=self.models.open,
                memories=self._memories,
                heard_signs=self._told,
            ),
            folder=self.folder,
            journal=self._journal,
            gate=self.models.within_budget(gate),
            on_dead=on_dead or ("pause" if take_over else "stop"),
            take_over=take_over,
            limits=TimeLimits(machine=self.models.patience if self.people else None),
            stand_in=self.replacement(DEFAULT_SEAT),
            watchers=(
                self._lineup,
                self._tally,
                SessionWatcher(self.session, at_end=self._resumed, by_role=self.by_role),
            ),
        )

    def stop_waiting(self) -> None:
        """Wait no longer for the players that are late: a house bot answers this time, and each keeps its seat."""
        if self._table:
            self._table.stop_waiting()

    def play_now(self) -> Result | None:
        """Play to the end at once where no player takes its time; None, with nothing done, where one does.

        Raises:
            OverBudget, SeatError, ConfigError, LogError: As `play`; what it may cost is looked at
                before the first ask alone.
        """
        if self.people or self._learn or any(spec.model for spec in self.seats):
            return None
        quick = quick_players(make_players(self.seats, answers=self._script.answers))
        if quick is None:
            return None
        self.models.budget_meter.check()
        with self._script.blaming_file():
            return play_now(self.game, quick, self.folder, self._journal)

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
                memories=self._memories,
                heard_signs=self._told,
            ),
        )

    def close(self) -> None:
        """Let go of the folder; harmless when repeated."""
        if self.folder:
            self.folder.close()


def _told(folder: GameFolder) -> tuple[str, ...]:
    """What the people of a saved game had been told when it began, as its folder has it."""
    return folder.about.told if folder.about else ()
