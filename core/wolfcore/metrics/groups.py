"""Metrics over many games, grouped by game, board, day, seat, player, model, role or team.

`value` is the mean over games (or days), in which a short game weighs as much as a long one;
`pooled` divides the summed numerators by the summed denominators. The interval belongs to the mean.
None values are left out unless `zero_fill` counts them as 0.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import fsum
from typing import Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

from wolfcore.intervals import (
    FEWEST_OF_OPEN_RANGE,
    FEWEST_WITHOUT_RANGE,
    Interval,
    IntervalMethod,
    add_exactly,
    bounded_mean_interval,
    gaffke_interval,
    sum_by_deal,
    unbounded_mean_interval,
)

from .catalogue import METRICS, MeasuredGame
from .crosstabs import DealNumbers, label_key
from .metric import Metric, Part, Total, Value, combine_parts, game_total
from .performance import ROLE_METRIC_NAMES
from .recorded_game import RecordedGame

Dimension = Literal["game", "board", "day", "seat", "player", "model", "role", "team"]


DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)


_GAME_DIMENSIONS = ("game", "board")


GroupKey: TypeAlias = tuple[str, ...]


Labels: TypeAlias = dict[tuple[int, int], GroupKey]
"""Cache of the group of each (seat, day) of one game."""


class MetricRow(Struct, frozen=True):
    """A metric aggregated over the games of one group.

    Attributes:
        metric: The metric.
        group: The label of each dimension that the rows are grouped by.
        n: The number of games with a value.
        value: The mean over games or days (`metric.aggregation`), or None if no game has a value.
        low: The lower end of the 95 % interval, or None if there is none.
        high: The upper end of the 95 % interval, or None if there is none.
        how: How the interval was computed, or why there is none (`intervals.INTERVAL_METHODS`);
            empty without a value.
        numerator: The sum of the numerators.
        denominator: The sum of the denominators.
        parts: The parts of the value if it comes from a single game; else empty.
        deals: The number of deals that the games are of; all games of a deal are one observation of
            the interval.
        by_range: The interval that supposes nothing but the range, where `low` and `high` suppose
            more (`metric.open_range`); without ends for other metrics.
    """

    metric: Metric
    group: dict[str, str]
    n: int
    value: float | None
    low: float | None
    high: float | None
    how: IntervalMethod
    numerator: float
    denominator: float
    parts: tuple[Part, ...] = ()
    deals: int = 0
    by_range: Interval = Interval()

    @property
    def pooled(self) -> float | None:
        """Summed numerators divided by summed denominators, over all games together.

        For a count the sum of the numerators. None without a game or if the denominator is 0.
        """
        if self.metric.kind == "count":
            return self.numerator if self.n else None
        return self.numerator / self.denominator if self.denominator else None


class Samples:
    """The values of one metric in one group, one value per game, with the number of its deal."""

    __slots__ = ("_above", "_below", "deals", "parts", "sums", "weights")

    def __init__(self) -> None:
        self.deals, self.sums, self.weights = array("L"), array("d"), array("d")
        self._above = self._below = (0.0, 0.0)
        self.parts: tuple[Part, ...] = ()

    def add(self, deal: int, found: Total, parts: tuple[Part, ...], *, by_day: bool) -> None:
        """Add the value of a game of a deal; the value must not be None."""
        assert found.value is not None
        self.deals.append(deal)
        # By days the value is a ratio of sums, in which a long game weighs more.
        self.sums.append(found.numerator if by_day else found.value)
        self.weights.append(found.denominator if by_day else 1.0)
        self._above = add_exactly(*self._above, found.numerator)
        self._below = add_exactly(*self._below, found.denominator)
        # Evidence is shown only where it is that of a single game.
        self.parts = parts if len(self.deals) == 1 else ()

    @property
    def numerator(self) -> float:
        """The sum of the numerators."""
        return sum(self._above)

    @property
    def denominator(self) -> float:
        """The sum of the denominators."""
        return sum(self._below)

    @property
    def value(self) -> float | None:
        """The mean over games, or over days for metrics aggregated by days; None without a game."""
        below = fsum(self.weights)
        return fsum(self.sums) / below if below else None

    def intervals(self, metric: Metric) -> Intervals:
        """Compute the intervals of the mean."""
        return intervals_by_deal(metric, *sum_by_deal(self.deals, self.sums, self.weights))


class Intervals(NamedTuple):
    """The intervals of a metric's mean, with a deal as one observation.

    Attributes:
        shown: The interval: bounded if the metric has a range, else Student's t.
        by_range: The bounded interval of a metric of open range; without ends for other metrics.
        deals: The number of deals.
    """

    shown: Interval
    by_range: Interval
    deals: int


def intervals_by_deal(metric: Metric, sums: Sequence[float], weights: Sequence[float]) -> Intervals:
    """Return the intervals of a metric's mean.

    Args:
        metric: The metric.
        sums: The contribution of each deal to the numerator.
        weights: Its contribution to the denominator, above 0.
    """
    bounded = bounded_mean_interval(sums, weights, *metric.ends) if metric.ends else Interval()
    if metric.range:
        return Intervals(bounded, Interval(), len(sums))
    fewest = FEWEST_OF_OPEN_RANGE if metric.open_range else FEWEST_WITHOUT_RANGE
    student = unbounded_mean_interval(sums, weights, fewest=fewest).within(metric.low, metric.high)
    return Intervals(student, bounded, len(sums))


class Groups:
    """Aggregates the metrics of many games by group.

    Args:
        by: The dimensions to group by.
        zero_fill: Whether a value of None for lack of a denominator counts as 0.
        alpha: The weight a of the equations with two terms.
        keep_parts: Whether a value from a single game keeps its parts (entries and quotes).
        only: The names of the metrics to compute; None for all. `kre` is not allowed, as it is
            computed from other metrics.
        more: The further metrics of the games that are added.
    """

    def __init__(
        self,
        by: Sequence[Dimension] = (),
        *,
        zero_fill: bool = False,
        alpha: float = 0.5,
        keep_parts: bool = True,
        only: Collection[str] | None = None,
        more: Sequence[Metric] = (),
    ) -> None:
        self.by = tuple(by)
        self.games = 0
        self._zero_fill, self._alpha, self._keep = zero_fill, alpha, keep_parts
        # `kre` is made of means of other metrics, which would be missing here.
        assert only is None or "kre" not in only
        metrics = (*METRICS, *more)
        self._places = [
            place for place, metric in enumerate(metrics) if only is None or metric.name in only
        ]
        self._plans = [_Plan(metrics[place], self.by) for place in self._places]
        self._found: list[dict[GroupKey, Samples]] = [{} for _ in self._plans]
        self._deals = DealNumbers()

    def add(self, measured: MeasuredGame) -> None:
        """Add the values of a game to their groups."""
        # Metrics that are grouped by the same dimensions share the labels of a game.
        labels: dict[tuple[Dimension, ...], Labels] = {}
        deal = self._deals.number_of(measured.game)
        for plan, place, found in zip(self._plans, self._places, self._found, strict=True):
            value = measured.values[place]
            for group, total, parts in plan.split(
                measured.game, value, labels.setdefault(plan.by, {})
            ):
                if total.value is None:
                    if not self._zero_fill:
                        continue
                    total = Total(0, total.denominator, 0.0)
                samples = found.get(group)
                if samples is None:
                    samples = found[group] = Samples()
                samples.add(
                    deal,
                    total,
                    parts if self._keep else (),
                    by_day=plan.metric.aggregation == "days",
                )
        self.games += 1

    def rows(self) -> list[MetricRow]:
        """Return all metrics in all groups; a metric without values has one row without group."""
        rows: list[MetricRow] = []
        for plan, found in zip(self._plans, self._found, strict=True):
            if not found:
                rows.append(MetricRow(plan.metric, {}, 0, None, None, None, "", 0, 0))
            rows += [
                self._row(plan, group, found[group])
                for group in sorted(
                    found, key=lambda group: tuple([label_key(label) for label in group])
                )
            ]
        return rows

    def _row(self, plan: _Plan, group: GroupKey, samples: Samples) -> MetricRow:
        value, (interval, by_range, deals) = samples.value, samples.intervals(plan.metric)
        if plan.metric.aggregation == "terms":
            value, interval = self._kre(group)
        return MetricRow(
            plan.metric,
            dict(zip(plan.by, group, strict=True)),
            len(samples.deals),
            value,
            *interval,
            samples.numerator,
            samples.denominator,
            samples.parts,
            deals,
            by_range,
        )

    def _kre(self, group: GroupKey) -> tuple[float | None, Interval]:
        """Aggregate KRE: a x mean ksr + (1-a) x mean over roles of that role's mean."""
        by_name = {
            plan.metric.name: found.get(group)
            for plan, found in zip(self._plans, self._found, strict=True)
        }
        roles = [samples for name in ROLE_METRIC_NAMES if (samples := by_name[name])]
        survived = by_name["ksr"]
        if not roles or not survived:
            return None, Interval()
        terms = [
            (self._alpha, survived),
            *[((1 - self._alpha) / len(roles), samples) for samples in roles],
        ]
        return weighted_mean_sum(
            [(weight, samples.deals, samples.sums) for weight, samples in terms]
        )


class _Plan:
    """How the values of one metric are split into groups."""

    def __init__(self, metric: Metric, by: tuple[Dimension, ...]) -> None:
        self.metric = metric
        of_parts = [dimension for dimension in by if dimension not in _GAME_DIMENSIONS]
        # The value of both teams together says nothing: one wins what the other loses.
        apart = metric.per_team and not any(dimension != "day" for dimension in of_parts)
        self.by: tuple[Dimension, ...] = (*by, "team") if apart else by
        self._whole = not of_parts and not apart

    def split(
        self, game: RecordedGame, value: Value, labels: Labels
    ) -> Iterable[tuple[GroupKey, Total, tuple[Part, ...]]]:
        """Split a game's value into groups: the key, total and parts of each.

        Args:
            game: The game.
            value: The value of the metric.
            labels: A cache of the group of each (seat, day) of this game; filled here.
        """
        kind = self.metric.kind
        if self._whole:
            parts = (value.whole,) if value.whole else value.parts
            return (
                (
                    (
                        tuple([_label(game, None, name) for name in self.by]),
                        game_total(kind, value),
                        parts,
                    ),
                )
                if parts
                else ()
            )
        found: dict[GroupKey, list[Part]] = {}
        for part in value.parts:
            place = (part.seat, part.day)
            group = labels.get(place)
            if group is None:
                group = labels[place] = tuple([_label(game, part, name) for name in self.by])
            found.setdefault(group, []).append(part)
        return [
            (group, combine_parts(kind, parts), tuple(parts))
            for group, parts in found.items()
            # A part without one of the labels, such as one of the whole table, has no group.
            if "" not in group
        ]


_OF_ONE_GAME = [_Plan(metric, ()) for metric in METRICS]


def game_values(measured: MeasuredGame) -> Iterator[tuple[Metric, str, Total]]:
    """Yield each metric of a game with its team and total; metrics without a value are left out.

    The team is empty unless the metric has one value per team.
    """
    labels: dict[tuple[Dimension, ...], Labels] = {}
    for plan, value in zip(_OF_ONE_GAME, measured.values, strict=True):
        for group, total, _ in plan.split(measured.game, value, labels.setdefault(plan.by, {})):
            if total.value is not None:
                yield plan.metric, "".join(group), total


def _label(game: RecordedGame, part: Part | None, dimension: Dimension) -> str:
    """Return the label of a part in a dimension; empty if the dimension does not apply."""
    if dimension == "game":
        return game.id
    if dimension == "board":
        return game.board.name
    if part is None:
        return ""
    if dimension == "day":
        return str(part.day or "")
    if not part.seat:
        return ""
    sitter = game.participants[part.seat - 1]
    match dimension:
        case "seat":
            return str(part.seat)
        case "player":
            return sitter.player or "unknown"
        case "model":
            return sitter.model or "none"
        case "role":
            return sitter.role
        case "team":
            return sitter.team


WeightedMean = tuple[float, Sequence[int], Sequence[float]]
"""A weight, the deal of each game of a mean, and the values of the games, 0..1."""


def weighted_mean_sum(terms: Sequence[WeightedMean]) -> tuple[float, Interval]:
    """Compute the sum of weight x mean, and its 95 % interval with a deal as one observation.

    A deal's observation is the amount by which it alone moves the sum. The additional deal of
    Gaffke's bound (see `intervals.bounded_mean_interval`) has the worst value in every term, and as
    many games as the deal with the most.

    Args:
        terms: The weighted means; a term has at least one game.
    """
    means = [fsum(values) / len(values) for _, _, values in terms]
    value = sum(weight * mean for (weight, _, _), mean in zip(terms, means, strict=True))
    moved: dict[int, list[float]] = {}
    for (weight, places, values), mean in zip(terms, means, strict=True):
        for deal, found in zip(places, values, strict=True):
            moved.setdefault(deal, []).append(weight * (found - mean) / len(values))
    moves = sorted(map(fsum, moved.values()))
    deals = len(moves)
    if deals < 2:
        return value, Interval(how="one game")
    heaviest = [max(Counter(places).values()) for _, places, _ in terms]
    most, least = (
        value
        + deals
        * sum(
            weight * games * (end - mean) / len(values)
            for (weight, _, values), mean, games in zip(terms, means, heaviest, strict=True)
        )
        for end in (1, 0)
    )
    whole = sum(weight for weight, _, _ in terms)
    return value, gaffke_interval([value + deals * move for move in moves], least, most).within(
        0, whole
    )
