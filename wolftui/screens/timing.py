"""The clock of the persons at a table: it stands above what they are asked, and when it has run the game goes on without them."""

from __future__ import annotations

from collections.abc import Callable

from wolftui.games.front import ScreenFront
from wolftui.questions import Question, late
from wolftui.session.allowed import Allowed
from wolftui.widgets.prompt import Prompt


class Timing:
    """Counts down while a question is open.

    Args:
        front: Where the persons here are asked.
        prompt: Where what is left is shown.
        allowed: How long they may take.
        tell: Tells the person something, for a while.
    """

    def __init__(self, front: ScreenFront, prompt: Prompt, allowed: Allowed, tell: Callable[[str], None]) -> None:
        self._front, self._prompt, self._allowed, self._tell = front, prompt, allowed, tell
        self._of: Question | None = None

    def beat(self, seconds: float) -> None:
        """Let time pass."""
        question, allowed = self._front.waiting, self._allowed
        if not allowed.counts or question is None or not self._prompt.is_mounted:
            self._of = None
            return
        if question is not self._of:
            self._of = question
            allowed.begin()
        elif allowed.pass_by(seconds):
            self._tell(f"Your time is up: {late(question)}.")
            self._front.out_of_time(question)
            return
        then = f", then {late(question)}" if allowed.short else ""
        self._prompt.tell_time(f"{allowed.words} left{then}", short=allowed.short)
