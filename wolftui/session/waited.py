"""How long those at this screen have waited for a table that shows them nothing new.

It counts from the last thing that their eyes saw happen, through however many asks went by in secret: neither its beginning nor
its length tells how many there were or whose.
"""

from __future__ import annotations

from collections.abc import Callable

from .session import GameSession, SessionUpdate

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
