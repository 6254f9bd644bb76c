"""The marks, notes and drafts at a table, and its speed: kept beside the game while it is played, and there after a resume."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wolftui.games.keeping import Kept, read_kept, write_kept, written
from wolftui.session.shown import ShownGame
from wolftui.widgets.prompt import Prompt

_EVERY = 2.0
"""Seconds between two looks at whether anything was written."""


class Keeping:
    """Keeps what they wrote; nothing of a game that is not saved.

    Args:
        shown: The game, whose notebooks are filled with what was kept.
        prompt: Where they write.
        tell: Tells the person something, for a while.
    """

    def __init__(self, shown: ShownGame, prompt: Prompt, tell: Callable[[str], None]) -> None:
        self._shown, self._prompt, self._tell = shown, prompt, tell
        self._folder = Path(shown.path) if shown.path else None
        self._since, self._problem = 0.0, ""
        self._kept = b""

    def begin(self) -> None:
        """Bring back what was kept, but for the speed, which the command line may have set."""
        self._kept = self._now
        if self._folder:
            kept, problem = read_kept(self._folder)
            self._shown.notebooks.update(kept.notebooks)
            self._prompt.remember(kept.drafts)
            if problem:
                self._tell(problem)
            else:
                self._kept = written(kept)

    def beat(self, seconds: float) -> None:
        """Let time pass; now and then, keep what was written since."""
        self._since += seconds
        if self._since >= _EVERY:
            self.keep()

    def keep(self) -> None:
        """Keep what is written now. What cannot be kept is said once, and tried again."""
        self._since = 0.0
        now = self._now
        if self._folder is None or now == self._kept:
            return
        problem = write_kept(self._folder, now)
        if not problem:
            self._kept = now
        elif problem != self._problem:
            self._tell(problem)
        self._problem = problem

    @property
    def _now(self) -> bytes:
        notebooks = {seat: book for seat, book in sorted(self._shown.notebooks.items()) if book.marks or book.notes}
        return written(Kept(notebooks, self._prompt.drafts, self._shown.session.speed))
