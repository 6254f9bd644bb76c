"""Moving in a game: the actions of time, on a session alone. Whoever holds it is told when there is something to paint."""

from __future__ import annotations

from collections.abc import Callable

from wolftui.session.session import GameSession

from .place import Handlers


class PlaybackControls:
    """The controls of playback.

    Args:
        session: The game.
        moved: Called when the cursor stands elsewhere: the newest words come into sight, and all is painted.
        changed: Called when only the way of playing back is another.
    """

    def __init__(self, session: GameSession, moved: Callable[[], None], changed: Callable[[], None]) -> None:
        self._session, self._moved, self._changed = session, moved, changed

    @property
    def deeds(self) -> Handlers:
        """What each action of time does."""
        session = self._session
        return {
            "play_pause": self.play_pause,
            "step": lambda: self.steps(1),
            "step_back": lambda: self.steps(-1),
            "next_phase": lambda: self._move(lambda: session.jump(1)),
            "previous_phase": lambda: self._move(lambda: session.jump(-1)),
            "next_day": lambda: self._move(lambda: session.jump(1, days=True)),
            "previous_day": lambda: self._move(lambda: session.jump(-1, days=True)),
            "home": self.home,
            "end": lambda: self._move(session.go_end),
            "faster": lambda: self.change_speed(1),
            "slower": lambda: self.change_speed(-1),
        }

    def play_pause(self) -> None:
        """Play or pause."""
        self._session.toggle_play()
        self._changed()

    def steps(self, steps: int) -> None:
        """So many steps forward, or back."""
        self._move(lambda: self._session.step(steps))

    def home(self) -> None:
        """To the start."""
        self._move(self._session.go_home)

    def go_to(self, told: int) -> None:
        """Behind a fact of the eyes."""
        self._move(lambda: self._session.go_to(told))

    def change_speed(self, steps: int) -> None:
        """Faster or slower."""
        self._session.change_speed(steps)
        self._changed()

    def _move(self, move: Callable[[], None]) -> None:
        if not self._session.live:
            self._session.playing = False
        move()
        self._moved()
