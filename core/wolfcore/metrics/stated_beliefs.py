"""Metrics of stated beliefs: calibration, vote swing after a speech, person-machine correlation.

Only beliefs stated before a day's vote count (`beliefs_at_vote`), except for `correlation_moments`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TypeAlias

from wolfcore.game import Belief

from .game_tables import GameTables, Statement
from .influence import beliefs_at_vote, reliability
from .metric import HELMSMAN, OURS, UNKNOWN, Metric, MetricTable, Observation, Part, Value

BINS = 10
"""The number of equal bins of the reliability curve."""


def p_wolf(belief: Belief) -> float:
    """Return P(wolf) of a belief, 0..1, as stated or else computed from role and confidence.

    Without a stated probability: confidence / 10 for a Werewolf guess and (10 - confidence) / 10
    for any other.
    """
    if belief.p_wolf is not None:
        return belief.p_wolf
    return belief.confidence / 10 if belief.is_of_wolf else (10 - belief.confidence) / 10


def calibration(t: GameTables) -> Value:
    """Compute the Brier score of beliefs before each day's vote: mean of (P(wolf) - [is a wolf])^2.

    Each seat's last beliefs before the vote count.
    """
    return Value(
        tuple(
            Part(seat, _error(p, wolf), 1, day, (entry,))
            for seat, day, entry, p, wolf in _beliefs_before_votes(t)
        )
    )


def _error(p: float, wolf: bool) -> float:
    return (p - wolf) ** 2


def belief_accuracy(t: GameTables) -> Value:
    """Compute beliefs on the right side of one half / beliefs, before each day's vote.

    A belief of exactly one half counts as half right.
    """
    return Value(
        tuple(
            Part(seat, 0.5 if p == 0.5 else (p > 0.5) == wolf, 1, day, (entry,))
            for seat, day, entry, p, wolf in _beliefs_before_votes(t)
        )
    )


def reliability_curve(t: GameTables) -> tuple[Observation, ...]:
    """Observe whether seats believed to be wolves with P in a bin were wolves, by day.

    Only beliefs of village seats count, because wolves know the wolves.
    """
    return tuple(
        Observation(bin_title(_bin(p)), f"day {day}", float(wolf))
        for seat, day, _, p, wolf in _beliefs_before_votes(t)
        if seat in t.village
    )


def bin_title(number: int) -> str:
    """Return the row label of a bin of the reliability curve, numbered 0 to `BINS` - 1."""
    return f"P {number / BINS:.1f} to {(number + 1) / BINS:.1f}"


def _bin(p: float) -> int:
    # P = 1 belongs to the last bin.
    return min(int(p * BINS), BINS - 1)


def _beliefs_before_votes(t: GameTables) -> Iterator[tuple[int, int, int, float, bool]]:
    """Yield each belief about another seat at each day's vote.

    Each is a tuple (seat, day, entry, P(wolf), is a wolf).
    """
    for day in t.days:
        for seat, (entry, beliefs) in beliefs_at_vote(t, day).items():
            for belief in beliefs:
                if belief.seat != seat and t.roles[belief.seat] is not None:
                    yield seat, day.number, entry, p_wolf(belief), belief.seat in t.wolves


def vote_swing(t: GameTables) -> Value:
    """Compute the mean change of the others' P(wolf) right after a speech, by speaker and day.

    A change is attributed to a speech if it is the only speech of another seat between two
    statements of the listener, so that the listener heard nothing else. Straw votes count in the
    same way: if one speech of another seat lies between a listener's straw vote and ballot, the
    change is 1 or 0.
    """
    parts: list[Part] = []
    last: dict[int, Statement] = {}
    for statement in t.statements:
        before = last.get(statement.seat)
        last[statement.seat] = statement
        # From one day to the next a listener learns more than speeches, such as deaths.
        if before is None or before.day != statement.day:
            continue
        heard = [
            s
            for s in t.speeches
            if before.entry < s.entry < statement.entry and s.seat != statement.seat
        ]
        # With two speeches it is open which of them moved the listener.
        if len(heard) != 1:
            continue
        old = {belief.seat: p_wolf(belief) for belief in before.beliefs}
        moved = [
            abs(p_wolf(belief) - old[belief.seat])
            for belief in statement.beliefs
            if belief.seat in old
        ]
        if moved:
            quote = (heard[0].text,) if heard[0].text else ()
            entries = (before.entry, heard[0].entry, statement.entry)
            parts.append(Part(heard[0].seat, sum(moved), len(moved), statement.day, entries, quote))
    return Value((*parts, *_swung_ballots(t))) if parts or t.speeches else UNKNOWN


def _swung_ballots(t: GameTables) -> Iterator[Part]:
    for day in t.days:
        straw = {cast.voter: cast for cast in day.ballots.get("lean", ())}
        for cast in day.official_ballots:
            lean = straw.get(cast.voter)
            if lean is None:
                continue
            heard = [
                s for s in t.speeches if lean.entry < s.entry < cast.entry and s.seat != cast.voter
            ]
            if len(heard) == 1:
                quote = (heard[0].text,) if heard[0].text else ()
                changed = lean.target != cast.target
                yield Part(
                    heard[0].seat,
                    changed,
                    1,
                    day.number,
                    (lean.entry, heard[0].entry, cast.entry),
                    quote,
                )


_NO_BELIEFS = "null where no beliefs were stated before a vote"


BELIEF_METRICS = (
    Metric(
        name="calibration", of=calibration, source=OURS, low=0, high=1, direction="lower",
        meaning="Brier score of P(wolf) before each vote",
        formula="mean of (P(wolf) - [is a wolf])^2 over beliefs before a vote",
        unit="squared error", null=_NO_BELIEFS, aggregation="games", per_team=True,
    ),
    Metric(
        name="belief_accuracy", of=belief_accuracy, source=OURS, low=0, high=1, direction="higher",
        meaning="beliefs on the right side, before each vote",
        formula="beliefs on the right side of one half / beliefs; exactly one half is half right",
        unit="share of beliefs", null=_NO_BELIEFS, aggregation="games", per_team=True,
    ),
    Metric(
        name="vote_swing", of=vote_swing, source=OURS, low=0, high=1, direction="neither",
        meaning="how far a speech moved the others",
        formula="mean change of P(wolf), or of straw vote to ballot (0 or 1), with one speech of "
            "another between",
        unit="change of probability",
        null="null where no speech stands alone between two beliefs or ballots",
        aggregation="games",
    ),
)  # fmt: skip


TABLES = (
    MetricTable(
        name="reliability_curve", of=reliability_curve, source=OURS, direction="neither",
        meaning="how often a seat believed a wolf with P was one, by day",
        formula="seats that were wolves / seats believed to be wolves with P in the row's bin, by "
            "village seats",
        unit="share of beliefs", null="games without stated beliefs add nothing",
        aggregation="all beliefs pooled; the interval takes a deal as one observation",
        kind="rates", pooled=True,
    ),
)  # fmt: skip


StatedBeliefs: TypeAlias = Mapping[int, tuple[int, tuple[Belief, ...]]]
"""The beliefs stated at one moment: entry and beliefs by seat."""


def correlation(t: GameTables) -> Value:
    """Compute Spearman's correlation of a person's and the machines' reliabilities (section 4.3).

    The machines' reliabilities are averaged. Pairs are (day, seat) which both the person and at
    least one machine judged before that day's vote; the person's own seat is excluded. Null with
    fewer than two pairs, or if one side never varies. Numerator and denominator are those of the
    coefficient: the covariance of the ranks and the product of their deviations.
    """
    return _correlated(t, [beliefs_at_vote(t, day) for day in t.days]) if t.game.people else UNKNOWN


def correlation_moments(t: GameTables) -> Value:
    """Compute `correlation` over all moments at which both were asked, not only at votes.

    A moment is one part of one day (a night, an election, a discussion, a straw vote, a vote); each
    seat counts with its last statement in it.
    """
    moments: dict[tuple[int, str], dict[int, tuple[int, tuple[Belief, ...]]]] = {}
    for statement in t.statements:
        moments.setdefault((statement.day, statement.phase), {})[statement.seat] = (
            statement.entry,
            statement.beliefs,
        )
    return _correlated(t, moments.values())


def _correlated(t: GameTables, moments: Iterable[StatedBeliefs]) -> Value:
    moments = list(moments)
    parts: list[Part] = []
    for person in t.game.people:
        there = [stated for stated in moments if person in stated]
        pairs = [pair for stated in there for pair in _pairs(t, person, stated)]
        above, below = spearman([own for own, _ in pairs], [theirs for _, theirs in pairs])
        if below:
            parts.append(
                Part(person, above, below, 0, tuple([stated[person][0] for stated in there]))
            )
    return Value(tuple(parts)) if parts else UNKNOWN


def _pairs(t: GameTables, person: int, stated: StatedBeliefs) -> list[tuple[float, float]]:
    """Return (person's reliability, machines' mean) of each seat that both judged at a moment."""
    found: list[tuple[float, float]] = []
    for belief in stated[person][1]:
        # What a machine believes about its own seat is no guess.
        theirs = [
            reliability(other)
            for seat, (_, held) in stated.items()
            for other in held
            if seat not in t.game.people and other.seat == belief.seat != seat
        ]
        if theirs and belief.seat != person:
            found.append((reliability(belief), sum(theirs) / len(theirs)))
    return found


def spearman(left: Sequence[float], right: Sequence[float]) -> tuple[float, float]:
    """Return numerator and denominator of the rank correlation of two lists of equal length.

    Tied values share their mean rank. Both are 0 with fewer than two pairs.
    """
    if len(left) < 2:
        return 0, 0
    ranks = _ranks(left), _ranks(right)
    middle = (len(left) + 1) / 2
    first, second = ([rank - middle for rank in one] for one in ranks)
    return (
        sum(a * b for a, b in zip(first, second, strict=True)),
        sqrt(sum(a * a for a in first) * sum(b * b for b in second)),
    )


def _ranks(values: Sequence[float]) -> list[float]:
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2
        for value in values
    ]


_NO_CORRELATION = "null without a person, under two pairs, or where one side never varies"


CORRELATION_METRICS = (
    Metric(
        name="correlation", of=correlation, source=f"{HELMSMAN}, section 4.3, table 3", low=-1,
        high=1, direction="neither", meaning="how alike person and machines rank trust",
        formula="Spearman's rank correlation of a person's reliabilities and the machines' mean "
            "ones",
        unit="coefficient", null=_NO_CORRELATION, aggregation="games",
    ),
    Metric(
        name="correlation_moments", of=correlation_moments, source=OURS, low=-1, high=1,
        direction="neither", meaning="as correlation, at all moments of asking",
        formula="as correlation, over (part of a day, seat) instead of (vote, seat)",
        unit="coefficient", null=_NO_CORRELATION, aggregation="games",
    ),
)  # fmt: skip
