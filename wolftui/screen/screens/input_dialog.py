"""Dialogs that ask for one line of text; `InputDialog` checks it on Enter and shows errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from wolfcore.errors import ConfigError, WolfError
from wolftui.screen.app_interface import AppInterface
from wolftui.settings.actions import Situation
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import as_sentence, key_spans

from .dialogs import Dialog, WrappedLines

WRITE_IT = "\0type"
"""The value of the list entry `write it`, which asks for free text; no real value contains it."""


_LIMIT = 400


class InputDialog(Dialog[str]):
    """Asks for a line of text and checks it on Enter; Esc returns None.

    Args:
        title: The title.
        words: The explanation below the title.
        value: The text at first.
        check: Raises ConfigError if the text is not valid; the dialog then stays open and shows the
            error.
        escape: What Esc does, after the word.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back", show=False)]
    DEFAULT_CSS = """
    InputDialog Input {
        width: 1fr; height: 1; border: none; padding: 0 1; margin-top: 1; background: $w-prompt;
        color: $w-text;
    }
    InputDialog Input:focus { border: none; }
    InputDialog #wrong { margin-top: 1; }
    """

    def __init__(
        self,
        title: str,
        words: str,
        value: str,
        check: Callable[[str], object],
        escape: str = "leaves everything as it was",
    ) -> None:
        super().__init__()
        self._title, self._words, self._value, self._check = title, words, value, check
        self._escape = escape

    def compose(self) -> ComposeResult:
        """Yield title, explanation, text input, and the line for errors."""
        with Vertical():
            yield WrappedLines([(Span(self._title, "strong"),), (), (Span(self._words, "quiet"),)])
            line = Input(self._value, compact=True, max_length=_LIMIT)
            line.cursor_blink = False
            yield line
            wrong = WrappedLines([key_spans(f"Enter takes it, Esc {self._escape}.", "dim")])
            wrong.id = "wrong"
            yield wrong

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return Situation("asking", can_go_back=True)

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        try:
            self._check(message.value)
        except ConfigError as error:
            self.query_one("#wrong", WrappedLines).set_lines(
                [(Span(as_sentence(str(error)), "danger"),)]
            )
        else:
            self.dismiss(message.value)

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)


class LineDialog(Dialog[str]):
    """Asks for a line of text without checking it; Enter returns it, Esc returns None.

    Args:
        title: The question.
        words: The explanation below the question.
        text: The text at first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back", show=False)]
    DEFAULT_CSS = """
    LineDialog Input {
        height: 1; border: none; padding: 0 1; margin-top: 1; background: $w-prompt; color: $w-text;
    }
    LineDialog Input:focus { border: none; }
    """

    def __init__(self, title: str, words: str, text: str = "") -> None:
        super().__init__()
        self._title, self._words, self._text = title, words, text

    def compose(self) -> ComposeResult:
        """Yield the dialog's widgets: title, explanation, and the input of one line of text."""
        lines: list[Line] = [(Span(self._title, "strong"),), (), (Span(self._words, "quiet"),)]
        with Vertical():
            yield WrappedLines(lines)
            written = Input(self._text, compact=True)
            written.cursor_blink = False
            yield written

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return Situation("dialog", can_go_back=True)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Return the text."""
        message.stop()
        self.dismiss(message.value)

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)


def ask_for_words(
    app: AppInterface, explanation: str, say: Callable[[str], Awaitable[None]]
) -> None:
    """Ask for words to other people, and send them; a lost connection is said.

    Args:
        app: The app.
        explanation: Who reads them.
        say: Sends them.
    """

    async def send(text: str) -> None:
        try:
            await say(text)
        except WolfError as error:
            app.notify(str(error), severity="warning", markup=False)

    def typed(text: str | None) -> None:
        if text and text.strip():
            app.run_worker(send(text), exit_on_error=False)

    app.push_screen(InputDialog("Say", explanation, "", str, escape="says nothing"), typed)
