"""Seats as a person reads them in a question: number, name, and what this person knows about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wolfcore.game import ROLES, Ask, View

from .model import Option


def seat_text(view: View, seat: int) -> str:
    """A seat by number and name."""
    return f"{seat} {view.name(seat)}"


def seats_text(view: View, seats: Sequence[int]) -> str:
    """Seats in words: `2 Bram, 3 Cleo and 5 Elif`."""
    words = [seat_text(view, seat) for seat in seats]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def known_text(view: View, seat: int) -> str:
    """What the person of this view knows about a seat, in a few words; empty where that is nothing."""
    notes: list[str] = []
    if seat == view.seat:
        notes.append("you")
    elif seat in view.mates:
        notes.append("in your pack")
    elif role := view.state.roles[seat]:
        notes.append(f"known: {role}")
    result = next((check.result for check in reversed(view.state.checks) if check.seer == view.seat and check.target == seat), "")
    if result:
        notes.append("checked: " + {"wolves": "a wolf", "village": "not a wolf"}.get(result, result))
    if seat == view.state.sheriff:
        notes.append("sheriff")
    return ", ".join(notes)


def seat_options(ask: Ask, view: View, does: Callable[[str, int], str], nobody: Option | None = None) -> tuple[Option, ...]:
    """An option for each choice of an ask that names seats.

    Args:
        ask: The ask.
        view: The view of its seat.
        does: The consequence of a choice, from the seat in words (`yourself` for the own one) and its number.
        nobody: The option for 0, where 0 is legal.
    """
    options: list[Option] = []
    for value in ask.options:
        if value:
            whom = "yourself" if value == view.seat else seat_text(view, value)
            words = ("me", "myself", "yourself") if value == view.seat else ()
            options.append(Option(value, seat_text(view, value), does(whom, value), known_text(view, value), words))
        elif nobody:
            options.append(nobody)
    return tuple(options)


def wolves_alive(view: View) -> tuple[int, ...]:
    """The living seats that this view knows as wolves, ascending."""
    roles = view.state.roles
    return tuple(seat for seat in view.living if (role := roles[seat]) and ROLES[role].team == "wolves")
