"""Trust between seats, day by day (Xu et al., section 5.1 and appendix A.3).

Shown trust (speech and ballots) and believed trust (stated beliefs) are separate metrics. Bare
agreement ("I agree with 3") counts as neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from wolfcore.game import Belief
from wolfcore.speech import Accuses, CallsVote, Defends, ReportsCheck, Vouches

from .game_tables import Day, GameTables, Speech
from .influence import beliefs_at_vote, reliability
from .metric import NO_SUCH_SPEECH, OURS, UNKNOWN, XU, Metric, MetricTable, Observation, Part, Value
from .sentences import sentence_about
from .speech_statistics import speech_understood

RELIABLE = 6
"""Who is held more reliable than this is believed (Helmsman, section 3.1, alpha)."""


TrustKind: TypeAlias = Literal["shown", "believed"]
"""By what trust is told: by words and ballots, or by beliefs."""


class TrustSign(NamedTuple):
    """Something by which `truster` shows trust in `trusted`, or breaks it."""

    entry: int
    truster: int
    trusted: int
    trusts: bool
    said: Speech | None = None


class TrustDay(NamedTuple):
    """T_d: the trust that stands at the end of a day, and what was dissolved on it.

    Attributes:
        day: Which day.
        trusted: (i, j): i trusts j, with the sign that says so last.
        dissolved: (i, j) that stood before, with the sign that broke it.
        pairs: Ordered pairs of seats that lived through the day's talk, by i.
    """

    day: int
    trusted: dict[tuple[int, int], TrustSign]
    dissolved: dict[tuple[int, int], TrustSign]
    pairs: dict[int, int]


@lru_cache(maxsize=4)
def trust_days(t: GameTables, kind: TrustKind = "shown") -> tuple[TrustDay, ...]:
    """T_d for every day with a discussion or a vote.

    Shown: i trusts j once i defends j or vouches for it, or votes with j's report or call after
        speaking the same way; until
    i accuses j, calls for a vote on it or votes for it, or one of them dies.

    Believed: i trusts j once i holds j to be of its own team before a vote (reliability above 6; a
        wolf: deduced to be a
    wolf), until it holds j to be of the other, or one of them dies. A belief that deduces no role
    ("Uncertain") is neither trust nor distrust, however confident: at the start everybody is
    probably no wolf, and nobody is trusted for that.
    """
    found: list[TrustDay] = []
    before: dict[tuple[int, int], TrustSign] = {}
    for day in t.days:
        standing = {
            pair: sign
            for pair, sign in before.items()
            if pair[0] in day.living and pair[1] in day.living
        }
        stood, dissolved = dict(standing), dict[tuple[int, int], TrustSign]()
        for sign in sorted(_signs(t, day, kind), key=lambda sign: sign.entry):
            pair = (sign.truster, sign.trusted)
            if sign.trusts:
                standing[pair] = sign
                dissolved.pop(pair, None)
            elif standing.pop(pair, None) and pair in stood:
                dissolved[pair] = sign
        if day.dawn:
            found.append(
                TrustDay(
                    day.number, standing, dissolved, dict.fromkeys(day.living, len(day.living) - 1)
                )
            )
        before = standing
    return tuple(found)


def _signs(t: GameTables, day: Day, kind: TrustKind) -> Iterator[TrustSign]:
    """All signs of trust and distrust of one kind and day between different living seats."""
    living = day.living
    for sign in _believed(t, day) if kind == "believed" else (*_spoken(t, day), *_balloted(t, day)):
        if sign.truster != sign.trusted and sign.truster in living and sign.trusted in living:
            yield sign


def _spoken(t: GameTables, day: Day) -> Iterator[TrustSign]:
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.day != day.number:
            continue
        for act in acts:
            match act:
                case Defends(seat=seat) | Vouches(seat=seat):
                    yield TrustSign(speech.entry, speech.seat, seat, True, speech)
                case Accuses(seat=seat) | CallsVote(seat=seat) if seat:
                    yield TrustSign(speech.entry, speech.seat, seat, False, speech)
                case ReportsCheck(seat=seat, result=result) if result in ("wolves", "Werewolf"):
                    yield TrustSign(speech.entry, speech.seat, seat, False, speech)
                case _:
                    pass


def _balloted(t: GameTables, day: Day) -> Iterator[TrustSign]:
    """A ballot against a seat breaks trust in it; one with a seat's report or call, spoken before by the voter too, shows it."""
    leads = list(_leads(t, day))
    for cast in day.official_ballots:
        if not cast.target:
            continue
        yield TrustSign(cast.entry, cast.voter, cast.target, False)
        own = min(
            (
                entry
                for entry, seat, target in leads
                if seat == cast.voter and target == cast.target
            ),
            default=None,
        )
        if own is not None:
            for entry, seat, target in leads:
                if target == cast.target and entry < own:
                    yield TrustSign(cast.entry, cast.voter, seat, True)


def _leads(t: GameTables, day: Day) -> Iterator[tuple[int, int, int]]:
    """(entry, speaker, target) of each report of a wolf and each call for a vote of a day."""
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.day != day.number:
            continue
        for act in acts:
            match act:
                case ReportsCheck(seat=seat, result="wolves" | "Werewolf"):
                    yield speech.entry, speech.seat, seat
                case CallsVote(seat=seat) if seat:
                    yield speech.entry, speech.seat, seat
                case _:
                    pass


def _believed(t: GameTables, day: Day) -> Iterator[TrustSign]:
    for seat, (entry, beliefs) in beliefs_at_vote(t, day).items():
        for belief in beliefs:
            mate = _believes_teammate(belief, wolf=seat in t.wolves)
            if mate is not None:
                yield TrustSign(entry, seat, belief.seat, mate)


def _believes_teammate(belief: Belief, *, wolf: bool) -> bool | None:
    """Whether a belief is of one's own team, of the other, or of neither (None), as one that deduces no role is."""
    if belief.role == "Uncertain":
        return None
    suspected = belief.role == "Werewolf"
    if wolf:
        return suspected if belief.confidence > RELIABLE else None
    return True if reliability(belief) > RELIABLE else False if suspected else None


def trust(t: GameTables) -> Value:
    """Ordered pairs of living seats in which the first trusts the second / all such pairs, by truster and day."""
    if not speech_understood(t):
        return UNKNOWN
    parts: list[Part] = []
    for table in trust_days(t):
        for seat, pairs in table.pairs.items():
            if pairs:
                signs = [sign for (truster, _), sign in table.trusted.items() if truster == seat]
                parts.append(_part(t, seat, table.day, signs, pairs))
    return Value(tuple(parts))


def trust_dissolved(t: GameTables) -> Value:
    """Trust that was broken on a day / trust that stood before it between seats that lived, by truster and day."""
    if not speech_understood(t):
        return UNKNOWN
    parts: list[Part] = []
    before: set[tuple[int, int]] = set()
    for table in trust_days(t):
        stood = [pair for pair in before if pair[0] in table.pairs and pair[1] in table.pairs]
        for seat in sorted({pair[0] for pair in stood}):
            signs = [sign for (truster, _), sign in table.dissolved.items() if truster == seat]
            parts.append(_part(t, seat, table.day, signs, sum(pair[0] == seat for pair in stood)))
        before = set(table.trusted)
    return Value(tuple(parts))


def trust_believed(t: GameTables) -> Value:
    """Ordered pairs of living seats in which the first believes the second of its team / all such pairs, by truster and day.

    Only seats that have stated beliefs before a vote of this day or an earlier one are counted as
    the first.
    """
    parts: list[Part] = []
    stating = set[int]()
    days = {day.number: day for day in t.days}
    for table in trust_days(t, "believed"):
        stating |= beliefs_at_vote(t, days[table.day]).keys()
        for seat, pairs in table.pairs.items():
            if pairs and seat in stating:
                signs = [sign for (truster, _), sign in table.trusted.items() if truster == seat]
                parts.append(_part(t, seat, table.day, signs, pairs))
    return Value(tuple(parts))


def _part(t: GameTables, seat: int, day: int, signs: list[TrustSign], below: int) -> Part:
    lines = [
        sentence_about(sign.said.text, t.game.names, t.size, sign.trusted)
        for sign in signs
        if sign.said
    ]
    entries = tuple(sorted({sign.entry for sign in signs}))
    return Part(seat, len(signs), below, day, entries, tuple(dict.fromkeys(lines)))


def trust_table(t: GameTables) -> tuple[Observation, ...]:
    """T_d(i, j) for every day and every ordered pair of living seats: 1 where i trusts j."""
    if not speech_understood(t):
        return ()
    return tuple(
        Observation(
            f"day {table.day}: seat {truster}",
            f"seat {trusted}",
            float((truster, trusted) in table.trusted),
        )
        for table in trust_days(t)
        for truster in table.pairs
        for trusted in table.pairs
        if truster != trusted
    )


METRICS = (
    Metric(
        name="trust",
        of=trust,
        source=f"{XU}, section 5.1",
        low=0,
        high=1,
        direction="neither",
        meaning="pairs of seats in which one shows the other trust",
        formula="over days: ordered pairs of living seats in which the first shows the second trust "
        "/ all such pairs",
        unit="share of pairs",
        null=NO_SUCH_SPEECH,
        aggregation="games",
        per_team=True,
    ),
    Metric(
        name="trust_dissolved",
        of=trust_dissolved,
        source=f"{XU}, section 5.1",
        low=0,
        high=1,
        direction="neither",
        meaning="trust that was broken, of what had stood",
        formula="trust broken on a day / trust that stood before it between seats that lived",
        unit="share of trust",
        null=f"{NO_SUCH_SPEECH}, or where no trust had stood",
        aggregation="games",
        per_team=True,
    ),
    Metric(
        name="trust_believed",
        of=trust_believed,
        source=OURS,
        low=0,
        high=1,
        direction="neither",
        meaning="pairs in which one believes the other of its team",
        formula="over days: ordered pairs of living seats in which the first holds the second to be "
        "a mate / all such pairs",
        unit="share of pairs",
        null="null where no beliefs were stated before a vote",
        aggregation="games",
        per_team=True,
    ),
)


TABLES = (
    MetricTable(
        name="trust_table",
        of=trust_table,
        source=f"{XU}, section 5.1, figure 5",
        direction="neither",
        meaning="who trusts whom, by day",
        formula="T_d(i, j): 1 where i trusts j at the end of day d, else 0",
        unit="share of games",
        null=NO_SUCH_SPEECH,
        aggregation="mean of the games",
        kind="rates",
        shown="one game",
    ),
)
