"""How alike a person and the machines at the same table judge (Helmsman, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TypeAlias

from wolfcore.game import Belief

from .metric import HELMSMAN, OURS, Metric
from .sheriff import beliefs_at_vote, reliability
from .tables import GameTables
from .values import UNKNOWN, Part, Value

StatedBeliefs: TypeAlias = Mapping[int, tuple[int, tuple[Belief, ...]]]
"""Who stated what at one moment: the entry and the beliefs of each seat."""


def correlation(t: GameTables) -> Value:
    """Spearman's rank correlation between a person's reliabilities and the machines' mean ones (section 4.3).

    Pairs are (day, seat) which both the person and at least one machine judged before that day's vote; the person's own seat
    is none. Null under two pairs, or where one side never varies. Numerator and denominator are those of the coefficient:
    the covariance of the ranks and the product of their deviations.
    """
    return _correlated(t, [beliefs_at_vote(t, day) for day in t.days]) if t.game.people else UNKNOWN


def correlation_moments(t: GameTables) -> Value:
    """As `correlation`, over every moment at which both were asked, and not over votes alone.

    A moment is one part of one day (a night, an election, a discussion, a straw vote, a vote); each seat counts with what it
    stated last in it.
    """
    moments: dict[tuple[int, str], dict[int, tuple[int, tuple[Belief, ...]]]] = {}
    for statement in t.statements:
        moments.setdefault((statement.day, statement.phase), {})[statement.seat] = (statement.entry, statement.beliefs)
    return _correlated(t, moments.values())


def _correlated(t: GameTables, moments: Iterable[StatedBeliefs]) -> Value:
    moments = list(moments)
    parts: list[Part] = []
    for person in t.game.people:
        there = [stated for stated in moments if person in stated]
        pairs = [pair for stated in there for pair in _pairs(t, person, stated)]
        above, below = spearman([own for own, _ in pairs], [theirs for _, theirs in pairs])
        if below:
            parts.append(Part(person, above, below, 0, tuple([stated[person][0] for stated in there])))
    return Value(tuple(parts)) if parts else UNKNOWN


def _pairs(t: GameTables, person: int, stated: StatedBeliefs) -> list[tuple[float, float]]:
    """(m of the person, mean m of the machines) of each seat that both judged at a moment."""
    found: list[tuple[float, float]] = []
    for belief in stated[person][1]:
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
    """Numerator and denominator of the rank correlation of two equally long lists; ties share their mean rank."""
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
    return [sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2 for value in values]


_NO_CORRELATION = "null without a person, under two pairs, or where one side never varies"

CORRELATION_METRICS = (
    Metric(
        name="correlation", of=correlation, source=f"{HELMSMAN}, section 4.3, table 3", low=-1, high=1, direction="neither",
        meaning="how alike person and machines rank trust",
        formula="Spearman's rank correlation of a person's reliabilities and the machines' mean ones", unit="coefficient",
        null=_NO_CORRELATION, aggregation="games",
    ),
    Metric(
        name="correlation_moments", of=correlation_moments, source=OURS, low=-1, high=1, direction="neither",
        meaning="as correlation, at all moments of asking",
        formula="as correlation, over (part of a day, seat) instead of (vote, seat)", unit="coefficient", null=_NO_CORRELATION,
        aggregation="games",
    ),
)  # fmt: skip
