"""One quiet line below the words that a person writes: what the table will hear."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.speech import Act
from wolftui.settings.actions.keys import named
from wolftui.text.glyphs import Glyphs
from wolftui.text.heard import Occasion, heard_lines
from wolftui.text.keyed import pressing
from wolftui.text.spans import Line

from .paper import Paper

_ROWS, _LOW_ROWS, _LOW = 2, 1, 20
"""Lines that it takes at most, and on a screen of fewer rows than the last number."""
_EMPTY = " has sentences that the table understands."
"""What stands behind a key while nothing is written."""


class HeardLine(Paper):
    """What was heard in the words as they stood when they were last read.

    Args:
        glyphs: The signs to draw.

    Attributes:
        of: The words that it tells of, and where they are written; None where nothing is shown.
        crowded: Whether choices stand below it; then it gives way to them on a low screen.
    """

    DEFAULT_CSS = """
    HeardLine { height: auto; background: $w-prompt; }
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(dom_id="heard")
        self._glyphs = glyphs
        self.of: tuple[str, Occasion] | None = None
        self.crowded = False
        self._acts: tuple[Act, ...] = ()

    def tell(self, words: str, occasion: Occasion, acts: tuple[Act, ...]) -> None:
        """Show what was heard in some words."""
        self.of, self._acts = (words, occasion), acts
        self.repaint()

    def forget(self) -> None:
        """Show how to begin: nothing is written, or another person sits here."""
        if self.of is not None:
            self.of = None
            self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """What was heard."""
        low = self.app.size.height < _LOW
        if low and self.crowded:
            return ()
        if self.of is None:
            key = self.app.key_of("moves")
            return ((pressing(named(key), key + _EMPTY, "dim"),),)
        return heard_lines(self._acts, self.of[1], self._glyphs, width, _LOW_ROWS if low else _ROWS)
