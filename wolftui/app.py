"""The program on the screen: wiring only. Screens decide nothing about files; here games are opened, closed, put on the stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from textual.screen import Screen

from wolfcore.errors import WolfError
from wolfcore.records import LogFollower, SavedGame, read_game
from wolfcore.table import doubt

from .games.keeping import read_kept
from .games.running import RunningGame
from .games.series import Series
from .games.sources import Played, Source, followed, played, reviewed
from .games.wishing import Wish, arranged
from .screens.place import PlaceScreen
from .session.playback import nearest_speed
from .session.shown import ShownGame
from .settings.config import Config, Loaded
from .settings.endpoints import ModelSettings
from .settings.paths import games_folder
from .stage import Stage

if TYPE_CHECKING:
    from .outbox import Outbox
    from .screens.table import TableScreen


def _is_lobby(screen: Screen[Any]) -> bool:
    return isinstance(screen, PlaceScreen) and screen.PLACE == "lobby"


class WolfApp(Stage):
    """The program.

    Args:
        opening: Makes the first screen, once the program runs.
        config: The person's settings.
        series: What the game played belongs to, from which others follow; None for a game alone.
        models: The models that seats of a resumed game may name; None for those that need no settings.
        heartbeat: Whether tables read and paint by themselves; a test lets time pass itself.

    Attributes:
        models: As given.
        running: The game that was played here last, or None.
    """

    def __init__(
        self,
        opening: Callable[[WolfApp], Screen[None]],
        config: Config | None = None,
        *,
        series: Series | None = None,
        models: ModelSettings | None = None,
        heartbeat: bool = True,
    ) -> None:
        super().__init__(config or Config(), heartbeat=heartbeat)
        self._opening, self._series = opening, series
        self._speed, self._clock = self.config.speed, self.config.clock
        self.models = models or ModelSettings()
        self.running: RunningGame | None = None
        self.left: Path | None = None

    def show_first(self) -> None:
        """Show the first screen."""
        self.push_screen(self._opening(self))

    # -- tables

    def table(self, shown: ShownGame, source: Source | None = None) -> TableScreen:
        """A table for a game: a replay where there is no source."""
        shown.session.speed = nearest_speed(self._speed)
        if source is None:
            from .screens.review import ReviewTable

            return ReviewTable(shown, self.glyphs, heartbeat=self.heartbeat)
        from .screens.live import LiveTable

        config = self.config
        return LiveTable(shown, source, self.glyphs, heartbeat=self.heartbeat, hears=config.heard, clock=self._clock)

    def play(self, running: RunningGame, estimate: str = "") -> TableScreen:
        """A table for a game that is played here; with what it may take, where that is said before it begins."""
        self.running = running
        self._say_repairs((*running.notes, *running.models.settings.remembering.take_notes()))
        shown = played(running, estimate)
        if self._series and self._series.words:
            shown.series = self._series.words
            self.notify(f"This is {shown.series}.", timeout=5)
        if series := self._series:
            shown.score = lambda: series.score
        return self.table(shown, Played(running))

    def review_of(self, saved: SavedGame) -> TableScreen:
        """A table for a saved game."""
        self._say_repairs(saved.notes)
        if why := doubt(saved):
            self._say_repairs((f"Shown as found, but {why}; `wolftui verify {saved.id}` says where.",))
        return self.table(reviewed(saved, glyphs=self.glyphs))

    def _say_repairs(self, notes: Sequence[str]) -> None:
        """What was found and repaired in the files of a game."""
        for note in notes:
            self.notify(note, markup=False, timeout=10)

    def open_game(self, path: Path, words: Sequence[str] = ()) -> None:
        """Replay a saved game on top of what is shown; from where `words` were said, where there are any."""

        def begin() -> None:
            table = self.review_of(read_game(path, strict=False))
            table.look_for(words)
            self.push_screen(table)

        self._try(begin)

    def give_away(self, shown: ShownGame, path: Path | None, eyes: int | None = None) -> None:
        """Ask in which form a game is given to others, and write it: as `eyes` saw it, or with the widest that may be used."""
        from .sharing.shared import share_shown

        self._outbox.give(lambda: share_shown(shown, path, eyes), path)

    def give_away_saved(self, path: Path) -> None:
        """The same of a saved game that is not on the screen."""
        from .sharing.shared import share

        self._outbox.give(lambda: share(read_game(path, strict=False)), path)

    @cached_property
    def _outbox(self) -> Outbox:
        from .outbox import Outbox

        return Outbox(self)

    def watch_game(self, path: Path) -> None:
        """Follow a game that another process plays, from where it is now, on top of what is shown."""

        def begin() -> None:
            shown, source = followed(LogFollower(path), glyphs=self.glyphs)
            source.look()
            shown.session.go_end()
            self.push_screen(self.table(shown, source))

        self._try(begin)

    def resume_game(self, path: Path) -> None:
        """Go on with a saved game on top of what is shown."""

        def begin() -> None:
            running = RunningGame.resume(path, glyphs=self.glyphs, models=self.models)
            if path != self.left:  # the one that was left goes on as it was begun
                self._clock = self.config.clock
            self._series = Series.after(running, self.glyphs)
            self._speed = read_kept(path)[0].speed or self.config.speed
            self.push_screen(self.play(running))

        self._try(begin)

    def fork_game(self, path: Path, at: str, seats: Sequence[str]) -> None:
        """Play on differently with a saved game from an ask on, in a game of its own beside it."""

        def begin() -> None:
            saved = read_game(path)
            forked = RunningGame.fork(saved, at, seats, root=path.parent, glyphs=self.glyphs, models=self.models)
            self._series, self._clock = Series.after(forked, self.glyphs), self.config.clock
            self.push_screen(self.play(forked))

        self._try(begin)

    def replay(self, entry: int | None = None) -> None:
        """From the result back to the table, with every eye: at its start, or where an entry of the log, from 0, was told."""
        from .screens.table import TableScreen

        table = next((screen for screen in reversed(self.screen_stack) if isinstance(screen, TableScreen)), None)
        while table is not None and self.screen is not table:
            self.pop_screen()
        if table is not None:
            table.replay(entry)

    def show_record(self) -> None:
        """Show what the person's own games say."""
        from .screens.record import RecordScreen

        self.push_screen(RecordScreen(games_folder(), self.glyphs))

    @property
    def can_play_again(self) -> bool:
        """Whether another game can follow."""
        return self._series is not None

    @property
    def game_follows(self) -> bool:
        """Whether another of the games that were asked for follows."""
        return self._series is not None and self._series.follows

    def play_again(self) -> None:
        """Another game in the place of the one that ended."""
        series = self._series
        if series is None:
            return

        def begin() -> None:
            running = series.next()
            table = self.play(running, running.estimate())
            self._to_bottom()
            self.push_screen(table)

        self._try(begin)

    # -- the lobby

    @property
    def has_lobby(self) -> bool:
        """Whether the lobby is open, so that one can go back to it."""
        return any(map(_is_lobby, self.screen_stack))

    def to_lobby(self) -> None:
        """Back to the lobby from wherever one is; a game that is over is closed, one that goes on stops and can be resumed."""
        if self.has_lobby:
            engine = self.interrupted
            if engine is not None and engine.shown.path:
                self.left = Path(engine.shown.path)
            self._to_bottom()
            self._series = None

    def _to_bottom(self) -> None:
        """Take away all screens but the lobby, or all where there is none; a game that goes on stops, and its files are closed."""
        while len(self.screen_stack) > 1 and not _is_lobby(self.screen):
            if isinstance(self.screen, PlaceScreen) and (engine := self.screen.engine_here):
                engine.stop()
            self.pop_screen()

    def begin(self, wish: Wish) -> bool:
        """Begin the games of a table on top of the lobby; says why where they cannot, and whether they could."""

        def start() -> None:
            series = Series(arranged(wish, self.config, self.models), wish.games, wish.seed, self.glyphs)
            running = series.next()
            self._series, self._speed = series, wish.speed
            self._clock = self.config.clock if wish.clock is None else wish.clock
            if wish.theme:
                self.theme = wish.theme
            self._to_bottom()
            self.push_screen(self.play(running, running.estimate()))

        return self._try(start)

    def take_up_settings(self, loaded: Loaded) -> None:
        """Let other settings and models hold from now on: at once where they are seen, else in the next game."""
        config = loaded.config
        self.models = replace(self.models, specs=loaded.models, local=loaded.local, patience=config.patience)
        self._speed, self._clock = config.speed, config.clock
        self.wear(config)
        self.screen.query("*").refresh()  # lines that were painted hold the signs of before

    def begin_sample(self) -> None:
        """Begin the guided game."""
        from .games.sample import SPEED, sample
        from .screens.guided import GuidedTable

        def start() -> None:
            running = sample(self.glyphs)
            self._series = None
            self._to_bottom()
            self.running, running.session.speed = running, SPEED
            table = GuidedTable(played(running), Played(running), self.glyphs, heartbeat=self.heartbeat, hears=self.config.heard)
            self.push_screen(table)

        self._try(start)

    def _try(self, do: Callable[[], object]) -> bool:
        """Do something; where it cannot be done say why. Returns whether it was done."""
        try:
            do()
        except WolfError as error:
            self.notify(str(error), severity="error", markup=False, timeout=15)
            return False
        return True

    # -- leaving

    def ask_to_leave(self) -> None:
        """Ask whether the running game is to be left, and where to; nothing where no game runs."""
        from .screens.sheets import Leaving

        engine = self.interrupted
        if engine is not None and not isinstance(self.screen, Leaving):
            self.push_screen(Leaving(engine.shown, home=self.has_lobby), self._leave_if)

    def leave_for(self, code: int) -> None:
        """Leave for the lobby where there is one, else the program with that exit code."""
        if self.has_lobby:
            self.to_lobby()
        else:
            self.leave(code)

    def _leave_if(self, chosen: str | None) -> None:
        if chosen == "lobby":
            self.to_lobby()
        elif chosen == "quit":
            self.leave()
