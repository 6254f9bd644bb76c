"""Going to the moments of a game, and taking its words away: as a list, step by step, and as Markdown."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from wolftui.panels.moments import jump_line, jump_points, next_jump_point
from wolftui.panels.paragraphs import block_markdown
from wolftui.session.session import GameSession
from wolftui.widgets.transcript import Transcript

from .over import ChoiceDialog
from .place import AppScreen, Handlers


class JumpList:
    """The moments of a game, through the eyes of its session.

    Args:
        screen: What the list is laid over.
        session: The game.
        transcript: What is shown, and so copied; thoughts where they are unfolded.
        go_to: Moves the cursor behind a fact of the eyes.
    """

    def __init__(self, screen: AppScreen, session: GameSession, transcript: Transcript, go_to: Callable[[int], None]) -> None:
        self._screen, self._session, self._transcript, self._go_to = screen, session, transcript, go_to

    @property
    def deeds(self) -> Handlers:
        """What each action does."""
        return {
            "moments": self.choose,
            "next_moment": lambda: self._step(1),
            "previous_moment": lambda: self._step(-1),
            "copy_markdown": self.copy_markdown,
        }

    def choose(self) -> None:
        """Choose a moment from a list, with the last one before the cursor chosen at first."""
        found = jump_points(self._session, self._screen.glyphs)
        if not found:
            self._screen.notify("Nothing has happened yet that one could go to.", timeout=3)
            return
        at = sum(moment.fact_count <= self._session.fact_count for moment in found) - 1
        choices = [(jump_line(moment, self._screen.glyphs), moment.fact_count) for moment in found]
        sheet = ChoiceDialog("Go to", "", choices, at=max(at, 0), keys=[""] * len(choices))
        self._screen.app.push_screen(sheet, self._jump)

    def _jump(self, told: int | None) -> None:
        if told is not None:
            self._go_to(told)

    def _step(self, step: int) -> None:
        moment = next_jump_point(jump_points(self._session, self._screen.glyphs), self._session.fact_count, step)
        if moment is None:
            self._screen.notify("There is no further moment that way.", timeout=2)
        else:
            self._go_to(moment.fact_count)

    def copy_markdown(self) -> None:
        """Copy all that can be read at the cursor as Markdown; thoughts only where they are unfolded."""
        thoughts = self._transcript.thoughts
        blocks = [block if thoughts else replace(block, thought="") for block in self._transcript.blocks]
        if blocks:
            text = "\n\n".join(block_markdown(block, self._screen.glyphs) for block in blocks) + "\n"
            self._screen.app.copy_to_clipboard(text)
            self._screen.notify("Copied as Markdown, where the terminal allows it.", timeout=2)
