"""Timers of a session: seconds left for an answer, and how long nothing new was shown.

The second counts from the last visible event, so that its start reveals no secret ask.
"""

from __future__ import annotations

from collections.abc import Callable

from .game_session import GameSession, SessionUpdate

LAST_SECONDS = 10.0
"""Seconds left at which the viewer is told what happens without an answer."""


class AnswerTimer:
    """A countdown for one question after the other.

    Args:
        session: The game; the time stops while it is paused or held.
        seconds: How long each answer may take, 0 for no limit; or returns the seconds that are left
            when a question comes.

    Attributes:
        seconds_left: Seconds left for the open question.
    """

    def __init__(self, session: GameSession, seconds: float | Callable[[], float]) -> None:
        self._session = session
        self._allowed = seconds if callable(seconds) else lambda: seconds
        self.seconds_left = self._allowed()

    @property
    def has_limit(self) -> bool:
        """Whether there is a time limit."""
        return self._allowed() > 0

    def restart(self) -> None:
        """Start the countdown for another question."""
        self.seconds_left = self._allowed()

    def advance(self, seconds: float) -> bool:
        """Advance the countdown by `seconds`; returns whether the time is up."""
        if not self.has_limit or not self._session.playing or self._session.held:
            return False
        self.seconds_left -= seconds
        return self.seconds_left <= 0

    @property
    def text(self) -> str:
        """The time left, `1:05`; empty without a limit."""
        minutes, seconds = divmod(max(int(self.seconds_left + 0.999), 0), 60)
        return f"{minutes}:{seconds:02}" if self.has_limit else ""

    @property
    def is_short(self) -> bool:
        """Whether at most `LAST_SECONDS` are left."""
        return self.has_limit and self.seconds_left <= LAST_SECONDS


SHOWN_AFTER = 3.0
"""Seconds after which a person is told that the table waits; bots and fast models take less."""


_FRAMES = 8
"""Frames per second of the waiting animation."""


class WaitTimer:
    """Counts how long the table waits for players who are not at this screen.

    Args:
        session: The game as this screen sees it.
        busy: Returns whether a person at this screen is being asked.

    Attributes:
        seconds: The waiting time so far.
    """

    def __init__(self, session: GameSession, busy: Callable[[], bool]) -> None:
        self._session, self._busy = session, busy
        self.seconds = 0.0
        session.subscribe(self._hear)

    def restart(self) -> None:
        """Reset the waiting time to 0."""
        self.seconds = 0.0

    def advance(self, seconds: float) -> None:
        """Advance by `seconds`; resets if a person here is asked, or the game is over or paused."""
        session = self._session
        if self._busy() or session.over or session.status.doing == "paused":
            self.restart()
        elif session.playing and not session.held and session.caught_up:
            self.seconds += seconds

    @property
    def is_long(self) -> bool:
        """Whether the wait is long enough to be shown."""
        return self.seconds >= SHOWN_AFTER

    @property
    def frame(self) -> int:
        """The number of the animation frame to draw."""
        return int(self.seconds * _FRAMES)

    @property
    def text(self) -> str:
        """The waiting time, `the table waits, 12 s`; empty before it is shown."""
        return f"the table waits, {duration_text(self.seconds)}" if self.is_long else ""

    def _hear(self, update: SessionUpdate) -> None:
        if update.fact is not None:
            self.restart()


def duration_text(seconds: float) -> str:
    """Format a duration: `12 s`, `2 min 5 s`."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
