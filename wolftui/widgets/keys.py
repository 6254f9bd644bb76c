"""One line of keys, where the hands are."""

from __future__ import annotations

from collections.abc import Sequence

from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import width_of

from .paper import Paper


class KeyLine(Paper):
    """The keys that make sense now; those of least weight go first when there is no room."""

    DEFAULT_CSS = """
    KeyLine { height: 1; background: $w-prompt; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="keys")
        self._keys: list[tuple[str, str]] = []

    def show(self, keys: list[tuple[str, str]]) -> None:
        """Show these keys, each with its word."""
        self._keys = keys
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The line."""
        must = [pair for pair in self._keys if pair[1] == "help"]
        line: list[Span] = [Span(" ")]
        left = width - 1 - sum(width_of(_key(*pair)) for pair in must)
        for pair in self._keys:
            words = _key(*pair)
            if pair not in must:
                if width_of(words) > left:
                    continue
                left -= width_of(words)
            line += words
        return (tuple(line),)


def _key(keys: str, label: str) -> Line:
    return (Span(keys, "quiet+bold"), Span(f" {label}  ", "dim"))
