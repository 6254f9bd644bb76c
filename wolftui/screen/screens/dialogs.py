"""Base classes of modal dialogs: `Dialog`, `ChoiceDialog` (text and menu) and `TextDialog`.

`ChoiceDialog` returns the chosen value, or None on Esc. Text inputs live in `input_dialog`, so that
the lobby loads no `Input`. `terminal_app` has style rules for `Dialog`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from wolftui.screen.app_interface import AppInterface
from wolftui.screen.widgets.bottom_lines import KeyLine
from wolftui.screen.widgets.line_view import LineView
from wolftui.screen.widgets.menu import Item, Menu
from wolftui.settings.actions import Situation
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans, wrap

T = TypeVar("T")


_HEIGHTS = [(0, "-low"), (20, "-high")]


_MAX_HEIGHT_SHARE = 0.94
"""The largest share of the screen's height that a dialog takes."""


class WrappedLines(LineView):
    """Lines of text wrapped to the width of the dialog; `hang` indents continuation lines."""

    DEFAULT_CSS = """
    WrappedLines { height: auto; background: $w-panel; }
    """

    def __init__(self, lines: Sequence[Line], *, hang: int = 0) -> None:
        super().__init__()
        self._words, self._hang = tuple(lines), hang

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        self._words = tuple(lines)
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines wrapped to the width."""
        hang = (Span(" " * self._hang),) if self._hang else ()
        return [
            row for line in self._words for row in (wrap(line, width, (), hang) if line else [()])
        ]


class DialogText(VerticalScroll, can_focus=False):
    """The scrolling text above a menu; it shrinks if there is no room for both."""

    DEFAULT_CSS = """
    DialogText { height: auto; background: $w-panel; scrollbar-size-vertical: 1; }
    """


class Dialog(ModalScreen[T]):
    """Base class of modal dialogs, drawn as a panel in the middle of the screen."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $w-background-night 84%; }
    Dialog > Vertical {
        width: 64; max-width: 94%; height: auto; max-height: 94%; background: $w-panel;
        padding: 1 3;
        border-top: thick $w-day;
    }
    Dialog.-low > Vertical { padding: 0 3; }
    Dialog.-night > Vertical { border-top: thick $w-night; }
    Dialog > Vertical > #read {
        height: auto; max-height: 24; background: $w-panel; scrollbar-size-vertical: 1;
        margin-top: 1;
    }
    Dialog Menu { margin-top: 1; }
    """
    VERTICAL_BREAKPOINTS = _HEIGHTS
    app = getters.app(AppInterface)

    @property
    @abstractmethod
    def situation(self) -> Situation:
        """The state that decides which keys the key line of the screen below shows."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close the dialog with its result; a second key that came before it was gone does nothing.

        Textual would close the screen below in its place, and fail where the result was awaited.
        """
        if self.app.screen is not self:
            return AwaitComplete.nothing()
        return super().dismiss(result)

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked in the key line of the screen below."""
        below = next(
            (
                lines
                for screen in reversed(self.app.screen_stack[:-1])
                for lines in screen.query(KeyLine)
            ),
            None,
        )
        if below and event.widget is self:
            at = event.screen_offset - below.content_region.offset
            if at.y == 0 and (key := below.key_at(at.x)):
                self.app.press_key(key)

    @on(events.ScreenResume)
    @on(events.DescendantFocus)
    def _focus_moved(self) -> None:
        self.app.refresh_key_lines()


class ChoiceDialog(Dialog[T], Generic[T]):
    """A question with a menu of answers; returns the value of the chosen one, or None on Esc.

    Args:
        title: The question.
        words: The explanation below the question. Line breaks are kept, so that a command can stand
            on a line of its own.
        choices: Pairs of the line shown and the value returned.
        at: The index of the answer under the cursor at first.
        keys: The key of each answer; empty for the numbers from 1. A string that is not one
            character long means no key.
        must: Whether an answer is required, so that Esc does nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back", show=False),
        Binding("pageup", "scroll_words(-1)", "words up", show=False),
        Binding("pagedown", "scroll_words(1)", "words down", show=False),
    ]

    def __init__(
        self,
        title: str,
        words: str,
        choices: Sequence[tuple[Line, T]],
        *,
        at: int = 0,
        keys: Sequence[str] = (),
        must: bool = False,
    ) -> None:
        super().__init__()
        self._title, self._words, self._choices, self._at, self._required = (
            title,
            words,
            tuple(choices),
            at,
            must,
        )
        named = tuple(keys) or tuple(str(number) for number in range(1, len(self._choices) + 1))
        self._keys = tuple(key if len(key) == 1 else "" for key in named)

    def compose(self) -> ComposeResult:
        """Yield the text and the menu."""
        with Vertical():
            with DialogText():
                yield self.compose_text()
            items = [
                Item((Span(f"{key:>2}  ", "dim"), *line), key)
                for key, (line, _) in zip(self._keys, self._choices, strict=True)
            ]
            yield Menu(items, at=self._at)

    def compose_text(self) -> WrappedLines:
        """Return the text above the menu; subclasses may override this."""
        words: list[Line] = [(Span(line, "quiet"),) for line in self._words.split("\n")]
        return WrappedLines(
            [(Span(self._title, "strong"),), *([(), *words] if self._words else [])]
        )

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return Situation("dialog", can_go_back=not self._required)

    def on_resize(self, event: events.Resize) -> None:
        """Divide the height between text and menu again."""
        del event
        self.call_after_refresh(self._fit_heights)

    def _fit_heights(self) -> None:
        """Give the menu the height that the text leaves, and at least half if it needs it.

        Both scroll if they are too long.
        """
        panel, words, menu = (
            self.query_one(Vertical),
            self.query_one(DialogText),
            self.query_one(Menu),
        )
        room = max(
            int(self.size.height * _MAX_HEIGHT_SHARE)
            - panel.gutter.height
            - menu.styles.margin.height,
            2,
        )
        answers = min(
            len(self._choices), max(room - words.query_one(WrappedLines).size.height, room // 2)
        )
        menu.styles.max_height, words.styles.max_height = answers, room - answers

    def action_scroll_words(self, pages: int) -> None:
        """Scroll the text by `pages` pages, if the menu does not use the key."""
        words = self.query_one(DialogText)
        words.scroll_relative(y=pages * max(words.size.height - 1, 1), animate=False)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Return the value of the chosen answer."""
        self.dismiss(self._choices[message.number][1])

    def action_leave(self) -> None:
        """Return None, unless an answer is required."""
        if not self._required:
            self.dismiss(None)


class TextDialog(Dialog[None]):
    """A dialog with text to read; Esc, Enter, q, F1 or ? closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,question_mark", "leave", "back", show=False)
    ]

    def __init__(self, title: str, lines: Sequence[Line], *, hang: int = 0) -> None:
        super().__init__()
        self._title, self._lines, self._hang = title, tuple(lines), hang

    def compose(self) -> ComposeResult:
        """Yield the title and the text."""
        with Vertical():
            yield WrappedLines([(Span(self._title, "strong"), *key_spans("   Esc closes", "dim"))])
            with VerticalScroll(id="read"):
                yield WrappedLines(self._lines, hang=self._hang)

    @property
    def situation(self) -> Situation:
        """The state that decides which keys the key line shows."""
        return Situation("reading")

    def action_leave(self) -> None:
        """Close the dialog."""
        self.dismiss(None)
