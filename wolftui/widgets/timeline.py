"""The timeline, with what the table is doing at its right end."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message

from wolftui.panels.timeline import Cells, DrawnTimeline, PhaseCell, PhaseKey, draw_timeline
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import truncate, width_of

from .paper import LineView


class Timeline(LineView):
    """One cell a night and a day; a click goes there."""

    DEFAULT_CSS = """
    Timeline { height: 1; background: $w-panel; padding: 0 1; }
    """

    class Chosen(Message):
        """A night or a day was clicked."""

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

    def show(self, cells: Cells, told: int, right: Line, turned: PhaseKey | None = None) -> None:
        """Show the cells, the one at the cursor, the one on which the game turned, and what is said at the right."""
        self._cells, self._fact_count, self._right, self._turning_point = cells, told, right, turned
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The line."""
        right = truncate(self._right, width // 2, self._glyphs.more)
        room = width - width_of(right)
        self._drawn = draw_timeline(self._cells, self._fact_count, self._glyphs, room - 2, self._turning_point)
        left = truncate(self._drawn.line, room, self._glyphs.more)
        return ((*left, Span(" " * (room - width_of(left))), *right),)

    def on_click(self, event: events.Click) -> None:
        """Go to the cell under the mouse."""
        column = event.get_content_offset_capture(self).x
        for first, after, cell in self._drawn.places:
            if first <= column < after:
                self.post_message(self.Chosen(cell))
