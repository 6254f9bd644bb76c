"""The seats of the table, as a column or in two lines, and the clickable timeline."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from textual import events
from textual.message import Message

from wolftui.views.seat_cards import Card, ClickableLines, seat_column
from wolftui.views.seat_strip import seat_strip
from wolftui.views.timeline import Cells, DrawnTimeline, PhaseCell, PhaseKey, draw_timeline
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import truncate, width_of

from .line_view import LineView


class SeatsView(LineView):
    """Base class of both views of the seats; a click on a seat posts `SeatClicked`."""

    class SeatClicked(Message):
        """Posted when a seat was clicked.

        Attributes:
            seat: The number of the seat.
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
        """Show the cards of all seats; `focused` is the seat in the side panel, 0 for none."""
        self._cards, self._focused = cards, focused
        self.repaint()

    @abstractmethod
    def arrange_seats(self, width: int) -> ClickableLines:
        """Return the seats laid out for a width in cells; subclasses implement this."""

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines of the seats."""
        self._seat_lines = self.arrange_seats(width)
        return self._seat_lines.lines

    def on_click(self, event: events.Click) -> None:
        """Post `SeatClicked` for the seat under the mouse."""
        at = event.get_content_offset_capture(self)
        seat = self._seat_lines.seat_at(at.y, at.x)
        if seat:
            self.post_message(self.SeatClicked(seat))


class SeatsPanel(SeatsView):
    """The seats as a column, two lines per seat if there is room; used on wide screens."""

    DEFAULT_CSS = """
    SeatsPanel { width: 28; height: 1fr; background: $w-panel; padding: 1 1 0 1; }
    """

    def arrange_seats(self, width: int) -> ClickableLines:
        """Return the seats as a column."""
        return seat_column(
            self._cards, self._names, self._glyphs, width, self.content_size.height, self._focused
        )


class SeatStrip(SeatsView):
    """The seats in two lines; used on narrow screens."""

    DEFAULT_CSS = """
    SeatStrip { height: 2; background: $w-panel; }
    """

    def arrange_seats(self, width: int) -> ClickableLines:
        """Return the seats in two lines."""
        return seat_strip(self._cards, self._names, self._glyphs, width, self._focused)


class Timeline(LineView):
    """One line with a cell for each night and each day; a click moves the cursor there."""

    DEFAULT_CSS = """
    Timeline { height: 1; background: $w-panel; padding: 0 1; }
    """

    class Chosen(Message):
        """Posted when the cell of a night or day was clicked."""

        def __init__(self, cell: PhaseCell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(dom_id="timeline")
        self._glyphs = glyphs
        self._cells: Cells = ()
        self._fact_count = 0
        self._right: Line = ()
        self._drawn = DrawnTimeline((), ())
        self._turning_point: PhaseKey | None = None

    def show(
        self, cells: Cells, fact_count: int, right: Line, turned: PhaseKey | None = None
    ) -> None:
        """Show other cells.

        Args:
            cells: One cell for each night and day.
            fact_count: The cursor: the number of facts shown.
            right: The text at the right end.
            turned: The phase marked as the turning point of the game; None for none.
        """
        self._cells, self._fact_count, self._right, self._turning_point = (
            cells,
            fact_count,
            right,
            turned,
        )
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the timeline with the text at its right end."""
        right = truncate(self._right, width // 2, self._glyphs.more)
        room = width - width_of(right)
        self._drawn = draw_timeline(
            self._cells, self._fact_count, self._glyphs, room - 2, self._turning_point
        )
        left = truncate(self._drawn.line, room, self._glyphs.more)
        return ((*left, Span(" " * (room - width_of(left))), *right),)

    def on_click(self, event: events.Click) -> None:
        """Post `Chosen` for the cell under the mouse."""
        column = event.get_content_offset_capture(self).x
        for first, after, cell in self._drawn.places:
            if first <= column < after:
                self.post_message(self.Chosen(cell))
