"""The whole game in the order of the rule book. Read this first."""

from __future__ import annotations

from itertools import count

from . import facts as f
from .dawn import dawn
from .day import day
from .exile import exile
from .facts import MODERATOR
from .moderator import Moderator, Script
from .night import night
from .roles import ROLES
from .sheriff import election


def play(m: Moderator) -> Script[None]:
    """A game from the deal to its end."""
    setup(m)
    for number in count(1):
        deeds = yield from night(m, number)
        if (yield from dawn(m, deeds)):
            return
        if number == 1 and m.switches.sheriff not in ("none", "appointed"):
            yield from election(m)
        exiled = yield from day(m)
        if (yield from exile(m, exiled)):
            return


def setup(m: Moderator) -> None:
    """Deal the roles and, where the board has one by appointment, the badge."""
    m.tell(f.Began(0, "setup"))
    for seat, role in enumerate(m.roles):
        if role:
            m.tell(f.Dealt(seat, role), m.pack if ROLES[role].team == "wolves" else (seat,))
    if m.switches.sheriff == "appointed":
        everyone = m.may_lead(m.state.living)
        if everyone:
            m.tell(f.Appointed(m.draw("appointed", everyone)[0]), MODERATOR)
