"""Several running games side by side, of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message

from wolftui.panels.wall import GameTile, TileGrid, tile_grid, tile_lines
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line

from .paper import LineView


class GameTiles(LineView, can_focus=True):
    """The tiles.

    Attributes:
        tiles: As shown last.
        at: The number of the chosen one.
    """

    DEFAULT_CSS = """
    GameTiles { height: 1fr; background: $w-background; padding: 1 1 0 1; }
    """

    class Chosen(Message):
        """A game was chosen."""

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
        """Show games; the one that was chosen stays it, wherever it stands now."""
        name = self.tiles[self.at].name if self.at < len(self.tiles) else ""
        self.tiles = tiles
        names = [tile.name for tile in tiles]
        self.at = names.index(name) if name in names else min(self.at, max(len(tiles) - 1, 0))
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The games in sight."""
        self._place = tile_grid(len(self.tiles), width, max(self.content_size.height, 1), self.at, self._place.top)
        return tile_lines(self._place, self.tiles, self.at, self._glyphs)

    def on_key(self, event: events.Key) -> None:
        """Move and choose; every other key is left to the screen."""
        columns, page = self._place.columns, self._place.columns * max(self._place.rows - 1, 1)
        steps = {
            "left": -1, "right": 1, "up": -columns, "down": columns, "k": -columns, "j": columns, "pageup": -page, "pagedown": page,
            "home": -len(self.tiles), "end": len(self.tiles),
        }  # fmt: skip
        if event.key in steps:
            self._move(self.at + steps[event.key], near=abs(steps[event.key]) == columns > 1)
        elif event.key == "enter" and self.tiles:
            self.post_message(self.Chosen(self.at))
        else:
            return
        event.stop()
        event.prevent_default()

    def _move(self, number: int, *, near: bool = False) -> None:
        """Choose another; up and down in a grid stay in their column, and so go nowhere beyond its ends."""
        last = len(self.tiles) - 1
        if not near or 0 <= number <= last:
            self.at = min(max(number, 0), max(last, 0))
            self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Choose what is under the mouse."""
        offset = event.get_content_offset_capture(self)
        number = self._place.at(offset.x, offset.y)
        if number < len(self.tiles):
            self._move(number)
            self.post_message(self.Chosen(number))
