"""Choosing step by step, as data: each choice leads to the next question or to what is said in the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from wolfcore.bots.belief.record import Record
from wolfcore.bots.belief.witness import witness
from wolfcore.bots.talk.moves import Move
from wolfcore.game import View

from .seat_options import called


class Pick(Struct, frozen=True):
    """One choice.

    Attributes:
        label: A few words: `Accuse somebody`, `3 Cleo`.
        leads: What is to be chosen next, or what is said.
        seat: The seat that it is, or 0.
        note: What should be known about it; may be empty.
    """

    label: str
    leads: Leads
    seat: int = 0
    note: str = ""


class Step(Struct, frozen=True):
    """A question with its choices, of which there is at least one: seats, each once, or none that is a seat."""

    title: str
    picks: tuple[Pick, ...]


Leads: TypeAlias = Step | Move


class Speaker(Struct, frozen=True):
    """Who chooses, and what a house bot in the same seat would know: sentences are chosen by it."""

    view: View
    record: Record

    @property
    def others(self) -> tuple[int, ...]:
        """The other living seats, ascending."""
        return tuple(seat for seat in self.view.living if seat != self.view.seat)

    def seat(self, seat: int, leads: Leads, note: str = "") -> Pick:
        """A choice that is a seat."""
        return Pick(called(self.view, seat), leads, seat, note)


def speaker_of(view: View) -> Speaker:
    """The speaker who has this view."""
    record = Record(view.seat, view.board, view.names)
    witness(record, view.facts)
    return Speaker(view, record)


def into(label: str, title: str, picks: Iterable[Pick], note: str = "") -> list[Pick]:
    """A choice that leads to others: none where there are none, and no question between where there is a single answer."""
    found = tuple(picks)
    if len(found) == 1 and not found[0].seat:
        return [Pick(label, found[0].leads, note=note)]
    return [Pick(label, Step(title, found), note=note)] if found else []
