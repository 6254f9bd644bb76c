"""A menu of so many lines that only those in sight are made."""

from __future__ import annotations

from collections.abc import Callable

from wolftui.text.spans import Line

from .menu import Item, Menu


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
