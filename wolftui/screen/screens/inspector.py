"""The model call inspector: calls up to the cursor; prompt, reply and cost of the selected one.

It shows calls only to viewers who may see them, and closes as soon as the viewer may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import ScreenResume

from wolfcore.errors import LogError
from wolftui.games.session.model_calls import InspectedCall, inspected_calls
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.line_view import Heading, LineView, TooSmall
from wolftui.screen.widgets.menu import Item, Menu
from wolftui.settings.actions import Situation
from wolftui.views.model_calls import (
    call_details,
    call_row,
    calls_total,
    column_titles,
    has_steps,
    no_calls_text,
)
from wolftui.views.sent_request import curl_command
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .app_screen import AppScreen, key_bindings

_RELOAD_SECONDS = 1.0
"""Seconds between two checks for new calls."""


class CallColumns(LineView):
    """The column titles of the list of calls."""

    DEFAULT_CSS = """
    CallColumns { height: 1; background: $w-panel; padding: 0 1 0 2; }
    """
    steps = False

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the column titles."""
        return (column_titles(width, self.app.glyphs, steps=self.steps),)

    def show(self, *, steps: bool) -> None:
        """Show the titles with or without the column of steps."""
        if steps != self.steps:
            self.steps = steps
            self.repaint()


class CallDetails(LineView):
    """All details of one call, or the reason why there is none."""

    DEFAULT_CSS = """
    CallDetails { width: 1fr; height: auto; background: $w-background; }
    """

    def __init__(self, names: tuple[str, ...], glyphs: Glyphs) -> None:
        super().__init__(dom_id="call")
        self._names, self._glyphs = names, glyphs
        self._call: InspectedCall | None = None
        self._words: Sequence[str] = ()

    def show(self, call: InspectedCall | None, words: Sequence[str] = ()) -> None:
        """Show another call, followed by the sentences `words`; None for the sentences alone."""
        if (call, words) != (self._call, self._words):
            self._call, self._words = call, words
            self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the details, wrapped to the width."""
        lines = call_details(self._call, self._names, self._glyphs, width) if self._call else []
        for sentence in self._words:
            lines += [*([()] if lines else []), *wrap((Span(sentence, "quiet"),), width)]
        return lines


class CallScroll(VerticalScroll, can_focus=True):
    """The scrolling container of the call details."""

    DEFAULT_CSS = """
    CallScroll {
        height: 1fr; background: $w-background; padding: 0 2; scrollbar-size-vertical: 1;
        border-left: outer $w-background;
        &:focus { border-left: outer $w-day; }
    }
    """


class InspectorScreen(AppScreen):
    """Lists the model calls of a game and shows the one under the cursor below.

    Args:
        shown: The game.
        glyphs: The glyphs to draw.
    """

    PLACE = "inspector"
    AUTO_FOCUS = "#calls"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("inspector")
    DEFAULT_CSS = """
    InspectorScreen #calls {
        height: 30%; min-height: 3; background: $w-panel; padding: 0 1; margin-bottom: 1;
    }
    InspectorScreen KeyLine { border-left: outer $w-day; }
    """

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self.shown = shown
        self.calls: list[InspectedCall] = []
        self._since_reload, self._words = 0.0, tuple[str, ...]()
        names = shown.session.names
        self.heading = Heading()
        self.columns = CallColumns()
        self.menu, self.paper, self.scroll = (
            Menu(dom_id="calls"),
            CallDetails(names, glyphs),
            CallScroll(id="read"),
        )

    def compose(self) -> ComposeResult:
        """Yield heading, column titles, list of calls, details and key line."""
        yield self.heading
        yield self.columns
        yield self.menu
        with self.scroll:
            yield self.paper
        yield self.keys
        yield TooSmall(self.plain_command)

    @on(ScreenResume)
    def _returned(self) -> None:
        self.reload_calls(newest=not self.calls)

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the columns again for the new width."""
        super().on_resize(event)
        self.call_after_refresh(self._offer)

    # -- what is shown

    def beat(self, seconds: float) -> None:
        """Advance time by `seconds`: check for new calls, and close if the viewer may see none."""
        self._since_reload += seconds
        if self._since_reload >= _RELOAD_SECONDS or not self.shown.session.sees_calls:
            self._since_reload = 0.0
            self.reload_calls()

    def reload_calls(self, *, newest: bool = False) -> None:
        """Read the calls again; the cursor stays, or goes to the newest call with `newest`."""
        session = self.shown.session
        if not session.sees_calls:
            self.calls, self._words = [], ()
            self._offer()
            if self.is_current:
                self.app.pop_screen()
            return
        try:
            notes = self.shown.notes()
            self.calls, self._words = inspected_calls(session, notes.notes), tuple(notes.unreadable)
        except LogError as error:
            self.calls, self._words = [], (str(error),)
        if not self.calls and not self._words:
            self._words = (no_calls_text(whole=session.over and session.at_edge),)
        self._offer(newest=newest)

    def _offer(self, *, newest: bool = False) -> None:
        names, width = self.shown.session.names, max(self.size.width - 3, 1)
        at = len(self.calls) - 1 if newest else self.menu.at
        steps = has_steps(self.calls)
        self.columns.show(steps=steps)
        self.menu.offer(
            [Item(call_row(one, names, width, self.glyphs, steps=steps)) for one in self.calls],
            max(at, 0),
        )
        start = (Span(f" {self.glyphs.day} wolftui", "accent"), Span("  model calls    ", "quiet"))
        self.heading.show((*start, *calls_total(self.calls, self.glyphs)))
        self._show_call()

    @on(Menu.Moved)
    def _moved(self) -> None:
        self._show_call()
        self.scroll.scroll_home(animate=False)

    @on(Menu.Chosen)
    def _chosen(self) -> None:
        self.scroll.focus()

    def _show_call(self) -> None:
        self.paper.show(self.calls[self.menu.at] if self.calls else None, self._words)
        self.refresh_key_line()

    # -- what can be done

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation("inspector", can_go_back=True)

    def action_next_call(self) -> None:
        """Select the next call."""
        self.menu.move(1)

    def action_previous_call(self) -> None:
        """Select the previous call."""
        self.menu.move(-1)

    def action_other_pane(self) -> None:
        """Move the focus between the list and the details."""
        (self.menu if self.scroll.has_focus else self.scroll).focus()

    def action_copy_request(self) -> None:
        """Copy the request of the selected call as a curl command."""
        if not self.calls:
            return
        try:
            command = curl_command(self.calls[self.menu.at].call)
        except ValueError as error:
            self.notify(str(error), timeout=4)
            return
        self.app.copy_to_clipboard(command)
        self.notify("Copied as a curl command, where the terminal allows it.", timeout=2)

    def action_shut(self) -> None:
        """Return to the table."""
        self.app.pop_screen()

    def action_back(self) -> None:
        """Move from the details to the list, or from the list back to the table."""
        if self.scroll.has_focus:
            self.menu.focus()
        else:
            self.app.pop_screen()
