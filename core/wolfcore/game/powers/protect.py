"""The protection of one seat against the pack, and on some boards against poison."""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.game import facts as f
from wolfcore.game.boards import Board
from wolfcore.game.moderator import Batch, Moderator
from wolfcore.game.roles import RoleName, remove_seat
from wolfcore.game.switches import Switches
from wolfcore.game.views import AnsweredAsk

from .power import NightRules, PowerRules, Tonight, joined


def _guard_batch(m: Moderator, _: Tonight) -> Batch:
    guards = m.living_with("protect")
    return (
        ()
        if not guards
        else m.make_asks(
            m.begin_step("protect", guards),
            "protect",
            {seat: _guard_options(m, seat) for seat in guards},
        )
    )


def _resolve_protection(m: Moderator, tonight: Tonight, given: list[AnsweredAsk]) -> None:
    for own in given:
        m.tell(f.Protected(own.ask.seat, own.answer.choice), (own.ask.seat,))
    tonight.protected = frozenset([own.answer.choice for own in given]) - {0}


def _guard_options(m: Moderator, seat: int) -> tuple[int, ...]:
    targets = m.state.living
    if not m.switches.guard_repeat:
        last_night = m.state.day - 1
        last = next(
            (
                deed.target
                for when, deed in m.state.protections
                if deed.seat == seat and when == last_night
            ),
            0,
        )
        # Where nobody was protected `last` is 0, and nothing is removed.
        targets = remove_seat(targets, last)
    if not m.switches.guard_self:
        targets = remove_seat(targets, seat)
    return (0, *targets) if m.switches.guard_pass else targets


# -- the rule book


def _sentence(role: RoleName, s: Switches) -> str:
    first = "" if s.first_night_deaths else " but the first"
    return f"Each night{first} the {role} protects a living player from the wolves."


def _sentences(board: Board, name: str) -> Iterator[str]:
    s = board.switches
    first = "" if s.first_night_deaths else " but the first"
    may = [] if s.guard_self else ["not protect themselves"]
    may += [] if s.guard_repeat else ["not protect the same player two nights running"]
    yield (
        f"The {name} may {joined(may)}."
        if may
        else f"The {name} may protect anybody, also themselves and also the same player again."
    )
    yield (
        f"The {name} may protect nobody."
        if s.guard_pass
        else f"The {name} protects somebody every night{first}."
    )
    if s.guard_stops_poison:
        yield "Protection stops poison too."
    elif board.roles_with("potions"):
        yield "Protection does not stop poison."


RULES = PowerRules(_sentence, NightRules("guard", _guard_batch, _resolve_protection, _sentences))
