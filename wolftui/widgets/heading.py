"""The first line of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from wolftui.text.spans import Line

from .paper import LineView


class Heading(LineView):
    """One line on a raised surface."""

    DEFAULT_CSS = """
    Heading { height: 1; background: $w-bar; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="heading")
        self._line: Line = ()

    def show(self, line: Line) -> None:
        """Show a line that was made for this width."""
        self._line = line
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The line."""
        del width
        return (self._line,)
