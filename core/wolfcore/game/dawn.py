"""The morning after a night: who died of it."""

from __future__ import annotations

from . import facts as f
from .facts import ALL, MODERATOR, DeathCause
from .falls import announce_death, hunter_shots, last_words
from .moderator import Moderator, Script
from .night import NightDeeds
from .reckoning import check_game_end


def dawn(m: Moderator, deeds: NightDeeds) -> Script[bool]:
    """The morning after a night; returns whether the game is over."""
    m.begin_phase("dawn")
    if m.state.appointed and m.state.day == 1:
        m.tell(f.Badge(m.state.appointed, "appointed"))
    causes = night_deaths(m, deeds)
    to = ALL if m.switches.cause_told else MODERATOR
    for seat in sorted(causes):
        announce_death(m, seat, causes[seat], to)
    if not causes:
        m.tell(f.QuietNight(m.state.day))
    shot = yield from hunter_shots(m, causes)
    if m.state.day == 1 and m.switches.last_words == "exile_and_first_night":
        yield from last_words(m, sorted(causes))
    return (yield from check_game_end(m, (*causes, *shot)))


def night_deaths(m: Moderator, deeds: NightDeeds) -> dict[int, DeathCause]:
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
