"""The side panel: the own seat for a player, everything secret for eyes that may see it. Over the table on a small screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message

from wolftui.text.spans import Line

from .paper import LineView


class SideLines(LineView):
    """The lines of the side panel."""

    DEFAULT_CSS = """
    SideLines { width: 1fr; height: auto; background: $w-panel; }
    """

    class SizeChanged(Message):
        """There is another number of lines, or another room for them."""

    def __init__(self) -> None:
        super().__init__(dom_id="side-lines")
        self._make: Callable[[int], Sequence[Line]] = lambda _: ()

    def show(self, make: Callable[[int], Sequence[Line]]) -> None:
        """Show what `make` gives for the width."""
        self._make = make
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The lines."""
        return self._make(width)

    def on_resize(self, event: events.Resize) -> None:
        """Say so: what is longer than its room has pages."""
        super().on_resize(event)
        self.post_message(self.SizeChanged())


class SidePanel(VerticalScroll, can_focus=False):
    """A quiet surface that scrolls where it is too short."""

    DEFAULT_CSS = """
    SidePanel {
        width: 34; height: 1fr; background: $w-panel; padding: 1 1 0 2; scrollbar-size-vertical: 1;
        scrollbar-background: $w-panel; scrollbar-color: $w-bar;
        &.-secrets { width: 40; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="side")
        self.lines_view = SideLines()

    def compose(self) -> ComposeResult:
        """The lines."""
        yield self.lines_view
