"""Searching a transcript: what is looked for, where it was found, and going there."""

from __future__ import annotations

from textual import on

from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.searching import Search
from wolftui.widgets.searchbar import SearchBar
from wolftui.widgets.transcript import Transcript

from .moving import PlaybackScreen
from .place import WIDE


class SearchScreen(PlaybackScreen):
    """A screen with a transcript that can be searched.

    Attributes:
        transcript: What can be read.
        searchbar: Where words to look for are written.
        search: What was found.
    """

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY) -> None:
        super().__init__(shown, glyphs)
        self.transcript, self.searchbar, self.search = (
            Transcript(glyphs=glyphs, dom_id="transcript", roomy_from=WIDE),
            SearchBar(),
            Search(),
        )

    def follow_tail(self) -> None:
        """Bring the newest words into sight."""
        self.transcript.anchor()

    def action_search(self) -> None:
        """Begin a search."""
        self.searchbar.open()

    def action_next_match(self) -> None:
        """To the next place."""
        self._to_match(1)

    def action_previous_match(self) -> None:
        """To the place before."""
        self._to_match(-1)

    @on(SearchBar.Changed)
    def _search_for(self, message: SearchBar.Changed) -> None:
        self.search.look(self.session.all_blocks, message.words)
        self._show_search()

    @on(SearchBar.Kept)
    def _keep_search(self) -> None:
        self._to_match(-1)
        self.transcript.focus()

    @on(SearchBar.Ended)
    def _end_search(self) -> None:
        self.search.look((), "")
        self._show_search()
        self.transcript.focus()

    def search_again(self) -> None:
        """Look for the same words again, with what these eyes may read."""
        self.search.look(self.session.all_blocks, self.search.words)
        self._show_search()

    def _to_match(self, step: int) -> None:
        number = self.search.go(step, len(self.session.blocks) - 1)
        if number >= len(self.session.blocks):
            self.go_to(self.session.all_blocks[number].told)
        self._show_search()

    def _show_search(self) -> None:
        self.searchbar.say(self.search.count)
        self.transcript.mark(self.search.found, self.search.block)
        self.paint_keys()
