"""How good beliefs are, and what a speech does to them."""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.game import Belief

from .metric import OURS, Metric, MetricTable, Observation
from .sheriff import beliefs_at_vote
from .tables import GameTables, Statement
from .values import UNKNOWN, Part, Value

BINS = 10
"""How many equal bins the reliability curve has."""


def p_wolf(belief: Belief) -> float:
    """P(wolf), 0..1: as stated; else confidence / 10 for a Werewolf guess and (10 - confidence) / 10 for any other."""
    if belief.p_wolf is not None:
        return belief.p_wolf
    return belief.confidence / 10 if belief.role == "Werewolf" else (10 - belief.confidence) / 10


def calibration(t: GameTables) -> Value:
    """Brier score: mean of (P(wolf) - [is a wolf])^2 over each seat's last beliefs before each day's vote."""
    return Value(tuple(Part(seat, _error(p, wolf), 1, day, (entry,)) for seat, day, entry, p, wolf in _beliefs_before_votes(t)))


def _error(p: float, wolf: bool) -> float:
    return (p - wolf) ** 2


def belief_accuracy(t: GameTables) -> Value:
    """Beliefs on the right side of one half / beliefs, before each day's vote; exactly one half is half right."""
    return Value(
        tuple(
            Part(seat, 0.5 if p == 0.5 else (p > 0.5) == wolf, 1, day, (entry,))
            for seat, day, entry, p, wolf in _beliefs_before_votes(t)
        )
    )


def reliability_curve(t: GameTables) -> tuple[Observation, ...]:
    """How often seats believed to be wolves with P in a bin were wolves, by day; village seats only, whose beliefs are guesses."""
    return tuple(
        Observation(bin_title(_bin(p)), f"day {day}", float(wolf))
        for seat, day, _, p, wolf in _beliefs_before_votes(t)
        if seat in t.village
    )


def bin_title(number: int) -> str:
    """What the row of a bin of the reliability curve is called, from 0 up to, and not with, `BINS`."""
    return f"P {number / BINS:.1f} to {(number + 1) / BINS:.1f}"


def _bin(p: float) -> int:
    return min(int(p * BINS), BINS - 1)


def _beliefs_before_votes(t: GameTables) -> Iterator[tuple[int, int, int, float, bool]]:
    """(seat, day, entry, P(wolf), is a wolf) of each belief about another seat at each day's vote."""
    for day in t.days:
        for seat, (entry, beliefs) in beliefs_at_vote(t, day).items():
            for belief in beliefs:
                if belief.seat != seat and t.roles[belief.seat] is not None:
                    yield seat, day.number, entry, p_wolf(belief), belief.seat in t.wolves


def vote_swing(t: GameTables) -> Value:
    """Mean change of the others' P(wolf) right after a speech, by speaker and day.

    A change counts for a speech where it is the only one of another seat between two statements of the listener, so that
    nothing else was heard; straw votes count likewise: a listener whose straw vote and ballot enclose one speech of another
    changed by 1 or by 0.
    """
    parts: list[Part] = []
    last: dict[int, Statement] = {}
    for statement in t.statements:
        before = last.get(statement.seat)
        last[statement.seat] = statement
        if before is None or before.day != statement.day:
            continue
        heard = [s for s in t.speeches if before.entry < s.entry < statement.entry and s.seat != statement.seat]
        if len(heard) != 1:
            continue
        old = {belief.seat: p_wolf(belief) for belief in before.beliefs}
        moved = [abs(p_wolf(belief) - old[belief.seat]) for belief in statement.beliefs if belief.seat in old]
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
            heard = [s for s in t.speeches if lean.entry < s.entry < cast.entry and s.seat != cast.voter]
            if len(heard) == 1:
                quote = (heard[0].text,) if heard[0].text else ()
                changed = lean.target != cast.target
                yield Part(heard[0].seat, changed, 1, day.number, (lean.entry, heard[0].entry, cast.entry), quote)


_NO_BELIEFS = "null where no beliefs were stated before a vote"

BELIEF_METRICS = (
    Metric(
        name="calibration", of=calibration, source=OURS, low=0, high=1, direction="lower",
        meaning="Brier score of P(wolf) before each vote", formula="mean of (P(wolf) - [is a wolf])^2 over beliefs before a vote",
        unit="squared error", null=_NO_BELIEFS, aggregation="games", per_team=True,
    ),
    Metric(
        name="belief_accuracy", of=belief_accuracy, source=OURS, low=0, high=1, direction="higher",
        meaning="beliefs on the right side, before each vote",
        formula="beliefs on the right side of one half / beliefs; exactly one half is half right", unit="share of beliefs",
        null=_NO_BELIEFS, aggregation="games", per_team=True,
    ),
    Metric(
        name="vote_swing", of=vote_swing, source=OURS, low=0, high=1, direction="neither",
        meaning="how far a speech moved the others",
        formula="mean change of P(wolf), or of straw vote to ballot (0 or 1), with one speech of another between",
        unit="change of probability", null="null where no speech stands alone between two beliefs or ballots",
        aggregation="games",
    ),
)  # fmt: skip

TABLES = (
    MetricTable(
        name="reliability_curve", of=reliability_curve, source=OURS, direction="neither",
        meaning="how often a seat believed a wolf with P was one, by day",
        formula="seats that were wolves / seats believed to be wolves with P in the row's bin, by village seats",
        unit="share of beliefs", null="games without stated beliefs add nothing",
        aggregation="all beliefs pooled; the interval takes a game as one observation", kind="rates",
    ),
)  # fmt: skip
