"""Parts of the table screen: playback controls, transcript search, and the course of the game."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from wolfcore.errors import WolfError
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.search_bar import SearchBar
from wolftui.screen.widgets.transcript import Transcript
from wolftui.views.timeline import PhaseKey
from wolftui.words.spans import MODERATOR_EYES, Block, Line, Search

from .app_screen import WIDE, AppScreen, Handlers

if TYPE_CHECKING:
    from wolfcore.analysis import Course
    from wolftui.views.win_curve import CourseWords

_HIGH_CURVE, _HIGH_FROM = 3, 36
"""The rows of the curve on a high terminal, and the rows of such a terminal."""


_LONGEST_ROLLOUT = 5.0
"""Seconds that one roll-out of all places may take: as long as leaving may wait for it."""


_MOST_JOBS = 8
"""The most processes that compute the course of one game."""


class PlaybackControls:
    """Plays, pauses and steps through a game; changes the playback speed.

    Args:
        session: The game.
        moved: Called when the cursor has moved; scrolls to the newest words and repaints.
        changed: Called when only playing, pausing or the speed has changed.
    """

    def __init__(
        self, session: GameSession, moved: Callable[[], None], changed: Callable[[], None]
    ) -> None:
        self._session, self._moved, self._changed = session, moved, changed

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
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
        """Start or pause playback."""
        self._session.toggle_play()
        self._changed()

    def steps(self, steps: int) -> None:
        """Move the cursor by `steps` steps, negative for back."""
        self._move(lambda: self._session.step(steps))

    def home(self) -> None:
        """Move the cursor to the start of the game."""
        self._move(self._session.go_home)

    def go_to(self, fact_count: int) -> None:
        """Move the cursor to after `fact_count` facts of those that the viewer may know."""
        self._move(lambda: self._session.go_to(fact_count))

    def change_speed(self, steps: int) -> None:
        """Increase or decrease the playback speed by `steps` levels."""
        self._session.change_speed(steps)
        self._changed()

    def _move(self, move: Callable[[], None]) -> None:
        if not self._session.live:
            self._session.playing = False
        move()
        self._moved()


class SearchableBlocks(Protocol):
    """Protocol of a source of blocks that `TranscriptSearch` searches."""

    @property
    def blocks(self) -> Sequence[Block]:
        """The blocks up to the cursor."""
        ...

    @property
    def all_blocks(self) -> Sequence[Block]:
        """The blocks that may be searched; the list begins with `blocks`."""
        ...


class TranscriptSearch:
    """Searches the blocks that the session's viewer may read.

    Args:
        read: The blocks to search.
        transcript: Highlights the matches.
        bar: The search bar with the text and the number of matches.
        go_to: Moves the cursor to after a number of facts.
        changed: Called when the current match has changed.
    """

    def __init__(
        self,
        read: SearchableBlocks,
        transcript: Transcript,
        bar: SearchBar,
        go_to: Callable[[int], None],
        changed: Callable[[], None],
    ) -> None:
        self._read, self._transcript, self._bar, self._go_to, self._changed = (
            read,
            transcript,
            bar,
            go_to,
            changed,
        )
        self._search, self._accepted = Search(), ""

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {
            "search": self._bar.open,
            "next_match": lambda: self._to_match(1),
            "previous_match": lambda: self._to_match(-1),
        }

    @property
    def active(self) -> bool:
        """Whether a search is active, with or without matches."""
        return bool(self._search.words)

    @property
    def has_matches(self) -> bool:
        """Whether the search has matches."""
        return bool(self._search.matches)

    @property
    def writing(self) -> bool:
        """Whether the search bar has the focus."""
        return self._bar.has_focus_within

    def search(self, words: str) -> None:
        """Search for `words` and highlight the matches; empty words end the search."""
        self._search.search(self._read.all_blocks, words)
        self._show()

    def search_from_library(self, words: Sequence[str]) -> None:
        """Search for the words of a library query and go to the first match.

        All words joined by blanks are tried first, then each word alone, the longest first.
        """
        wanted = [" ".join(words), *sorted(words, key=len, reverse=True)]
        found = next((each for each in wanted if self._found_in(each)), wanted[0])
        self._bar.fill(found)
        self.search(found)
        self._search.position = -1
        number = self._search.step(1, 0)
        if number >= 0:
            self._go_to(self._read.all_blocks[number].fact_count)
        self._show()

    def _found_in(self, words: str) -> bool:
        self._search.search(self._read.all_blocks, words)
        return self.has_matches

    def repeat(self) -> None:
        """Search for the same words again, after the viewer or the filter has changed."""
        self.search(self._search.words)

    def accept(self) -> None:
        """Go to a match and focus the transcript.

        It is the first from the top of the transcript on, as far as it is scrolled; for words that
        were accepted before, the one after the current match.
        """
        words = self._search.words
        self._to_match(1 if words == self._accepted else 0)
        self._accepted = words
        self._transcript.focus()

    def clear(self) -> None:
        """End the search and focus the transcript."""
        self._search.search((), "")
        self._show()
        self._transcript.focus()

    def close(self) -> None:
        """End the search and hide its bar."""
        self._bar.action_leave()

    def _to_match(self, step: int) -> None:
        number = self._search.step(step, self._transcript.top_block)
        if number >= len(self._read.blocks):
            self._go_to(self._read.all_blocks[number].fact_count)
        self._show()

    def _show(self) -> None:
        self._bar.show_count(self._search.count)
        self._transcript.mark(self._search.matches, self._search.block)
        self._changed()


class CourseControls:
    """The course of a finished game below the timeline: computes it on request, jumps to moments.

    Args:
        screen: The screen, which shows messages and runs the computation.
        shown: The game.
        go_to: Moves the cursor to after a number of facts.
        changed: Called when the course is known.
    """

    def __init__(
        self,
        screen: AppScreen,
        shown: ShownGame,
        go_to: Callable[[int], None],
        changed: Callable[[], None],
    ) -> None:
        self._screen, self._shown, self._go_to, self._changed = screen, shown, go_to, changed
        self._course: Course | None = None
        self._words: CourseWords | None = None
        self._read = self._computing = self._stopped = False

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {"turning_points": self.next_moment}

    @property
    def possible(self) -> bool:
        """Whether the game is over and saved, and its viewer knows everything.

        These are the moderator's eyes, which nobody has who guesses along.
        """
        return self._shown.session.eyes == MODERATOR_EYES and self._shown.forkable

    @property
    def turning_point(self) -> PhaseKey | None:
        """The phase of the turning point; None if unknown, none, or hidden from the viewer."""
        point = self._course.turning_point if self._course and self.possible else None
        return (point.day, point.kind == "night") if point else None

    def lines(self, width: int) -> Sequence[Line]:
        """Draw the curve for a width; empty while the course is unknown or hidden."""
        if self._course is None or self._words is None or not self.possible:
            return ()
        from wolftui.views.win_curve import draw_curve

        size = self._screen.app.size
        rows = _HIGH_CURVE if size.width >= WIDE and size.height >= _HIGH_FROM else 1
        return draw_curve(
            self._course,
            self._shown.session.fact_count,
            self._words,
            self._screen.glyphs,
            width,
            rows,
        )

    def load(self) -> None:
        """Read the course in the game's folder once, if the viewer may know it."""
        if self._read or not self.possible:
            return
        from wolfcore.analysis import known_course

        self._read = True
        course, damage = known_course(Path(self._shown.path))
        if damage:
            self._screen.notify(damage)
        self._show(course)

    def next_moment(self) -> None:
        """Go to the next of the moments that moved the chance most; compute the course first."""
        if not self.possible or self._computing:
            return
        self.load()
        if self._course is None:
            self._computing = True
            self._screen.notify("The chances are being computed; this takes some seconds.")
            self._screen.run_worker(self._compute(), group="course")
            return
        from wolftui.views.win_curve import next_moment, no_turn_words

        moment = next_moment(self._course, self._shown.session.fact_count)
        if moment is None:
            self._screen.notify(no_turn_words(self._course))
        else:
            self._go_to(moment.entry + 1)

    def stop(self) -> None:
        """End a computation after the roll-outs under way."""
        self._stopped = True

    async def _compute(self) -> None:
        course, problem = await asyncio.to_thread(self._computed)
        self._computing = False
        if self._stopped:
            return
        if problem:
            self._screen.notify(problem, severity="warning")
        elif course is None:
            self._screen.notify(
                "This game is too long for that here. The command `wolftui analyse` can do it."
            )
        self._show(course)

    def _computed(self) -> tuple[Course | None, str]:
        from wolfcore.analysis import compute_courses

        # Processes of a visitor of a server would not be confined.
        jobs = 1 if self._screen.app.is_web else min(os.cpu_count() or 1, _MOST_JOBS)
        try:
            found = list(
                compute_courses(
                    [Path(self._shown.path)],
                    jobs=jobs,
                    longest=_LONGEST_ROLLOUT,
                    enough=lambda: self._stopped,
                )
            )
        except WolfError as error:
            return None, str(error)
        return (found[0].course, found[0].problem) if found else (None, "")

    def _show(self, course: Course | None) -> None:
        if course is None:
            return
        from wolftui.views.win_curve import CourseWords

        self._course, session = course, self._shown.session
        facts = self._shown.all_facts
        self._words = CourseWords(facts, session.board, session.names, self._screen.glyphs)
        self._changed()
