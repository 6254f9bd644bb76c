"""Fit the belief parameters of the house bots to played games, and score a belief.

Conditional maximum likelihood: the parameters under which the true pack was likeliest at each
vote, with a weak pull to the start. `FIXED_PARAMETERS` are not fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp, log
from typing import NamedTuple, cast

import msgspec

from wolfcore.bots.belief.evidence import Evidence, evidence
from wolfcore.bots.belief.likelihoods import Likelihoods
from wolfcore.bots.belief.observation import observe
from wolfcore.bots.belief.posterior import (
    Knowledge,
    Posterior,
    knowledge_of,
    seat_posterior,
    with_attack_evidence,
)
from wolfcore.bots.belief.public_weights import (
    PublicWeights,
)
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.game import Fact, View, team_of
from wolfcore.game import facts as f

INITIAL = Likelihoods()
"""Where fitting starts."""


FIXED_PARAMETERS = frozenset({"confesses", "accused", "vouched", "defends", "contradicts"})
"""What no fit moves: bots never confess, and what they say follows from what all have heard, so
that their words tell each other little; a person's tell what that person saw. How much these count
is set, so that a sentence is felt at the table, and held against the strength of the bots (`python
-m bench people --row words`, `python -m bench strength`)."""


def fresh_posterior(
    record: SeatRecord, known: Knowledge, likely: Likelihoods, conduct: Evidence | None = None
) -> Posterior:
    """The belief of a seat that shares its sums with nobody.

    Args:
        record: What it saw and heard.
        known: What it takes for certain, beside what everybody can infer from deaths.
        likely: The parameters.
        conduct: What it makes of everybody's conduct and claims; by default all that `evidence`
            finds.
    """
    outlook = PublicWeights(record, conduct or evidence(record, likely))
    return seat_posterior(
        outlook, record.me, known, with_attack_evidence((), known, likely, record.size)
    )


_MIN_PROBABILITY = 1e-6
"""The least probability that a truth is scored with, so that one surprise does not outweigh all
games."""


_REGULARISATION = 0.5
"""How strongly a parameter is held where it started, in moments for a step of one."""


class Moment(NamedTuple):
    """What a seat knew when a vote began, and the truth.

    Attributes:
        record: What it had seen and heard.
        knowledge: What it took for certain.
        wolves: The mask of all wolves that were dealt.
    """

    record: SeatRecord
    knowledge: Knowledge
    wolves: int


class SeatPrediction(NamedTuple):
    """One belief about one other living seat.

    Attributes:
        board, day: Where and when.
        p_wolf: The probability of being a wolf, as believed.
        wolf: Whether it was one.
    """

    board: str
    day: int
    p_wolf: float
    wolf: bool


def moments_of(view: View, wolves: int) -> Iterator[Moment]:
    """The moments of one seat in a game that is over: one for each day on which it lived to vote.

    Args:
        view: Its view at the end.
        wolves: The mask of all wolves that were dealt.
    """
    for place, fact in enumerate(view.facts):
        if isinstance(fact, f.Began) and fact.phase == "vote":
            record = _record(view, view.facts[: place + 1])
            if record.lives(view.seat) and record.role and team_of(record.role) == "village":
                yield Moment(record, knowledge_of(record), wolves)


def _record(view: View, facts: Sequence[Fact]) -> SeatRecord:
    record = SeatRecord(view.seat, view.board, view.names)
    observe(record, facts)
    return record


def seat_predictions(moments: Sequence[Moment], likely: Likelihoods) -> Iterator[SeatPrediction]:
    """Yield the belief about every other living seat at each of these moments."""
    for moment in moments:
        record = moment.record
        chances = fresh_posterior(record, moment.knowledge, likely).p_wolf
        for seat in record.alive:
            if seat != record.me:
                yield SeatPrediction(
                    record.board.name, record.day, chances[seat], bool(moment.wolves >> seat & 1)
                )


def mean_log_loss(moments: Sequence[Moment], likely: Likelihoods) -> float:
    """Return the mean of -log P(true pack) in nats; lower is better. Needs at least one moment."""
    total = 0.0
    for moment in moments:
        total -= log(
            max(
                _MIN_PROBABILITY,
                fresh_posterior(moment.record, moment.knowledge, likely).pack_probability(
                    moment.wolves
                ),
            )
        )
    return total / len(moments)


def fit(
    moments: Sequence[Moment],
    start: Likelihoods,
    *,
    sweeps: int,
    progress: Callable[[int, float], None] | None = None,
    loss: Callable[[Likelihoods], float] | None = None,
) -> Likelihoods:
    """Fit the likelihood parameters by coordinate descent with adaptive steps.

    Each parameter is moved in turn as long as that lowers the surprise. `FIXED_PARAMETERS` stay as
    they are.

    Args:
        moments: From many games.
        start: Where to start.
        sweeps: How often each parameter is tried.
        progress: Told the number of each sweep done, and the surprise after it.
        loss: Gives the surprise at these moments, where somebody has a faster way than `surprise`.
    """
    loss = loss or partial(mean_log_loss, moments)
    first = _as_point(start)
    point: list[float] = list(first)
    steps = [0.4] * len(first)
    names = [name for name, numbers, _ in _numbers(start) for _ in numbers]
    free = [place for place, name in enumerate(names) if name not in FIXED_PARAMETERS]

    def cost(at: Sequence[float]) -> float:
        pull = sum((here - there) ** 2 for here, there in zip(at, first, strict=True))
        return loss(_from_point(at)) + _REGULARISATION * pull / len(moments)

    best = cost(point)
    for sweep in range(1, sweeps + 1):
        for place in free:
            for step in (steps[place], -steps[place]):
                moved = [*point[:place], point[place] + step, *point[place + 1 :]]
                here = cost(moved)
                if here < best:
                    point, best, steps[place] = moved, here, step * 1.6
                    break
            else:
                steps[place] *= 0.4
        if progress:
            progress(sweep, best)
    return _from_point(point)


# -- parameters as points without bounds: weights as they are, probabilities by their logit


_WEIGHTS = frozenset(
    {
        "voted",
        "votes_mate",
        "accused",
        "accuses_mate",
        "vouched",
        "vouches_mate",
        "defends",
        "contradicts",
        "elected_mate",
        "killed",
        "killed_twice",
        "attacked",
        "outlived",
        "confesses",
    }
)


_MAX_LOGIT = 7.5
"""How far a logit goes: 0.0006 .. 0.9994."""


def _numbers(likely: Likelihoods) -> Iterator[tuple[str, tuple[float, ...], bool]]:
    """Every parameter by name, as numbers, and whether it is a pair."""
    values = cast("dict[str, float | tuple[float, ...]]", msgspec.structs.asdict(likely))
    for name, value in values.items():
        yield (name, value, True) if isinstance(value, tuple) else (name, (value,), False)


def _as_point(likely: Likelihoods) -> list[float]:
    point: list[float] = []
    for name, numbers, _ in _numbers(likely):
        point += numbers if name in _WEIGHTS else (log(number / (1 - number)) for number in numbers)
    return point


def _from_point(point: Sequence[float]) -> Likelihoods:
    left = iter(point)

    def number(name: str) -> float:
        value = next(left)
        return (
            value if name in _WEIGHTS else 1 / (1 + exp(-max(-_MAX_LOGIT, min(_MAX_LOGIT, value))))
        )

    values = {
        name: (number(name), number(name)) if pair else number(name)
        for name, _, pair in _numbers(Likelihoods())
    }
    return msgspec.convert(values, Likelihoods)


def as_toml(likely: Likelihoods, head: Sequence[str]) -> str:
    """The parameters as the text of a data file, under the lines of `head`."""
    lines = [f"# {line}".rstrip() for line in head]
    for name, numbers, pair in _numbers(likely):
        texts = ", ".join(f"{number:.4f}" for number in numbers)
        lines.append(f"{name} = [{texts}]" if pair else f"{name} = {texts}")
    return "\n".join(lines) + "\n"
