"""Seats as options with what the person knows of each; suspicions and typed changes to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, TypeAlias

from wolfcore.decoders import whole_number
from wolfcore.game import ROLES, Ask, Belief, RoleName, View

from .question import Option, match_option


def seat_text(view: View, seat: int) -> str:
    """Write a seat's number and name."""
    return f"{seat} {view.name(seat)}"


def seats_text(view: View, seats: Sequence[int]) -> str:
    """List seats in words: `2 Bram, 3 Cleo and 5 Elif`."""
    words = [seat_text(view, seat) for seat in seats]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def known_text(view: View, seat: int) -> str:
    """Say in a few words what the viewer knows about a seat; empty if nothing."""
    notes: list[str] = []
    if seat == view.seat:
        notes.append("you")
    elif seat in view.mates:
        notes.append("in your pack")
    elif role := view.state.roles[seat]:
        notes.append(f"known: {role}")
    result = next(
        (
            check.result
            for check in reversed(view.state.checks)
            if check.seer == view.seat and check.target == seat
        ),
        "",
    )
    if result:
        notes.append(
            "checked: " + {"wolves": "a wolf", "village": "not a wolf"}.get(result, result)
        )
    if seat == view.state.sheriff:
        notes.append("sheriff")
    if view.state.alive(seat) and seat in view.state.without_vote:
        notes.append("no vote")
    return ", ".join(notes)


def seat_options(
    ask: Ask, view: View, does: Callable[[str, int], str], nobody: Option | None = None
) -> tuple[Option, ...]:
    """Make an option for each seat that an ask allows.

    Args:
        ask: The ask.
        view: The view of the asked seat.
        does: Returns the consequence of a choice from the seat in words (`yourself` for the own
            seat) and its number.
        nobody: The option for 0, if 0 is legal.
    """
    options: list[Option] = []
    for value in ask.options:
        if value:
            whom = "yourself" if value == view.seat else seat_text(view, value)
            words = ("me", "myself", "yourself") if value == view.seat else ()
            options.append(
                Option(
                    value, seat_text(view, value), does(whom, value), known_text(view, value), words
                )
            )
        elif nobody:
            options.append(nobody)
    return tuple(options)


def wolves_alive(view: View) -> tuple[int, ...]:
    """List the living seats that this view knows as wolves, ascending."""
    roles = view.state.roles
    return tuple(
        seat for seat in view.living if (role := roles[seat]) and ROLES[role].team == "wolves"
    )


GuessedRole: TypeAlias = RoleName | Literal["Uncertain"]


GUESS, CERTAIN = 5, 10
"""The lowest and highest confidence of a belief (Helmsman 3.1)."""


def possible_roles(roles: Iterable[RoleName]) -> tuple[GuessedRole, ...]:
    """List the roles that a seat may be guessed to have: each board role once, then `Uncertain`."""
    return (*dict.fromkeys(roles), "Uncertain")


def guess_options(seats: Iterable[int], names: Sequence[str]) -> tuple[Option, ...]:
    """Make options for the seats that a spectator judges."""
    return tuple(
        Option(seat, f"{seat} {names[seat - 1]}", f"Say what you hold {names[seat - 1]} for.")
        for seat in seats
    )


def last_stated(view: View, seats: Collection[int]) -> tuple[Belief, ...]:
    """Return the beliefs about some seats that the person of a view stated last.

    Answers with a thought, a memo or stated probabilities come from a machine that sat here before;
    its beliefs are not attributed to the person.

    Args:
        view: The view.
        seats: The seats that are asked about now.
    """
    for own in reversed(view.answered):
        given = own.answer
        if own.ask.kind != "suspect" or not given.beliefs or given.thought or given.memo:
            continue
        if all(belief.p_wolf is None for belief in given.beliefs):
            return tuple(belief for belief in given.beliefs if belief.seat in seats)
    return ()


def apply_suspicions(
    held: Iterable[Belief], typed: str, options: Sequence[Option], roles: Sequence[GuessedRole]
) -> tuple[Belief, ...]:
    """Apply typed changes such as `3 Werewolf 8, 5 Seer, 6 -` to suspicions; returned by seat.

    An empty line changes none.

    Args:
        held: The suspicions so far.
        typed: Parts separated by commas: a seat, the beginning of a role and a confidence from 5 to
            10 (5 if left out); or a seat and `-`, which removes its suspicion.
        options: The seats that may be judged.
        roles: The roles that may be guessed.

    Raises:
        ValueError: A part cannot be read; the message is a sentence for the person.
    """
    kept = {belief.seat: belief for belief in held}
    for part in filter(None, map(str.strip, typed.split(","))):
        words = part.split()
        if len(words) not in (2, 3):
            raise ValueError(
                f"`{part}` is not a suspicion: write a seat, a role and a confidence from "
                f"{GUESS} to {CERTAIN}."
            )
        seat = match_option(options, words[0])
        if isinstance(seat, str):
            raise ValueError(seat)
        if words[1:] == ["-"]:
            kept.pop(seat.value, None)
        else:
            kept[seat.value] = Belief(seat.value, _begun(words[1], roles), _confidence(words[2:]))
    return tuple(kept[seat] for seat in sorted(kept))


def _confidence(words: Sequence[str]) -> int:
    word = words[0] if words else str(GUESS)
    number = whole_number(word) if word.isascii() else None
    if number is None or not GUESS <= number <= CERTAIN:
        raise ValueError(
            f"`{word}` is not a confidence: it goes from {GUESS}, a guess, to {CERTAIN}, certain."
        )
    return number


def _begun(word: str, roles: Sequence[GuessedRole]) -> GuessedRole:
    found: list[GuessedRole] = [
        role for role in roles if role.casefold().startswith(word.casefold())
    ]
    if len(found) != 1:
        raise ValueError(
            f"`{word}` is {'more than one role' if found else 'not a role'}: "
            f"{', '.join(found or roles)}."
        )
    return found[0]
