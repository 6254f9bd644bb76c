"""The seats at the left of a wide screen, and as two lines at the top of a small one."""

from __future__ import annotations

from collections.abc import Sequence

from wolftui.panels.cards import Card, panel, strip
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line

from .paper import Paper


class SeatsPaper(Paper):
    """What both forms of the seats share."""

    def __init__(self, names: tuple[str, ...], glyphs: Glyphs, *, dom_id: str) -> None:
        super().__init__(dom_id=dom_id)
        self._names, self._glyphs = names, glyphs
        self._cards: tuple[Card, ...] = ()

    def show(self, cards: tuple[Card, ...]) -> None:
        """Show what is known of the seats."""
        self._cards = cards
        self.repaint()


class SeatsPanel(SeatsPaper):
    """A column, two lines a seat where there is room."""

    DEFAULT_CSS = """
    SeatsPanel { width: 28; height: 1fr; background: $w-panel; padding: 1 1 0 1; }
    """

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The seats."""
        return panel(self._cards, self._names, self._glyphs, width, self.content_size.height)


class SeatStrip(SeatsPaper):
    """Two lines."""

    DEFAULT_CSS = """
    SeatStrip { height: 2; background: $w-panel; }
    """

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The seats."""
        return strip(self._cards, self._names, self._glyphs, width)
