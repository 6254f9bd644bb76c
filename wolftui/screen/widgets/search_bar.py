"""The search bar: a text input with the number of matches, mounted when it is opened first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

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

    def __init__(self) -> None:
        super().__init__()
        self._count = MatchCount()

    @cached_property
    def _input(self) -> Input:
        """The text input; its first use mounts it between the slash and the number of matches."""
        words = Input(placeholder="search", compact=True, id="words")
        words.cursor_blink = False
        self.mount(SearchSign(), words, self._count)
        return words

    def open(self, words: str = "") -> None:
        """Show and focus the bar; a non-empty `words` replaces its text."""
        self.display = True
        if words:
            self._input.value = words
        self._input.focus()

    def fill(self, words: str) -> None:
        """Show the bar with the text `words` and leave the focus where it is."""
        self.display = True
        self._input.value = words

    def show_count(self, count: str) -> None:
        """Show the number of matches."""
        self._count.words = count
        self._count.repaint()

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
        self._input.value = ""
        self.display = False
        self.post_message(self.Cancelled())
