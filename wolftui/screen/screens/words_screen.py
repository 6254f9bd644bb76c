"""The screen "What your words did": a person's lines in a finished game."""

from __future__ import annotations

from wolfcore.analysis.spoken_effects import SpokenEffect
from wolfcore.records import SavedGame
from wolftui.games.spoken_words import SeatOfGame, WordsOfSeat, words_of_seat
from wolftui.views.result.page import Page
from wolftui.views.result.spoken_words import words_page
from wolftui.views.result.tabs import WORDS_TITLE

from .seat_pages import SeatPages


class WordsScreen(SeatPages):
    """Shows what each line of a person did; replays it, or plays on from there as a fork."""

    TITLE_WORDS = WORDS_TITLE
    LOADING = "The days are being played again without your words."
    OPTION = "--words"

    def tell(self, saved: SavedGame, seat: int) -> SeatOfGame:
        """Read or compute what the words of a seat did."""
        return words_of_seat(saved, seat, self.closed)

    def make_page(self, told: SeatOfGame, width: int) -> Page:
        """Build the page of a seat's words."""
        assert isinstance(told, WordsOfSeat)
        return words_page(told, width, self.glyphs)

    def first_choice(self, told: SeatOfGame) -> int:
        """Return the number of the line that moved most votes, else of the first one."""
        assert isinstance(told, WordsOfSeat)
        words = told.effects.words
        return max(range(len(words)), key=lambda at: len(words[at].moved), default=0)

    @property
    def chosen(self) -> SpokenEffect | None:
        """The words that are selected, or None."""
        told, derivation = self.told.get(self.seat), self.page.derivation
        if not derivation or not isinstance(told, WordsOfSeat):
            return None
        return told.of_entry(derivation.entries[0])

    @property
    def place(self) -> tuple[str, int] | None:
        """The ask and the log entry of the selected words."""
        return (self.chosen.ask, self.chosen.entry) if self.chosen else None
