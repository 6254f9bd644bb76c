"""Metrics over many games, grouped by game, board, day, seat, player, model, role or team.

`value` is the mean over games (or days), in which a short game weighs as much as a long one;
`pooled` divides the summed numerators by the summed denominators. The interval is that of the mean.
None values are left out unless `zero_fill` counts them as 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from wolfcore.intervals import (
    Interval,
    IntervalMethod,
    bounded_mean_interval,
    gaffke_interval,
    unbounded_mean_interval,
)

from .catalogue import METRICS, MeasuredGame
from .crosstabs import label_key
from .metric import Metric, Part, Total, Value, combine_parts, game_total
from .performance import ROLE_METRIC_NAMES
from .recorded_game import RecordedGame

Dimension = Literal["game", "board", "day", "seat", "player", "model", "role", "team"]


DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)


_GAME_DIMENSIONS = ("game", "board")


GroupKey: TypeAlias = tuple[str, ...]


Labels: TypeAlias = dict[tuple[int, int], GroupKey]
"""The group of each seat and day of one game."""


class MetricRow(Struct, frozen=True):
    """A metric over some games.

    Attributes:
        metric: The metric.
        group: The label of each dimension that it is apart by.
        n: Over how many games it ran.
        value: The mean over games or days (`metric.aggregation`), or None where no game has one.
        low: The lower end of its 95 % interval, or None where there is none.
        high: The upper end.
        how: How the interval was found, or why there is none (`intervals.INTERVAL_METHODS`); empty
            without a value.
        numerator: The sum of what was counted.
        denominator: The sum of out of how much.
        parts: What the value is made of, where it is of one game alone.
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

    @property
    def pooled(self) -> float | None:
        """Numerator by denominator over all games together; the sum of a count; None without a denominator."""
        if self.metric.kind == "count":
            return self.numerator if self.n else None
        return self.numerator / self.denominator if self.denominator else None


class Samples:
    """The values of one metric in one group, a game each."""

    __slots__ = ("denominator", "games", "numerator", "parts", "sums", "weights")

    def __init__(self) -> None:
        self.games, self.sums, self.weights = array("L"), array("d"), array("d")
        self.numerator = self.denominator = 0.0
        self.parts: tuple[Part, ...] = ()

    def add(self, game: int, found: Total, parts: tuple[Part, ...], *, by_day: bool) -> None:
        """Add a game that has a value."""
        assert found.value is not None
        self.games.append(game)
        self.sums.append(found.numerator if by_day else found.value)
        self.weights.append(found.denominator if by_day else 1.0)
        self.numerator += found.numerator
        self.denominator += found.denominator
        self.parts = parts if len(self.games) == 1 else ()

    @property
    def value(self) -> float | None:
        """The mean of the games; of their days where games are pooled by days."""
        below = sum(self.weights)
        return sum(self.sums) / below if below else None

    def interval(self, metric: Metric) -> Interval:
        """The interval of the mean, by the range of its values."""
        if metric.range:
            return bounded_mean_interval(self.sums, self.weights, *metric.range)
        return unbounded_mean_interval(self.sums).within(metric.low, metric.high)


class Groups:
    """Collects games and gives their metrics in groups.

    Args:
        by: The dimensions by which values are apart.
        zero_fill: Whether a null that has nothing to divide by counts as 0.
        alpha: The weight a of the equations with two terms.
        keep_parts: Whether a value of one game alone keeps the entries and lines behind it.
        only: The names of the metrics that are wanted; all where None. `kre` is made of others and
            is never alone.
    """

    def __init__(
        self,
        by: Sequence[Dimension] = (),
        *,
        zero_fill: bool = False,
        alpha: float = 0.5,
        keep_parts: bool = True,
        only: Collection[str] | None = None,
    ) -> None:
        self.by = tuple(by)
        self.games = 0
        self._zero_fill, self._alpha, self._keep = zero_fill, alpha, keep_parts
        assert only is None or "kre" not in only
        self._places = [
            place for place, metric in enumerate(METRICS) if only is None or metric.name in only
        ]
        self._plans = [_Plan(METRICS[place], self.by) for place in self._places]
        self._found: list[dict[GroupKey, Samples]] = [{} for _ in self._plans]

    def add(self, measured: MeasuredGame) -> None:
        """Add a game."""
        labels: dict[tuple[Dimension, ...], Labels] = {}
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
                    self.games,
                    total,
                    parts if self._keep else (),
                    by_day=plan.metric.aggregation == "days",
                )
        self.games += 1

    def rows(self) -> list[MetricRow]:
        """All metrics in all groups; a metric without any value has one row without a group."""
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
        value, interval = samples.value, samples.interval(plan.metric)
        if plan.metric.aggregation == "terms":
            value, interval = self._kre(group)
        return MetricRow(
            plan.metric,
            dict(zip(plan.by, group, strict=True)),
            len(samples.games),
            value,
            *interval,
            samples.numerator,
            samples.denominator,
            samples.parts,
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
            [(weight, samples.games, samples.sums) for weight, samples in terms]
        )


class _Plan:
    """How the values of one metric are put into groups."""

    def __init__(self, metric: Metric, by: tuple[Dimension, ...]) -> None:
        self.metric = metric
        of_parts = [dimension for dimension in by if dimension not in _GAME_DIMENSIONS]
        apart = metric.per_team and not any(dimension != "day" for dimension in of_parts)
        self.by: tuple[Dimension, ...] = (*by, "team") if apart else by
        self._whole = not of_parts and not apart

    def split(
        self, game: RecordedGame, value: Value, labels: Labels
    ) -> Iterable[tuple[GroupKey, Total, tuple[Part, ...]]]:
        """The groups of a game with the sum of each and what it is made of; `labels` are those of this game found so far."""
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
            if "" not in group
        ]


_OF_ONE_GAME = [_Plan(metric, ()) for metric in METRICS]


def game_values(measured: MeasuredGame) -> Iterator[tuple[Metric, str, Total]]:
    """What a game has of each metric: the metric, the team where it is one of each team, and the sum; nothing where it is null."""
    labels: dict[tuple[Dimension, ...], Labels] = {}
    for plan, value in zip(_OF_ONE_GAME, measured.values, strict=True):
        for group, total, _ in plan.split(measured.game, value, labels.setdefault(plan.by, {})):
            if total.value is not None:
                yield plan.metric, "".join(group), total


def _label(game: RecordedGame, part: Part | None, dimension: Dimension) -> str:
    """What a dimension is called for a part; empty where it does not apply."""
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
"""A weight, and the mean's games with their values, 0..1."""


def weighted_mean_sum(terms: Sequence[WeightedMean]) -> tuple[float, Interval]:
    """The sum of weight x mean, and its 95 % interval, a game being one observation.

    A game enters with what it alone moves the sum; the one game more of Gaffke's bound (see
    `intervals.bounded_mean_interval`) has the worst value in every term.

    Args:
        terms: The means; none without a game.
    """
    means = [sum(values) / len(values) for _, _, values in terms]
    value = sum(weight * mean for (weight, _, _), mean in zip(terms, means, strict=True))
    moves: dict[int, float] = {}
    for (weight, places, values), mean in zip(terms, means, strict=True):
        for game, found in zip(places, values, strict=True):
            moves[game] = moves.get(game, 0.0) + weight * (found - mean) / len(values)
    games = len(moves)
    if games < 2:
        return value, Interval(how="one game")
    most, least = (
        value
        + games
        * sum(
            weight * (end - mean) / len(values)
            for (weight, _, values), mean in zip(terms, means, strict=True)
        )
        for end in (1, 0)
    )
    whole = sum(weight for weight, _, _ in terms)
    return value, gaffke_interval(
        [value + games * move for move in moves.values()], least, most
    ).within(0, whole)
