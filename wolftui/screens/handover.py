"""Between two people at one screen: nothing of either is shown until the next one says that they are alone."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from wolftui.settings.actions import Situation
from wolftui.text.keyed import key_span
from wolftui.text.spans import Span

from .over import Dialog, WrappedLines


class HandOver(Dialog[None]):
    """Covers the whole screen.

    Args:
        seat: Whose turn it is.
        name: Their name.
        idle: Their role, where they have nothing to do now: once they are alone they are told so, and hand on.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "ready", "ready", show=False)]
    DEFAULT_CSS = """
    HandOver { align: center middle; background: $w-background-night; }
    HandOver > Vertical { width: 56; max-width: 94%; height: auto; background: $w-panel; padding: 2 4; border-top: thick $w-night; }
    """

    def __init__(self, seat: int, name: str, *, idle: str = "") -> None:
        super().__init__()
        self._seat, self._name, self._idle_role = seat, name, idle
        self._handing_on = False
        self._sheet = WrappedLines(())

    def compose(self) -> ComposeResult:
        """Whose turn it is."""
        who = Span(f"{self._seat} {self._name}", f"seat-{self._seat}")
        alone = (
            Span("Everybody else looks away. ", "quiet"),
            key_span("enter", "Enter", "strong"),
            key_span("enter", " when you are alone.", "quiet"),
        )
        self._sheet.set_lines([(Span("The screen goes to ", "text"), who, Span(".", "text")), (), alone])
        with Vertical():
            yield self._sheet

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return Situation("handover", nothing_to_do=self._handing_on)

    def action_ready(self) -> None:
        """The next person is here."""
        if not self._idle_role:
            self.dismiss(None)
            return
        role, self._idle_role, self._handing_on = self._idle_role, "", True
        self.app.refresh_key_lines()
        nothing = (Span("You are "), Span(role, f"role-{role}"), Span(", and there is nothing for you to do now."))
        everybody = (Span("At night everybody here has the screen in turn, so that nobody sees whom a role wakes.", "quiet"),)
        self._sheet.set_lines(
            [nothing, (), everybody, (), (key_span("enter", "Enter", "strong"), key_span("enter", " hands it on.", "quiet"))]
        )
