"""How long a person may still take for an answer. It stands while the game does."""

from __future__ import annotations

from wolfcore.errors import ConfigError

from .session import GameSession

MAX_CLOCK = 3600.0
"""Seconds for an answer; the setting `clock` has the same bound."""
LAST_SECONDS = 10.0
"""When it is said what happens if no answer comes."""


def check_clock(seconds: float) -> None:
    """Raise ConfigError where a person asks for a time for each answer that is none."""
    if not 0 <= seconds <= MAX_CLOCK:
        hint = f"It goes from 0, for no limit, to {MAX_CLOCK:g} seconds."
        raise ConfigError(f"{seconds:g} is no time for an answer", key="--clock", hint=hint)


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
