"""The lobby: where everything begins, and where one comes back to after a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import ScreenResume

from wolfcore.errors import ConfigError, WolfError
from wolftui.games.favourites import Favourites
from wolftui.games.standing import standing
from wolftui.games.wishing import Wish, usual
from wolftui.panels.lobby import ENTRIES, FIRST, Behind, Entry, Standing, says, welcome
from wolftui.settings.actions import Situation
from wolftui.settings.config import load_config
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Line, Span
from wolftui.widgets.heading import Heading
from wolftui.widgets.menu import Item, Menu
from wolftui.widgets.small import TooSmall
from wolftui.widgets.words import Words

from .place import PlaceScreen, bindings

if TYPE_CHECKING:
    from wolfcore.models import ModelSpec
    from wolftui.settings.found_here import Here, NewModel

_WIDTHS = [(0, "-narrow"), (76, "-small"), (100, "-wide")]
_FEW_LINES = 20
_LATER = 0.3
"""Seconds after the first frame in which nothing is looked for, so that nothing delays it."""
Looker: TypeAlias = "Callable[[Mapping[str, ModelSpec]], Sequence[Here]]"
"""Finds what answers on this machine, given the models that are known. It is called in a thread of its own
and takes a bounded time."""


class LobbyScreen(PlaceScreen):
    """The lobby.

    Args:
        root: The folder of saved games.
        glyphs: The signs to draw.
        favourites: The tables that the person keeps.
        first: Whether nobody has ever played here, so that the page of the first run comes first.
        look: Finds servers of models on this machine; None to look for none.

    Attributes:
        behind: All that the lobby knows.
        menu: What can be done.
        words: What the line under the cursor does.
    """

    PLACE = "lobby"
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = bindings("lobby")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    LobbyScreen #left { width: 44; background: $w-background; padding: 2 2 1 4; }
    LobbyScreen #left Menu { background: $w-background; }
    LobbyScreen #right { width: 1fr; background: $w-panel; padding: 2 4; scrollbar-size-vertical: 1; }
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
        self, root: Path, glyphs: Glyphs = FANCY, *, favourites: Favourites, first: bool = False, look: Looker | None = None
    ) -> None:
        super().__init__(glyphs)
        self._root, self._favourites, self._look = root, favourites, look
        self._entries: dict[Entry, tuple[str, str]] = {}
        self._first = first
        self._found: tuple[Here, ...] = ()
        self._standing, self._trouble = Standing(), ""
        self.heading, self.menu = Heading(), Menu(dom_id="entries")
        self.words, self.welcome = Words(self._says, dom_id="says"), Words(self._welcome, dom_id="welcome")

    def compose(self) -> ComposeResult:
        """The first line, the menu, what is behind its line, the keys."""
        yield self.heading
        with Horizontal():
            with Vertical(id="left"):
                yield self.welcome
                yield self.menu
            with VerticalScroll(id="right", can_focus=False):
                yield self.words
        yield self.keys
        yield TooSmall(self.in_lines)

    def on_mount(self) -> None:
        """Show the menu at once, and look for the rest when it is seen."""
        self.set_class(self._first, "-first")
        self._head()
        self._offer()
        if self._look:
            self.set_timer(_LATER, self._look_around)

    def _head(self) -> None:
        words = "first time here" if self._first else "lobby"
        self.heading.show((Span(f" {self.glyphs.night} wolftui", "accent"), Span(f"  {words}", "quiet")))

    @on(ScreenResume)
    def _again(self) -> None:
        """What was played or kept meanwhile shows."""
        self._favourites.read()
        self.glyphs = self.app.glyphs
        self._head()
        self.words.repaint()
        self.run_worker(self._count_games, thread=True, group="games", exclusive=True, exit_on_error=False)

    # -- what is known

    @property
    def behind(self) -> Behind:
        """All that the lobby knows."""
        config, newest = self.app.config, next(iter(self._favourites.kept), None)
        trouble = [*self._favourites.problems, *([self._trouble] if self._trouble else [])]
        try:
            wish = newest.wish if newest else usual(config)
        except ConfigError as error:
            wish, trouble = Wish(me="5"), [*trouble, str(error)]
        return Behind(
            wish=wish,
            config=config,
            named=newest.name if newest else "",
            standing=self._standing,
            found=tuple(here.words for here in self._found),
            add=self.app.key_of("add_model") if self.new else "",
            trouble=tuple(trouble),
        )

    def _count_games(self) -> None:
        """In a thread: what stands open among the saved games."""
        try:
            unfinished, running = standing(self._root, self.app.left)
        except WolfError as error:
            self.app.call_from_thread(self._learned, Standing(looked=True), str(error))
        else:
            self.app.call_from_thread(self._learned, Standing(unfinished, running, looked=True), "")

    def _learned(self, found: Standing, trouble: str) -> None:
        self._standing, self._trouble = found, trouble
        self._offer()

    def _look_around(self) -> None:
        self.run_worker(self._look_here, thread=True, group="models", exclusive=True, exit_on_error=False)

    def _look_here(self) -> None:
        """In a thread: which servers of models answer on this machine."""
        if self._look:
            found = tuple(self._look(self.app.models.specs))
            self.app.call_from_thread(self._saw, found)

    def _saw(self, found: tuple[Here, ...]) -> None:
        self._found = found
        self.words.repaint()
        self.paint_keys()

    @property
    def new(self) -> list[NewModel]:
        """The models that were found on this machine and are not in the settings."""
        if not self._found:
            return []
        from wolftui.settings.found_here import still_new

        return still_new((new for here in self._found for new in here.new), self.app.models.specs)

    def action_add_model(self) -> None:
        """Add a model that was found on this machine."""
        from .adding import add_models

        add_models(self.app, self.new, lambda _: self._offer())

    # -- the menu

    def _offer(self) -> None:
        self._entries = FIRST if self._first else ENTRIES
        items = [Item((Span(f"{key}  ", "dim"), *self._entry(entry, words)), key) for entry, (key, words) in self._entries.items()]
        self.menu.offer(items, self.menu.at)
        self.words.repaint()

    def _entry(self, entry: Entry, words: str) -> Line:
        """A line of the menu; dim where there is nothing behind it."""
        there = self._standing
        open_ = {"continue": there.unfinished is not None, "watch": bool(there.running)}.get(entry, True)
        return (Span(words, "text" if open_ else "dim"),)

    @property
    def chosen(self) -> Entry:
        """The line under the cursor."""
        return list(self._entries)[self.menu.at]

    def _welcome(self, width: int) -> Sequence[Line]:
        return welcome(width, self.app.key_of, brief=self.size.height < _FEW_LINES)

    def _says(self, width: int) -> Sequence[Line]:
        return says(self.chosen, self.behind, self.glyphs, width, self.app.key_of) if self._entries else ()

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation("lobby", addable=bool(self.new))

    def on_resize(self, event: events.Resize) -> None:
        """Words depend on the width."""
        super().on_resize(event)
        self.call_after_refresh(self.words.repaint)

    @on(Menu.Moved)
    def _moved(self) -> None:
        self.words.repaint()
        self.query_one("#right").scroll_home(animate=False)

    @on(Menu.Chosen)
    def _chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        deeds: dict[Entry, Callable[[], None]] = {
            "play": self._play, "new": self._new, "continue": self._continue, "watch": self._watch, "library": self._library,
            "record": self.app.show_record, "guided": self._guided, "settings": self._settings, "look": self._look_at_all,
        }  # fmt: skip
        deeds[self.chosen]()

    # -- what the lines do

    def _play(self) -> None:
        behind = self.behind
        if self.app.begin(behind.wish) and behind.named:
            self._use(behind.named)
        self._look_at_all()

    def _use(self, name: str) -> None:
        try:
            self._favourites.use(name)
        except ConfigError as error:
            self.notify(str(error), severity="warning", markup=False)

    def _new(self) -> None:
        from .new_game import NewGameScreen

        behind = self.behind
        self.app.push_screen(NewGameScreen(behind.wish, self._favourites, behind.named, self.glyphs))

    def _continue(self) -> None:
        """Go on with the game that was left; where there is none, the words beside the menu say so."""
        game = self._standing.unfinished
        if game:
            self.app.resume_game(game.path)

    def _watch(self) -> None:
        """Look on at the games that run; where there is none, the words beside the menu say so."""
        running = self._standing.running
        if len(running) == 1:
            self.app.watch_game(running[0].path)
        elif running:
            from .wall import WallScreen

            self.app.push_screen(WallScreen(self._root, self.glyphs))

    def _library(self) -> None:
        from .library import LibraryScreen

        self.app.push_screen(LibraryScreen(self._root, self.glyphs))

    def _guided(self) -> None:
        self.app.begin_sample()
        self._look_at_all()

    def _settings(self) -> None:
        from .settings import SettingsScreen

        try:
            loaded = load_config()
        except ConfigError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.app.push_screen(SettingsScreen(loaded, self.new, self.glyphs))

    def _look_at_all(self) -> None:
        """The first run is over: the lobby as it is every other time."""
        if self._first:
            self._first = False
            self.set_class(False, "-first")
            self.menu.at = 0
            self._head()
            self._offer()
            self.call_after_refresh(self.words.repaint)
