"""What is shown instead of everything else in a terminal that is too small."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import getters

from wolftui.host import AppInterface
from wolftui.settings.sizes import MIN_SIZE_TEXT
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import wrap

from .paper import LineView


class TooSmall(LineView):
    """Covers the screen and says what to do.

    Args:
        instead: Gives the command that goes on with the same in lines; empty where there is none.
    """

    DEFAULT_CSS = """
    TooSmall { display: none; layer: top; dock: top; width: 100%; height: 100%; background: $w-background; padding: 1 2; }
    """

    app = getters.app(AppInterface)

    def __init__(self, instead: Callable[[], str]) -> None:
        super().__init__()
        self._plain_command = instead

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The size that there is, the size that is needed, and the other way to go on."""
        size = self.app.size
        lines: list[Line] = [
            (Span(f"This terminal is {size.width}x{size.height}; the table needs {MIN_SIZE_TEXT}.", "strong"),),
            (),
            (Span("Make it larger, and everything is here again.", "text"),),
        ]
        if command := self._plain_command():
            lines.append((Span(f"Or leave with {self.app.key_of('quit')} and go on in lines: {command} --plain", "quiet"),))
        return [row for line in lines for row in (wrap(line, width) if line else [()])]
