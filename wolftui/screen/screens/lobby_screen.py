"""The lobby screen: main menu, details of the selected line, and the welcome page of the first run.

Saved games and local model servers are looked up in threads after the first paint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import ScreenResume

from wolfcore.errors import ConfigError, WolfError
from wolfcore.game import FIRST_BOARD
from wolftui.games.arrangement import usual_board
from wolftui.games.favourites import Favourites
from wolftui.games.inputs import check_name
from wolftui.games.table_setup import TableSetup, bots_alone, default_setup
from wolftui.games.unfinished import OpenGamesFinder
from wolftui.screen.widgets.line_view import ComputedLines, Heading, TooSmall
from wolftui.screen.widgets.menu import Item, Menu
from wolftui.settings.actions import Situation
from wolftui.settings.config import load_config
from wolftui.views.lobby import (
    FIRST_RUN_ENTRIES,
    MENU_ENTRIES,
    LobbyState,
    MenuEntry,
    OpenGames,
    entry_details,
    welcome_lines,
)
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings

if TYPE_CHECKING:
    from wolfcore.models import ModelSpec
    from wolftui.settings.found_servers import FoundServer, NewModel
    from wolftui.views.lobby_panels import LobbyGames

_WIDTHS = [(0, "-narrow"), (76, "-small"), (100, "-wide")]


_FEW_LINES = 20


_SEARCH_DELAY = 0.3
"""Seconds to wait before the search for model servers, and before the panels are read, so that
neither delays the first frame."""


_GAMES_SECONDS = 2.0
"""Seconds between two looks whether another process began or ended a game."""


ServerFinder: TypeAlias = "Callable[[Mapping[str, ModelSpec]], Sequence[FoundServer]]"
"""Finds the model servers that answer on this machine, given the models that are configured. It is
called in a thread of its own and takes a bounded time."""


def _check_own_name(name: str) -> None:
    """Raise ConfigError for a name that nobody may have; none at all is allowed."""
    if name.strip():
        check_name(name.strip())


class LobbyScreen(AppScreen):
    """The main menu of the app, with details of the selected line beside it.

    Args:
        root: The folder of saved games.
        glyphs: The glyphs to draw.
        favourites: The saved tables.
        first: Whether to show the welcome page first, because nobody has played here yet.
        look: Finds model servers on this machine; None to search for none.

    Attributes:
        menu: The main menu.
        details: The details of the line under the cursor.
    """

    PLACE = "lobby"
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("lobby")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    LobbyScreen #left { width: 44; background: $w-background; padding: 2 2 1 4; }
    LobbyScreen #left Menu { background: $w-background; }
    LobbyScreen #right {
        width: 1fr; background: $w-panel; padding: 2 4; scrollbar-size-vertical: 1;
    }
    LobbyScreen #welcome { display: none; margin-bottom: 1; }
    LobbyScreen.-small #left { width: 30; padding: 1 1 1 2; }
    LobbyScreen.-small #right { padding: 1 2; }
    LobbyScreen.-narrow #left { width: 22; padding: 1 0 0 1; }
    LobbyScreen.-narrow #right { padding: 1 1 0 2; }
    LobbyScreen.-first #left { width: 1fr; }
    LobbyScreen.-first #welcome { display: block; max-width: 76; }
    LobbyScreen.-first.-wide #left { padding: 2 4 1 6; }
    LobbyScreen.-first #right { display: none; }
    """

    def __init__(
        self,
        root: Path,
        glyphs: Glyphs = FANCY,
        *,
        favourites: Favourites,
        first: bool = False,
        look: ServerFinder | None = None,
    ) -> None:
        super().__init__(glyphs)
        self._root, self._favourites, self._find_servers = root, favourites, look
        self._entries: dict[MenuEntry, tuple[str, str]] = {}
        self._first = self._asks_name = first
        self._found_servers: tuple[FoundServer, ...] = ()
        self._open_games, self._problem = OpenGames(), ""
        self._lobby_games: LobbyGames | None = None
        self._finder = OpenGamesFinder(root)
        self._usual_board = FIRST_BOARD
        self.heading, self.menu = Heading(), Menu(dom_id="entries")
        self.details, self.panels, self.welcome = (
            ComputedLines(self._entry_details, dom_id="says"),
            ComputedLines(self._panels, dom_id="panels"),
            ComputedLines(self._welcome, dom_id="welcome"),
        )

    def compose(self) -> ComposeResult:
        """Yield heading, welcome page, menu, details and key line."""
        yield self.heading
        with Horizontal():
            with Vertical(id="left"):
                yield self.welcome
                yield self.menu
            with VerticalScroll(id="right", can_focus=False):
                yield self.details
                yield self.panels
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show the menu, and schedule the search for model servers."""
        self.set_class(self._first, "-first")
        self._head()
        self._offer()
        if self._find_servers:
            self.set_timer(_SEARCH_DELAY, self._start_search)
        if self.app.heartbeat:
            self.set_interval(_GAMES_SECONDS, self.look_for_changes)

    def _head(self) -> None:
        words = "first time here" if self._first else "lobby"
        self.heading.show(
            (Span(f" {self.glyphs.night} wolftui", "accent"), Span(f"  {words}", "quiet"))
        )

    @on(ScreenResume)
    def _again(self) -> None:
        """Reload favourites and saved games whenever the lobby becomes the top screen again."""
        self._favourites.read()
        if not (self._favourites.entries or self.app.config.board):
            # Where the folder cannot be read, the search for unfinished games says so.
            with suppress(ConfigError):
                self._usual_board = usual_board(self._root)
        self.glyphs = self.app.glyphs
        self._head()
        self._repaint()
        self._start_finding()

    def look_for_changes(self) -> None:
        """Search the saved games again if another process began or ended one.

        Does nothing while another screen covers the lobby, or while it searches.
        """
        if self.is_current and self._open_games.searched and self._finder.has_changed():
            self._start_finding()

    def _start_finding(self) -> None:
        self.run_worker(
            self._find_open_games, thread=True, group="games", exclusive=True, exit_on_error=False
        )

    # -- what is known

    @property
    def state(self) -> LobbyState:
        """The data that the details show: table, settings, unfinished games, servers, problems."""
        config, newest = self.app.config, next(iter(self._favourites.entries), None)
        trouble = [*self._favourites.problems, *([self._problem] if self._problem else [])]
        try:
            setup = newest.setup if newest else default_setup(config, self._usual_board)
        except ConfigError as error:
            setup, trouble = TableSetup(me="5"), [*trouble, str(error)]
        return LobbyState(
            setup=setup,
            config=config,
            favourite_name=newest.name if newest else "",
            open_games=self._open_games,
            found_servers=tuple(here.summary for here in self._found_servers),
            add_key=self.app.key_of("add_model") if self.new_models else "",
            problems=tuple(trouble),
        )

    def _find_open_games(self) -> None:
        """Look for unfinished and running games; runs in a thread."""
        try:
            unfinished, running = self._finder.find(self.app.last_left_game)
        except WolfError as error:
            self.app.call_from_thread(self._games_found, OpenGames(searched=True), str(error))
        else:
            self.app.call_from_thread(
                self._games_found, OpenGames(unfinished, running, searched=True), ""
            )

    def _start_reading(self) -> None:
        self.run_worker(
            self._read_panels, thread=True, group="panels", exclusive=True, exit_on_error=False
        )

    def _read_panels(self) -> None:
        """Read what the panels show; runs in a thread."""
        from wolftui.views.lobby_panels import read_lobby_games

        # Where the folder cannot be read, the search for unfinished games says so.
        with suppress(ConfigError):
            games = read_lobby_games(self._root, date.today())
            self.app.call_from_thread(self._panels_read, games)

    def _panels_read(self, games: LobbyGames) -> None:
        self._lobby_games = games
        self.panels.repaint()

    def _games_found(self, found: OpenGames, trouble: str) -> None:
        self._open_games, self._problem = found, trouble
        self._offer()
        self.set_timer(_SEARCH_DELAY, self._start_reading)

    def _start_search(self) -> None:
        self.run_worker(
            self._search_servers, thread=True, group="models", exclusive=True, exit_on_error=False
        )

    def _search_servers(self) -> None:
        """Look for model servers that answer on this machine; runs in a thread."""
        if self._find_servers:
            found = tuple(self._find_servers(self.app.models.specs))
            self.app.call_from_thread(self._servers_found, found)

    def _servers_found(self, found: tuple[FoundServer, ...]) -> None:
        self._found_servers = found
        self._repaint()
        self.refresh_key_line()

    @property
    def new_models(self) -> list[NewModel]:
        """The models found on this machine that are not in the settings yet."""
        if not self._found_servers:
            return []
        from wolftui.settings.found_servers import not_configured

        return not_configured(
            (new for here in self._found_servers for new in here.new_models), self.app.models.specs
        )

    def action_add_model(self) -> None:
        """Add a model that was found on this machine."""
        from .settings_screen import add_found_models

        add_found_models(self.app, self.new_models, lambda _: self._offer())

    # -- the menu

    def _offer(self) -> None:
        self._entries = FIRST_RUN_ENTRIES if self._first else MENU_ENTRIES
        items = [
            Item((Span(f"{key}  ", "dim"), *self._entry(entry, words)), key)
            for entry, (key, words) in self._entries.items()
        ]
        self.menu.offer(items, self.menu.at)
        self._repaint()

    def _entry(self, entry: MenuEntry, words: str) -> Line:
        """Return a line of the menu; dim if it has no game to open."""
        there = self._open_games
        open_ = entry != "continue" or there.unfinished is not None
        return (Span(words, "text" if open_ else "dim"),)

    @property
    def chosen(self) -> MenuEntry:
        """The menu entry under the cursor."""
        return list(self._entries)[self.menu.at]

    def _welcome(self, width: int) -> Sequence[Line]:
        return welcome_lines(width, self.app.key_of, brief=self.size.height < _FEW_LINES)

    def _entry_details(self, width: int) -> Sequence[Line]:
        return (
            entry_details(self.chosen, self.state, self.glyphs, width, self.app.key_of)
            if self._entries
            else ()
        )

    def _repaint(self) -> None:
        """Repaint the right pane; the room for panels depends on the details."""
        self.details.repaint()
        self.panels.repaint()

    def _panels(self, width: int) -> Sequence[Line]:
        """Write the panels that fit below the details."""
        if self._lobby_games is None:
            return ()
        from wolftui.views.lobby_panels import panel_lines

        room = self.query_one("#right").content_size.height - len(self._entry_details(width))
        return panel_lines(self._lobby_games, self._open_games, self.glyphs, width, room)

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation("lobby", new_models_found=bool(self.new_models))

    def on_resize(self, event: events.Resize) -> None:
        """Repaint the details, which are wrapped to the width."""
        super().on_resize(event)
        self.call_after_refresh(self._repaint)

    @on(Menu.Moved)
    def _moved(self) -> None:
        self._repaint()
        self.query_one("#right").scroll_home(animate=False)

    @on(Menu.Chosen)
    def _chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        deeds: dict[MenuEntry, Callable[[], None]] = {
            "play": lambda: self._with_name(self._play),
            "today": self._play_today,
            "new": self._open_new_game,
            "friends": self.app.open_friends,
            "continue": self._continue,
            "watch": self._watch,
            "library": self._library,
            "record": self.app.show_record,
            "guided": self._guided,
            "settings": self._settings,
            "look": self._show_full_menu,
        }
        deeds[self.chosen]()

    # -- what the lines do

    def _with_name(self, begin: Callable[[], None]) -> None:
        """Ask once for the person's name, before their first game, then call `begin`."""
        if not self._asks_name or self.app.config.name:
            begin()
            return
        from .input_dialog import InputDialog

        def keep(name: str | None) -> None:
            self._asks_name = False
            if name and name.strip():
                self.keep_name(name.strip())
            begin()

        words = "The others call you by it, and it is kept. Without one, a name is drawn."
        escape = "plays with a drawn name"
        ask = InputDialog("What is your name?", words, "", _check_own_name, escape)
        self.app.push_screen(ask, keep)

    def _play(self) -> None:
        behind = self.state
        if self.app.start_games(behind.setup) and behind.favourite_name:
            self._use(behind.favourite_name)
        self._show_full_menu()

    def _play_today(self) -> None:
        """Play the deal of the day, go on with it, or replay it if it is over."""
        from wolftui.games.deals import todays_deal

        deal = todays_deal()
        found = self._lobby_games.today if self._lobby_games else None
        game = found.played if found and found.deal == deal else None
        if game is None:
            self.app.start_deal(deal)
        elif game.ended:
            self.app.open_game(game.path)
        else:
            self.app.resume_game(game.path)

    def _use(self, name: str) -> None:
        try:
            self._favourites.mark_used(name)
        except ConfigError as error:
            self.notify(str(error), severity="warning", markup=False)

    def _open_new_game(self) -> None:
        from .new_game_screen import NewGameScreen

        behind = self.state
        self.app.push_screen(
            NewGameScreen(behind.setup, self._favourites, behind.favourite_name, self.glyphs)
        )

    def _continue(self) -> None:
        """Resume the unfinished game; if there is none, the details already say so."""
        game = self._open_games.unfinished
        if game:
            self.app.resume_game(game.path)

    def _watch(self) -> None:
        """Watch the running game, open the wall if there are several, or start a game of bots."""
        running = self._open_games.running
        if not running and self._open_games.searched:
            self.app.start_games(bots_alone(self.state.setup))
        elif len(running) == 1:
            self.app.watch_game(running[0].path)
        elif running:
            from .wall_screen import WallScreen

            self.app.push_screen(WallScreen(self._root, self.glyphs))

    def _library(self) -> None:
        from .library_screen import LibraryScreen

        self.app.push_screen(LibraryScreen(self._root, self.glyphs))

    def _guided(self) -> None:
        self.app.start_guided_game()
        self._show_full_menu()

    def _settings(self) -> None:
        from .settings_screen import SettingsScreen

        try:
            loaded = load_config()
        except ConfigError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.app.push_screen(SettingsScreen(loaded, self.new_models, self.glyphs))

    def _show_full_menu(self) -> None:
        """Replace the welcome page of the first run by the usual menu."""
        if self._first:
            self._first = False
            self.set_class(False, "-first")
            self.menu.at = 0
            self._head()
            self._offer()
            self.call_after_refresh(self._repaint)
