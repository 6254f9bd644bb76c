"""A menu of which any number of lines may be turned on."""

from __future__ import annotations

from textual import events
from textual.message import Message

from .menu import Menu


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
