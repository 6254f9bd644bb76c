"""Choosing step by step, as data: each choice leads to the next question or to what is said in the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from wolfcore.bots.belief.record import SeatRecord
from wolfcore.bots.belief.witness import observe
from wolfcore.bots.talk.moves import Move
from wolfcore.game import View

from .seat_options import seat_text


class MenuChoice(Struct, frozen=True):
    """One choice.

    Attributes:
        label: A few words: `Accuse somebody`, `3 Cleo`.
        next: What is to be chosen next, or what is said.
        seat: The seat that it is, or 0.
        note: What should be known about it; may be empty.
    """

    label: str
    next: MenuNext
    seat: int = 0
    note: str = ""


class MenuStep(Struct, frozen=True):
    """A question with its choices, of which there is at least one: seats, each once, or none that is a seat."""

    title: str
    picks: tuple[MenuChoice, ...]


MenuNext: TypeAlias = MenuStep | Move


class Speaker(Struct, frozen=True):
    """Who chooses, and what a house bot in the same seat would know: sentences are chosen by it."""

    view: View
    record: SeatRecord

    @property
    def others(self) -> tuple[int, ...]:
        """The other living seats, ascending."""
        return tuple(seat for seat in self.view.living if seat != self.view.seat)

    def seat(self, seat: int, leads: MenuNext, note: str = "") -> MenuChoice:
        """A choice that is a seat."""
        return MenuChoice(seat_text(self.view, seat), leads, seat, note)


def make_speaker(view: View) -> Speaker:
    """The speaker who has this view."""
    record = SeatRecord(view.seat, view.board, view.names)
    observe(record, view.facts)
    return Speaker(view, record)


def submenu(label: str, title: str, picks: Iterable[MenuChoice], note: str = "") -> list[MenuChoice]:
    """A choice that leads to others: none where there are none, and no question between where there is a single answer."""
    found = tuple(picks)
    if len(found) == 1 and not found[0].seat:
        return [MenuChoice(label, found[0].next, note=note)]
    return [MenuChoice(label, MenuStep(title, found), note=note)] if found else []
