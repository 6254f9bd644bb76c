"""The search bar: an input with the number of matches."""

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
    """How many were found."""

    DEFAULT_CSS = """
    MatchCount { width: 16; height: 1; background: $w-bar; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="count")
        self.words = ""

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The number."""
        del width
        return ((Span(self.words, "quiet"),),)


class SearchSign(LineView):
    """The sign before the words."""

    DEFAULT_CSS = """
    SearchSign { width: 3; height: 1; background: $w-bar; }
    """

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The sign."""
        del width
        return ((Span(" /", "accent"),),)


class SearchBar(Horizontal):
    """One line; Enter keeps the search, Esc ends it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]
    DEFAULT_CSS = """
    SearchBar { height: 1; background: $w-bar; display: none; }
    SearchBar Input { width: 1fr; height: 1; border: none; padding: 0; background: $w-bar; color: $w-text; }
    SearchBar Input:focus { border: none; }
    """

    class Changed(Message):
        """Other words are searched for."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class Accepted(Message):
        """The search goes on from the transcript."""

    class Cancelled(Message):
        """The search is over."""

    def compose(self) -> ComposeResult:
        """Sign, words, count."""
        yield SearchSign()
        words = Input(placeholder="search", compact=True, id="words")
        words.cursor_blink = False
        yield words
        yield MatchCount()

    def open(self, words: str = "") -> None:
        """Begin, with words that are looked for already."""
        self.display = True
        written = self.query_one(Input)
        if words:
            written.value = words
        written.focus()

    def fill(self, words: str) -> None:
        """Stand there with words that are looked for, while the hands stay where they are."""
        self.display = True
        self.query_one(Input).value = words

    def show_count(self, count: str) -> None:
        """Show how many were found."""
        paper = self.query_one("#count", MatchCount)
        paper.words = count
        paper.repaint()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Search while it is written."""
        message.stop()
        self.post_message(self.Changed(message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Keep it."""
        message.stop()
        self.post_message(self.Accepted())

    def action_leave(self) -> None:
        """End it."""
        self.query_one(Input).value = ""
        self.display = False
        self.post_message(self.Cancelled())
