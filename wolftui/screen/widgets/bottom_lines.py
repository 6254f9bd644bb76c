"""`KeyLine`, the line of enabled keys; `NoticeStrip`, a notice above it with choices."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.containers import Vertical
from textual.message import Message

from wolftui.settings.actions import KeyHint
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of, wrap

from .line_view import LineView
from .menu import Item, Menu

_GAP = 2
"""Cells between two key hints."""


_ALWAYS_SHOWN = frozenset({"escape", "f1"})
"""The keys whose hints are shown however narrow the line is: the way back, and help."""


class KeyLine(LineView):
    """Shows the keys of the actions enabled now; hints that do not fit are left out."""

    DEFAULT_CSS = """
    KeyLine { height: 1; background: $w-prompt; padding: 0 1; }
    """

    class Pressed(Message):
        """Posted when a key hint was clicked.

        Attributes:
            key: Textual's name of the key.
        """

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__(dom_id="keys")
        self._keys: list[KeyHint] = []
        self._places: list[tuple[int, int, KeyHint]] = []

    def show(self, keys: list[KeyHint]) -> None:
        """Show these key hints, each with its label."""
        self._keys = keys
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the line with as many hints as fit; those of `_ALWAYS_SHOWN` always stay."""
        must = [hint for hint in self._keys if hint.press in _ALWAYS_SHOWN or hint.label == "help"]
        line: list[Span] = [Span(" ")]
        self._places = []
        left = width - 1 - sum(width_of(_words(hint)) for hint in must)
        for hint in self._keys:
            words = _words(hint)
            if hint not in must:
                if width_of(words) > left:
                    continue
                left -= width_of(words)
            start = width_of(line)
            self._places.append((start, start + width_of(words) - _GAP, hint))
            line += words
        return (tuple(line),)

    def key_at(self, column: int) -> str:
        """Return the key under a column of the line; empty if there is none."""
        for first, after, hint in self._places:
            if first <= column < after:
                return _key_in_hint(hint, column - first)
        return ""

    def on_click(self, event: events.Click) -> None:
        """Post `Pressed` for the key under the mouse."""
        key = self.key_at(event.get_content_offset_capture(self).x)
        if key:
            self.post_message(self.Pressed(key))


def _words(hint: KeyHint) -> Line:
    return (Span(hint.keys, "quiet+bold"), Span(f" {hint.label}{' ' * _GAP}", "dim"))


def _key_in_hint(hint: KeyHint, column: int) -> str:
    """Return the key at a column of a hint.

    If the hint names several keys, this is the one under the column; over the label it is the
    hint's main key.
    """
    at = 0
    for written, press in zip(hint.keys.split(" "), hint.presses, strict=False):
        wide = width_of((Span(written),))
        if at <= column < at + wide:
            return press
        at += wide + 1
    return hint.press


class NoticeLines(LineView):
    """The wrapped lines of a notice."""

    DEFAULT_CSS = """
    NoticeLines { height: auto; background: $w-prompt; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="strip-words")
        self._words: tuple[Line, ...] = ()

    def say(self, lines: Sequence[Line]) -> None:
        """Show these lines."""
        self._words = tuple(lines)
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the lines wrapped to the width."""
        return [row for line in self._words for row in wrap(line, width)]


class NoticeStrip(Vertical):
    """A notice with optional choices; a choice is posted as `Menu.Chosen`.

    It is hidden, and its words and choices are not mounted, until `show`.
    """

    DEFAULT_CSS = """
    NoticeStrip {
        display: none; height: auto; max-height: 8; background: $w-prompt; padding: 0 1;
        border-left: outer $w-day;
    }
    NoticeStrip Menu { background: $w-prompt; }
    """

    def __init__(self) -> None:
        super().__init__(id="below")
        self.words, self.menu = NoticeLines(), Menu(dom_id="below-choices")

    def show(self, lines: Sequence[Line], items: Sequence[Item] = ()) -> None:
        """Show a notice; empty `items` for a notice without choices."""
        if not self.words.is_attached:
            self.mount(self.words, self.menu)
        self.display = True
        self.menu.display = bool(items)
        self.words.say(lines)
        self.menu.offer(items)

    def hide(self) -> None:
        """Hide the notice."""
        self.display = False

    @property
    def asks(self) -> bool:
        """Whether a choice is open."""
        return bool(self.display and self.menu.display)

    @property
    def text(self) -> str:
        """The visible words and choices as plain text; empty while hidden."""
        return (
            f"{self.words.text}\n{self.menu.text if self.menu.display else ''}"
            if self.display
            else ""
        )
