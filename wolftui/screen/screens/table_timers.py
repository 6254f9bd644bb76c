"""Table parts driven by the heartbeat: wait indicator, answer clock, call, notebook autosave.

The wait indicator never shows which seat the table waits for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wolftui.games.front import ScreenFront
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.session.timers import AnswerTimer, WaitTimer
from wolftui.games.side_files import (
    PersonNotes,
    encode_person_notes,
    read_person_notes,
    write_person_notes,
)
from wolftui.screen.widgets.prompt import Prompt
from wolftui.words.questions import Question, timeout_text
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, Handlers
from .dialogs import ChoiceDialog

_STOP_WAITING_TEXT = (
    "A house bot answers for whoever is late, this time only: all keep their seats and are "
    "asked again the next time. The game "
    "notes for whom, and the moderator's eyes see it when the game is over. The setting "
    "`patience` does this by itself."
)


PUSH_TITLE, POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Keep the title of the terminal, and bring it back (xterm; others ignore it)."""


_WORDS = "wolftui: your turn"
"""The title and the notification; anybody may see them, so they say nothing of the game."""


_TITLE = f"\x1b]2;{_WORDS}\x07"


_IDLE_TITLE = "\x1b]2;wolftui\x07"


_CALLS = {"bell": "\a", "notification": f"\x1b]9;{_WORDS}\x07"}
"""What is sent to a terminal that is not looked at. iTerm2, kitty, WezTerm, Ghostty and foot show
OSC 9 as a notification; others ignore it."""


class WaitIndicator:
    """Measures and shows how long the table waits, and lets a person end the waiting.

    Args:
        screen: The screen of the table; the question is asked on top of it.
        session: The game.
        busy: Returns whether a person here is being asked, or the game has stopped.
        stop: Ends the waiting; None if the game runs in another process.
    """

    def __init__(
        self,
        screen: AppScreen,
        session: GameSession,
        busy: Callable[[], bool],
        stop: Callable[[], None] | None,
    ) -> None:
        self._screen, self._session, self._stop = screen, session, stop
        self._waiting_time = WaitTimer(session, busy)

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {"stop_waiting": self.ask}

    @property
    def may_stop(self) -> bool:
        """Whether the table waits so long that a person may end the waiting."""
        return self._stop is not None and self._waiting_time.is_long

    def beat(self, seconds: float) -> bool:
        """Advance time by `seconds`; return whether the text shown has changed."""
        before = self._shown
        self._waiting_time.advance(seconds)
        return self._shown != before

    def line(self) -> Line:
        """Return the line that says that the table waits, with a moving sign.

        It is empty unless the status is `waiting`, and if the game runs in another process.
        """
        words = (
            self._waiting_time.text
            if self._stop and self._session.status.doing == "waiting"
            else ""
        )
        if not words:
            return ()
        frames = self._screen.glyphs.turning
        sign = f"{frames[self._waiting_time.frame % len(frames)]} " if self._moves else ""
        return (Span(sign, "accent"), Span(words, "quiet"))

    def ask(self) -> None:
        """Ask whether to end the waiting; does nothing before the wait is long."""
        if not self.may_stop:
            return
        choices: list[tuple[Line, bool]] = [
            ((Span("Stop waiting"),), True),
            ((Span("Wait on"),), False),
        ]
        self._screen.app.push_screen(
            ChoiceDialog("Stop waiting?", _STOP_WAITING_TEXT, choices), self._stop_if
        )

    def _stop_if(self, meant: bool | None) -> None:
        # `may_stop` is checked again: a late player may have answered meanwhile.
        if meant and self._stop and self.may_stop:
            self._waiting_time.restart()
            self._stop()

    @property
    def _moves(self) -> bool:
        return self._screen.app.animation_level != "none"

    @property
    def _shown(self) -> tuple[str, int]:
        """The values that decide whether to repaint: text and frame of the moving sign."""
        return (
            self._waiting_time.text,
            self._waiting_time.frame if self._moves and self._waiting_time.is_long else 0,
        )


class AnswerClock:
    """Counts down the time for an answer while a question is open.

    Args:
        front: Asks the persons here.
        prompt: Shows the remaining time.
        allowed: The time limit of an answer.
        tell: Shows a temporary notice to the person.
    """

    def __init__(
        self, front: ScreenFront, prompt: Prompt, allowed: AnswerTimer, tell: Callable[[str], None]
    ) -> None:
        self._front, self._prompt, self._allowed, self._notify = front, prompt, allowed, tell
        self._question: Question | None = None

    def beat(self, seconds: float) -> None:
        """Advance time by `seconds`; when the time is up, give the default answer.

        A new question restarts the clock.
        """
        question, allowed = self._front.waiting, self._allowed
        if not allowed.has_limit or question is None or not self._prompt.is_mounted:
            self._question = None
            return
        if question is not self._question:
            self._question = question
            allowed.restart()
        elif allowed.advance(seconds):
            self._notify(f"Your time is up: {timeout_text(question)}.")
            self._front.out_of_time(question)
            return
        then = f", then {timeout_text(question)}" if allowed.is_short else ""
        self._prompt.show_time_left(f"{allowed.text} left{then}", short=allowed.is_short)


_SAVE_SECONDS = 2.0
"""Seconds between two checks for changes to save."""


class Attention:
    """Follows whether a person is asked, and tells the terminal.

    Args:
        write: Writes to the terminal.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write, self._asked, self._titled = write, False, False

    def update(self, way: str, *, asked: bool, focused: bool) -> None:
        """Tell the terminal when a person begins or ceases to be asked.

        Args:
            way: The setting `attention`.
            asked: Whether a person at this screen is asked now.
            focused: Whether the terminal has the focus; True if it does not report it.
        """
        if asked == self._asked:
            return
        self._asked = asked
        if way == "off":
            self.close()
            return
        title = "" if self._titled else PUSH_TITLE
        self._titled = True
        call = _CALLS.get(way, "") if asked and not focused else ""
        self._write(title + (_TITLE if asked else _IDLE_TITLE) + call)

    def close(self) -> None:
        """Bring back the title that the terminal had before."""
        if self._titled:
            self._write(POP_TITLE)
        self._titled = False


class NotebookSaver:
    """Saves notebooks, drafts and playback speed beside the game; does nothing for an unsaved game.

    Args:
        shown: The game, whose notebooks `load` fills.
        prompt: Holds the drafts.
        tell: Shows a temporary notice to the person.
    """

    def __init__(self, shown: ShownGame, prompt: Prompt, tell: Callable[[str], None]) -> None:
        self._shown, self._prompt, self._notify = shown, prompt, tell
        self._folder = Path(shown.path) if shown.path else None
        self._since_save, self._problem = 0.0, ""
        self._saved = b""

    def load(self) -> None:
        """Load the saved notebooks and drafts.

        The saved speed is ignored, since the command line may have set another.
        """
        self._saved = self._current
        if self._folder:
            kept, problem = read_person_notes(self._folder)
            self._shown.notebooks.update(kept.notebooks)
            self._prompt.load_drafts(kept.drafts)
            if problem:
                self._notify(problem)
            else:
                self._saved = encode_person_notes(kept)

    def beat(self, seconds: float) -> None:
        """Advance time by `seconds`; every `_SAVE_SECONDS`, save what has changed."""
        self._since_save += seconds
        if self._since_save >= _SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Save changes now; an error is reported once, and saving is retried later."""
        self._since_save = 0.0
        now = self._current
        if self._folder is None or now == self._saved:
            return
        problem = write_person_notes(self._folder, now)
        if not problem:
            self._saved = now
        elif problem != self._problem:
            self._notify(problem)
        self._problem = problem

    @property
    def _current(self) -> bytes:
        notebooks = {
            seat: book
            for seat, book in sorted(self._shown.notebooks.items())
            if book.marks or book.notes
        }
        return encode_person_notes(
            PersonNotes(notebooks, self._prompt.drafts, self._shown.session.speed)
        )
