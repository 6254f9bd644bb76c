"""Base app class without games: themes, colour depth, key bindings, palette, signals, errors.

An unhandled exception never prints a traceback over the screen: the app stops every running game,
exits, and the caller raises `fatal_error` after the terminal has been restored. The style sheets in
this module name dialog classes.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import signal
import sys
import threading
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette
from textual.constants import COLOR_SYSTEM, TEXTUAL_ANIMATIONS
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import WorkerFailed

from wolftui.settings.actions import Action, available_actions, remapped_actions
from wolftui.settings.colour_depths import Depth
from wolftui.settings.config import Config
from wolftui.settings.paths import themes_folder
from wolftui.settings.themes import DEFAULT_THEME, load_themes, low_contrast_colours, unknown_theme
from wolftui.words.glyphs import ASCII, FANCY, Glyphs
from wolftui.words.wrapping import as_sentence

from .app_interface import AppInterface, RunningGame
from .hangup import exit_with_parent, exit_without_terminal, handle_hangup
from .screens.app_screen import APP_ACTIONS, AppScreen
from .widgets.terminal_styles import (
    AsciiFilter,
    NoColourFilter,
    ReducedColourFilter,
    VisibleTextFilter,
    textual_theme,
)

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

_DEPTHS: dict[str, Depth] = {"standard": 16, "256": 256}
"""The number of colours by Rich's name of the colour system, which Rich detects from COLORTERM and
TERM. Other colour systems show every colour."""


GC_THRESHOLD = 10_000
"""Objects made before dead ones are looked for, once the first frame is shown. With Python's own
700 the searches take a twentieth of the time and find next to nothing: what modules hold lives on.
"""


MAX_SIZE = Size(1000, 300)
"""The largest terminal that is drawn, in cells: memory grows with the area. A larger one is drawn
in its top left corner."""


def drawn_size(size: Size) -> Size:
    """Return the size that is drawn in a terminal: from 1x1 to MAX_SIZE."""
    return Size(*(min(max(side, 1), most) for side, most in zip(size, MAX_SIZE, strict=True)))


_LONGEST_QUERY = 60
"""Maximum characters of a query in the palette; no command has a longer name."""


class TerminalApp(AppInterface):
    """The app without games; `WolfApp` adds them.

    Args:
        config: The person's settings.
        heartbeat: Whether timers advance time; tests pass False and advance it themselves.

    Attributes:
        config: The current settings; `apply_appearance` replaces them.
        fatal_error: An unexpected error for the caller to raise; None if there was none.
    """

    TITLE = "wolftui"
    ENABLE_COMMAND_PALETTE = False  # our own action table has a key for it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True, id="quit"),
        Binding("ctrl+c", "copy_or_quit", show=False, priority=True),
        Binding("ctrl+p", "palette", show=False, priority=True, id="palette"),
    ]
    DEFAULT_CSS = """
    Toast { background: $w-bar; color: $w-text; }
    """
    # Notices appear at the top in the middle, away from the prompt, and from the heading and the
    # panel at the right, which tell the own role. Only the app's style sheet overrides those of
    # Textual's own widgets. On a terminal with few colours (`-flat`) surfaces look alike, so
    # dialogs and notices get borders.
    CSS = """
    ToastRack { dock: top; align: center top; margin: 3 0 0 0; }
    ToastHolder { align-horizontal: center; }
    Toast { width: 52; }
    .-flat Dialog > Vertical {
        padding: 1 2 0 2; border-right: solid $w-dim; border-bottom: solid $w-dim;
        border-left: solid $w-dim;
    }
    .-flat Dialog.-low > Vertical { padding: 0 2; border-bottom: none; }
    .-flat HandOver > Vertical { border: solid $w-dim; }
    .-flat Toast { border: solid $w-dim; }
    """

    def __init__(self, config: Config, *, heartbeat: bool = True) -> None:
        self.config, self.heartbeat = config, heartbeat
        self.fatal_error: BaseException | None = None
        self._ascii_filter, self._visible_filter = AsciiFilter(), VisibleTextFilter()
        self._own_themes, self._theme_problems = load_themes(themes_folder())
        self._no_colour_filter = NoColourFilter(lambda: self._own_themes[self.theme].colours)
        self._actions = remapped_actions(config.keys)
        super().__init__()
        self._reduced_colours: ReducedColourFilter | None = None
        for name in list(self.available_themes):
            self.unregister_theme(name)
        for look in self._own_themes.values():
            self.register_theme(textual_theme(look))
        self.theme = DEFAULT_THEME
        self.apply_appearance(config)

    # -- the terminal

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal or browser: Textual's, made to survive its input."""
        driver = super().get_driver_class()
        if sys.platform == "win32":
            return driver
        # Its module imports what Windows lacks.
        from .terminal_input import tolerant_driver

        return tolerant_driver(driver)

    @property
    def size(self) -> Size:
        """The size that is drawn, in cells."""
        return drawn_size(super().size)

    def watch_app_focus(self, focus: bool) -> None:
        """Focus what a screen has to offer that was opened while the terminal had no focus."""
        if not (focus and self.screen_stack) or self.screen.focused is not None:
            return
        wanted = self.AUTO_FOCUS if self.screen.AUTO_FOCUS is None else self.screen.AUTO_FOCUS
        widgets = self.screen.query(wanted) if wanted else ()
        if found := next((each for each in widgets if each.focusable), None):
            self.screen.set_focus(found)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; a terminal of a size that cannot be drawn counts as the nearest one."""
        if isinstance(event, events.Resize) and event.size != (size := drawn_size(event.size)):
            event = events.Resize(size, size)
        await super().on_event(event)

    # -- looks

    def apply_appearance(self, config: Config) -> None:
        """Apply the theme, keys, glyphs and animation of these settings from now on."""
        self.config, self._actions = config, remapped_actions(config.keys)
        own = [
            action
            for action in self._actions
            if action.id in APP_ACTIONS and action.id in config.keys
        ]
        self.set_keymap({action.id: ",".join(action.keys) for action in own})
        self.animation_level = TEXTUAL_ANIMATIONS if config.motion and self.heartbeat else "none"
        if config.theme in self._own_themes:
            self.theme = config.theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our theme variables, so that style sheets parse before a theme is chosen."""
        return textual_theme(self._own_themes[DEFAULT_THEME]).variables

    @property
    def glyphs(self) -> Glyphs:
        """The glyphs to draw: ASCII if the settings ask for it, else Unicode."""
        return ASCII if self.config.ascii else FANCY

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions with their keys, including the person's own key bindings."""
        return self._actions

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters for drawn lines: colour reduction, invisible characters, and ASCII.

        Colours are reduced to those of the terminal, or removed. Textual's own edges become ASCII
        if the settings ask for ASCII glyphs.
        """
        filters = list(super().get_line_filters())
        if self.no_color:
            filters = [
                *(each for each in filters if not isinstance(each, Monochrome)),
                self._no_colour_filter,
            ]
        elif self._reduced_colours:
            filters.append(self._reduced_colours)
        return [
            *filters,
            self._visible_filter,
            *([self._ascii_filter] if self.config.ascii else []),
        ]

    def on_mount(self) -> None:
        """Detect colours, install signal handlers, and open the first screen.

        Textual renders nothing until its start is over, and does not render again what was laid
        out before: the first screen is opened after it.
        """
        self._detect_colours()
        self.call_later(self._open)
        if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
            loop = asyncio.get_running_loop()
            for sign in (signal.SIGINT, signal.SIGTERM):  # as a key Ctrl-C is no signal
                loop.add_signal_handler(sign, self.leave, 128 + sign)
            for sign in (signal.SIGTSTP, signal.SIGCONT):
                handle = signal.getsignal(sign)
                if inspect.ismethod(handle):  # of the driver; none where there is no terminal
                    # As a handler of `signal` it runs in the middle of anything: within a write
                    # to the terminal it would wait for the lock of that write for ever.
                    loop.add_signal_handler(sign, handle)
            if (
                signal.getsignal(signal.SIGHUP) == signal.SIG_DFL
            ):  # otherwise a parent such as nohup ignores SIGHUP on purpose
                loop.add_signal_handler(
                    signal.SIGHUP, handle_hangup, partial(self.leave, 128 + signal.SIGHUP)
                )
        if sys.platform != "win32" and self.heartbeat and not self.is_headless:
            self.set_interval(
                1.0, exit_with_parent(os.getppid()) if self.is_web else exit_without_terminal
            )

    def _open(self) -> None:
        """Push the first screen and report problems of the themes."""
        self.push_first_screen()
        self.screen.call_after_refresh(lambda: gc.set_threshold(GC_THRESHOLD))
        for problem in self._theme_problems:
            self.notify(
                str(problem), title="A theme was left out", severity="warning", markup=False
            )
        if hard := low_contrast_colours(self._own_themes[self.theme]):
            more = f" {len(hard) - 1} more: `wolftui themes`." if len(hard) > 1 else ""
            self.notify(
                hard[0] + more,
                title="A theme that is hard to read",
                severity="warning",
                markup=False,
            )
        if told := unknown_theme(self.config.theme, self._own_themes):
            self.notify(told, severity="warning", markup=False)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a notice as a sentence; what stands below a title is shown as it is."""
        words = message if title else as_sentence(message)
        super().notify(words, title=title, severity=severity, timeout=timeout, markup=markup)

    @abstractmethod
    def push_first_screen(self) -> None:
        """Push the first screen of the app."""

    def _detect_colours(self) -> None:
        """Detect how many colours the terminal has.

        A headless picture has all colours, unless the number of colours is set explicitly.
        """
        pictured = self.is_headless and COLOR_SYSTEM == "auto"
        depth = None if pictured else _DEPTHS.get(self.console.color_system or "")
        self._reduced_colours = (
            None
            if depth is None
            else ReducedColourFilter(lambda: self._own_themes[self.theme], depth)
        )
        self.set_class(self.no_color or depth == 16, "-flat")  # surfaces look alike: draw borders

    def refresh_key_lines(self) -> None:
        """Update the key line of every open screen to the actions enabled now."""
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                screen.refresh_key_line()

    # -- leaving

    @property
    def engines(self) -> list[RunningGame]:
        """The engines of the games on the open screens, from the bottom up.

        Reading this property imports no screen module.
        """
        open_ = (screen for screen in self.screen_stack if isinstance(screen, AppScreen))
        return [engine for screen in open_ if (engine := screen.engine_here)]

    @property
    def running_engine(self) -> RunningGame | None:
        """The engine of the game that leaving would interrupt, or None."""
        return next((engine for engine in self.engines if engine.in_progress), None)

    async def action_quit(self) -> None:
        """Quit; ask first if a game is running."""
        if self.running_engine is None:
            self.leave()
        else:
            self.confirm_leave()

    async def action_copy_or_quit(self) -> None:
        """Copy the selected text; quit if nothing is selected."""
        selected = self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
        else:
            await self.action_quit()

    def leave(self, code: int = 0) -> None:
        """Stop all games and exit the program.

        Args:
            code: The exit code; 0 for the highest exit code of the open games.
        """
        for engine in self.engines:
            engine.stop()
        self.exit(code or max((engine.exit_code for engine in self.engines), default=0))

    def abort(self, error: BaseException) -> None:
        """Exit after an unexpected error.

        The caller of the app raises `error` once the terminal is restored.
        """
        self.fatal_error = error
        self.leave()

    def _handle_exception(self, error: Exception) -> None:
        """Exit without painting a traceback over the screen; the caller logs the error.

        A traceback would show everything that the program knows.
        """
        if self._exception is None:  # a test that runs the app raises it
            self._exception = error
            cast(asyncio.Event, self._exception_event).set()
        cause = error.error if isinstance(error, WorkerFailed) else error
        self.fatal_error = self.fatal_error or cause
        with suppress(Exception):  # an error while stopping must not prevent the exit
            for engine in self.engines:
                engine.stop()
        self._return_code = 1
        self._close_messages_no_wait()

    # -- the palette

    def action_palette(self) -> None:
        """Open the command palette, with a placeholder that lacks Textual's ellipsis character."""
        if not isinstance(self.screen, CommandPalette):
            # Without an id: one that still closes has it.
            self.push_screen(SafeCommandPalette(placeholder="Search for commands"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the palette's commands: every action enabled now, and one command per theme.

        Actions of the same name, which are one action with several keys, are one command, and the
        sentence that names an action without a label is not repeated below it.
        """
        titles: set[str] = set()
        if isinstance(screen, AppScreen):
            for action in available_actions(screen.situation, self.actions):
                run = screen.handler_for(action.id) or getattr(self, f"action_{action.id}", None)
                title = f"{action.group}: {action.label or action.help.rstrip('.')}"
                if run and action.id != "palette" and title not in titles:
                    titles.add(title)
                    yield SystemCommand(
                        title,
                        f"{action.help} ({action.key_label})"
                        if action.label
                        else f"Key {action.key_label}",
                        run,
                    )
        for look in self._own_themes.values():
            words = (
                f"{'Dark' if look.dark else 'Light'} "
                f"colours{', as now' if look.name == self.theme else ''}."
            )
            yield SystemCommand(
                f"Theme: {look.name}", words, partial(setattr, self, "theme", look.name)
            )


class SafeCommandPalette(CommandPalette):
    """Textual's command palette, without its failure on PgDn when the list has no visible line.

    Each change of the query starts a search and asks all earlier ones to stop, so that thousands of
    keys would keep it busy for minutes: a query is short.
    """

    def on_mount(self) -> None:
        """Bound the length of the query."""
        self.query_one(Input).max_length = _LONGEST_QUERY

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close the palette; a second key that came before it was gone does nothing."""
        if cast("App[object]", self.app).screen is not self:
            return AwaitComplete.nothing()
        return super().dismiss(result)

    def _action_command_list(self, action: str) -> None:
        """Pass an action on to the list, but only if some of the list is visible."""
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)
