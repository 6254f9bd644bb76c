"""Who is exiled on the first day, and what for: each function gives how often it happened, out of how often it could have."""

from __future__ import annotations

from collections.abc import Callable, Collection

from wolfcore.game import ROLES, team_of
from wolfcore.speech import ClaimsRole, ReportsCheck

from .people_counts import Count
from .people_log import WOLVES, Deed, GameLog


def exiled_first(game: GameLog, seats: Collection[int]) -> Count:
    """Exiles of day 1 among these seats / these seats, as far as they lived when the table first spoke."""
    return _exiled(game, seats, lambda _exile: True)


def exiled_uncaught(game: GameLog, seats: Collection[int]) -> Count:
    """The same without wolves that are caught or contradicted before the exile.

    Caught is whom a seat that truly checks had reported as a wolf; contradicted who claims what the true holder claims as well.
    """
    return _exiled(game, seats, lambda exile: not caught(game, exile) and not contradicted(game, exile))


def exiled_caught(game: GameLog, seats: Collection[int]) -> Count:
    """Exiles of day 1 of wolves that were caught / these seats as above."""
    return _exiled(game, seats, lambda exile: caught(game, exile))


def exiled_contradicted(game: GameLog, seats: Collection[int]) -> Count:
    """Exiles of day 1 of wolves that were contradicted and not caught / these seats as above."""
    return _exiled(game, seats, lambda exile: contradicted(game, exile) and not caught(game, exile))


def _exiled(game: GameLog, seats: Collection[int], counts: Callable[[Deed], bool]) -> Count:
    dawn = next((speech.place for speech in game.speeches if speech.kind == "speak"), None)
    if dawn is None:
        return Count(0, 0)
    there = [seat for seat in seats if game.lives(seat, dawn)]
    return Count(sum(exile.day == 1 and exile.target in there and counts(exile) for exile in game.exiles), len(there))


def caught(game: GameLog, exile: Deed) -> bool:
    """Whether a wolf was reported by a seat that truly checks before it was exiled."""
    reports = [
        act.result in WOLVES and act.seat == exile.target
        for speech in game.before(exile.place)
        for act in speech.acts
        if isinstance(act, ReportsCheck) and ROLES[game.roles[speech.seat]].power == "check"
    ]
    return team_of(game.roles[exile.target]) == "wolves" and any(reports)


def contradicted(game: GameLog, exile: Deed) -> bool:
    """Whether a wolf had claimed a god's role, and so had a seat that holds it, before the wolf was exiled."""
    claims = [
        (speech.seat, act.role)
        for speech in game.before(exile.place)
        for act in speech.acts
        if isinstance(act, ClaimsRole) and not ROLES[act.role].plain
    ]
    held = {role for seat, role in claims if game.roles[seat] == role}
    return team_of(game.roles[exile.target]) == "wolves" and any(seat == exile.target and role in held for seat, role in claims)
