"""Menu widgets: `Menu`, a list with a cursor; `LazyMenu`, for long lists; `CheckMenu`.

A `CheckMenu` has a check mark per line.
"""

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
    """One item of a menu: its text, and the key that chooses it at once (empty for none)."""

    line: Line
    key: str = ""

    def __post_init__(self) -> None:
        """Refuse a key that moves the cursor: it would never choose the item."""
        if self.key in _STEPS:
            raise ValueError(f"`{self.key}` moves the cursor of a menu and chooses no item")


class Menu(LineView, can_focus=True):
    """A list of items with a cursor; Enter, a click or an item's own key chooses one.

    Attributes:
        items: The items to choose from.
        at: The index of the item under the cursor, from 0.
        top: The index of the first visible item.
    """

    DEFAULT_CSS = """
    Menu { height: auto; background: $w-panel; }
    """

    class Moved(Message):
        """Posted when the cursor has moved to another item."""

    class Chosen(Message):
        """Posted when an item was chosen; `number` is its index."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, items: Sequence[Item] = (), *, at: int = 0, dom_id: str = "menu") -> None:
        super().__init__(dom_id=dom_id)
        self.items, self.at = tuple(items), at
        self.top = 0

    def offer(self, items: Sequence[Item], at: int = 0) -> None:
        """Replace the items; the cursor goes to index `at`, at most the last item."""
        self.items, self.at = tuple(items), min(at, max(len(items) - 1, 0))
        self.repaint()

    @property
    def visible_rows(self) -> int:
        """How many items fit on the screen at once; all of them before the first layout."""
        return self.content_size.height or self.count

    @property
    def count(self) -> int:
        """The number of items."""
        return len(self.items)

    def item(self, number: int) -> Item:
        """Return the item with the index `number`."""
        return self.items[number]

    def item_for_key(self, character: str | None) -> int:
        """Return the index of the item that a typed character chooses at once; -1 for none."""
        return next(
            (
                number
                for number, item in enumerate(self.items)
                if item.key and item.key == character
            ),
            -1,
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of items, since each item takes one line."""
        super().get_content_height(container, viewport, width)
        return self.count

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the visible items; the one under the cursor is highlighted."""
        room = self.visible_rows
        self.top = min(
            self.top, max(self.count - room, 0)
        )  # leave no empty rows after the menu has grown
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
        """Move the cursor or choose an item; every other key is left to the screen.

        Up and down wrap around at the ends of the list.
        """
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
        """Move the cursor by `steps` items, negative for up; it stops at the ends of the list."""
        self._move(self.at + steps)

    def _move(self, number: int) -> None:
        self.at = min(max(number, 0), max(self.count - 1, 0))
        self.repaint()
        self.post_message(self.Moved())

    def on_click(self, event: events.Click) -> None:
        """Choose the item under the mouse."""
        row = event.get_content_offset_capture(self).y
        number = self.top + row
        if 0 <= row < self.visible_rows and number < self.count:
            self._move(number)
            self.post_message(self.Chosen(number))


class LazyMenu(Menu):
    """A menu that makes each line only when it becomes visible; its items have no keys."""

    def __init__(self, *, dom_id: str) -> None:
        super().__init__(dom_id=dom_id)
        self._count, self._make = 0, _no_line

    def offer_lines(self, many: int, make: Callable[[int], Line], at: int = 0) -> None:
        """Replace the lines.

        Args:
            many: The number of lines.
            make: Returns the line with an index, from 0.
            at: The index of the line under the cursor.
        """
        self._count, self._make = many, make
        self.at = min(at, max(many - 1, 0))
        self.repaint()

    @property
    def count(self) -> int:
        """The number of lines."""
        return self._count

    def item(self, number: int) -> Item:
        """Make and return the line with the index `number`."""
        return Item(self._make(number))

    def item_for_key(self, character: str | None) -> int:
        """Return -1, since no key chooses a line."""
        del character
        return -1


def _no_line(number: int) -> Line:
    del number
    return ()


class CheckMenu(Menu):
    """A menu of check marks: Space or a line's key toggles it, Backspace clears, Enter confirms."""

    class Toggled(Message):
        """Posted when the line with the index `number` was turned on or off."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Confirmed(Message):
        """Posted when Enter confirms the lines that are on."""

    class Cleared(Message):
        """Posted when Backspace turns all lines off."""

    def on_key(self, event: events.Key) -> None:
        """Toggle, clear or confirm; `Menu` handles every other key."""
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
        """Toggle the line under the mouse."""
        number = self.top + event.get_content_offset_capture(self).y
        if number < self.count:
            self.move(number - self.at)
            self.post_message(self.Toggled(number))
        event.prevent_default()
