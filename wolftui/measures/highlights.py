"""The best moment of a seat, and the deception that worked best, read off a finished game's tables.

Everything here is a count or a deed of the log; nothing is estimated. Wolves' mates never count as
seats that were hit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from wolfcore.game import ROLES
from wolfcore.metrics import trust_days
from wolfcore.metrics.camouflage import contradicted
from wolfcore.metrics.game_tables import CastBallot, Day, Deed, GameTables
from wolfcore.metrics.speech_statistics import speech_understood
from wolfcore.speech import Chats, ClaimsRole

MomentKind = Literal[
    "saved", "shot", "poisoned", "decided", "alone", "checked", "believed", "unnamed"
]


class Moment(NamedTuple):
    """A moment of a seat that went well for its team.

    Attributes:
        kind: `saved` a victim of the pack, `shot` or `poisoned` an opponent, `decided` an exile by
            one ballot, voted for a wolf `alone`, `checked` a wolf; for a wolf also a false
            claim that a villager `believed`, and votes in which nobody named it (`unnamed`).
        day: The number of the night or day.
        seat: The seat that it is about; of a belief, the seat that believed. Of `unnamed`, 0.
        number: The number of seats that believed, or of votes without the seat; else 1.
    """

    kind: MomentKind
    day: int
    seat: int = 0
    number: int = 1


_LEAST_VOTES = 2
"""The least votes of a game in which it says something that nobody named a wolf."""


def best_moment(t: GameTables, seat: int) -> Moment | None:
    """Return the best moment of a seat: of several kinds the rarest, then the earliest.

    None if its role is unknown, or if nothing that it did went well.
    """
    team = t.team(seat)
    if team is None:
        return None
    moments = _as_wolf(t, seat) if team == "wolves" else _as_villager(t, seat)
    return next(moments, None)


def _as_villager(t: GameTables, seat: int) -> Iterator[Moment]:
    yield from _saves(t, seat)
    yield from _hits(t, seat, t.shots, "shot")
    yield from _hits(t, seat, t.poisons, "poisoned")
    yield from _decided(t, seat, t.wolves)
    yield from _alone(t, seat)
    for check in t.checks:
        if check.seat == seat and check.target in t.wolves:
            yield Moment("checked", check.day, check.target)


def _as_wolf(t: GameTables, seat: int) -> Iterator[Moment]:
    for lie in deceptions(t):
        if lie.wolf == seat:
            yield Moment("believed", lie.day, lie.believers[0], len(lie.believers))
    yield from _hits(t, seat, t.shots, "shot")
    yield from _decided(t, seat, [each for each in t.village if _has_power(t, each)])
    if seat in unnamed_wolves(t):
        votes = _votes_while_living(t, seat)
        yield Moment("unnamed", votes[-1].number, number=len(votes))


def _votes_while_living(t: GameTables, seat: int) -> list[Day]:
    return [day for day in t.days if day.official_ballots and seat in day.living]


def unnamed_wolves(t: GameTables) -> list[int]:
    """List the wolves for whom nobody voted in the two votes or more that they lived through."""
    return [
        wolf
        for wolf in t.wolves
        if len(votes := _votes_while_living(t, wolf)) >= _LEAST_VOTES
        and not any(
            cast.target == wolf
            for day in votes
            for cast in (*day.official_ballots, *deciding_ballots(day))
        )
    ]


def _has_power(t: GameTables, seat: int) -> bool:
    role = t.roles[seat]
    return role is not None and not ROLES[role].plain


def _saves(t: GameTables, seat: int) -> Iterator[Moment]:
    attacked = {deed.day: deed.target for deed in t.attacks if deed.target}
    fallen = {(fall.day, dead) for dead, fall in t.deaths.items() if fall.at_night}
    for deed in sorted((*t.protections, *t.saves)):
        hit = deed.seat == seat and deed.target and attacked.get(deed.day) == deed.target
        if hit and deed.target in t.village and (deed.day, deed.target) not in fallen:
            yield Moment("saved", deed.day, deed.target)


def _hits(
    t: GameTables, seat: int, deeds: Sequence[Deed], kind: Literal["shot", "poisoned"]
) -> Iterator[Moment]:
    for deed in deeds:
        fall = t.deaths.get(deed.target)
        if deed.seat == seat and fall and fall.cause == kind and _opposed(t, seat, deed.target):
            yield Moment(kind, deed.day, deed.target)


def _opposed(t: GameTables, seat: int, other: int) -> bool:
    return bool(t.team(other)) and t.team(other) != t.team(seat)


def deciding_ballots(day: Day) -> Sequence[CastBallot]:
    """Return the ballots that decided a day: those of the runoff, or else of the vote."""
    return day.ballots.get("runoff") or day.official_ballots


def _decided(t: GameTables, seat: int, wanted: Sequence[int]) -> Iterator[Moment]:
    """Yield the exiles of wanted seats that had one ballot more than any other seat.

    Ballots are counted as equal, so that days with a sheriff are left out.
    """
    for day in t.days:
        target = day.exiled[1] if day.exiled else 0
        if target not in wanted or day.sheriff:
            continue
        ballots = deciding_ballots(day)
        counts = Counter(cast.target for cast in ballots if cast.target)
        next_most = max((n for other, n in counts.items() if other != target), default=0)
        own = any(cast.voter == seat and cast.target == target for cast in ballots)
        if own and next_most and counts[target] == next_most + 1:
            yield Moment("decided", day.number, target)


def _alone(t: GameTables, seat: int) -> Iterator[Moment]:
    for day in t.days:
        own = day.ballot_of(seat)
        if own and own.target in t.wolves:
            same = sum(cast.target == own.target for cast in day.official_ballots)
            if same == 1:
                yield Moment("alone", day.number, own.target)


class Deception(NamedTuple):
    """A false claim of a wolf and the villagers who stood by the wolf afterwards.

    Attributes:
        wolf: The seat that claimed a role falsely.
        role: The role that it claimed.
        day: The day of the claim.
        believers: The seats of the village that stood by it at the end of that day, by their words
            or by a ballot with it (`wolfcore.metrics.trust_days`); at least one, in seat order.
    """

    wolf: int
    role: str
    day: int
    believers: tuple[int, ...]


def deceptions(t: GameTables) -> list[Deception]:
    """List the false claims of wolves that villagers believed, in the order of the log.

    Empty if speech cannot be read.
    """
    if not speech_understood(t):
        return []
    trust = {day.day: day.trusted for day in trust_days(t)}
    found: list[Deception] = []
    for speech, act in contradicted(t):
        if not isinstance(act, ClaimsRole) or speech.seat not in t.wolves:
            continue
        believers = tuple(
            sorted(
                truster
                for (truster, trusted), sign in trust.get(speech.day, {}).items()
                if trusted == speech.seat and truster in t.village and sign.entry > speech.entry
            )
        )
        if believers and not any(lie.wolf == speech.seat for lie in found):
            found.append(Deception(speech.seat, act.role, speech.day, believers))
    return found


FeatKind = Literal["unseen", "joke", "unerring"]


class Feat(NamedTuple):
    """Something rare that a seat did in a game.

    Attributes:
        kind: `unseen`: a wolf for whom nobody voted; `joke`: exiled on a day on which it had only
            joked; `unerring`: one of the village whose ballots were all for wolves.
        number: The number of votes, of ballots, or the day of the joke.
    """

    kind: FeatKind
    number: int


_RARE = 3
"""Votes, or ballots, from which a feat is one."""


def feat_of(t: GameTables, seat: int) -> Feat | None:
    """Return the feat of a seat; None where it has none, as in most games."""
    exile = next((day for day in t.days if day.exiled and day.exiled[1] == seat), None)
    if exile and _only_joked(t, seat, exile):
        return Feat("joke", exile.number)
    if seat in t.wolves:
        votes = len(_votes_while_living(t, seat))
        return Feat("unseen", votes) if votes >= _RARE and seat in unnamed_wolves(t) else None
    own = [day.ballot_of(seat) for day in t.days]
    named = [cast.target for cast in own if cast]
    hit_all = len(named) >= _RARE and all(target in t.wolves for target in named)
    return Feat("unerring", len(named)) if hit_all else None


def _only_joked(t: GameTables, seat: int, day: Day) -> bool:
    """Whether a joke is all that was read in a seat's words of a day before its exile."""
    if not t.speech_readable or day.exiled is None:
        return False
    acts = [
        act
        for speech, heard in zip(t.speeches, t.readings, strict=True)
        if speech.seat == seat and speech.day == day.number and speech.entry < day.exiled[0]
        for act in heard.contents
    ]
    return any(isinstance(act, Chats) and act.kind == "joke" for act in acts) and all(
        isinstance(act, Chats) for act in acts
    )
