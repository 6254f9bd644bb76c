"""The program as its terminal knows it: its colours, signs, keys and palette, and how it breaks. It knows no game."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.constants import COLOR_SYSTEM, TEXTUAL_ANIMATIONS
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen
from textual.worker import WorkerFailed

from .hanging_up import end_with, end_with_the_terminal, told_to_hang_up
from .host import Host
from .screens.place import OF_PROGRAM, PlaceScreen
from .settings.actions import Action, possible, remapped
from .settings.config import Config
from .settings.depths import Depth
from .settings.paths import themes_folder
from .settings.themes import DEFAULT_THEME, load_looks, pale
from .text.glyphs import ASCII, FANCY, Glyphs
from .widgets.ink import AsciiEdges, Colourless, FewColours, ShownAlone, textual_theme
from .widgets.palette import Palette

if TYPE_CHECKING:
    from .screens.engine import Engine

_DEPTHS: dict[str, Depth] = {"standard": 16, "256": 256}
"""What a terminal that cannot have every colour has, as it says itself (COLORTERM, TERM)."""
TERMINATED = 128 + signal.SIGTERM
"""The exit code of a program that was told to end."""


class Stage(Host):
    """The program without what it plays.

    Args:
        config: The person's settings.
        heartbeat: Whether time passes by itself; a test lets it pass.

    Attributes:
        config: As given.
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
    # Where surfaces look alike, a sheet has edges.
    CSS = """
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; }
    .-flat Over > Vertical { padding: 1 2 0 2; border-right: solid $w-dim; border-bottom: solid $w-dim; border-left: solid $w-dim; }
    .-flat Over.-low > Vertical { padding: 0 2; border-bottom: none; }
    .-flat HandOver > Vertical { border: solid $w-dim; }
    .-flat Toast { border: solid $w-dim; }
    """

    def __init__(self, config: Config, *, heartbeat: bool = True) -> None:
        self.config, self.heartbeat = config, heartbeat
        self.mishap: BaseException | None = None
        self._edges, self._shown = AsciiEdges(), ShownAlone()
        self._looks, self._theme_problems = load_looks(themes_folder())
        self._colourless = Colourless(lambda: self._looks[self.theme].colours)
        self._actions = remapped(config.keys)
        super().__init__()
        self._few_colours: FewColours | None = None
        own = [action for action in self._actions if action.id in OF_PROGRAM and action.id in config.keys]
        self.set_keymap({action.id: ",".join(action.keys) for action in own})
        for name in list(self.available_themes):
            self.unregister_theme(name)
        for look in self._looks.values():
            self.register_theme(textual_theme(look))
        self.theme = DEFAULT_THEME
        self.wear(config)

    # -- looks

    def wear(self, config: Config) -> None:
        """Let the looks of these settings hold from now on."""
        self.config = config
        self.animation_level = TEXTUAL_ANIMATIONS if config.motion and self.heartbeat else "none"
        if config.theme in self._looks:
            self.theme = config.theme

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
        """Only what shows is drawn, in colours that the terminal has; what is around our words is ASCII where signs are."""
        filters = list(super().get_line_filters())
        if self.no_color:
            filters = [*(each for each in filters if not isinstance(each, Monochrome)), self._colourless]
        elif self._few_colours:
            filters.append(self._few_colours)
        return [*filters, self._shown, *([self._edges] if self.config.ascii else [])]

    def on_mount(self) -> None:
        """Meet the terminal, stay as long as it is there, and say what is wrong with the person's themes."""
        self._meet_terminal()
        self.show_first()
        if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, self.leave, TERMINATED)
            if signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:  # else nohup, say, wants it to go on
                loop.add_signal_handler(signal.SIGHUP, told_to_hang_up, partial(self.leave, 128 + signal.SIGHUP))
        if sys.platform != "win32" and self.heartbeat and not self.is_headless:
            self.set_interval(1.0, end_with(os.getppid()) if self.is_web else end_with_the_terminal)
        for problem in self._theme_problems:
            self.notify(str(problem), title="A theme was left out", severity="warning", markup=False)
        if hard := pale(self._looks[self.theme]):
            more = f" {len(hard) - 1} more: `wolftui themes`." if len(hard) > 1 else ""
            self.notify(hard[0] + more, title="A theme that is hard to read", severity="warning", markup=False)
        if self.config.theme not in self._looks:
            known = ", ".join(sorted(self._looks))
            self.notify(f"There is no theme {self.config.theme}; there are: {known}.", severity="warning", markup=False)

    @abstractmethod
    def show_first(self) -> None:
        """Show the first screen."""

    def _meet_terminal(self) -> None:
        """Learn how many colours there are. A picture that no terminal shows has all, unless it is told how many."""
        pictured = self.is_headless and COLOR_SYSTEM == "auto"
        depth = None if pictured else _DEPTHS.get(self.console.color_system or "")
        self._few_colours = None if depth is None else FewColours(lambda: self._looks[self.theme], depth)
        self.set_class(self.no_color or depth == 16, "-flat")  # where surfaces look alike

    def paint_keys(self) -> None:
        """Show in every line of keys what can be done where the hands are now."""
        for screen in self.screen_stack:
            if isinstance(screen, PlaceScreen):
                screen.paint_keys()

    # -- leaving

    @property
    def engines(self) -> list[Engine]:
        """What lets games go on beside the screens that are open, from the bottom up. No screen is loaded to look for it."""
        open_ = (screen for screen in self.screen_stack if isinstance(screen, PlaceScreen))
        return [engine for screen in open_ if (engine := screen.engine_here)]

    @property
    def interrupted(self) -> Engine | None:
        """What runs the game that leaving would interrupt, or None."""
        return next((engine for engine in self.engines if engine.running), None)

    async def action_quit(self) -> None:
        """Quit; in a running game, ask first."""
        if self.interrupted is None:
            self.leave()
        else:
            self.ask_to_leave()

    async def action_copy_or_quit(self) -> None:
        """Copy what is selected; else quit."""
        selected = self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
        else:
            await self.action_quit()

    def leave(self, code: int = 0) -> None:
        """End the program, and each game that goes on: with that exit code, or the gravest of theirs where it is 0."""
        for engine in self.engines:
            engine.stop()
        self.exit(code or max((engine.exit_code for engine in self.engines), default=0))

    def fail(self, error: BaseException) -> None:
        """Something that should not happen: leave, and let the caller raise it where the terminal is in order again."""
        self.mishap = error
        self.leave()

    def _handle_exception(self, error: Exception) -> None:
        """Leave: a traceback with everything that the program knows is nothing to paint over a game; the caller logs it."""
        if self._exception is None:  # where a test holds the program it is raised there
            self._exception = error
            cast(asyncio.Event, self._exception_event).set()
        cause = error.error if isinstance(error, WorkerFailed) else error
        self.mishap = self.mishap or cause
        with suppress(Exception):  # whatever is broken, the program ends
            for engine in self.engines:
                engine.stop()
        self._return_code = 1
        self._close_messages_no_wait()

    # -- the palette

    def action_palette(self) -> None:
        """Open the palette; its own words have a sign that is not ours."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(placeholder="Search for commands", id="--command-palette"))

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
