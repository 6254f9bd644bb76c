"""What the words of a person do to the table on the first day: to what bots believe of whom they are about, to ballots, to exiles.

All of it is told of `x`, the seat that the person drew for the day, whether it names x or says nothing.
"""

from __future__ import annotations

from wolfcore.game import Belief, team_of
from wolfcore.speech import ReportsCheck

from .people_counts import Count
from .people_log import WOLVES, Ballot, GameLog
from .people_seats import drawn

DAY = 1


def belief_in_target(game: GameLog, seat: int) -> Count:
    """What village bots believe of x at their ballots, in points of a hundred that it is a wolf / a hundred for each of them."""
    believed = [
        belief.p_wolf
        for ballot in _ballots(game, seat)
        if team_of(game.roles[ballot.voter]) == "village"
        for belief in _beliefs(game, ballot)
        if belief.seat == target_of(game, seat) and belief.p_wolf is not None
    ]
    return Count(round(100 * sum(believed)), 100 * len(believed))


def ballots_for_target(game: GameLog, seat: int) -> Count:
    """First ballots for x of the others / such ballots of all who could vote for it."""
    target = target_of(game, seat)
    cast = [ballot.target == target for ballot in _ballots(game, seat) if target and ballot.voter != target]
    return Count(sum(cast), len(cast))


def target_exiled(game: GameLog, seat: int) -> Count:
    """Whether x was exiled / days on which the person lived to name it."""
    target = target_of(game, seat)
    return Count(int(any(exile.day == DAY and exile.target == target for exile in game.exiles)), int(bool(target)))


def found_exiled(game: GameLog, seat: int) -> Count:
    """Whether a wolf that the person truly reports on the first day is exiled that day / days on which it reports one."""
    found = [
        act.seat
        for speech in game.speeches
        if speech.day == DAY and speech.seat == seat
        for act in speech.acts
        if isinstance(act, ReportsCheck) and act.result in WOLVES and game.roles[act.seat] == "Werewolf"
    ]
    exiled = [exile.target for exile in game.exiles if exile.day == DAY]
    return Count(int(any(target in exiled for target in found)), int(bool(found)))


def target_of(game: GameLog, seat: int) -> int:
    """The seat that the person in this seat drew for the first day, or 0 where it did not live to speak."""
    dawn = next((speech.place for speech in game.speeches if speech.kind == "speak"), None)
    if dawn is None or not game.lives(seat, dawn):
        return 0
    mates = [other for other, role in game.roles.items() if role == game.roles[seat] == "Werewolf"]
    others = [other for other in game.roles if other != seat and other not in mates and game.lives(other, dawn)]
    return drawn(game.names, DAY, seat, others)


def _ballots(game: GameLog, seat: int) -> list[Ballot]:
    """The first ballots of the first day of all but the person."""
    return [ballot for ballot in game.ballots if ballot.day == DAY and ballot.kind == "vote" and ballot.voter != seat]


def _beliefs(game: GameLog, ballot: Ballot) -> tuple[Belief, ...]:
    return game.beliefs.get(f"d{ballot.day}.vote.{ballot.voter}", ())
