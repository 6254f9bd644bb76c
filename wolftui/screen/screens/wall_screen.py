"""The wall screen: tiles of all games being played now; Enter opens one to watch."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message

from wolfcore.errors import ConfigError
from wolftui.games.unfinished import Wall
from wolftui.screen.widgets.line_view import ComputedLines, Heading, LineView, TooSmall
from wolftui.settings.actions import Situation
from wolftui.views.game_tiles import (
    GameTile,
    TileGrid,
    last_lines,
    pane_width,
    tile_grid,
    tile_lines,
    tile_of,
)
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings

LOOK_SECONDS, FIND_SECONDS = 0.5, 2.0
"""Seconds between two readings of the games' progress, and between two searches for running games.
"""


_BY_ROW = ("up", "down", "k", "j")


class GameTiles(LineView, can_focus=True):
    """The tiles of the wall screen, with a cursor: running games, and those that ended meanwhile.

    Attributes:
        tiles: The tiles shown last.
        at: The index of the tile under the cursor.
    """

    DEFAULT_CSS = """
    GameTiles { width: 1fr; height: 1fr; background: $w-background; padding: 1 1 0 1; }
    """

    class Moved(Message):
        """Posted when the cursor moved to another tile."""

    class Chosen(Message):
        """Posted when the game with the index `number` was chosen."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(dom_id="tiles")
        self._glyphs = glyphs
        self.tiles: Sequence[GameTile] = ()
        self.at = 0
        self._place: TileGrid = tile_grid(0, 80, 24, 0)

    def show(self, tiles: Sequence[GameTile]) -> None:
        """Show other tiles; the cursor stays on the same game."""
        name = self.tiles[self.at].name if self.at < len(self.tiles) else ""
        self.tiles = tiles
        names = [tile.name for tile in tiles]
        self.at = names.index(name) if name in names else min(self.at, max(len(tiles) - 1, 0))
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines of the visible tiles."""
        self._place = tile_grid(
            len(self.tiles), width, max(self.content_size.height, 1), self.at, self._place.top
        )
        return tile_lines(self._place, self.tiles, self.at, self._glyphs)

    def on_key(self, event: events.Key) -> None:
        """Move the cursor or choose a tile; every other key is left to the screen."""
        columns, page = self._place.columns, self._place.columns * max(self._place.rows - 1, 1)
        steps = {
            "left": -1,
            "right": 1,
            "up": -columns,
            "down": columns,
            "k": -columns,
            "j": columns,
            "pageup": -page,
            "pagedown": page,
            "home": -len(self.tiles),
            "end": len(self.tiles),
        }
        if event.key in steps:
            self._move(self.at + steps[event.key], near=columns > 1 and event.key in _BY_ROW)
        elif event.key == "enter" and self.tiles:
            self.post_message(self.Chosen(self.at))
        else:
            return
        event.stop()
        event.prevent_default()

    def _move(self, number: int, *, near: bool = False) -> None:
        """Move the cursor to the tile with the index `number`.

        With `near`, for up and down in a grid, the cursor stays if there is no such tile.
        """
        last = len(self.tiles) - 1
        if not near or 0 <= number <= last:
            self.at = min(max(number, 0), max(last, 0))
            self.repaint()
            self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Choose the tile under the mouse."""
        offset = event.get_content_offset_capture(self)
        number = self._place.at(offset.x, offset.y)
        if number < len(self.tiles):
            self._move(number)
            self.post_message(self.Chosen(number))


class WallScreen(AppScreen):
    """Shows a tile for each game that is running now.

    Args:
        root: A folder of saved games, or of an arena.
        glyphs: The glyphs to draw.
        heartbeat: Whether timers search and read the games; tests call `find` and `look` instead.
    """

    PLACE = "wall"
    AUTO_FOCUS = "GameTiles"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("wall")
    DEFAULT_CSS = """
    WallScreen #empty { display: none; padding: 2 4; height: 1fr; }
    WallScreen.-none #empty { display: block; }
    WallScreen.-none #games { display: none; }
    WallScreen #games { height: 1fr; }
    WallScreen #last-words { height: 1fr; padding: 1 2 0 2; background: $w-panel; }
    """

    def __init__(self, root: Path, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(glyphs)
        self.wall, self._heartbeat = Wall(root, glyphs), heartbeat
        self.heading, self.tiles = Heading(), GameTiles(glyphs)
        self.pane = ComputedLines(self._last_lines, dom_id="last-words")

    def compose(self) -> ComposeResult:
        """Yield heading, tiles or the empty notice, and key line."""
        yield self.heading
        yield NoRunningGames()
        with Horizontal(id="games"):
            yield self.tiles
            yield self.pane
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Search for running games, and repeat it by timers."""
        self._show_games(self._find_folders())
        if self._heartbeat:
            self.set_interval(LOOK_SECONDS, self.look)
            self.set_interval(FIND_SECONDS, self._find_in_thread)

    def find(self) -> None:
        """Search for running games now."""
        self._show_games(self._find_folders())

    def look(self) -> None:
        """Read the progress of the running games."""
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
        """Search for running games in a thread, since there may be thousands of folders."""
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
        self._show_pane()
        ended = len(games) - self.wall.running
        parts: Line = (
            Span(f" {self.glyphs.night} wolftui", "accent"),
            Span("  games that run now     ", "quiet"),
            Span(str(self.wall.running), "strong"),
            *((Span(f"   {ended} ended while you looked", "dim"),) if ended else ()),
        )
        self.heading.show(parts)
        self.refresh_key_line()

    @on(GameTiles.Moved)
    def _show_pane(self) -> None:
        """Show the last lines of the game under the cursor, where there is room for them."""
        height = self.tiles.content_size.height
        cells = pane_width(len(self.tiles.tiles), self.size.width - 2, height)
        self.pane.display = bool(cells)
        self.pane.styles.width = cells
        self.pane.repaint()

    def _last_lines(self, width: int) -> Sequence[Line]:
        if self.tiles.at >= len(self.tiles.tiles):
            return ()
        tile = self.tiles.tiles[self.tiles.at]
        return last_lines(tile, width, self.pane.content_size.height, self.glyphs)

    def on_resize(self, event: events.Resize) -> None:
        """Give the pane its room, or take it."""
        super().on_resize(event)
        self._show_pane()

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation("wall", can_go_back=True, has_running_games=bool(self.wall.games))

    @on(GameTiles.Chosen)
    def action_sit_in(self) -> None:
        """Watch the chosen game; replay it if it has ended."""
        if not self.wall.games:
            return
        game = self.wall.games[self.tiles.at]
        if game.is_running:
            self.app.watch_game(game.folder)
        else:
            self.app.open_game(game.folder)

    def action_back(self) -> None:
        """Return to the previous screen; exit the program if there is none."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit(0)


class NoRunningGames(LineView):
    """Notice shown while no game is running."""

    def __init__(self) -> None:
        super().__init__(dom_id="empty")

    def compose_lines(self, width: int) -> list[Line]:
        """Return the notice with commands that start games."""
        del width
        return [
            (Span("No game is being played now.", "strong"),),
            (Span("Begin some in another window: they appear here by themselves.", "quiet"),),
            (Span("  wolftui play", "accent"),),
            (Span("  wolftui run --games 4 --board helmsman7 --seat '*=vanilla@llama'", "accent"),),
        ]
