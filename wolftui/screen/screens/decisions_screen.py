"""The screen "Your decisions": what a person could have done better in a finished game."""

from __future__ import annotations

from wolfcore.analysis.decisions import Decision
from wolfcore.records import SavedGame
from wolftui.games.coached_seat import CoachedSeat, coached_seat
from wolftui.games.spoken_words import SeatOfGame
from wolftui.views.result.decisions import decisions_page, telling_decisions
from wolftui.views.result.page import Page
from wolftui.views.result.tabs import DECISIONS_TITLE

from .seat_pages import SeatPages


class DecisionsScreen(SeatPages):
    """Shows a person's decisions; replays the chosen one, or tries again from there as a fork."""

    TITLE_WORDS = DECISIONS_TITLE
    LOADING = "Your decisions are being tried again. This takes some seconds."
    OPTION = "--coach"
    _whole = False

    def tell(self, saved: SavedGame, seat: int) -> SeatOfGame:
        """Read or compute what a seat could have done."""
        return coached_seat(saved, seat, self.closed, self.show_progress)

    def make_page(self, told: SeatOfGame, width: int) -> Page:
        """Build the page of a seat's decisions."""
        assert isinstance(told, CoachedSeat)
        key = self.app.key_of("unfold")
        return decisions_page(told, width, self.glyphs, key, whole=self._whole)

    def first_choice(self, told: SeatOfGame) -> int:
        """Return the number of the decision that cost most, else of the first one."""
        assert isinstance(told, CoachedSeat)
        notes = told.coaching.notes
        return telling_decisions(told).index(notes[0]) if notes else 0

    @property
    def is_folded(self) -> bool:
        """Whether decisions that are too close to tell are only counted."""
        told = self.told.get(self.seat)
        return (
            not self._whole
            and isinstance(told, CoachedSeat)
            and len(telling_decisions(told)) < len(told.coaching.decisions)
        )

    def action_unfold(self) -> None:
        """Show all decisions."""
        self._whole = True
        self.page.rebuild()
        self.refresh_key_line()

    @property
    def chosen(self) -> Decision | None:
        """The decision that is selected, or None."""
        told, derivation = self.told.get(self.seat), self.page.derivation
        if not derivation or not isinstance(told, CoachedSeat):
            return None
        return next(each for each in told.coaching.decisions if each.ask == derivation.value)

    @property
    def place(self) -> tuple[str, int] | None:
        """The ask of the selected decision, and the log entry before it."""
        return (self.chosen.ask, self.chosen.entry) if self.chosen else None
