"""The morning after a night: who died of it."""

from __future__ import annotations

from . import facts as f
from .facts import ALL, MODERATOR, DeathCause
from .falls import bury, last_words, shots
from .moderator import Moderator, Script
from .night import Deeds
from .reckoning import reckoning


def dawn(m: Moderator, deeds: Deeds) -> Script[bool]:
    """The morning after a night; returns whether the game is over."""
    m.begin("dawn")
    if m.state.appointed and m.state.day == 1:
        m.tell(f.Badge(m.state.appointed, "appointed"))
    causes = deaths_of(m, deeds)
    to = ALL if m.switches.cause_told else MODERATOR
    for seat in sorted(causes):
        bury(m, seat, causes[seat], to)
    if not causes:
        m.tell(f.QuietNight(m.state.day))
    shot = yield from shots(m, causes)
    if m.state.day == 1 and m.switches.last_words == "exile_and_first_night":
        yield from last_words(m, sorted(causes))
    return (yield from reckoning(m, (*causes, *shot)))


def deaths_of(m: Moderator, deeds: Deeds) -> dict[int, DeathCause]:
    """Who dies of a night, and of what; killed and poisoned counts as poisoned."""
    causes: dict[int, DeathCause] = {}
    victim = deeds.attacked
    guarded, saved = victim in deeds.protected, victim in deeds.saved
    both_kill = guarded and saved and m.switches.guard_and_antidote == "dies"
    if victim and (both_kill or not (guarded or saved)):
        causes[victim] = "killed"
    for target in deeds.poisoned:
        if not (m.switches.guard_stops_poison and target in deeds.protected):
            causes[target] = "poisoned"
    return causes
