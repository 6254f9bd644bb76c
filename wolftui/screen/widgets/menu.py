"""Menus: a list with a cursor, one with lines made only when visible, and one with check marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from textual import events
from textual.geometry import Size
from textual.message import Message

from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import plain_text, width_of

from .line_view import LineView

_STEPS = {"up": -1, "down": 1, "k": -1, "j": 1}


class Item(Struct, frozen=True):
    """A line of a menu: what stands there, and the key that chooses it at once (empty for none)."""

    line: Line
    key: str = ""


class Menu(LineView, can_focus=True):
    """A menu.

    Attributes:
        items: What may be chosen.
        at: The number of the item under the cursor.
        top: The number of the first item in sight.
    """

    DEFAULT_CSS = """
    Menu { height: auto; background: $w-panel; }
    """

    class Moved(Message):
        """Another item is under the cursor."""

    class Chosen(Message):
        """An item was chosen."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, items: Sequence[Item] = (), *, at: int = 0, dom_id: str = "menu") -> None:
        super().__init__(dom_id=dom_id)
        self.items, self.at = tuple(items), at
        self.top = 0

    def offer(self, items: Sequence[Item], at: int = 0) -> None:
        """Offer other items."""
        self.items, self.at = tuple(items), min(at, max(len(items) - 1, 0))
        self.repaint()

    @property
    def visible_rows(self) -> int:
        """How many items are in sight at once; all of them before the first layout."""
        return self.content_size.height or self.count

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.items)

    def item(self, number: int) -> Item:
        """The item with a number."""
        return self.items[number]

    def item_for_key(self, character: str | None) -> int:
        """The number of the item that a character chooses at once; -1 for none."""
        return next(
            (
                number
                for number, item in enumerate(self.items)
                if item.key and item.key == character
            ),
            -1,
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line an item."""
        super().get_content_height(container, viewport, width)
        return self.count

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The items in sight; the one under the cursor on its own ground."""
        room = self.visible_rows
        self.top = min(
            self.top, max(self.count - room, 0)
        )  # no empty rows where the room has grown
        self.top = min(max(self.top, self.at - room + 1), self.at)
        lines: list[Line] = []
        for number in range(self.top, min(self.top + room, self.count)):
            line = self.item(number).line
            if number == self.at:
                text = plain_text(line)
                line = (Span(f" {text}{' ' * max(width - width_of(line) - 1, 0)}", "chosen"),)
            else:
                line = (Span(" "), *line)
            lines.append(line)
        return lines

    def on_key(self, event: events.Key) -> None:
        """Move, from either end to the other, and choose; every other key is left to the screen."""
        page = max(self.visible_rows - 1, 1)
        keyed = self.item_for_key(event.character)
        if event.key in _STEPS:
            self._move((self.at + _STEPS[event.key]) % max(self.count, 1))
        elif event.key in ("pageup", "pagedown") and self.visible_rows < self.count:
            self._move(self.at + (page if event.key == "pagedown" else -page))
        elif event.key in ("home", "end"):
            self._move(0 if event.key == "home" else self.count - 1)
        elif event.key == "enter" and self.count:
            self.post_message(self.Chosen(self.at))
        elif keyed >= 0:
            self._move(keyed)
            self.post_message(self.Chosen(keyed))
        else:
            return
        event.stop()
        event.prevent_default()

    def move(self, steps: int) -> None:
        """Move the cursor."""
        self._move(self.at + steps)

    def _move(self, number: int) -> None:
        self.at = min(max(number, 0), max(self.count - 1, 0))
        self.repaint()
        self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Choose what is under the mouse."""
        row = event.get_content_offset_capture(self).y
        number = self.top + row
        if 0 <= row < self.visible_rows and number < self.count:
            self._move(number)
            self.post_message(self.Chosen(number))


class LazyMenu(Menu):
    """A menu whose lines are made when they come into sight. No key chooses one at once."""

    def __init__(self, *, dom_id: str) -> None:
        super().__init__(dom_id=dom_id)
        self._count, self._make = 0, _no_line

    def offer_lines(self, many: int, make: Callable[[int], Line], at: int = 0) -> None:
        """Offer so many lines, each made by its number, with the cursor on number `at`."""
        self._count, self._make = many, make
        self.at = min(at, max(many - 1, 0))
        self.repaint()

    @property
    def count(self) -> int:
        """How many lines there are."""
        return self._count

    def item(self, number: int) -> Item:
        """The line with a number."""
        return Item(self._make(number))

    def item_for_key(self, character: str | None) -> int:
        """No key chooses a line."""
        del character
        return -1


def _no_line(number: int) -> Line:
    del number
    return ()


class CheckMenu(Menu):
    """A menu in which Space and the keys of its lines turn one on or off; Enter means all that is on."""

    class Toggled(Message):
        """A line was turned on or off."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Confirmed(Message):
        """What is on is meant."""

    class Cleared(Message):
        """Nothing is to be on."""

    def on_key(self, event: events.Key) -> None:
        """Turn, clear or confirm; a menu does the rest."""
        keyed = self.item_for_key(event.character)
        if event.key == "enter":
            self.post_message(self.Confirmed())
        elif event.key == "backspace":
            self.post_message(self.Cleared())
        elif event.key == "space" or keyed >= 0:
            if keyed >= 0:
                self.move(keyed - self.at)
            self.post_message(self.Toggled(self.at))
        else:
            return
        event.prevent_default()
        event.stop()

    def on_click(self, event: events.Click) -> None:
        """Turn what is under the mouse."""
        number = self.top + event.get_content_offset_capture(self).y
        if number < self.count:
            self.move(number - self.at)
            self.post_message(self.Toggled(number))
        event.prevent_default()
