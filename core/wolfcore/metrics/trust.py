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
"""A seat is trusted if its reliability is greater than this (Helmsman, section 3.1, alpha)."""


TrustKind: TypeAlias = Literal["shown", "believed"]
"""The evidence of trust: `shown` by speech and ballots, or `believed`, in stated beliefs."""


class TrustSign(NamedTuple):
    """Evidence at a log entry that `truster` trusts `trusted`, or no longer does.

    Attributes:
        entry: The log entry.
        truster: The seat that trusts or distrusts.
        trusted: The seat that is trusted or distrusted.
        trusts: True for trust, False for distrust.
        said: The speech, or None for a ballot or belief.
    """

    entry: int
    truster: int
    trusted: int
    trusts: bool
    said: Speech | None = None


class TrustDay(NamedTuple):
    """T_d: the trust between seats at the end of a day, and the trust dissolved during it.

    Attributes:
        day: The day.
        trusted: By (i, j): i trusts j, with the latest sign of trust.
        dissolved: By (i, j): trust from before this day, with the sign that broke it.
        pairs: By seat i alive at the day's vote or discussion: the number of its ordered pairs with
            other living seats.
    """

    day: int
    trusted: dict[tuple[int, int], TrustSign]
    dissolved: dict[tuple[int, int], TrustSign]
    pairs: dict[int, int]


@lru_cache(maxsize=4)
def trust_days(t: GameTables, kind: TrustKind = "shown") -> tuple[TrustDay, ...]:
    """Compute T_d for every day with a discussion or a vote.

    Shown: i trusts j once i defends j or vouches for it, or votes with j's report or call after
    speaking the same way; until i accuses j, calls for a vote on it or votes for it, or one of them
    dies.

    Believed: i trusts j once i believes j to be of its own team before a vote (reliability above 6;
    a wolf: deduced to be a wolf), until it believes j to be of the other team, or one of them dies.
    A belief that deduces no role ("Uncertain") is neither trust nor distrust, however confident: at
    the start every seat is probably no wolf, and that alone is not trust.
    """
    found: list[TrustDay] = []
    before: dict[tuple[int, int], TrustSign] = {}
    for day in t.days:
        # Trust ends with the death of either seat, which does not count as broken.
        standing = {
            pair: sign
            for pair, sign in before.items()
            if pair[0] in day.living and pair[1] in day.living
        }
        # Only trust from before this day can be dissolved on it.
        stood, dissolved = dict(standing), dict[tuple[int, int], TrustSign]()
        for sign in sorted(_signs(t, day, kind), key=lambda sign: sign.entry):
            pair = (sign.truster, sign.trusted)
            if sign.trusts:
                standing[pair] = sign
                # Trust that is restored on the same day is not dissolved.
                dissolved.pop(pair, None)
            elif standing.pop(pair, None) and pair in stood:
                dissolved[pair] = sign
        # A game that ends at night has no day to report.
        if day.dawn:
            found.append(
                TrustDay(
                    day.number, standing, dissolved, dict.fromkeys(day.living, len(day.living) - 1)
                )
            )
        before = standing
    return tuple(found)


def _signs(t: GameTables, day: Day, kind: TrustKind) -> Iterator[TrustSign]:
    """Yield all signs of trust and distrust of one kind and day between different living seats."""
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
                case ReportsCheck(seat=seat, finds_wolf=True):
                    yield TrustSign(speech.entry, speech.seat, seat, False, speech)
                case _:
                    pass


def _balloted(t: GameTables, day: Day) -> Iterator[TrustSign]:
    """Yield signs from official ballots: distrust of the target, trust in an earlier speaker.

    A voter shows trust in a seat if it votes as that seat reported or called before the voter
    itself said the same.
    """
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
    """Yield (entry, speaker, target) of each report of a wolf and each call for a vote of a day."""
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        if speech.day != day.number:
            continue
        for act in acts:
            match act:
                case ReportsCheck(seat=seat, finds_wolf=True):
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
    """Whether a belief puts a seat in the believer's own team; None if it is undecided.

    A belief that deduces no role is undecided.
    """
    if belief.role == "Uncertain":
        return None
    suspected = belief.is_of_wolf
    # A wolf trusts wolves, so that it needs a confident guess of a wolf.
    if wolf:
        return suspected if belief.confidence > RELIABLE else None
    return True if reliability(belief) > RELIABLE else False if suspected else None


def trust(t: GameTables) -> Value:
    """Compute ordered pairs of living seats in which the first trusts the second / all such pairs.

    By truster and day; trust as shown by speech and ballots.
    """
    if not speech_understood(t):
        return UNKNOWN
    parts: list[Part] = []
    for table in trust_days(t):
        for seat, pairs in table.pairs.items():
            if pairs and not _is_unread(t, seat, table.day):
                signs = [sign for (truster, _), sign in table.trusted.items() if truster == seat]
                parts.append(_part(t, seat, table.day, signs, pairs))
    return Value(tuple(parts))


def trust_dissolved(t: GameTables) -> Value:
    """Compute trust broken on a day / trust from before that day between seats that lived.

    By truster and day; trust as shown by speech and ballots.
    """
    if not speech_understood(t):
        return UNKNOWN
    parts: list[Part] = []
    before: set[tuple[int, int]] = set()
    for table in trust_days(t):
        # A pair of which one has died could neither keep nor break its trust.
        stood = [pair for pair in before if pair[0] in table.pairs and pair[1] in table.pairs]
        for seat in sorted({pair[0] for pair in stood if not _is_unread(t, pair[0], table.day)}):
            signs = [sign for (truster, _), sign in table.dissolved.items() if truster == seat]
            parts.append(_part(t, seat, table.day, signs, sum(pair[0] == seat for pair in stood)))
        before = set(table.trusted)
    return Value(tuple(parts))


def trust_believed(t: GameTables) -> Value:
    """Compute pairs of living seats in which the first believes the second of its team / all.

    By truster and day. Only seats that have stated beliefs before a vote of this day or an earlier
    one count as the first of an ordered pair.
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


def _is_unread(t: GameTables, seat: int, day: int) -> bool:
    """Whether a seat gave a speech that is not English by a day: whom it trusts is not known."""
    return t.unread_since.get(seat, day + 1) <= day


def _part(t: GameTables, seat: int, day: int, signs: list[TrustSign], below: int) -> Part:
    lines = [
        sentence_about(sign.said.text, t.game.names, t.size, sign.trusted)
        for sign in signs
        if sign.said
    ]
    entries = tuple(sorted({sign.entry for sign in signs}))
    return Part(seat, len(signs), below, day, entries, tuple(dict.fromkeys(lines)))


def trust_table(t: GameTables) -> tuple[Observation, ...]:
    """Observe T_d(i, j) for every day and ordered pair of living seats: 1 if i trusts j, else 0."""
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
        if not _is_unread(t, truster, table.day)
        for trusted in table.pairs
        if truster != trusted
    )


METRICS = (
    Metric(
        name="trust", of=trust, source=f"{XU}, section 5.1", low=0, high=1, direction="neither",
        meaning="pairs of seats in which one shows the other trust",
        formula="over days: ordered pairs of living seats in which the first shows the second "
            "trust / all such pairs",
        unit="share of pairs", null=NO_SUCH_SPEECH, aggregation="games", per_team=True,
    ),
    Metric(
        name="trust_dissolved", of=trust_dissolved, source=f"{XU}, section 5.1", low=0, high=1,
        direction="neither", meaning="share of the standing trust that was broken",
        formula="trust broken on a day / trust that stood before it between seats that lived",
        unit="share of trust", null=f"{NO_SUCH_SPEECH}, or where no trust had stood",
        aggregation="games", per_team=True,
    ),
    Metric(
        name="trust_believed", of=trust_believed, source=OURS, low=0, high=1, direction="neither",
        meaning="pairs in which one believes the other is of its team",
        formula="over days: ordered pairs of living seats in which the first holds the second to "
            "be a mate / all such pairs",
        unit="share of pairs", null="null where no beliefs were stated before a vote",
        aggregation="games", per_team=True,
    ),
)  # fmt: skip


TABLES = (
    MetricTable(
        name="trust_table", of=trust_table, source=f"{XU}, section 5.1, figure 5",
        direction="neither", meaning="who trusts whom, by day",
        formula="T_d(i, j): 1 where i trusts j at the end of day d, else 0", unit="share of games",
        null=NO_SUCH_SPEECH, aggregation="mean of the games", kind="rates", shown="one game",
    ),
)  # fmt: skip
