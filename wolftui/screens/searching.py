"""Searching a transcript: what is looked for, where it was found, and going there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from wolftui.text.searching import Search
from wolftui.text.spans import Block
from wolftui.widgets.searchbar import SearchBar
from wolftui.widgets.transcript import Transcript

from .place import Handlers


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
        self._read, self._transcript, self._bar, self._go_to, self._changed = read, transcript, bar, go_to, changed
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
