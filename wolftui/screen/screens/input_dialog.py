"""A dialog that asks for one line of text, checks it on Enter and shows what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from wolfcore.errors import ConfigError
from wolftui.settings.actions import Situation
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans

from .dialogs import Dialog, WrappedLines

WRITE_IT = "\0type"
"""What stands for writing it oneself among the values of a list; no value holds it."""


_LIMIT = 400


class InputDialog(Dialog[str]):
    """Asks for a line; Esc gives None.

    Args:
        title: What is asked for.
        words: What should be known before.
        value: What stands there already.
        check: Raises a ConfigError where a line will not do; the sheet stays open then and says it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back", show=False)]
    DEFAULT_CSS = """
    InputDialog Input {
        width: 1fr; height: 1; border: none; padding: 0 1; margin-top: 1; background: $w-prompt; color: $w-text;
    }
    InputDialog Input:focus { border: none; }
    InputDialog #wrong { margin-top: 1; }
    """

    def __init__(self, title: str, words: str, value: str, check: Callable[[str], object]) -> None:
        super().__init__()
        self._title, self._words, self._value, self._check = title, words, value, check

    def compose(self) -> ComposeResult:
        """Title, words, the line, and room for what is wrong with it."""
        with Vertical():
            yield WrappedLines([(Span(self._title, "strong"),), (), (Span(self._words, "quiet"),)])
            line = Input(self._value, compact=True, max_length=_LIMIT)
            line.cursor_blink = False
            yield line
            wrong = WrappedLines(
                [key_spans("Enter takes it, Esc leaves everything as it was.", "dim")]
            )
            wrong.id = "wrong"
            yield wrong

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return Situation("asking", can_go_back=True)

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        try:
            self._check(message.value)
        except ConfigError as error:
            self.query_one("#wrong", WrappedLines).set_lines([(Span(str(error), "danger"),)])
        else:
            self.dismiss(message.value)

    def action_leave(self) -> None:
        """Leave everything as it was."""
        self.dismiss(None)


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
