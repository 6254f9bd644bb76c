"""Timers of a session: seconds left for an answer, and how long nothing new was shown.

The second counts from the last visible event, so that its start reveals no secret ask.
"""

from __future__ import annotations

from collections.abc import Callable

from .game_session import GameSession, SessionUpdate

LAST_SECONDS = 10.0
"""When it is said what happens if no answer comes."""


class AnswerTimer:
    """Counts down for one question after the other.

    Args:
        session: The game; while it is paused or held, nobody's time runs.
        seconds: How long each answer may take; 0 for as long as they like.

    Attributes:
        seconds_left: Seconds that are left for the question that is open.
    """

    def __init__(self, session: GameSession, seconds: float) -> None:
        self._session, self._seconds = session, seconds
        self.seconds_left = seconds

    @property
    def has_limit(self) -> bool:
        """Whether there is a limit at all."""
        return self._seconds > 0

    def restart(self) -> None:
        """Another question is open."""
        self.seconds_left = self._seconds

    def advance(self, seconds: float) -> bool:
        """Time passes; whether it is up now."""
        if not self.has_limit or not self._session.playing or self._session.held:
            return False
        self.seconds_left -= seconds
        return self.seconds_left <= 0

    @property
    def text(self) -> str:
        """What is left, `1:05`; empty without a limit."""
        minutes, seconds = divmod(max(int(self.seconds_left + 0.999), 0), 60)
        return f"{minutes}:{seconds:02}" if self.has_limit else ""

    @property
    def is_short(self) -> bool:
        """Whether little is left."""
        return self.has_limit and self.seconds_left <= LAST_SECONDS


SHOWN_AFTER = 3.0
"""Seconds after which a person is told that the table waits; bots and quick models take less."""


_FRAMES = 8
"""Frames of what moves a second."""


class WaitTimer:
    """Counts the time in which the table waits for anybody but those at this screen.

    Args:
        session: The game as they see it.
        busy: Whether anybody at this screen is being asked.

    Attributes:
        seconds: For how long they have waited.
    """

    def __init__(self, session: GameSession, busy: Callable[[], bool]) -> None:
        self._session, self._busy = session, busy
        self.seconds = 0.0
        session.subscribe(self._hear)

    def restart(self) -> None:
        """Count anew."""
        self.seconds = 0.0

    def advance(self, seconds: float) -> None:
        """Time passes."""
        session = self._session
        if self._busy() or session.over or session.status.doing == "paused":
            self.restart()
        elif session.playing and not session.held and session.caught_up:
            self.seconds += seconds

    @property
    def is_long(self) -> bool:
        """Whether they have waited so long that it is said."""
        return self.seconds >= SHOWN_AFTER

    @property
    def frame(self) -> int:
        """Which frame of what moves is due."""
        return int(self.seconds * _FRAMES)

    @property
    def text(self) -> str:
        """How long the table waits: `the table waits, 12 s`; empty while it is not said."""
        return f"the table waits, {duration_text(self.seconds)}" if self.is_long else ""

    def _hear(self, update: SessionUpdate) -> None:
        if update.fact is not None:
            self.restart()


def duration_text(seconds: float) -> str:
    """A time in words: `12 s`, `2 min 5 s`."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
