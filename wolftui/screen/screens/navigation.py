"""Moving through a game: playback controls, transcript search, turning point of the timeline.

The turning point is shown to the moderator's view only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.search_bar import SearchBar
from wolftui.screen.widgets.transcript import Transcript
from wolftui.views.timeline import PhaseKey
from wolftui.words.spans import MODERATOR_EYES, Block, Search

from .app_screen import Handlers


class PlaybackControls:
    """The controls of playback.

    Args:
        session: The game.
        moved: Called when the cursor stands elsewhere: the newest words come into sight, and all is
            painted.
        changed: Called when only the way of playing back is another.
    """

    def __init__(
        self, session: GameSession, moved: Callable[[], None], changed: Callable[[], None]
    ) -> None:
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


class SearchableBlocks(Protocol):
    """What there is to read."""

    @property
    def blocks(self) -> Sequence[Block]:
        """What can be read at the cursor."""
        ...

    @property
    def all_blocks(self) -> Sequence[Block]:
        """What may be searched; begins with `blocks`."""
        ...


class TranscriptSearch:
    """A search in what the eyes of a session may read.

    Args:
        read: What there is to read.
        transcript: Where it is marked.
        bar: Where words to look for are written, and the number of places is shown.
        go_to: Moves the cursor behind a fact of the eyes.
        changed: Called when another place, or none, is found.
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
        self._search = Search()

    @property
    def deeds(self) -> Handlers:
        """What each action of a search does."""
        return {
            "search": self._bar.open,
            "next_match": lambda: self._to_match(1),
            "previous_match": lambda: self._to_match(-1),
        }

    @property
    def active(self) -> bool:
        """Whether anything is looked for."""
        return bool(self._search.words)

    @property
    def has_matches(self) -> bool:
        """Whether it was found."""
        return bool(self._search.matches)

    @property
    def writing(self) -> bool:
        """Whether the hands are where words to look for are written."""
        return self._bar.has_focus_within

    def search(self, words: str) -> None:
        """Look for words."""
        self._search.search(self._read.all_blocks, words)
        self._show()

    def search_from_library(self, words: Sequence[str]) -> None:
        """Look for words from elsewhere, and show the first place: where all stand together, else where the longest one does."""
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
        """Look for the same words again, with what these eyes may read."""
        self.search(self._search.words)

    def accept(self) -> None:
        """Go to a place that was found, and read on there."""
        self._to_match(-1)
        self._transcript.focus()

    def clear(self) -> None:
        """Look for nothing any more."""
        self._search.search((), "")
        self._show()
        self._transcript.focus()

    def close(self) -> None:
        """End the search from elsewhere than its bar."""
        self._bar.action_leave()

    def _to_match(self, step: int) -> None:
        number = self._search.step(step, len(self._read.blocks) - 1)
        if number >= len(self._read.blocks):
            self._go_to(self._read.all_blocks[number].fact_count)
        self._show()

    def _show(self) -> None:
        self._bar.show_count(self._search.count)
        self._transcript.mark(self._search.matches, self._search.block)
        self._changed()


class TurningPoint:
    """The night or day on which a game turned.

    Args:
        shown: The game.
    """

    def __init__(self, shown: ShownGame) -> None:
        self._shown = shown
        self._computed = False
        self._found: PhaseKey | None = None

    @property
    def moment(self) -> PhaseKey | None:
        """When it turned; None while that is not known, and for eyes that may not know it."""
        return self._found if self._eyes_may_know else None

    @property
    def _eyes_may_know(self) -> bool:
        return self._shown.session.eyes == MODERATOR_EYES and self._shown.has_outcome

    def compute(self) -> bool:
        """Look for it, once, where it may be known; returns whether it was found just now."""
        if self._computed or not self._eyes_may_know:
            return False
        from wolftui.measures.turning_point import turning_point

        self._computed = True
        turned = turning_point(self._shown.all_facts, self._shown.session.board.size)
        self._found = (turned.day, turned.night) if turned else None
        return self._found is not None
