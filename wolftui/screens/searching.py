"""Searching a transcript: what is looked for, where it was found, and going there."""

from __future__ import annotations

from collections.abc import Callable

from wolftui.session.session import GameSession
from wolftui.text.searching import Search
from wolftui.widgets.searchbar import SearchBar
from wolftui.widgets.transcript import Transcript

from .place import Deeds


class Searching:
    """A search in what the eyes of a session may read.

    Args:
        session: The game.
        transcript: Where it is marked.
        bar: Where words to look for are written, and the number of places is shown.
        go_to: Moves the cursor behind a fact of the eyes.
        changed: Called when another place, or none, is found.
    """

    def __init__(
        self,
        session: GameSession,
        transcript: Transcript,
        bar: SearchBar,
        go_to: Callable[[int], None],
        changed: Callable[[], None],
    ) -> None:
        self._session, self._transcript, self._bar, self._go_to, self._changed = session, transcript, bar, go_to, changed
        self._search = Search()

    @property
    def deeds(self) -> Deeds:
        """What each action of a search does."""
        return {
            "search": self._bar.open,
            "next_match": lambda: self._to_match(1),
            "previous_match": lambda: self._to_match(-1),
        }

    @property
    def on(self) -> bool:
        """Whether anything is looked for."""
        return bool(self._search.words)

    @property
    def found(self) -> bool:
        """Whether it was found."""
        return bool(self._search.found)

    @property
    def writing(self) -> bool:
        """Whether the hands are where words to look for are written."""
        return self._bar.has_focus_within

    def look(self, words: str) -> None:
        """Look for words."""
        self._search.look(self._session.all_blocks, words)
        self._show()

    def again(self) -> None:
        """Look for the same words again, with what these eyes may read."""
        self.look(self._search.words)

    def keep(self) -> None:
        """Go to a place that was found, and read on there."""
        self._to_match(-1)
        self._transcript.focus()

    def forget(self) -> None:
        """Look for nothing any more."""
        self._search.look((), "")
        self._show()
        self._transcript.focus()

    def close(self) -> None:
        """End the search from elsewhere than its bar."""
        self._bar.action_leave()

    def _to_match(self, step: int) -> None:
        number = self._search.go(step, len(self._session.blocks) - 1)
        if number >= len(self._session.blocks):
            self._go_to(self._session.all_blocks[number].told)
        self._show()

    def _show(self) -> None:
        self._bar.say(self._search.count)
        self._transcript.mark(self._search.found, self._search.block)
        self._changed()
