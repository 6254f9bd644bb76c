"""The seats at the left of a wide screen, and as two lines at the top of a small one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from textual import events
from textual.message import Message

from wolftui.panels.cards import Card, ClickableLines, seat_column
from wolftui.panels.strip import seat_strip
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line

from .paper import LineView


class SeatsView(LineView):
    """What both forms of the seats share; a click picks a seat."""

    class SeatClicked(Message):
        """A seat was clicked.

        Attributes:
            seat: Its number.
        """

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, names: tuple[str, ...], glyphs: Glyphs, *, dom_id: str) -> None:
        super().__init__(dom_id=dom_id)
        self._names, self._glyphs = names, glyphs
        self._cards: tuple[Card, ...] = ()
        self._focused = 0
        self._seat_lines = ClickableLines((), ())

    def show(self, cards: tuple[Card, ...], focused: int = 0) -> None:
        """Show what is known of the seats, and which of them is looked at more closely (0 for none)."""
        self._cards, self._focused = cards, focused
        self.repaint()

    @abstractmethod
    def arrange_seats(self, width: int) -> ClickableLines:
        """The seats for a width in cells."""

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The seats."""
        self._seat_lines = self.arrange_seats(width)
        return self._seat_lines.lines

    def on_click(self, event: events.Click) -> None:
        """Pick the seat under the mouse."""
        at = event.get_content_offset_capture(self)
        seat = self._seat_lines.seat_at(at.y, at.x)
        if seat:
            self.post_message(self.SeatClicked(seat))


class SeatsPanel(SeatsView):
    """A column, two lines a seat where there is room."""

    DEFAULT_CSS = """
    SeatsPanel { width: 28; height: 1fr; background: $w-panel; padding: 1 1 0 1; }
    """

    def arrange_seats(self, width: int) -> ClickableLines:
        """The seats as a column."""
        return seat_column(self._cards, self._names, self._glyphs, width, self.content_size.height, self._focused)


class SeatStrip(SeatsView):
    """Two lines."""

    DEFAULT_CSS = """
    SeatStrip { height: 2; background: $w-panel; }
    """

    def arrange_seats(self, width: int) -> ClickableLines:
        """The seats as two lines."""
        return seat_strip(self._cards, self._names, self._glyphs, width, self._focused)
