"""The wall: the games that are being played now, side by side; Enter sits down at one to look on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from wolfcore.errors import ConfigError
from wolftui.games.wall import Wall
from wolftui.panels.wall import tile_of
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Line, Span
from wolftui.widgets.heading import Heading
from wolftui.widgets.paper import LineView
from wolftui.widgets.small import TooSmall
from wolftui.widgets.tiles import GameTiles

from .place import AppScreen, key_bindings

LOOK_SECONDS, FIND_SECONDS = 0.5, 2.0
"""How often it is looked how far the games have come, and which there are."""


class WallScreen(AppScreen):
    """The games that run.

    Args:
        root: A folder of saved games, or of an arena.
        glyphs: The signs to draw.
        heartbeat: Whether it looks by itself; a test does it with `find` and `look`.
    """

    PLACE = "wall"
    AUTO_FOCUS = "GameTiles"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("wall")
    DEFAULT_CSS = """
    WallScreen #empty { display: none; padding: 2 4; height: 1fr; }
    WallScreen.-none #empty { display: block; }
    WallScreen.-none GameTiles { display: none; }
    """

    def __init__(self, root: Path, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(glyphs)
        self.wall, self._heartbeat = Wall(root, glyphs), heartbeat
        self.heading, self.tiles = Heading(), GameTiles(glyphs)

    def compose(self) -> ComposeResult:
        """The first line, the games, the keys."""
        yield self.heading
        yield NoRunningGames()
        yield self.tiles
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Look, and go on looking."""
        self._show_games(self._find_folders())
        if self._heartbeat:
            self.set_interval(LOOK_SECONDS, self.look)
            self.set_interval(FIND_SECONDS, self._find_in_thread)

    def find(self) -> None:
        """See which games run now."""
        self._show_games(self._find_folders())

    def look(self) -> None:
        """See how far they have come."""
        self.wall.poll()
        self._paint()

    def _find_folders(self) -> list[Path]:
        try:
            return self.wall.find_running()
        except ConfigError as error:
            self.app.call_later(self.notify, str(error), severity="error", markup=False)
            return []

    @work(thread=True, exclusive=True)
    def _find_in_thread(self) -> None:
        """See which run now, off the loop: there may be thousands of folders."""
        found = self._find_folders()
        self.app.call_from_thread(self._show_games, found)

    def _show_games(self, found: list[Path]) -> None:
        self.wall.add(found)
        self.look()

    def _paint(self) -> None:
        games = self.wall.games
        self.set_class(not games, "-none")
        now = time.time()
        self.tiles.show([tile_of(game, now) for game in games])
        ended = len(games) - self.wall.running
        parts: Line = (
            Span(f" {self.glyphs.night} wolftui", "accent"),
            Span("  games that run now     ", "quiet"),
            Span(str(self.wall.running), "strong"),
            *((Span(f"   {ended} ended while you looked", "dim"),) if ended else ()),
        )
        self.heading.show(parts)
        self.refresh_key_line()

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation("wall", can_go_back=True, has_running_games=bool(self.wall.games))

    @on(GameTiles.Chosen)
    def action_sit_in(self) -> None:
        """Look on at the chosen game; one that has ended is replayed."""
        if not self.wall.games:
            return
        game = self.wall.games[self.tiles.at]
        if game.is_running:
            self.app.watch_game(game.folder)
        else:
            self.app.open_game(game.folder)

    def action_back(self) -> None:
        """Back, or out of the program where there is nothing behind."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit(0)


class NoRunningGames(LineView):
    """Shown where no game runs."""

    def __init__(self) -> None:
        super().__init__(dom_id="empty")

    def compose_lines(self, width: int) -> list[Line]:
        """What to do."""
        del width
        return [
            (Span("No game is being played now.", "strong"),),
            (Span("Begin some in another window: they appear here by themselves.", "quiet"),),
            (Span("  wolftui play", "accent"),),
            (Span("  wolftui run --games 4 --board helmsman7 --seat '*=vanilla@llama'", "accent"),),
        ]
