"""What a death sets off there and then: it is told, hunters shoot, and the dead may speak a last time."""

from __future__ import annotations

from collections.abc import Sequence

from . import facts as f
from .facts import ALL, DeathCause
from .moderator import Moderator, Script


def announce_death(m: Moderator, seat: int, cause: DeathCause, to: f.Audience) -> None:
    """Tell that a seat is dead, to all; why, to `to`; and its role where the board shows it."""
    m.tell(f.Died(seat))
    m.tell(f.Cause(seat, cause), to)
    role = m.roles[seat]
    if m.switches.role_revealed and role:
        m.tell(f.Revealed(seat, role))


def hunter_shots(m: Moderator, fallen: dict[int, DeathCause]) -> Script[tuple[int, ...]]:
    """The hunters among the fallen shoot, and so does whom they shoot if a hunter; returns who was shot."""
    armed = [seat for seat in m.seats_with("shoot") if seat in fallen]
    if not m.switches.hunter_shoots_poisoned:
        armed = [seat for seat in armed if fallen[seat] != "poisoned"]
    shot: list[int] = []
    while armed:
        hunter = armed.pop(0)
        options = (0, *m.state.living) if m.switches.hunter_may_hold else m.state.living
        answer = yield from m.ask_one("shoot", hunter, options, (hunter,))
        if answer is None:
            continue
        target = answer.choice
        m.tell(f.Shot(hunter, target), ALL if target else (hunter,))
        if target:
            announce_death(m, target, "shot", ALL)
            shot.append(target)
            if target in m.seats_with("shoot"):
                armed.append(target)
    return tuple(shot)


def last_words(m: Moderator, seats: Sequence[int]) -> Script[None]:
    """The dead speak a last time, one after the other."""
    if not seats:
        return
    step = m.begin_step("last_words")
    for seat in seats:
        yield from m.ask_speech(step, "last_words", seat)
