"""The marks, notes and drafts at a table, and its speed: kept beside the game while it is played, and there after a resume."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wolftui.games.keeping import PersonNotes, encode_person_notes, read_person_notes, write_person_notes
from wolftui.session.shown import ShownGame
from wolftui.widgets.prompt import Prompt

_SAVE_SECONDS = 2.0
"""Seconds between two looks at whether anything was written."""


class NotebookSaver:
    """Keeps what they wrote; nothing of a game that is not saved.

    Args:
        shown: The game, whose notebooks are filled with what was kept.
        prompt: Where they write.
        tell: Tells the person something, for a while.
    """

    def __init__(self, shown: ShownGame, prompt: Prompt, tell: Callable[[str], None]) -> None:
        self._shown, self._prompt, self._notify = shown, prompt, tell
        self._folder = Path(shown.path) if shown.path else None
        self._since_save, self._problem = 0.0, ""
        self._saved = b""

    def load(self) -> None:
        """Bring back what was kept, but for the speed, which the command line may have set."""
        self._saved = self._current
        if self._folder:
            kept, problem = read_person_notes(self._folder)
            self._shown.notebooks.update(kept.notebooks)
            self._prompt.load_drafts(kept.drafts)
            if problem:
                self._notify(problem)
            else:
                self._saved = encode_person_notes(kept)

    def beat(self, seconds: float) -> None:
        """Let time pass; now and then, keep what was written since."""
        self._since_save += seconds
        if self._since_save >= _SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Keep what is written now. What cannot be kept is said once, and tried again."""
        self._since_save = 0.0
        now = self._current
        if self._folder is None or now == self._saved:
            return
        problem = write_person_notes(self._folder, now)
        if not problem:
            self._saved = now
        elif problem != self._problem:
            self._notify(problem)
        self._problem = problem

    @property
    def _current(self) -> bytes:
        notebooks = {seat: book for seat, book in sorted(self._shown.notebooks.items()) if book.marks or book.notes}
        return encode_person_notes(PersonNotes(notebooks, self._prompt.drafts, self._shown.session.speed))
