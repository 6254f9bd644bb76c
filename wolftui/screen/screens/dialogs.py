"""Base classes of modal dialogs: `Dialog`, `ChoiceDialog` (text and menu) and `TextDialog`.

`ChoiceDialog` returns the chosen value, None for Esc. Text inputs live in `input_dialog`, so that
the lobby loads no `Input`. `terminal_app` has style rules for `Dialog`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events, getters, on
from textual.app import ComposeResult
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
"""How much of the height of the screen a sheet takes at most."""


class WrappedLines(LineView):
    """Lines that are wrapped to the sheet."""

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
        """The lines."""
        hang = (Span(" " * self._hang),) if self._hang else ()
        return [
            row for line in self._words for row in (wrap(line, width, (), hang) if line else [()])
        ]


class DialogText(VerticalScroll, can_focus=False):
    """What stands above a menu; it gives way to the menu where there is no room for both."""

    DEFAULT_CSS = """
    DialogText { height: auto; background: $w-panel; scrollbar-size-vertical: 1; }
    """


class Dialog(ModalScreen[T]):
    """A sheet in the middle of the screen."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $w-background-night 84%; }
    Dialog > Vertical {
        width: 64; max-width: 94%; height: auto; max-height: 94%; background: $w-panel; padding: 1 3;
        border-top: thick $w-day;
    }
    Dialog.-low > Vertical { padding: 0 3; }
    Dialog.-night > Vertical { border-top: thick $w-night; }
    Dialog > Vertical > #read { height: auto; max-height: 24; background: $w-panel; scrollbar-size-vertical: 1; margin-top: 1; }
    Dialog Menu { margin-top: 1; }
    """
    VERTICAL_BREAKPOINTS = _HEIGHTS
    app = getters.app(AppInterface)

    @property
    @abstractmethod
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""

    def on_click(self, event: events.Click) -> None:
        """Press the key that is clicked in the line of keys below the sheet."""
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
    """A question of the program, with its answers as a menu; Esc gives None.

    Args:
        title: The question.
        words: What should be known before answering; a line end stays one, so that a command can
            stand alone.
        choices: The answers: what stands there, and what is given back.
        at: The answer under the cursor at first.
        keys: The key of each answer; their numbers if there are none. What is no single character
            is no key and is not shown.
        must: Whether it has to be answered, so that Esc does nothing.
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
        """Title, words, menu."""
        with Vertical():
            with DialogText():
                yield self.compose_text()
            items = [
                Item((Span(f"{key:>2}  ", "dim"), *line), key)
                for key, (line, _) in zip(self._keys, self._choices, strict=True)
            ]
            yield Menu(items, at=self._at)

    def compose_text(self) -> WrappedLines:
        """What stands above the answers."""
        words: list[Line] = [(Span(line, "quiet"),) for line in self._words.split("\n")]
        return WrappedLines(
            [(Span(self._title, "strong"),), *([(), *words] if self._words else [])]
        )

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return Situation("dialog", can_go_back=not self._required)

    def on_resize(self, event: events.Resize) -> None:
        """How words and answers share the room depends on its size."""
        del event
        self.call_after_refresh(self._fit_heights)

    def _fit_heights(self) -> None:
        """Give the answers what the words leave, and half of the room at least if they need it; both scroll."""
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
        """Scroll the words, where the menu has no use for the key."""
        words = self.query_one(DialogText)
        words.scroll_relative(y=pages * max(words.size.height - 1, 1), animate=False)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Give back what was chosen."""
        self.dismiss(self._choices[message.number][1])

    def action_leave(self) -> None:
        """Choose nothing, where that may be."""
        if not self._required:
            self.dismiss(None)


class TextDialog(Dialog[None]):
    """Something to read; Esc, Enter or q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,question_mark", "leave", "back", show=False)
    ]

    def __init__(self, title: str, lines: Sequence[Line], *, hang: int = 0) -> None:
        super().__init__()
        self._title, self._lines, self._hang = title, tuple(lines), hang

    def compose(self) -> ComposeResult:
        """Title and lines."""
        with Vertical():
            yield WrappedLines([(Span(self._title, "strong"), *key_spans("   Esc closes", "dim"))])
            with VerticalScroll(id="read"):
                yield WrappedLines(self._lines, hang=self._hang)

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return Situation("reading")

    def action_leave(self) -> None:
        """Close it."""
        self.dismiss(None)
