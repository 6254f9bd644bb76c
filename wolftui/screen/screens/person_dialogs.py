"""Dialogs for one person: hand-over between two people, and the notebook of marks and notes.

The hand-over dialog covers the screen completely. No player and no model ever reads a notebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import TextArea

from wolfcore.players.answers import clean_text
from wolftui.games.session.shown_game import MARKS, Notebook, SeatMark
from wolftui.screen.widgets.line_view import LineView
from wolftui.settings.actions import Situation
from wolftui.views.labels import seat_span
from wolftui.views.own_seat import mark_span
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_span, key_spans

from .dialogs import Dialog, WrappedLines


class HandOver(Dialog[None]):
    """Covers the whole screen until the next person is alone in front of it.

    Args:
        seat: The seat of the next person.
        name: Their name.
        idle: Their role if they have nothing to do now; after Enter they are told so, and a second
            Enter hands the screen on. Empty if they have something to do.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "ready", "ready", show=False)]
    DEFAULT_CSS = """
    HandOver { align: center middle; background: $w-background-night; }
    HandOver > Vertical {
        width: 56; max-width: 94%; height: auto; background: $w-panel; padding: 2 4;
        border-top: thick $w-night;
    }
    """

    def __init__(self, seat: int, name: str, *, idle: str = "") -> None:
        super().__init__()
        self._seat, self._name, self._idle_role = seat, name, idle
        self._handing_on = False
        self._sheet = WrappedLines(())

    def compose(self) -> ComposeResult:
        """Yield the text that says whose turn it is."""
        who = Span(f"{self._seat} {self._name}", f"seat-{self._seat}")
        alone = (
            Span("Everybody else looks away. ", "quiet"),
            key_span("enter", "Enter", "strong"),
            key_span("enter", " when you are alone.", "quiet"),
        )
        self._sheet.set_lines(
            [(Span("The screen goes to ", "text"), who, Span(".", "text")), (), alone]
        )
        with Vertical():
            yield self._sheet

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return Situation("handover", nothing_to_do=self._handing_on)

    def action_ready(self) -> None:
        """Handle Enter: close, or first tell an idle person that there is nothing to do."""
        if not self._idle_role:
            self.dismiss(None)
            return
        role, self._idle_role, self._handing_on = self._idle_role, "", True
        self.app.refresh_key_lines()
        nothing = (
            Span("You are "),
            Span(role, f"role-{role}"),
            Span(", and there is nothing for you to do now."),
        )
        everybody = (
            Span(
                "At night everybody here has the screen in turn, so that nobody sees whom a "
                "role wakes.",
                "quiet",
            ),
        )
        self._sheet.set_lines(
            [
                nothing,
                (),
                everybody,
                (),
                (key_span("enter", "Enter", "strong"), key_span("enter", " hands it on.", "quiet")),
            ]
        )


_NOTES_LIMIT = 4000


_HINT: Line = (
    key_span("question_mark", "? unsure   ", "dim"),
    key_span("plus", "+ trust   ", "dim"),
    key_span("w", "w wolf   ", "dim"),
    key_span("backspace", "Backspace none   ", "dim"),
    key_span("tab", "Tab notes", "dim"),
)


_KEYS: dict[str, SeatMark] = {"?": "?", "+": "+", "w": "wolf"}


class MarkList(LineView, can_focus=True):
    """The list of seats with the person's marks."""

    DEFAULT_CSS = """
    MarkList { height: auto; background: $w-panel; margin-top: 1; }
    """

    def __init__(
        self, book: Notebook, seats: Sequence[int], names: tuple[str, ...], glyphs: Glyphs
    ) -> None:
        super().__init__(dom_id="marks")
        self._book, self._seats, self._names, self._glyphs = book, tuple(seats), names, glyphs
        self._at = 0

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return one line per seat, with its mark."""
        return [self._row(number, seat) for number, seat in enumerate(self._seats)]

    def _row(self, number: int, seat: int) -> Line:
        mark = self._book.marks.get(seat)
        name = seat_span(self._names, seat)
        here = number == self._at and self.has_focus
        shown = (
            Span(f" {name.text:<14}", "chosen") if here else Span(f" {name.text:<14}", name.style)
        )
        return (
            shown,
            Span("  "),
            mark_span(mark, self._glyphs) if mark else Span(self._glyphs.none, "dim"),
        )

    def on_key(self, event: events.Key) -> None:
        """Move the cursor or mark a seat; every other key is left to the dialog."""
        seat = self._seats[self._at]
        if event.key in ("up", "down"):
            self._at = (self._at + (1 if event.key == "down" else -1)) % len(self._seats)
        elif event.character and event.character in _KEYS:
            self._book.marks[seat] = _KEYS[event.character]
        elif event.key == "backspace":
            self._book.marks.pop(seat, None)
        elif event.key in ("left", "right", "space"):
            self._next_mark(seat, -1 if event.key == "left" else 1)
        elif (
            event.character and event.character.isdecimal() and int(event.character) in self._seats
        ):
            self._at = self._seats.index(int(event.character))
        else:
            return
        event.stop()
        event.prevent_default()
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Select the seat under the mouse; if it is selected already, give it the next mark."""
        row = event.get_content_offset_capture(self).y
        if 0 <= row < len(self._seats):
            if row == self._at:
                self._next_mark(self._seats[row], 1)
            self._at = row
            self.repaint()

    def _next_mark(self, seat: int, step: int) -> None:
        marks: tuple[SeatMark | None, ...] = (None, *MARKS)
        mark = marks[(marks.index(self._book.marks.get(seat)) + step) % len(marks)]
        if mark is None:
            self._book.marks.pop(seat, None)
        else:
            self._book.marks[seat] = mark

    def on_focus(self) -> None:
        """Repaint, to show the cursor."""
        self.repaint()

    def on_blur(self) -> None:
        """Repaint, to hide the cursor."""
        self.repaint()


class NotebookDialog(Dialog[None]):
    """The person's notebook: marks above, notes below; Esc closes it and keeps both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back", show=False, priority=True)
    ]
    DEFAULT_CSS = """
    NotebookDialog TextArea {
        height: 6; margin-top: 1; border: none; padding: 0 1; background: $w-prompt; color: $w-text;
        &:focus { border: none; }
        & .text-area--placeholder { color: $w-dim; }
        & .text-area--cursor-line { background: $w-prompt; }
    }
    """

    def __init__(
        self, book: Notebook, seats: Sequence[int], names: tuple[str, ...], glyphs: Glyphs
    ) -> None:
        super().__init__()
        self._book, self._seats, self._names, self._glyphs = book, tuple(seats), names, glyphs

    def compose(self) -> ComposeResult:
        """Yield the marks and the notes."""
        with Vertical():
            yield WrappedLines(
                [
                    (
                        Span("Your marks and notes", "strong"),
                        *key_spans("   Esc closes and keeps them", "dim"),
                    ),
                    _HINT,
                ]
            )
            yield MarkList(self._book, self._seats, self._names, self._glyphs)
            notes = TextArea(
                self._book.notes,
                id="notes",
                highlight_cursor_line=False,
                placeholder="Your notes",
                compact=True,
            )
            notes.cursor_blink = False
            yield notes

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return Situation("notebook", writing=isinstance(self.focused, TextArea))

    def action_leave(self) -> None:
        """Close the notebook and keep the notes."""
        self._book.notes = clean_text(
            self.query_one("#notes", TextArea).text, _NOTES_LIMIT, lines=True
        )
        self.dismiss(None)
