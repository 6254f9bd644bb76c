"""The persons at a table that waits for somebody else: they see that it does and for how long, and may stop it."""

from __future__ import annotations

from collections.abc import Callable

from wolftui.session.session import GameSession
from wolftui.session.waited import WaitTimer
from wolftui.text.spans import Line, Span

from .over import ChoiceDialog
from .place import AppScreen, Handlers

_STOP_WAITING_TEXT = (
    "A house bot answers for whoever is late, this time only: all keep their seats and are asked again the next time. The game "
    "notes for whom, and the moderator's eyes see it when the game is over. The setting `patience` does this by itself."
)


class WaitIndicator:
    """Counts and tells how long the table waits, and asks whether to stop that.

    Args:
        screen: What lies over it is asked there.
        session: The game.
        busy: Whether anybody here is being asked, or the game has stopped.
        stop: Stops the waiting; None where the game is played elsewhere.
    """

    def __init__(self, screen: AppScreen, session: GameSession, busy: Callable[[], bool], stop: Callable[[], None] | None) -> None:
        self._screen, self._session, self._stop = screen, session, stop
        self._waiting_time = WaitTimer(session, busy)

    @property
    def deeds(self) -> Handlers:
        """What its action does."""
        return {"stop_waiting": self.ask}

    @property
    def may_stop(self) -> bool:
        """Whether the table waits so long that a person may stop it."""
        return self._stop is not None and self._waiting_time.is_long

    def beat(self, seconds: float) -> bool:
        """Let time pass; whether what is shown has changed by it."""
        before = self._shown
        self._waiting_time.advance(seconds)
        return self._shown != before

    def line(self) -> Line:
        """That the table waits, with something that moves; nothing where it does not, or where more than that may be known."""
        words = self._waiting_time.text if self._stop and self._session.status.doing == "waiting" else ""
        if not words:
            return ()
        frames = self._screen.glyphs.turning
        sign = f"{frames[self._waiting_time.frame % len(frames)]} " if self._moves else ""
        return (Span(sign, "accent"), Span(words, "quiet"))

    def ask(self) -> None:
        """Ask whether to stop waiting."""
        if not self.may_stop:
            return
        choices: list[tuple[Line, bool]] = [((Span("Stop waiting"),), True), ((Span("Wait on"),), False)]
        self._screen.app.push_screen(ChoiceDialog("Stop waiting?", _STOP_WAITING_TEXT, choices), self._stop_if)

    def _stop_if(self, meant: bool | None) -> None:
        # Where something happened meanwhile there is nobody left whom the person did not want to wait for.
        if meant and self._stop and self.may_stop:
            self._waiting_time.restart()
            self._stop()

    @property
    def _moves(self) -> bool:
        return self._screen.app.animation_level != "none"

    @property
    def _shown(self) -> tuple[str, int]:
        """What tells whether to paint."""
        return self._waiting_time.text, self._waiting_time.frame if self._moves and self._waiting_time.is_long else 0
