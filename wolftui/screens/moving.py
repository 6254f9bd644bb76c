"""Moving in a game: the actions of time, on the session. Each paints what has changed at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from wolftui.session.session import GameSession
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import FANCY, Glyphs

from .place import PlaceScreen


class PlaybackScreen(PlaceScreen):
    """A screen over a session.

    Attributes:
        shown: The game.
    """

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self.shown = shown

    @property
    def session(self) -> GameSession:
        """The game as one pair of eyes may follow it."""
        return self.shown.session

    @abstractmethod
    def paint(self) -> None:
        """Show what is at the cursor."""

    @abstractmethod
    def follow_tail(self) -> None:
        """Bring the newest words into sight."""

    def action_play_pause(self) -> None:
        """Play or pause."""
        self.session.toggle_play()
        self.paint()

    def action_step(self) -> None:
        """One step forward."""
        self._moved(lambda: self.session.step(1))

    def action_step_back(self) -> None:
        """One step back."""
        self._moved(lambda: self.session.step(-1))

    def action_next_phase(self) -> None:
        """To the next night or day."""
        self._moved(lambda: self.session.jump(1))

    def action_previous_phase(self) -> None:
        """To the night or day before."""
        self._moved(lambda: self.session.jump(-1))

    def action_next_day(self) -> None:
        """To the next day."""
        self._moved(lambda: self.session.jump(1, days=True))

    def action_previous_day(self) -> None:
        """To the day before."""
        self._moved(lambda: self.session.jump(-1, days=True))

    def action_home(self) -> None:
        """To the start."""
        self._moved(self.session.go_home)

    def action_end(self) -> None:
        """To the end, and follow it again."""
        self._moved(self.session.go_end)

    def action_faster(self) -> None:
        """Faster."""
        self._at_speed(1)

    def action_slower(self) -> None:
        """Slower."""
        self._at_speed(-1)

    def _at_speed(self, steps: int) -> None:
        self.session.change_speed(steps)
        self.paint()

    def go_to(self, told: int) -> None:
        """Behind a fact of the eyes."""
        self._moved(lambda: self.session.go_to(told))

    def _moved(self, move: Callable[[], None]) -> None:
        if not self.session.live:
            self.session.playing = False
        move()
        self.follow_tail()
        self.paint()
