"""Calls a person back to the terminal: by its title, its bell, or a notification of the desktop."""

from __future__ import annotations

from collections.abc import Callable

PUSH_TITLE, POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Keep the title of the terminal, and bring it back (xterm; others ignore it)."""


_WORDS = "wolftui: your turn"
"""The title and the notification; anybody may see them, so they say nothing of the game."""


_TITLE = f"\x1b]2;{_WORDS}\x07"


_IDLE_TITLE = "\x1b]2;wolftui\x07"


_CALLS = {"bell": "\a", "notification": f"\x1b]9;{_WORDS}\x07"}
"""What is sent to a terminal that is not looked at; OSC 9 is read by iTerm2, kitty, WezTerm,
Ghostty and Windows Terminal."""


class Attention:
    """Follows whether a person is asked, and tells the terminal.

    Args:
        write: Writes to the terminal.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write, self._asked, self._titled = write, False, False

    def update(self, way: str, *, asked: bool, focused: bool) -> None:
        """Tell the terminal when a person begins or ceases to be asked.

        Args:
            way: The setting `attention`.
            asked: Whether a person at this screen is asked now.
            focused: Whether the terminal has the focus; True if it does not report it.
        """
        if asked == self._asked:
            return
        self._asked = asked
        if way == "off":
            self.close()
            return
        title = "" if self._titled else PUSH_TITLE
        self._titled = True
        call = _CALLS.get(way, "") if asked and not focused else ""
        self._write(title + (_TITLE if asked else _IDLE_TITLE) + call)

    def close(self) -> None:
        """Bring back the title that the terminal had before."""
        if self._titled:
            self._write(POP_TITLE)
        self._titled = False
