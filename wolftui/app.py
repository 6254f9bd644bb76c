"""The program on the screen: wiring only. Screens decide nothing about files; here they are opened, closed and put on the stack."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar, cast

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.constants import TEXTUAL_ANIMATIONS
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen
from textual.worker import WorkerFailed

from core.errors import WolfError
from core.records import LogFollower, SavedGame, read_game
from core.table import doubt

from .games.running import RunningGame
from .games.sample import SPEED, sample
from .games.series import Series
from .games.sources import (
    Played,
    Source,
    followed,
    played,
    reviewed,
)
from .games.wishing import Wish, arranged
from .host import Host
from .screens.giving import Giving
from .screens.guided import GuidedTable
from .screens.live import LiveTable
from .screens.lobby import LobbyScreen
from .screens.place import OF_PROGRAM, PlaceScreen
from .screens.record import RecordScreen
from .screens.sheets import Leaving
from .screens.table import TableScreen
from .session.playback import nearest_speed
from .session.shown import ShownGame
from .settings.actions import Action, possible, remapped
from .settings.config import Config
from .settings.endpoints import ModelSettings
from .settings.paths import games_folder, themes_folder
from .settings.themes import DEFAULT_THEME, load_looks
from .sharing.shared import Shared, eyes_word, share, share_shown
from .sharing.writing import TextForm, beside, keep, written
from .text.glyphs import ASCII, FANCY, Glyphs
from .widgets.ink import AsciiEdges, Colourless, ShownAlone, textual_theme

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a program that was told to end."""


class WolfApp(Host):
    """The program.

    Args:
        opening: Makes the first screen, once the program runs.
        config: The person's settings.
        series: What the game played belongs to, from which others follow; None for a game alone.
        models: The models that seats of a resumed game may name; None for those that need no settings.
        heartbeat: Whether tables read and paint by themselves; a test lets time pass itself.

    Attributes:
        config: As given, or the defaults.
        models: As given.
        running: The game that was played here last, or None.
        mishap: What should not have happened, for the caller to raise; None if all went well.
    """

    TITLE = "wolftui"
    ENABLE_COMMAND_PALETTE = False  # opened by a key of our own table
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True, id="quit"),
        Binding("ctrl+c", "copy_or_quit", show=False, priority=True),
        Binding("ctrl+p", "palette", show=False, priority=True, id="palette"),
    ]
    DEFAULT_CSS = """
    Toast { background: $w-bar; color: $w-text; }
    """
    # Above, where nobody is asked anything. Only the style sheet of a program wins over that of a widget of Textual's own.
    CSS = "ToastRack { dock: top; align: right top; margin: 1 0 0 0; }"

    def __init__(
        self,
        opening: Callable[[WolfApp], Screen[None]],
        config: Config | None = None,
        *,
        series: Series | None = None,
        models: ModelSettings | None = None,
        heartbeat: bool = True,
    ) -> None:
        self.config = config or Config()
        self._edges, self._shown = AsciiEdges(), ShownAlone()
        self._looks, self._theme_problems = load_looks(themes_folder())
        self._colourless = Colourless(lambda: self._looks[self.theme].colours)
        self._actions = remapped(self.config.keys)
        super().__init__()
        own = [action for action in self._actions if action.id in OF_PROGRAM and action.id in self.config.keys]
        self.set_keymap({action.id: ",".join(action.keys) for action in own})
        self.animation_level = TEXTUAL_ANIMATIONS if self.config.motion and heartbeat else "none"
        self._opening, self._series, self._heartbeat = opening, series, heartbeat
        self._speed = self.config.speed
        self.models = models or ModelSettings()
        self.running: RunningGame | None = None
        self.mishap: BaseException | None = None
        for name in list(self.available_themes):
            self.unregister_theme(name)
        for look in self._looks.values():
            self.register_theme(textual_theme(look))
        self.theme = self.config.theme if self.config.theme in self._looks else DEFAULT_THEME

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our variables, so that the style sheets can be read before a theme is chosen."""
        return textual_theme(self._looks[DEFAULT_THEME]).variables

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw."""
        return ASCII if self.config.ascii else FANCY

    @property
    def actions(self) -> tuple[Action, ...]:
        """The table of actions, with this person's keys."""
        return self._actions

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Nothing is drawn that does not show; what is drawn around our words is ASCII where signs are; NO_COLOR is kept."""
        filters = list(super().get_line_filters())
        if self.no_color:
            filters = [*(each for each in filters if not isinstance(each, Monochrome)), self._colourless]
        return [*filters, self._shown, *([self._edges] if self.config.ascii else [])]

    def on_mount(self) -> None:
        """Show the first screen, and what is wrong with the person's themes."""
        self.push_screen(self._opening(self))
        if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._leave, TERMINATED)
        if sys.platform != "win32" and self._heartbeat and not self.is_headless:
            self.set_interval(1.0, end_with(os.getppid()) if self.is_web else end_with_the_terminal)
        for problem in self._theme_problems:
            self.notify(str(problem), title="A theme was left out", severity="warning", markup=False)
        if self.config.theme not in self._looks:
            known = ", ".join(sorted(self._looks))
            self.notify(f"There is no theme {self.config.theme}; there are: {known}.", severity="warning", markup=False)

    # -- tables

    def table(self, shown: ShownGame, source: Source | None = None) -> TableScreen:
        """A table for a game: a replay where there is no source."""
        shown.session.speed = nearest_speed(self._speed)
        if source is None:
            return TableScreen(shown, self.glyphs, heartbeat=self._heartbeat)
        config = self.config
        return LiveTable(shown, source, self.glyphs, heartbeat=self._heartbeat, hears=config.heard, clock=config.clock)

    def play(self, running: RunningGame, estimate: str = "") -> TableScreen:
        """A table for a game that is played here; with what it may take, where that is said before it begins."""
        self.running = running
        self._say_repairs(running.notes)
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

    def open_game(self, path: Path) -> None:
        """Replay a saved game on top of what is shown."""
        self._try(lambda: self.push_screen(self.review_of(read_game(path, strict=False))))

    def give_away(self, shown: ShownGame, path: Path | None, eyes: int | None = None) -> None:
        """Ask in which form a game is given to others, and write it: as `eyes` saw it, or with the widest that may be used."""
        self._try(lambda: self._give(share_shown(shown, path, eyes), path))

    def give_away_saved(self, path: Path) -> None:
        """The same of a saved game that is not on the screen."""
        self._try(lambda: self._give(share(read_game(path, strict=False)), path))

    def _give(self, shared: Shared, path: Path | None) -> None:
        where = "for your browser to keep" if self.is_web else f"in {Path.cwd()}"

        def given(form: str | None) -> None:
            if form is not None:
                self.run_worker(self._write(shared, cast(TextForm, form)))

        whose = eyes_word(shared, shared.widest)
        self.push_screen(Giving(f"the eyes of {whose}" if shared.widest > 0 else f"{whose} eyes", where, path), given)

    async def _write(self, shared: Shared, form: TextForm) -> None:
        """Write a game under a name that nothing has yet, and say where."""
        text = await asyncio.to_thread(written, shared, form, ascii_only=self.config.ascii)
        if self.is_web:
            self.deliver_text(io.StringIO(text), save_filename=f"{shared.game or 'game'}.{form}")
            return

        def write() -> None:
            file = beside(Path.cwd(), shared.game, form)
            keep(file, text)
            self.notify(str(file), title="Written", markup=False, timeout=10)

        self._try(write)

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
            self._series = Series.after(running, self.glyphs)
            self.push_screen(self.play(running))

        self._try(begin)

    def fork_game(self, path: Path, at: str, seats: Sequence[str]) -> None:
        """Play on differently with a saved game from an ask on, in a game of its own beside it."""

        def begin() -> None:
            saved = read_game(path)
            forked = RunningGame.fork(saved, at, seats, root=path.parent, glyphs=self.glyphs, models=self.models)
            self.push_screen(self.play(forked))

        self._try(begin)

    def replay(self, entry: int | None = None) -> None:
        """From the result back to the table, with every eye: at its start, or where an entry of the log, from 0, was told."""
        table = next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)
        while table is not None and self.screen is not table:
            self.pop_screen()
        if table is not None:
            table.replay(entry)

    def show_record(self) -> None:
        """Show what the person's own games say."""
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
        return any(isinstance(screen, LobbyScreen) for screen in self.screen_stack)

    def to_lobby(self) -> None:
        """Back to the lobby from wherever one is; the game that was played is closed."""
        if self.has_lobby:
            self._to_bottom()
            self._series = None

    def _to_bottom(self) -> None:
        """Take away all screens but the lobby, or all where there is none; a game that goes on stops, and its files are closed."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, LobbyScreen):
            if isinstance(self.screen, LiveTable):
                self.screen.engine.stop()
            self.pop_screen()

    def begin(self, wish: Wish) -> bool:
        """Begin the games of a table on top of the lobby; says why where they cannot, and whether they could."""

        def start() -> None:
            series = Series(arranged(wish, self.config, self.models), wish.games, glyphs=self.glyphs)
            running = series.next()
            self._series, self._speed = series, wish.speed
            if wish.theme:
                self.theme = wish.theme
            self._to_bottom()
            self.push_screen(self.play(running, running.estimate()))

        return self._try(start)

    def begin_sample(self) -> None:
        """Begin the guided game."""

        def start() -> None:
            running = sample(self.glyphs)
            self._series = None
            self._to_bottom()
            self.running, running.session.speed = running, SPEED
            table = GuidedTable(played(running), Played(running), self.glyphs, heartbeat=self._heartbeat, hears=self.config.heard)
            self.push_screen(table)

        self._try(start)

    def paint_keys(self) -> None:
        """Show in every line of keys what can be done where the hands are now."""
        for screen in self.screen_stack:
            if isinstance(screen, PlaceScreen):
                screen.paint_keys()

    def _try(self, do: Callable[[], object]) -> bool:
        """Do something; where it cannot be done say why. Returns whether it was done."""
        try:
            do()
        except WolfError as error:
            self.notify(str(error), severity="error", markup=False, timeout=15)
            return False
        return True

    # -- leaving

    @property
    def live_table(self) -> LiveTable | None:
        """The table of a game that leaving would interrupt, or None."""
        tables = (screen for screen in self.screen_stack if isinstance(screen, LiveTable))
        return next((table for table in tables if table.engine.running), None)

    async def action_quit(self) -> None:
        """Quit; in a running game, ask first."""
        table = self.live_table
        if table is None:
            self._leave()
        elif not isinstance(self.screen, Leaving):
            self.push_screen(Leaving(table.shown), self._leave_if)

    async def action_copy_or_quit(self) -> None:
        """Copy what is selected; else quit."""
        selected = self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
        else:
            await self.action_quit()

    def _leave_if(self, meant: bool | None) -> None:
        if meant:
            self._leave()

    def _leave(self, code: int = 0) -> None:
        live = [screen for screen in self.screen_stack if isinstance(screen, LiveTable)]
        for table in live:
            table.engine.stop()
        self.exit(code or max((table.engine.exit_code for table in live), default=0))

    def fail(self, error: BaseException) -> None:
        """Something that should not happen: leave, and let the caller raise it where the terminal is in order again."""
        self.mishap = error
        self._leave()

    def _handle_exception(self, error: Exception) -> None:
        """Leave: a traceback with everything that the program knows is nothing to paint over a game; the caller logs it."""
        if self._exception is None:  # where a test holds the program it is raised there
            self._exception = error
            cast(asyncio.Event, self._exception_event).set()
        cause = error.error if isinstance(error, WorkerFailed) else error
        self.mishap = self.mishap or cause
        with suppress(Exception):  # whatever is broken, the program ends
            for screen in self.screen_stack:
                if isinstance(screen, LiveTable):
                    screen.engine.stop()
        self._return_code = 1
        self._close_messages_no_wait()

    # -- the palette

    def action_palette(self) -> None:
        """Open the palette; its own words have a sign that is not ours."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder="Search for commands", id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What can be done now, from the table of actions."""
        if isinstance(screen, PlaceScreen):
            for action in possible(screen.situation, self.actions):
                run = screen.deed(action.id) or getattr(self, f"action_{action.id}", None)
                if run and action.id != "palette":
                    yield SystemCommand(
                        f"{action.group}: {action.label or action.help.rstrip('.')}", f"{action.help} ({action.shown})", run
                    )
        for look in self._looks.values():
            words = f"{'Dark' if look.dark else 'Light'} colours{', as now' if look.name == self.theme else ''}."
            yield SystemCommand(f"Theme: {look.name}", words, partial(setattr, self, "theme", look.name))


def end_with(server: int) -> Callable[[], None]:
    """What ends the program at once when the process that brings it to a browser is gone."""

    def look() -> None:
        if os.getppid() != server:
            _hang_up()

    return look


def end_with_the_terminal() -> None:
    """End at once if the terminal is gone: a parent such as make keeps the hang-up to itself. Every answer is saved already."""
    import termios

    try:
        termios.tcgetattr(sys.__stdin__ or 0)
    except (termios.error, OSError, ValueError):
        _hang_up()


def _hang_up() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.raise_signal(signal.SIGHUP)
