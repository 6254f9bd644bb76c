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

from .comparing import Comparing
from .guessing import Guessing
from .place import bindings
from .table import TableScreen


class ReviewTable(TableScreen):
    """A game that is looked at again, as `TableScreen` takes it.

    Attributes:
        guess: Where whoever guesses along is asked.
        guessing: Guessing along.
        comparing: The game beside its forks.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("table")

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(shown, glyphs, heartbeat=heartbeat)
        self.guess = GuessPrompt(shown.session.board.roles, glyphs)
        self.guessing = Guessing(self, shown, self.guess, self.show_new_eyes, self.to_transcript)
        self.comparing = Comparing(self, lambda: Path(shown.path) if shown.path else None)
        self.hold(self.guessing.deeds, self.comparing.deeds)

    def compose_prompt(self) -> ComposeResult:
        """Where the end of a day asks for guesses."""
        yield self.guess

    def paint(self) -> None:
        """Show what is at the cursor, and what is to be guessed there."""
        super().paint()
        if self.is_current:
            self.guessing.paint()

    def right_words(self) -> Line:
        """What stands at the right of the timeline: while somebody guesses, not how long the game is."""
        if not self.session.hidden:
            return super().right_words()
        return (Span("guessing along", "accent"), Span(f" {self.glyphs.dot} step {len(self.session.blocks)}", "dim"))

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        judging = self.guess.beliefs.has_focus
        return replace(
            super().situation,
            guessable=self.guessing.possible,
            guessing=self.session.hidden,
            kin=bool(self.shown.path) and not self.session.hidden,
            prompted=self.guessing.asks,
            judging=judging,
            letters=self.guess.beliefs.letters if judging else frozenset(),
        )

    @on(BeliefList.Confirmed)
    def _guessed(self, message: BeliefList.Confirmed) -> None:
        message.stop()
        self.guessing.answer(message.beliefs)

    @on(BeliefList.Left)
    def _laid_aside(self, message: BeliefList.Left) -> None:
        message.stop()
        self.to_transcript()
