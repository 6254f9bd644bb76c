"""A paper whose lines somebody else makes: for screens that are mostly words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wolftui.text.spans import Line

from .paper import LineView


class ComputedLines(LineView):
    """Shows what `make` gives for its width, made anew whenever it is repainted."""

    DEFAULT_CSS = """
    ComputedLines { width: 1fr; height: auto; }
    """

    def __init__(self, make: Callable[[int], Sequence[Line]], *, dom_id: str) -> None:
        super().__init__(dom_id=dom_id)
        self._make = make

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The lines."""
        return self._make(width)
