"""A sheet that asks for a line of text."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from wolftui.settings.actions import Situation
from wolftui.text.spans import Line, Span

from .over import Dialog, WrappedLines


class WritingOver(Dialog[str]):
    """A question that is answered in a line; Enter gives it, Esc gives None.

    Args:
        title: The question.
        words: What should be known before answering.
        text: What stands there at first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back", show=False)]
    DEFAULT_CSS = """
    WritingOver Input { height: 1; border: none; padding: 0 1; margin-top: 1; background: $w-prompt; color: $w-text; }
    WritingOver Input:focus { border: none; }
    """

    def __init__(self, title: str, words: str, text: str = "") -> None:
        super().__init__()
        self._title, self._words, self._text = title, words, text

    def compose(self) -> ComposeResult:
        """Title, words, the line."""
        lines: list[Line] = [(Span(self._title, "strong"),), (), (Span(self._words, "quiet"),)]
        with Vertical():
            yield WrappedLines(lines)
            written = Input(self._text, compact=True)
            written.cursor_blink = False
            yield written

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return Situation("dialog", can_go_back=True)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Give what was written."""
        message.stop()
        self.dismiss(message.value)

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(None)
