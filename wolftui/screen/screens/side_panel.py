"""The side panel: your own seat, all secrets (moderator view), or the seat in focus.

On screens narrower than 120 columns it lies over the table and is opened by a key. The focus is
reset when the viewer changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message

from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.line_view import TYPING_SECONDS, LineView
from wolftui.views.own_seat import own_seat_lines
from wolftui.words.spans import Line

from .app_screen import AppScreen, Handlers

_OPEN, _FOCUS = "-panel", "-focus"
"""CSS classes of the screen: the panel is open over the table; a seat is in focus."""


class SidePanelControls:
    """Controls the side panel: opens, scrolls and fills it, and keeps the seat in focus.

    Args:
        screen: The screen of the table, whose CSS classes show or hide the panel.
        panel: The panel.
        shown: The game.
        changed: Called when the panel's content has changed.
        soon: Called when the panel must be painted again because more has to be read first.
        clock: Returns the time in seconds, for joining two typed digits.

    Attributes:
        seat: The seat in focus, or 0.
    """

    def __init__(
        self,
        screen: AppScreen,
        panel: SidePanel,
        shown: ShownGame,
        changed: Callable[[], None],
        soon: Callable[[], None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._screen, self._shown, self._changed, self._repaint_soon, self.clock = (
            screen,
            shown,
            changed,
            soon,
            clock,
        )
        self._panel, self.seat = panel, 0
        self._typed: str = ""
        self._typed_at: float = 0.0

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {
            "panel": self.toggle,
            "panel_by_tab": self.toggle,
            "panel_down": lambda: self._scroll(1),
            "panel_up": lambda: self._scroll(-1),
            "side_on": self._page_down_or_home,
        }

    @property
    def open(self) -> bool:
        """Whether a seat is in focus or the panel is open over the table; Esc closes either."""
        return bool(self.seat) or self._screen.has_class(_OPEN)

    @property
    def opened_overflows(self) -> bool:
        """Whether the opened panel or seat is longer than the panel, so that it scrolls."""
        return self.open and self._too_long

    @property
    def panel_overflows(self) -> bool:
        """Whether the permanent content is longer than the panel."""
        return not self.open and self._too_long

    @property
    def _too_long(self) -> bool:
        room = self._panel.content_size.height if self._panel.display else 0
        return (
            0 < room < self._panel.lines_view.rows
        )  # the scroll range is known only after the next layout, so compare rows

    def _page_down_or_home(self) -> None:
        """Scroll down by a page, or from the end back to the start."""
        if self._panel.scroll_y >= self._panel.max_scroll_y:
            self._panel.scroll_home(animate=False)
        else:
            self._scroll(1)

    def _scroll(self, pages: int) -> None:
        self._panel.scroll_relative(y=pages * max(self._panel.size.height - 2, 1), animate=False)

    def toggle(self) -> None:
        """Open or close the panel on a small screen; clears the seat in focus."""
        shown = self._screen.has_class(_OPEN) and not self.seat
        self._set_focus(0)
        self._screen.set_class(not shown, _OPEN)
        self._screen.call_after_refresh(self._changed)

    def close(self) -> None:
        """Clear the seat in focus; if there is none, close the panel on a small screen."""
        if self.seat:
            self.focus_seat(0)
        else:
            self.toggle()

    def focus_seat(self, seat: int) -> None:
        """Put a seat in focus; 0, or the seat in focus already, clears the focus."""
        self._set_focus(0 if seat == self.seat else seat)
        self._screen.call_after_refresh(self._changed)

    def type_digit(self, digit: str) -> None:
        """Focus the seat with the typed digit, or with two digits typed quickly."""
        now, size = self.clock(), self._shown.session.board.size
        before = self._typed if now - self._typed_at <= TYPING_SECONDS else ""
        typed = next((number for number in (before + digit, digit) if 1 <= int(number) <= size), "")
        if typed:
            self.focus_seat(int(typed))
        self._typed, self._typed_at = typed, now

    def reset_focus(self) -> None:
        """Clear the focus when the viewer changes, so that the next viewer does not see it."""
        self._set_focus(0)

    def _set_focus(self, seat: int) -> None:
        if seat != self.seat:
            self._panel.scroll_home(animate=False)
        self.seat, self._typed = seat, ""
        self._screen.set_class(bool(seat), _FOCUS)

    def paint(self) -> None:
        """Repaint the panel for the current viewer and seat in focus."""
        self._panel.set_class(self._shown.session.eyes < 0, "-secrets")
        self._panel.lines_view.show(self._lines)

    def _lines(self, width: int) -> list[Line]:
        shown, glyphs = self._shown, self._screen.glyphs
        if self.seat:
            from wolftui.views.seat_focus import SeatFocusPanel

            book = SeatFocusPanel(shown, self.seat, glyphs)
            lines = book.lines(width)
            if book.needs_more_reading:
                self._repaint_soon()
            return lines
        if shown.session.eyes > 0:
            return own_seat_lines(shown, glyphs, width, self._screen.app.key_of("marks"))
        from wolftui.views.moderator_panel import moderator_lines

        return moderator_lines(shown, glyphs, width)


class SideLines(LineView):
    """The lines of the side panel."""

    DEFAULT_CSS = """
    SideLines { width: 1fr; height: auto; background: $w-panel; }
    """

    class SizeChanged(Message):
        """Posted when the number of lines, or the room for them, has changed."""

    def __init__(self) -> None:
        super().__init__(dom_id="side-lines")
        self._make: Callable[[int], Sequence[Line]] = lambda _: ()

    def show(self, make: Callable[[int], Sequence[Line]]) -> None:
        """Show the lines that `make` returns for the width."""
        self._make = make
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines of the side panel."""
        return self._make(width)

    def on_resize(self, event: events.Resize) -> None:
        """Post `SizeChanged`, since content longer than its room can be scrolled."""
        super().on_resize(event)
        self.post_message(self.SizeChanged())


class SidePanel(VerticalScroll, can_focus=False):
    """The container of the side panel's lines, which scrolls if they are too long."""

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
        """Yield the lines."""
        yield self.lines_view
