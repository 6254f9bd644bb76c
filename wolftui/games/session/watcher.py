"""Forwards the table's events to a session (`Watcher`)."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Entry
from wolfcore.players import Progress
from wolfcore.table import Noted, Watcher
from wolfcore.table.replaced_answers import UnusableModel

from .game_session import GameSession


class SessionWatcher(Watcher):
    """Forwards a table's events to a session.

    Args:
        session: The session.
        at_end: Whether the game was resumed, so that the session starts at the end of its log.
        by_role: Whether a seat was given by role or team, so that a pause must not reveal its
            player.
    """

    def __init__(self, session: GameSession, *, at_end: bool, by_role: bool) -> None:
        self._session, self._at_end, self._by_role = session, at_end, by_role

    def entries(self, new: Sequence[Entry]) -> None:
        """Forward new log entries; after a resume move the cursor to their end once."""
        self._session.entries(new)
        if self._at_end:
            self._session.go_end()
            self._at_end = False

    def asked(self, batch: Sequence[Ask]) -> None:
        """Forward a new batch of asks."""
        self._session.asked(batch)

    def partial(self, ask: Ask, text: str) -> None:
        """Forward speech in progress."""
        self._session.partial(ask, text)

    def progress(self, ask: Ask, progress: Progress) -> None:
        """Forward the progress of an answer."""
        self._session.progress(ask, progress)

    def call_noted(self, noted: Noted) -> None:
        """Forward a model call or agent step."""
        self._session.noted(noted)

    def answered(self, ask: Ask, answer: Answer) -> None:
        """Forward the arrival of an answer, without its content."""
        self._session.answered(ask)

    def paused(self, ask: Ask, error: SeatError) -> None:
        """Forward a pause; the reason is generic if it could reveal a seat's player."""
        session = self._session
        if not session.may_see_all and self._by_role:
            session.pause("one of the players gives no answer")
        elif not session.may_see_all and isinstance(error, UnusableModel):
            # Its whole problem quotes replies, which may tell what the seat knows.
            session.pause(f"seat {error.seat}: {error.shared_problem}")
        else:
            session.pause(str(error))

    def pause_ended(self, ask: Ask) -> None:
        """Forward the end of a pause."""
        self._session.resume()
