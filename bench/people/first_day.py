"""Counts of the first day: who is exiled and why, and the effect of a person's words on others."""

from __future__ import annotations

from collections.abc import Callable, Collection

from wolfcore.game import ROLES, Belief, team_of
from wolfcore.speech import ClaimsRole, ReportsCheck

from .counts import Count
from .game_log import WOLVES, Ballot, Deed, GameLog
from .scripted_people import drawn


def exiled_first(game: GameLog, seats: Collection[int]) -> Count:
    """Count exiles of day 1 among these seats / these seats, if alive at the first speech."""
    return _exiled(game, seats, lambda _exile: True)


def exiled_uncaught(game: GameLog, seats: Collection[int]) -> Count:
    """The same without wolves that are caught or contradicted before the exile.

    Caught is whom a seat that truly checks had reported as a wolf; contradicted who claims what the
    true holder claims as well.
    """
    return _exiled(
        game, seats, lambda exile: not caught(game, exile) and not contradicted(game, exile)
    )


def exiled_caught(game: GameLog, seats: Collection[int]) -> Count:
    """Count exiles of day 1 of wolves that were caught / these seats as above."""
    return _exiled(game, seats, lambda exile: caught(game, exile))


def exiled_contradicted(game: GameLog, seats: Collection[int]) -> Count:
    """Count exiles of day 1 of wolves contradicted but not caught / these seats as above."""
    return _exiled(game, seats, lambda exile: contradicted(game, exile) and not caught(game, exile))


def _exiled(game: GameLog, seats: Collection[int], counts: Callable[[Deed], bool]) -> Count:
    dawn = next((speech.place for speech in game.speeches if speech.kind == "speak"), None)
    if dawn is None:
        return Count(0, 0)
    there = [seat for seat in seats if game.lives(seat, dawn)]
    return Count(
        sum(exile.day == 1 and exile.target in there and counts(exile) for exile in game.exiles),
        len(there),
    )


def caught(game: GameLog, exile: Deed) -> bool:
    """Return whether the exile is a wolf that a seat that truly checks reported before."""
    reports = [
        act.result in WOLVES and act.seat == exile.target
        for speech in game.before(exile.place)
        for act in speech.acts
        if isinstance(act, ReportsCheck) and ROLES[game.roles[speech.seat]].power == "check"
    ]
    return team_of(game.roles[exile.target]) == "wolves" and any(reports)


def contradicted(game: GameLog, exile: Deed) -> bool:
    """Return whether the exiled wolf claimed a god's role that its true holder claimed, too.

    Only claims before the exile count.
    """
    claims = [
        (speech.seat, act.role)
        for speech in game.before(exile.place)
        for act in speech.acts
        if isinstance(act, ClaimsRole) and not ROLES[act.role].plain
    ]
    held = {role for seat, role in claims if game.roles[seat] == role}
    return team_of(game.roles[exile.target]) == "wolves" and any(
        seat == exile.target and role in held for seat, role in claims
    )


DAY = 1


def belief_in_target(game: GameLog, seat: int) -> Count:
    """Sum the percent chances that the person's target is a wolf, by village bots / 100 for each.

    The beliefs are those beside the bots' ballots.
    """
    believed = [
        belief.p_wolf
        for ballot in ballots_of_others(game, seat)
        if team_of(game.roles[ballot.voter]) == "village"
        for belief in _beliefs(game, ballot)
        if belief.seat == target_of(game, seat) and belief.p_wolf is not None
    ]
    return Count(round(100 * sum(believed)), 100 * len(believed))


def ballots_for_target(game: GameLog, seat: int) -> Count:
    """Count the others' ballots for the target / ballots of all who could vote for it."""
    target = target_of(game, seat)
    cast = [
        ballot.target == target
        for ballot in ballots_of_others(game, seat)
        if target and ballot.voter != target
    ]
    return Count(sum(cast), len(cast))


def target_exiled(game: GameLog, seat: int) -> Count:
    """Count 1 if the target was exiled on day 1 / 1 if the person lived to name it."""
    target = target_of(game, seat)
    return Count(
        int(any(exile.day == DAY and exile.target == target for exile in game.exiles)),
        int(bool(target)),
    )


def found_exiled(game: GameLog, seat: int) -> Count:
    """Count 1 if a wolf that the person reports on day 1 is exiled that day / 1 if it reports one.

    Only true reports of Werewolves count.
    """
    found = [
        act.seat
        for speech in game.speeches
        if speech.day == DAY and speech.seat == seat
        for act in speech.acts
        if isinstance(act, ReportsCheck)
        and act.result in WOLVES
        and game.roles[act.seat] == "Werewolf"
    ]
    exiled = [exile.target for exile in game.exiles if exile.day == DAY]
    return Count(int(any(target in exiled for target in found)), int(bool(found)))


def target_of(game: GameLog, seat: int, day: int = DAY, among: Collection[int] = ()) -> int:
    """Return the seat that the person drew as its target on a day, from `among` if there are any.

    It is 0 if the person is dead at the first speech of the day, or if nobody spoke.
    """
    dawn = next(
        (s.place for s in game.speeches if s.day == day and s.kind == "speak"),
        None,
    )
    if dawn is None or not game.lives(seat, dawn):
        return 0
    mates = [other for other, role in game.roles.items() if role == game.roles[seat] == "Werewolf"]
    others = [
        other
        for other in game.roles
        if other != seat
        and other not in mates
        and (not among or other in among)
        and game.lives(other, dawn)
    ]
    return drawn(game.names, day, seat, others)


def ballots_of_others(game: GameLog, seat: int, day: int = DAY) -> list[Ballot]:
    """List the first ballots of a day of all but the person."""
    return [
        ballot
        for ballot in game.ballots
        if ballot.day == day and ballot.kind == "vote" and ballot.voter != seat
    ]


def _beliefs(game: GameLog, ballot: Ballot) -> tuple[Belief, ...]:
    return game.beliefs.get(f"d{ballot.day}.vote.{ballot.voter}", ())
