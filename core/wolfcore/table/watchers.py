"""Watchers: callbacks for the events of a table; the player of each seat; calls-file lines.

A watcher receives everything, secrets included. One that shows anything to a seat must go through
that seat's view.
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
    """Receives the events of a table. A subclass overrides the callbacks it needs.

    A callback must not change the game.
    """

    def entries(self, new: Sequence[Entry]) -> None:
        """The log grew. The first call brings all entries since the deal, also after a resume."""

    def asked(self, batch: Sequence[Ask]) -> None:
        """A batch of asks was put; asks that already have an answer are left out."""

    def partial(self, ask: Ask, text: str) -> None:
        """The speech of a seat so far, never a fact; an empty text clears it."""

    def progress(self, ask: Ask, progress: Progress) -> None:
        """The progress of a seat's answer."""

    def call_noted(self, noted: Noted) -> None:
        """A player called a model, or took a step of its own, for an open ask."""

    def answered(self, ask: Ask, answer: Answer) -> None:
        """An answer came and is in the journal; it takes effect with the whole batch."""

    def paused(self, ask: Ask, error: SeatError) -> None:
        """The game waits for a take-over of the seat of `ask`; `error` is why."""

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        """From now on `spec` plays the seat; it may be the former player. `error` is why."""

    def pause_ended(self, ask: Ask) -> None:
        """The seat was taken over and is asked again."""


class TookOver(NamedTuple):
    """A take-over of a seat by another player.

    Attributes:
        seat: The seat.
        player: The new player, as on the command line.
        why: Why the former player gave no output, without the seat.
    """

    seat: int
    player: str
    why: str


class Lineup(Watcher):
    """Keeps the current player of each seat of a table, whether the game is saved or not.

    Args:
        seats: The player of each seat at the start, in seat order.

    Attributes:
        current: The player of each seat now.
        took_over: Every take-over, in order.
    """

    def __init__(self, seats: Sequence[SeatSpec]) -> None:
        self.current = tuple(seats)
        self.took_over: list[TookOver] = []

    def seat_taken_over(self, seat: int, spec: SeatSpec, error: SeatError) -> None:
        """Record a take-over; nothing changes if `spec` already plays the seat."""
        if spec == self.current[seat - 1]:
            return
        self.current = (*self.current[: seat - 1], spec, *self.current[seat:])
        self.took_over.append(TookOver(seat, spec.text, error.problem))


class Noted(Struct, frozen=True, omit_defaults=True):
    """One line of the calls file: a model call or an agent's step, and the ask that it served.

    Attributes:
        ask: The id of the ask.
        seat: The seat that was asked.
        call: The model call, or None where the line is a step.
        step: The result of a step of an agent, or None where the line is a call.
        time: When the call or the step ended, in seconds since 1970 (UTC); 0 in games from before
            this field existed.
    """

    ask: str
    seat: int
    call: CallRecord | None = None
    step: TraceRecord | None = None
    time: float = 0.0
