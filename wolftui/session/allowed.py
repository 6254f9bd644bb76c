"""How long a person may still take for an answer. It stands while the game does."""

from __future__ import annotations

from wolfcore.errors import ConfigError

from .session import GameSession

LONGEST = 3600.0
"""Seconds for an answer; the setting `clock` has the same bound."""
LAST_SECONDS = 10.0
"""When it is said what happens if no answer comes."""


def check_clock(seconds: float) -> None:
    """Raise ConfigError where a person asks for a time for each answer that is none."""
    if not 0 <= seconds <= LONGEST:
        hint = f"It goes from 0, for no limit, to {LONGEST:g} seconds."
        raise ConfigError(f"{seconds:g} is no time for an answer", key="--clock", hint=hint)


class Allowed:
    """Counts down for one question after the other.

    Args:
        session: The game; while it is paused or held, nobody's time runs.
        seconds: How long each answer may take; 0 for as long as they like.

    Attributes:
        left: Seconds that are left for the question that is open.
    """

    def __init__(self, session: GameSession, seconds: float) -> None:
        self._session, self._seconds = session, seconds
        self.left = seconds

    @property
    def counts(self) -> bool:
        """Whether there is a limit at all."""
        return self._seconds > 0

    def begin(self) -> None:
        """Another question is open."""
        self.left = self._seconds

    def pass_by(self, seconds: float) -> bool:
        """Time passes; whether it is up now."""
        if not self.counts or not self._session.playing or self._session.held:
            return False
        self.left -= seconds
        return self.left <= 0

    @property
    def words(self) -> str:
        """What is left, `1:05`; empty without a limit."""
        minutes, seconds = divmod(max(int(self.left + 0.999), 0), 60)
        return f"{minutes}:{seconds:02}" if self.counts else ""

    @property
    def short(self) -> bool:
        """Whether little is left."""
        return self.counts and self.left <= LAST_SECONDS
