"""Where somebody who looks at a game again says, at the end of a day, whom they hold for a wolf."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from wolfcore.game import Belief, RoleName
from wolftui.questions.model import Option
from wolftui.text.glyphs import Glyphs
from wolftui.text.keyed import key_spans
from wolftui.text.spans import Line, Span

from .beliefs import BeliefList
from .words import ComputedLines


class GuessPrompt(Vertical):
    """A title and a list of suspicions; not there while nothing is asked.

    Attributes:
        day: The day at whose end is asked; 0 while nothing is.
        beliefs: The list.
    """

    DEFAULT_CSS = """
    GuessPrompt {
        height: auto; max-height: 12; background: $w-prompt; padding: 0 1; border-left: outer $w-day; display: none;
    }
    GuessPrompt #guess-title { background: $w-prompt; }
    """

    def __init__(self, roles: Sequence[RoleName], glyphs: Glyphs) -> None:
        super().__init__(id="guess")
        self.day = 0
        self.beliefs = BeliefList(roles, glyphs)
        self._title = ComputedLines(self._words, dom_id="guess-title")

    def compose(self) -> ComposeResult:
        """Title and list."""
        yield self._title
        yield self.beliefs

    def _words(self, width: int) -> Sequence[Line]:
        del width
        return ((Span(f"Day {self.day} is over: whom do you hold for what? ", "day-title"), *key_spans("Enter goes on.", "quiet")),)

    def ask(self, day: int, options: Sequence[Option], held: Sequence[Belief]) -> None:
        """Ask at the end of a day, beginning with what was guessed last."""
        self.day, self.display = day, True
        self._title.repaint()
        self.beliefs.offer(options, held)
        self.beliefs.focus()

    def close(self) -> None:
        """Ask nothing."""
        self.day, self.display = 0, False
