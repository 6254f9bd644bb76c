"""Confrontation and leadership: acts against the other team, and calls to vote with followers.

Source: Xu et al., sections 5.2 and 5.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wolfcore.speech import Accuses, CallsVote, ReportsCheck

from .game_tables import Deed, GameTables
from .metric import (
    NO_SUCH_SPEECH,
    UNKNOWN,
    XU,
    CountedEvent,
    Metric,
    Part,
    Value,
    count_by_seat_and_day,
)
from .sentences import sentence_about
from .speech_statistics import count_spoken, speech_understood


def confrontation(t: GameTables) -> Value:
    """Count all acts of a seat against the other team, by seat and day.

    The sum of accusations, official ballots, kills, poison, shots, and protections of the own team.
    """
    if not (speech_understood(t) and t.can_record("Shot")):
        return UNKNOWN
    every = (_accused, _balloted, _killed, _poisoned, _shot, _protected)
    return count_spoken(t, (event for found in every for event in found(t)))


def accusations(t: GameTables) -> Value:
    """Count opponents accused in public, each once per speech and accused seat.

    A report that a seat is a wolf counts as an accusation of it.
    """
    return count_spoken(t, _accused(t)) if speech_understood(t) else UNKNOWN


def hostile_ballots(t: GameTables) -> Value:
    """Count official ballots for a seat of the other team."""
    return count_by_seat_and_day(t.seat_days, _balloted(t))


def kills(t: GameTables) -> Value:
    """Count attacks of the pack on a seat of the other team.

    The wolves who proposed that victim share one attack equally; if none did, all living wolves
    share it.
    """
    return count_by_seat_and_day(t.seat_days, _killed(t))


def poisonings(t: GameTables) -> Value:
    """Count poison used on a seat of the other team."""
    return count_by_seat_and_day(t.seat_days, _poisoned(t))


def hits(t: GameTables) -> Value:
    """Count shots at a seat of the other team."""
    return count_by_seat_and_day(t.seat_days, _shot(t)) if t.can_record("Shot") else UNKNOWN


def protections(t: GameTables) -> Value:
    """Count protections and antidotes for a seat of the own team, the acting seat included."""
    return count_by_seat_and_day(t.seat_days, _protected(t))


def _opposed(t: GameTables, seat: int, target: int) -> bool:
    own, other = t.team(seat), t.team(target) if target else None
    # A role missing from the log leaves it open whether two seats are opponents.
    return own is not None and other is not None and own != other


def _accused(t: GameTables) -> Iterator[CountedEvent]:
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        # A dictionary and not a set, so that the accusations keep their order.
        accused = {
            act.seat: None
            for act in acts
            if isinstance(act, Accuses) or (isinstance(act, ReportsCheck) and act.finds_wolf)
        }
        for seat in accused:
            if _opposed(t, speech.seat, seat):
                yield CountedEvent(
                    speech.seat,
                    speech.day,
                    speech.entry,
                    sentence_about(speech.text, t.game.names, t.size, seat),
                )


def _balloted(t: GameTables) -> Iterator[CountedEvent]:
    for day in t.days:
        for cast in day.official_ballots:
            if _opposed(t, cast.voter, cast.target):
                yield CountedEvent(cast.voter, day.number, cast.entry)


def _killed(t: GameTables) -> Iterator[CountedEvent]:
    # An attack on nobody or on a fellow wolf is none against the other team.
    for attack in t.attacks:
        if attack.target in t.village:
            living = [wolf for wolf in t.wolves if not t.dead_before(wolf, attack.entry)]
            picked = [
                pick.seat
                for pick in t.proposals
                if pick.day == attack.day and pick.target == attack.target
            ]
            killers = sorted(set(picked)) or living
            for wolf in killers:
                yield CountedEvent(wolf, attack.day, attack.entry, weight=1 / len(killers))


def _poisoned(t: GameTables) -> Iterator[CountedEvent]:
    return _aimed(t, t.poisons)


def _shot(t: GameTables) -> Iterator[CountedEvent]:
    return _aimed(t, t.shots)


def _aimed(t: GameTables, deeds: Iterable[Deed]) -> Iterator[CountedEvent]:
    return (
        CountedEvent(deed.seat, deed.day, deed.entry)
        for deed in deeds
        if _opposed(t, deed.seat, deed.target)
    )


def _protected(t: GameTables) -> Iterator[CountedEvent]:
    for deed in (*t.protections, *t.saves):
        if deed.target and t.team(deed.seat) == t.team(deed.target):
            yield CountedEvent(deed.seat, deed.day, deed.entry)


# -- leadership


def leadership_calls(t: GameTables) -> Value:
    """Count calls to vote for a seat, each target once per day and speaker."""
    if not speech_understood(t):
        return UNKNOWN
    return count_spoken(
        t, (CountedEvent(seat, day, entry, quote) for seat, day, _, entry, quote in _calls(t))
    )


def leadership(t: GameTables) -> Value:
    """Compute the share of later voters who followed a call to vote for X; mean over calls.

    Voters who vote after the call count, without the caller and X. A call without later voters has
    no part.
    """
    if not speech_understood(t):
        return UNKNOWN
    days = {day.number: day for day in t.days}
    parts: list[Part] = []
    for seat, number, target, entry, quote in _calls(t):
        later = [
            cast
            for cast in days[number].official_ballots
            # A ballot before the call cannot follow it.
            if cast.voter not in (seat, target) and cast.entry > entry
        ]
        followed = [cast.entry for cast in later if cast.target == target]
        if later:
            parts.append(
                Part(seat, len(followed), len(later), number, (entry, *followed), (quote,))
            )
    return Value(tuple(parts))


def _calls(t: GameTables) -> Iterator[tuple[int, int, int, int, str]]:
    """Yield the first call of each seat on each day for each target.

    Each call is a tuple (seat, day, target, entry, quote).
    """
    seen: set[tuple[int, int, int]] = set()
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        # Campaign speeches and last words lead to no vote of the day.
        if speech.kind not in ("speak", "summarise", "defend", "plead"):
            continue
        for act in acts:
            target = act.seat if isinstance(act, CallsVote) else 0
            if target not in (0, speech.seat) and (speech.seat, speech.day, target) not in seen:
                seen.add((speech.seat, speech.day, target))
                line = sentence_about(speech.text, t.game.names, t.size, target)
                yield speech.seat, speech.day, target, speech.entry, line


def _count(
    name: str,
    of: Callable[[GameTables], Value],
    meaning: str,
    formula: str,
    unit: str,
    null: str,
    section: str = "5.2",
) -> Metric:
    return Metric(
        name=name,
        of=of,
        source=f"{XU}, section {section}",
        low=0,
        high=None,
        direction="neither",
        meaning=meaning,
        formula=formula,
        unit=unit,
        null=null,
        aggregation="games",
        kind="count",
        per_team=True,
    )


METRICS = (
    _count(
        "confrontation", confrontation, "all that was done against the other side",
        "accusations + hostile ballots + kills + poison + shots + protections of the own side",
        "deeds", f"{NO_SUCH_SPEECH}, or where shots are not recorded",
    ),
    _count(
        "confrontation_accusations", accusations, "opponents accused aloud",
        "opponents accused or reported as wolves, once a speech and seat", "accusations",
        NO_SUCH_SPEECH,
    ),
    _count(
        "confrontation_ballots", hostile_ballots, "official ballots for an opponent",
        "first official ballots that name a seat of the other team", "ballots", "never null",
    ),
    _count(
        "confrontation_kills", kills, "attacks of the pack on an opponent",
        "attacks on a village seat, each shared by the wolves who picked it", "attacks",
        "never null",
    ),
    _count(
        "confrontation_poison", poisonings, "poison used on an opponent",
        "poison used on a seat of the other team", "potions", "never null",
    ),
    _count(
        "confrontation_shots", hits, "shots at an opponent", "shots at a seat of the other team",
        "shots", "null where shots are not recorded",
    ),
    _count(
        "confrontation_protections", protections, "protections and antidotes for the own side",
        "protections and antidotes for a seat of the own team, oneself included", "deeds",
        "never null",
    ),
    _count(
        "leadership_calls", leadership_calls, "calls to vote for a seat",
        "calls to vote for a seat, each once a day and speaker", "calls", NO_SUCH_SPEECH, "5.4",
    ),
    Metric(
        name="leadership", of=leadership, source=f"{XU}, section 5.4", low=0, high=1,
        direction="higher", meaning="voters who followed a call to vote",
        formula="mean over calls for X of later ballots for X / later ballots, without caller "
            "and X",
        unit="share of voters", null=f"{NO_SUCH_SPEECH}, or where nobody called for a vote",
        aggregation="games", kind="mean", per_team=True,
    ),
)  # fmt: skip
