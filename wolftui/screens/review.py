"""The table of a saved game: a table at which one may guess along."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Line, Span
from wolftui.widgets.beliefs import BeliefList
from wolftui.widgets.guess import GuessPrompt

from .comparing import ForkComparison
from .guessing import GuessControls
from .place import key_bindings
from .table import TableScreen


class ReviewTable(TableScreen):
    """A game that is looked at again, as `TableScreen` takes it.

    Attributes:
        guess_prompt: Where whoever guesses along is asked.
        guess_controls: Guessing along.
        fork_comparison: The game beside its forks.
    """

    BINDINGS: ClassVar[list[BindingType]] = key_bindings("table")

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(shown, glyphs, heartbeat=heartbeat)
        self.guess_prompt = GuessPrompt(shown.session.board.roles, glyphs)
        self.guess_controls = GuessControls(self, shown, self.guess_prompt, self.reload_view, self.focus_transcript)
        self.fork_comparison = ForkComparison(self, lambda: Path(shown.path) if shown.path else None)
        self.add_handlers(self.guess_controls.deeds, self.fork_comparison.deeds)

    def compose_prompt(self) -> ComposeResult:
        """Where the end of a day asks for guesses."""
        yield self.guess_prompt

    def paint(self) -> None:
        """Show what is at the cursor, and what is to be guessed there."""
        super().paint()
        if self.is_current:
            self.guess_controls.paint()

    def timeline_note(self) -> Line:
        """What stands at the right of the timeline: while somebody guesses, not how long the game is."""
        if not self.session.roles_hidden:
            return super().timeline_note()
        return (Span("guessing along", "accent"), Span(f" {self.glyphs.dot} step {len(self.session.blocks)}", "dim"))

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        judging = self.guess_prompt.beliefs.has_focus
        return replace(
            super().situation,
            guessable=self.guess_controls.can_guess,
            guessing=self.session.roles_hidden,
            has_forks=bool(self.shown.path) and not self.session.roles_hidden,
            prompt_open=self.guess_controls.asks,
            suspecting=judging,
            letters=self.guess_prompt.beliefs.used_keys if judging else frozenset(),
        )

    @on(BeliefList.Confirmed)
    def _guessed(self, message: BeliefList.Confirmed) -> None:
        message.stop()
        self.guess_controls.answer(message.beliefs)

    @on(BeliefList.Escaped)
    def _guess_escaped(self, message: BeliefList.Escaped) -> None:
        message.stop()
        self.focus_transcript()
