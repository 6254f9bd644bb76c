"""One game at this screen: from what was asked for to a table with its players, its folder and its session.

The screen, plain lines and headless runs all start, resume and fork games here. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from core.errors import ConfigError
from core.game import Answer, Game, GameSpec, Result
from core.models import prices_of
from core.players import Front
from core.records import GameFolder, SavedGame, SeatSpec
from core.seating import DEFAULT_SEAT, make_player, make_players, quick_players
from core.table import OnDead, Replacement, Table, TakeOver, play_now
from core.table import fork as fork_game
from core.table import resume as resume_game

from . import __version__
from .arranging import Arrangement, PlayOptions, check_players, seats_instead
from .endpoints import Models, ModelSettings
from .glyphs import FANCY, Glyphs
from .inputs import Script
from .notices import Notices
from .outcome import Outcome, outcome
from .paths import games_folder
from .rounds import NightRounds, SharedFront
from .session import GameSession


class Sitting:
    """A game at this screen, from its first ask or from where it stopped.

    Args:
        game: The game, at any point.
        seats: Who sits on each seat, in seat order.
        by_role: Whether any seat was given by role or team.
        folder: Where it is saved, held by this process, or None.
        journal: Answers that are known already, by ask id.
        script: Answers that a file gives; each is given by its seat's player when it is asked.
        resumed: Whether the game began earlier, so that its session starts at the end of what happened.
        notes: What was found and repaired in its files.
        glyphs: The signs that its session draws.
        models: The models that seats may name, and what they may cost.
        arrangement: What was asked for, of a new game.

    Attributes:
        game: The game.
        seats: Who sits on each seat, in seat order, at the start of this sitting.
        people: The seats of the persons at this screen, ascending.
        by_role: As given.
        folder: As given.
        notes: As given.
        models: The models of this game.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[SeatSpec],
        *,
        by_role: bool,
        folder: GameFolder | None,
        journal: Mapping[str, Answer] | None = None,
        script: Script | None = None,
        resumed: bool = False,
        notes: Sequence[str] = (),
        glyphs: Glyphs = FANCY,
        models: ModelSettings | None = None,
        arrangement: Arrangement | None = None,
    ) -> None:
        self.game, self.seats, self.by_role, self.folder = game, tuple(seats), by_role, folder
        self.people = tuple(seat for seat, spec in enumerate(self.seats, 1) if spec.player == "human")
        self.notes, self.models = tuple(notes), Models(models or ModelSettings())
        self._journal, self._script, self._resumed, self._glyphs = journal or {}, script or Script(), resumed, glyphs
        self._arrangement = arrangement
        self._table: Table | None = None

    # -- beginnings

    @classmethod
    def start(cls, wanted: PlayOptions | Arrangement, seed: int | None = None, *, glyphs: Glyphs = FANCY) -> Sitting:
        """A new game.

        Args:
            wanted: What was asked for; an arrangement where several games follow from the same.
            seed: Its seed; the one asked for if None, and a drawn one if that is None too.
            glyphs: The signs that its session draws.

        Raises:
            ConfigError: Something asked for is wrong, or the game cannot be saved.
        """
        arrangement = Arrangement(wanted) if isinstance(wanted, PlayOptions) else wanted
        options = arrangement.options
        spec, seating = arrangement.game(seed)
        check_players(seating.seats, options.models)
        game, folder = Game(spec), None
        if options.save:
            root = options.root or games_folder()
            folder = GameFolder.create(root, spec, seating.seats, version=__version__, by_role=seating.by_role)
        return cls(
            game, seating.seats, by_role=seating.by_role, folder=folder, script=arrangement.script, glyphs=glyphs,
            models=options.models, arrangement=arrangement,
        )  # fmt: skip

    @classmethod
    def resume(
        cls, path: Path, seats: Sequence[str] = (), *, glyphs: Glyphs = FANCY, models: ModelSettings | None = None
    ) -> Sitting:
        """Go on with the saved game in the folder `path`.

        Args:
            path: The folder.
            seats: Who plays instead from now on, each `SEAT=PLAYER`; the others stay.
            glyphs: The signs that its session draws.
            models: The models that seats may name, and what they may cost.

        Raises:
            ConfigError: A seat is wrong, or one of the players cannot sit down here.
            LogError: It cannot be continued.
        """
        resumed = resume_game(path)
        folder, spec = resumed.folder, resumed.game.spec
        try:
            instead, by_role = seats_instead(spec, folder.about, seats)
            now = resumed.seats or tuple(
                SeatSpec("human") if seat in spec.people else DEFAULT_SEAT for seat in range(1, spec.board.size + 1)
            )
            if any(player.player == "human" for player in now) and any(player.player == "human" for player in instead.values()):
                hint = "Whoever sat down now would see what another seat knows."
                raise ConfigError("a person plays in this game already", key="--seat", hint=hint)
            now = tuple(instead.get(seat, player) for seat, player in enumerate(now, 1))
            check_players(now, models or ModelSettings())
            _note_changes(resumed.game, folder, instead, by_role=by_role)
        except BaseException:
            folder.close()
            raise
        return cls(
            resumed.game, now, by_role=by_role, folder=folder, journal=resumed.journal,
            resumed=True, notes=resumed.notes, glyphs=glyphs, models=models,
        )  # fmt: skip

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
    ) -> Sitting:
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
        instead, by_role = seats_instead(saved.spec, saved.about, seats)
        check_players(tuple(instead.values()), models or ModelSettings())
        forked = fork_game(saved, at, root or games_folder(), version=__version__, seats=instead, by_role=by_role)
        about = forked.folder.about
        return cls(
            forked.game, forked.seats, by_role=bool(about and about.by_role), folder=forked.folder, journal=forked.journal,
            resumed=True, notes=forked.notes, glyphs=glyphs, models=models,
        )  # fmt: skip

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
        now = self.folder.players if self.folder else {}
        return tuple(now.get(seat, spec.text) for seat, spec in enumerate(self.seats, 1))

    @cached_property
    def session(self) -> GameSession:
        """The session that shows the game here; it watches the table, and its gate holds it."""
        return GameSession(
            self.spec.board, self.spec.names, people=self.people, live=True, by_role=self.by_role, glyphs=self._glyphs
        )

    @property
    def outcome(self) -> Outcome:
        """How the game ended, with everybody's role; only for a game that is over."""
        return outcome(self.spec.board, self.spec.names, self.game.state, self.players)

    @property
    def unasked(self) -> frozenset[str]:
        """Answers of the person's file, by ask id, that the game has not asked for."""
        if not self._script.answers:
            return frozenset()
        seats = range(1, self.spec.board.size + 1)
        asked = {own.ask.id for seat in seats for own in self.game.view(seat).mine}
        return frozenset(self._script.answers) - asked

    def estimate(self, games: int = 1) -> str:
        """What models with a price may be asked for in games like this one, in words; empty where none plays or it began before.

        It is the same for every deal, or it would tell who was dealt what.

        Args:
            games: How many games.
        """
        arrangement, specs = self._arrangement, self.models.specs
        if arrangement is None or not any(prices_of(specs[name]) for name in arrangement.models if name in specs):
            return ""
        from .estimating import estimate

        return estimate(arrangement.sample, specs, games)

    # -- playing

    async def play(
        self,
        front: Front | None = None,
        *,
        gate: Callable[[], Awaitable[object]] | None = None,
        take_over: TakeOver | None = None,
        on_dead: OnDead | None = None,
    ) -> Result:
        """Play to the end; after an error that left answers in memory, call it again to go on.

        Args:
            front: Where the people sit; needed if there are any.
            gate: Awaited before each batch; the session's own if None.
            take_over: Awaited when a player gives no output at all; gives who takes over. Without it such a game stops.
            on_dead: What happens when a player gives no output at all, instead of asking `take_over`.

        Raises:
            GameStopped: A person stopped the game.
            OverBudget: What the game may cost is spent.
            SeatError: A player gave no output at all.
            ConfigError: A file's answer is not legal.
            LogError: The folder cannot be written.
        """
        if self._table is None:
            gate = gate or self.session.gate
            if len(self.people) > 1 and isinstance(front, SharedFront):
                front = rounds = NightRounds(front, self.game, self.people)
                gate = rounds.around(gate)
            self._table = Table(
                self.game,
                make_players(self.seats, front=front, answers=self._script.answers, models=self.models.open),
                folder=self.folder,
                journal=self._journal,
                gate=self._within_budget(gate),
                on_dead=on_dead or ("pause" if take_over else "stop"),
                take_over=take_over,
                watchers=(Notices(self.session, at_end=self._resumed, by_role=self.by_role),),
            )
        try:
            with self._naming_the_script():
                return await self._table.run()
        finally:
            await self.models.close()

    def _within_budget(self, gate: Callable[[], Awaitable[object]]) -> Callable[[], Awaitable[object]]:
        """A gate that lets no batch begin once the budget is spent."""

        async def opened() -> None:
            await gate()
            self.models.purse.check()

        return opened

    def play_now(self) -> Result | None:
        """Play to the end at once where no player takes its time; None, with nothing done, where one does.

        Raises:
            SeatError, ConfigError, LogError: As `play`.
        """
        if self.people or any(spec.model for spec in self.seats):
            return None
        quick = quick_players(make_players(self.seats, answers=self._script.answers))
        if quick is None:
            return None
        with self._naming_the_script():
            return play_now(self.game, quick, self.folder, self._journal)

    @contextmanager
    def _naming_the_script(self) -> Generator[None]:
        """Name the file of an answer that is not legal."""
        try:
            yield
        except ConfigError as error:
            if error.file or error.key not in self._script.answers:
                raise
            raise ConfigError(error.problem, file=self._script.file, key=error.key, hint=error.hint) from error

    def take_over(self, seat: int, spec: SeatSpec, front: Front | None = None) -> None:
        """Seat somebody else from now on; an ask that is out goes to them."""
        replacement = self.replacement(spec, front)
        if self._table:
            self._table.replace_player(seat, replacement)

    def replacement(self, spec: SeatSpec, front: Front | None = None) -> Replacement:
        """Who takes over, as a table wants it.

        Raises:
            ConfigError: There is no such player.
        """
        return Replacement(spec, make_player(spec, front=front, models=self.models.open))

    def close(self) -> None:
        """Let go of the folder; harmless when repeated."""
        if self.folder:
            self.folder.close()


def _note_changes(game: Game, folder: GameFolder, instead: Mapping[int, SeatSpec], *, by_role: bool) -> None:
    """Have `about.json` say who plays instead from now on."""
    about = folder.about
    if not (about and instead and game.asks):
        return
    for seat, spec in instead.items():
        since = next((ask for ask in game.asks if ask.seat == seat), game.asks[0])
        about = about.changed(seat, since.id, spec)
    folder.rewrite_about(replace(about, by_role=by_role))
