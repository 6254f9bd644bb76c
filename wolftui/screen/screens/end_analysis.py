"""What the tab You says of a finished game: computed in a thread from the end of the game on."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wolfcore.errors import LogError, WolfError
from wolfcore.records import read_game
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.app_interface import AppInterface

if TYPE_CHECKING:
    from wolfcore.analysis import Course
    from wolftui.games.coached_seat import CoachedSeat
    from wolftui.games.spoken_words import WordsOfSeat

_SECONDS = 2.0
"""The time for the course of a game whose result is open already."""


_MOST_SECONDS = 20.0
"""The time for it while the person looks at the end of the game and at the cards."""


class EndAnalysis:
    """Computes what the words of the people in a game did, and where it turned.

    It begins once, at the end of the game. Roll-outs go on while the person looks at something
    else, so that the result is surer; once the result is open they end two seconds after the
    beginning, so that what is shown there is not replaced by something else.

    Args:
        shown: The game.

    Attributes:
        course: Where the game turned, or None as long as it is not known.
        spoken: What the words of each person did, by seat.
        coached: What each person could have done better, by seat, where it was computed before.
    """

    def __init__(self, shown: ShownGame) -> None:
        self._shown = shown
        self.course: Course | None = None
        self.spoken: dict[int, WordsOfSeat] = {}
        self.coached: dict[int, CoachedSeat] = {}
        self._began, self._is_awaited, self._is_over = 0.0, False, False
        self._show: Callable[[], None] = lambda: None

    def begin(self, app: AppInterface) -> None:
        """Begin, once; a game without a person, or that cannot be played again, has no analysis."""
        shown = self._shown
        if self._began or shown.mode == "watch" or not (shown.forkable and app.heartbeat):
            return
        if shown.person_seats:
            self._began = time.monotonic()
            app.run_worker(partial(self._analyse, app), thread=True, group="analysis")

    def await_result(self, show: Callable[[], None]) -> None:
        """Have `show` called in the app's thread whenever something is found; no more time."""
        self._show, self._is_awaited = show, True

    def stop(self) -> None:
        """End it, because the person leaves the game."""
        self._is_over = True

    def _found(self) -> None:
        self._show()

    def _latest(self) -> float:
        """Return the time of `time.monotonic` at which the course is wanted."""
        if self._is_over:
            return 0.0
        return self._began + (_SECONDS if self._is_awaited else _MOST_SECONDS)

    def _analyse(self, app: AppInterface) -> None:
        # The bots and the pool of processes take 0.3 s to import.
        from wolfcore.analysis.computation import course_until
        from wolftui.games.coached_seat import known_coaching
        from wolftui.games.spoken_words import words_of_seat

        folder, seats = Path(self._shown.path), self._shown.person_seats
        try:
            saved = read_game(folder)
            self.spoken = {seat: words_of_seat(saved, seat) for seat in seats}
            coached = {seat: known_coaching(saved, seat) for seat in seats}
            self.coached = {seat: told for seat, told in coached.items() if told}
            app.call_from_thread(self._found)
            # Processes of a visitor of a server would not be confined.
            self.course = course_until(folder, self._latest, jobs=1 if app.is_web else None)
        except WolfError as error:
            # The line of a log that differs is what `verify` is for.
            why = f"Not analysed: {error.problem}." if isinstance(error, LogError) else str(error)
            app.call_from_thread(partial(app.notify, why, severity="warning", markup=False))
        else:
            app.call_from_thread(self._found)
