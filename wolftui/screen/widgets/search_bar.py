"""The search bar: a text input with the number of matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input

from wolftui.words.spans import Line, Span

from .line_view import LineView


class MatchCount(LineView):
    """The number of matches, at the right end of the search bar."""

    DEFAULT_CSS = """
    MatchCount { width: 16; height: 1; background: $w-bar; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="count")
        self.words = ""

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the number of matches as text."""
        del width
        return ((Span(self.words, "quiet"),),)


class SearchSign(LineView):
    """The slash before the text input."""

    DEFAULT_CSS = """
    SearchSign { width: 3; height: 1; background: $w-bar; }
    """

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the slash."""
        del width
        return ((Span(" /", "accent"),),)


class SearchBar(Horizontal):
    """The search bar, hidden until opened; Enter keeps the search, Esc ends it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]
    DEFAULT_CSS = """
    SearchBar { height: 1; background: $w-bar; display: none; }
    SearchBar Input {
        width: 1fr; height: 1; border: none; padding: 0; background: $w-bar; color: $w-text;
    }
    SearchBar Input:focus { border: none; }
    """

    class Changed(Message):
        """Posted when the search text has changed."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class Accepted(Message):
        """Posted on Enter: the search stays and the focus leaves the bar."""

    class Cancelled(Message):
        """Posted when the search ends."""

    def compose(self) -> ComposeResult:
        """Yield the slash, the text input and the number of matches."""
        yield SearchSign()
        words = Input(placeholder="search", compact=True, id="words")
        words.cursor_blink = False
        yield words
        yield MatchCount()

    def open(self, words: str = "") -> None:
        """Show and focus the bar; a non-empty `words` replaces its text."""
        self.display = True
        written = self.query_one(Input)
        if words:
            written.value = words
        written.focus()

    def fill(self, words: str) -> None:
        """Show the bar with the text `words` and leave the focus where it is."""
        self.display = True
        self.query_one(Input).value = words

    def show_count(self, count: str) -> None:
        """Show the number of matches."""
        paper = self.query_one("#count", MatchCount)
        paper.words = count
        paper.repaint()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Search while the person types."""
        message.stop()
        self.post_message(self.Changed(message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Post `Accepted`."""
        message.stop()
        self.post_message(self.Accepted())

    def action_leave(self) -> None:
        """Clear and hide the bar, and post `Cancelled`."""
        self.query_one(Input).value = ""
        self.display = False
        self.post_message(self.Cancelled())
