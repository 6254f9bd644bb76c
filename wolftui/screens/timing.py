"""The clock of the persons at a table: it stands above what they are asked, and when it has run the game goes on without them."""

from __future__ import annotations

from collections.abc import Callable

from wolftui.games.front import ScreenFront
from wolftui.questions import Question, timeout_text
from wolftui.session.allowed import AnswerTimer
from wolftui.widgets.prompt import Prompt


class AnswerClock:
    """Counts down while a question is open.

    Args:
        front: Where the persons here are asked.
        prompt: Where what is left is shown.
        allowed: How long they may take.
        tell: Tells the person something, for a while.
    """

    def __init__(self, front: ScreenFront, prompt: Prompt, allowed: AnswerTimer, tell: Callable[[str], None]) -> None:
        self._front, self._prompt, self._allowed, self._notify = front, prompt, allowed, tell
        self._question: Question | None = None

    def beat(self, seconds: float) -> None:
        """Let time pass."""
        question, allowed = self._front.waiting, self._allowed
        if not allowed.has_limit or question is None or not self._prompt.is_mounted:
            self._question = None
            return
        if question is not self._question:
            self._question = question
            allowed.restart()
        elif allowed.advance(seconds):
            self._notify(f"Your time is up: {timeout_text(question)}.")
            self._front.out_of_time(question)
            return
        then = f", then {timeout_text(question)}" if allowed.is_short else ""
        self._prompt.show_time_left(f"{allowed.text} left{then}", short=allowed.is_short)
