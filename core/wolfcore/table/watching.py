"""Who looks on: notices of what happens at a table.

Notices carry no judgement of who may see them; a watcher that shows anything to a seat goes through that seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Entry
from wolfcore.players import Progress
from wolfcore.records import SeatSpec

from .saving import Noted


class Watcher:
    """Listens to a table. A subclass overrides what it wants to hear; nothing may be changed from here."""

    def entries(self, new: Sequence[Entry]) -> None:
        """The log grew. The first call brings everything since the deal, of a resumed game too."""

    def asked(self, batch: Sequence[Ask]) -> None:
        """These asks of a batch are out; those with an answer already are left out."""

    def partial(self, ask: Ask, text: str) -> None:
        """What a seat is saying so far; an empty text takes it back. Never a fact."""

    def progress(self, ask: Ask, progress: Progress) -> None:
        """How far a seat is with its answer."""

    def call_noted(self, noted: Noted) -> None:
        """A player called a model, or took a step of its own, for an ask that is out."""

    def answered(self, ask: Ask, answer: Answer) -> None:
        """An answer came and is in the journal; it takes effect with the whole batch."""

    def paused(self, ask: Ask, error: SeatError) -> None:
        """The game waits for somebody to take over a seat."""

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        """From now on `spec` plays a seat, which may be the player of before; `error` is why."""

    def pause_ended(self, ask: Ask) -> None:
        """Somebody took over, and the seat is asked again."""
