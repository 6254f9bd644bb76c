"""Deaths at dawn and by exile: announcements, hunters' shots, last words, the game's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import facts as f
from .facts import ALL, MODERATOR, DeathCause
from .moderator import Moderator, Script
from .night import NightDeeds
from .powers import POWERS
from .roles import ROLES
from .sheriff import pass_badge
from .switches import winner


def dawn(m: Moderator, deeds: NightDeeds) -> Script[bool]:
    """Announce the night's deaths, resolve shots and last words; return whether the game ended."""
    m.begin_phase("dawn")
    # The deal appoints the sheriff, but nobody learns it before the first morning.
    if m.state.appointed and m.state.day == 1:
        m.tell(f.Badge(m.state.appointed, "appointed"))
    causes = night_deaths(m, deeds)
    to = ALL if m.switches.cause_told else MODERATOR
    for seat in sorted(causes):
        # By seat and not by cause: the order must not tell who was poisoned.
        m.announce_death(seat, causes[seat], to)
    if not causes:
        m.tell(f.QuietNight(m.state.day))
    shot = yield from deaths_from_powers(m, causes)
    if m.state.day == 1 and m.switches.last_words == "exile_and_first_night":
        yield from last_words(m, sorted(causes))
    return (yield from check_game_end(m, (*causes, *shot)))


def night_deaths(m: Moderator, deeds: NightDeeds) -> dict[int, DeathCause]:
    """Return the cause of death of each seat that dies from a night's deeds.

    A seat that is both killed and poisoned counts as poisoned.
    """
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


def deaths_from_powers(m: Moderator, fallen: Mapping[int, DeathCause]) -> Script[tuple[int, ...]]:
    """Run what powers do when seats have died, such as a hunter's shot; return who died of it."""
    died: tuple[int, ...] = ()
    for power in POWERS.values():
        if power.after_deaths:
            died += yield from power.after_deaths(m, fallen)
    return died


def last_words(m: Moderator, seats: Sequence[int]) -> Script[None]:
    """Let each of the dead `seats` speak a last time, in the given order."""
    if not seats:
        return
    step = m.begin_step("last_words")
    for seat in seats:
        yield from m.ask_speech(step, "last_words", seat)


def check_game_end(m: Moderator, fallen: Sequence[int]) -> Script[bool]:
    """End the game if it is won, stopped or out of days; otherwise pass a dead sheriff's badge on.

    Args:
        m: The moderator.
        fallen: The seats that died just now. If empty, the winning condition is not checked,
            because nothing changed.

    Returns:
        Whether the game has ended.
    """
    won = winner(m.spec.board.roles, m.living_roles(), m.switches) if fallen else None
    # A win goes before a stop and before the last day.
    if won:
        return _end(m, won)
    # Both are 0 where there is no such seat, and 0 is never among the fallen.
    watched = m.state.sheriff if m.switches.stop == "sheriff_falls" else m.switches.stop_seat
    if watched in fallen:
        death = m.state.death_of(watched)
        return _end(m, "void" if death and death.at_night and death.day == 1 else "stopped")
    if m.state.phase == "exile" and m.state.day == m.switches.last_day:
        return _end(m, "draw")
    # Last, because in a game that has ended nobody inherits the badge.
    if m.state.sheriff in fallen:
        yield from pass_badge(m, m.state.sheriff)
    return False


def _end(m: Moderator, ended: f.EndKind) -> bool:
    m.tell(f.Ended(m.state.day, ended, ended if ended in ("village", "wolves") else None))
    return True


def exile(m: Moderator, seat: int) -> Script[bool]:
    """Carry out the day's vote (0: no exile); return whether the game ended."""
    m.begin_phase("exile")
    m.tell(f.Exiled(seat))
    if not seat:
        return (yield from check_game_end(m, ()))
    if (yield from _stays(m, seat)):
        return (yield from check_game_end(m, ()))
    m.announce_death(seat, "exiled", ALL)
    if m.switches.last_words != "none":
        yield from last_words(m, (seat,))
    shot = yield from deaths_from_powers(m, {seat: "exiled"})
    return (yield from check_game_end(m, (seat, *shot)))


def _stays(m: Moderator, seat: int) -> Script[bool]:
    """Run what the power of an exiled seat does; return whether the seat stays alive."""
    role = m.roles[seat]
    power = ROLES[role].power if role else None
    exile_rule = POWERS[power].exile if power else None
    return (yield from exile_rule(m, seat)) if exile_rule else False
