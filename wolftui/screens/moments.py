"""A number in full, with the moments of the game behind it; the one that is chosen is gone to."""

from __future__ import annotations

from collections.abc import Sequence

from wolftui.panels.after.explaining import EvidenceLine
from wolftui.text.spans import Line, Span

from .over import ChoiceDialog, WrappedLines

GO_TO_ENTRY = "Enter goes to the moment in the replay."


class EvidenceDialog(ChoiceDialog[int]):
    """What a number is and the moments behind it; gives back the entry of the one that was chosen, from 0.

    Args:
        words: What the number is.
        behind: The moments behind it, in order; one at least.
        goes: What Enter does, as a sentence.
    """

    DEFAULT_CSS = """
    EvidenceDialog > Vertical { width: 92; }
    """

    def __init__(self, words: Sequence[Line], behind: Sequence[EvidenceLine], goes: str = GO_TO_ENTRY) -> None:
        super().__init__("", "", [(moment.line, moment.entry) for moment in behind], keys=[""] * len(behind))
        self._lines, self._goes = tuple(words), goes

    def compose_text(self) -> WrappedLines:
        """What the number is."""
        return WrappedLines([*self._lines, (), (Span(self._goes, "dim"),)])
