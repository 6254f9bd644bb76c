"""Watchers: callbacks on what happens at a table; who plays each seat; calls-file lines.

A watcher is told everything. One that shows anything to a seat must go through that seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Entry
from wolfcore.players import CallRecord, Progress, TraceRecord
from wolfcore.records import SeatSpec


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


class TookOver(NamedTuple):
    """Somebody else plays a seat from now on.

    Attributes:
        seat: The seat.
        player: Who, as on the command line.
        why: Why the player of before gave no output, without the seat.
    """

    seat: int
    player: str
    why: str


class Lineup(Watcher):
    """Keeps who plays each seat of a table, whether the game is saved or not.

    Args:
        seats: Who sits on each seat at the start, in seat order.

    Attributes:
        current: Who sits there now.
        took_over: Every change, in order.
    """

    def __init__(self, seats: Sequence[SeatSpec]) -> None:
        self.current = tuple(seats)
        self.took_over: list[TookOver] = []

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        """As `Watcher.seated`."""
        if spec == self.current[seat - 1]:
            return
        self.current = (*self.current[: seat - 1], spec, *self.current[seat:])
        self.took_over.append(TookOver(seat, spec.text, error.problem))


class Noted(Struct, frozen=True, omit_defaults=True):
    """One line of the calls file: a model call or an agent's step, and the ask that it served."""

    ask: str
    seat: int
    call: CallRecord | None = None
    step: TraceRecord | None = None
