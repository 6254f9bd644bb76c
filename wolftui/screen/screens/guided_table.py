"""The table of the guided game: a live table with a coach above the prompt.

The coach receives only what the player's own seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import BindingType

from wolftui.games.session.shown_game import ShownGame
from wolftui.games.sources import Source
from wolftui.screen.widgets.line_view import ComputedLines
from wolftui.settings.actions import Situation
from wolftui.views.coach import advice, coach_lines
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line

from .app_screen import WIDE, key_bindings
from .live_table import LiveTable


class GuidedTable(LiveTable):
    """A `LiveTable` with a coach who explains the game; takes the same arguments.

    Attributes:
        coach: The lines of the coach.
    """

    BINDINGS: ClassVar[list[BindingType]] = key_bindings("table")
    DEFAULT_CSS = """
    GuidedTable #coach {
        background: $w-bar; padding: 0 2; border-left: outer $w-good; max-height: 4;
    }
    GuidedTable.-low #coach { max-height: 2; }
    GuidedTable.-uncoached #coach { display: none; }
    """

    def __init__(
        self,
        shown: ShownGame,
        source: Source,
        glyphs: Glyphs = FANCY,
        *,
        heartbeat: bool = True,
        hears: bool = True,
    ) -> None:
        super().__init__(shown, source, glyphs, heartbeat=heartbeat, hears=hears)
        self.coach = ComputedLines(self._advice, dom_id="coach")
        self._coach_shown = True

    def compose_prompt(self) -> ComposeResult:
        """Yield the coach above the prompt."""
        yield self.coach
        yield from super().compose_prompt()

    def paint(self) -> None:
        """Repaint the table and the coach's advice."""
        super().paint()
        self.set_class(not (self._coach_shown and self._advice(WIDE)), "-uncoached")
        self.coach.repaint()

    def _advice(self, width: int) -> Sequence[Line]:
        session = self.session
        if session.eyes not in session.people:
            return ()
        waiting = self.front.waiting
        asked = waiting.ask.kind if waiting and waiting.ask.seat == session.eyes else None
        return coach_lines(
            advice(session, asked, self.app.key_of, small=self.columns < WIDE), width
        )

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return replace(super().situation, coach_shown=True)

    def action_coach(self) -> None:
        """Hide or show the coach."""
        self._coach_shown = not self._coach_shown
        self.paint()
