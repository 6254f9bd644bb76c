"""One quiet line below the words that a person writes: what the table will hear."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.speech import Act
from wolftui.settings.actions.keys import key_from_label
from wolftui.text.glyphs import Glyphs
from wolftui.text.heard import SpeechContext, wrapped_acts
from wolftui.text.keyed import key_span
from wolftui.text.spans import Line

from .paper import LineView

_ROWS, _LOW_ROWS, _LOW_SCREEN = 2, 1, 20
"""Lines that it takes at most, and on a screen of fewer rows than the last number."""
_EMPTY = " has sentences that the table understands."
"""What stands behind a key while nothing is written."""


class HeardLine(LineView):
    """What was heard in the words as they stood when they were last read.

    Args:
        glyphs: The signs to draw.

    Attributes:
        shown_for: The words that it tells of, and where they are written; None where nothing is shown.
        above_choices: Whether choices stand below it; then it gives way to them on a low screen.
    """

    DEFAULT_CSS = """
    HeardLine { height: auto; background: $w-prompt; }
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(dom_id="heard")
        self._glyphs = glyphs
        self.shown_for: tuple[str, SpeechContext] | None = None
        self.above_choices = False
        self._acts: tuple[Act, ...] = ()

    def show(self, words: str, occasion: SpeechContext, acts: tuple[Act, ...]) -> None:
        """Show what was heard in some words."""
        self.shown_for, self._acts = (words, occasion), acts
        self.repaint()

    def forget(self) -> None:
        """Show how to begin: nothing is written, or another person sits here."""
        if self.shown_for is not None:
            self.shown_for = None
            self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """What was heard."""
        low = self.app.size.height < _LOW_SCREEN
        if low and self.above_choices:
            return ()
        if self.shown_for is None:
            key = self.app.key_of("moves")
            return ((key_span(key_from_label(key), key + _EMPTY, "dim"),),)
        return wrapped_acts(self._acts, self.shown_for[1], self._glyphs, width, _LOW_ROWS if low else _ROWS)
