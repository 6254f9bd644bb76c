"""Table cells: contributions of games summed by deal, with a 95 % interval over deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from wolfcore.intervals import (
    Interval,
    bounded_mean_interval,
    entropy_bits,
    entropy_interval,
    unbounded_mean_interval,
)
from wolfcore.metrics.groups import Intervals, intervals_by_deal, weighted_mean_sum

from .contributions import ALPHA, KRE_TERMS, Contribution, CountedQuantity, metric_of, range_of

_ROUNDING = 1e-9


AGGREGATE = "aggregate"
"""The reason of a difference without a value: its quantity combines several, each over deals of its
own."""


NO_GAMES, NO_EVENT, NO_WHOLE_ROW = "no games", "no event", "no whole row"
"""The reasons of a cell without a value: no game of it is played yet, its games have nothing that
it counts, no row of games is complete."""


NO_DIFFERENCE = "not compared"
"""The reason of a difference of quiz scores, or of cells that another command counts."""


ELSEWHERE = "elsewhere"
"""The reason of a cell that another command counts."""


ONE_DEAL = "one deal"
"""The reason why there is no interval of any number of games of one deal."""


Deal: TypeAlias = tuple[str, int]
"""A deal: its board and its number."""


class TableCell(Struct, frozen=True, kw_only=True):
    """A cell of the result table: the paper's number, and ours.

    Attributes:
        paper: The paper's number; None where it prints none.
        value: Our number; None where no game has a value.
        low: The lower end of its 95 % interval, a deal being one observation; None where there is
            none.
        high: The upper end.
        how: The method of the interval, or why there is none
            (`wolfcore.intervals.INTERVAL_METHODS`, or `one deal`), or why there is no value.
        games: The number of games counted.
        deals: The number of deals they are of.
        range_low: The lower end of the interval that supposes nothing but the range of values,
            where `low` and `high` suppose more (metrics of open range); else None.
        range_high: Its upper end.
        of: The number of finished games that could have counted; others of them were void or had
            nothing that the cell counts.
    """

    paper: float | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    how: str = ""
    games: int = 0
    deals: int = 0
    range_low: float | None = None
    range_high: float | None = None
    of: int = 0


class CellSums:
    """The contributions of games to one quantity, summed by deal."""

    __slots__ = ("deals", "games", "of")

    def __init__(self) -> None:
        self.games = self.of = 0
        self.deals: dict[Deal, Contribution] = {}

    def add(self, deal: Deal, added: Contribution | None) -> None:
        """Add the contribution of a game of a deal; None where it has nothing to count."""
        self.of += 1
        if added is None:
            return
        self.games += 1
        above, below = self.deals.get(deal, Contribution(0.0, 0.0))
        self.deals[deal] = Contribution(above + added.above, below + added.below)

    def complete_deals(self, wanted: CountedQuantity) -> Mapping[Deal, Contribution]:
        """Return the sums of the deals that count: of `rise` only those whose rows are complete."""
        if not wanted.length:
            return self.deals
        # Each game of a row adds 1 / its length: a whole number means that no game is missing.
        return {
            deal: added
            for deal, added in self.deals.items()
            if abs(added.below - round(added.below)) < _ROUNDING
        }


def cell_of(
    wanted: Sequence[CountedQuantity], sums: Mapping[CountedQuantity, CellSums], paper: float | None
) -> TableCell:
    """Compute a cell.

    Args:
        wanted: The quantities that the cell needs; empty where another command counts it.
        sums: The sums of all quantities.
        paper: The paper's number, or None.
    """
    if not wanted:
        return TableCell(paper=paper, how=ELSEWHERE)
    if len(wanted) > 1 and wanted[0].pick.table:
        return _entropy([sums[each] for each in wanted], paper)
    if len(wanted) > 1:
        return _kre([sums[each] for each in wanted], paper)
    (one,) = wanted
    deals = sums[one].complete_deals(one)
    above, below = [each.above for each in deals.values()], [each.below for each in deals.values()]
    if not sum(below):
        return _without_value(sums[one], paper, NO_WHOLE_ROW if one.length else NO_EVENT)
    value, (between, by_range, many) = sum(above) / sum(below), _intervals(one, above, below)
    return TableCell(
        paper=paper,
        value=value,
        low=between.low,
        high=between.high,
        how=_how(between),
        games=sums[one].games,
        deals=many,
        range_low=by_range.low,
        range_high=by_range.high,
        of=sums[one].of,
    )


def _without_value(counted: CellSums, paper: float | None, why: str = NO_EVENT) -> TableCell:
    return TableCell(paper=paper, how=why if counted.of else NO_GAMES, of=counted.of)


def _how(between: Interval) -> str:
    return ONE_DEAL if between.how == "one game" else between.how


def _intervals(
    wanted: CountedQuantity, above: Sequence[float], below: Sequence[float]
) -> Intervals:
    """Return the intervals of a mean, a deal being one observation."""
    ends, metric = range_of(wanted), metric_of(wanted)
    if ends:
        free = wanted.has_free_weights
        found = bounded_mean_interval(above, below, *ends, free_weights=free)
        return Intervals(found, Interval(), len(above))
    assert metric
    return intervals_by_deal(metric, above, below)


def _entropy(kinds: Sequence[CellSums], paper: float | None) -> TableCell:
    """Return the entropy, in bits, of the frequencies of the kinds; a game has at most one kind."""
    counts = [sum(added.above for added in kind.deals.values()) for kind in kinds]
    games = round(sum(counts))
    if not games:
        return _without_value(kinds[0], paper)
    of_deals = Counter[Deal]()
    for kind in kinds:
        for deal, added in kind.deals.items():
            of_deals[deal] += round(added.above)
    sizes = [size for size in of_deals.values() if size]
    # Repeats of a deal are one observation: the counts of as many games as they are worth, which is
    # the number of deals where each has as many games (Kish's effective size).
    worth = games / sum([size * size for size in sizes])
    between = entropy_interval([count * worth for count in counts])
    return TableCell(
        paper=paper,
        value=entropy_bits([count / games for count in counts]),
        low=between.low,
        high=between.high,
        how=_how(between),
        games=games,
        deals=len(sizes),
        of=kinds[0].of,
    )


def _kre(terms: Sequence[CellSums], paper: float | None) -> TableCell:
    """Return the aggregate KRE (WereWolf-Plus, equation 9).

    It is a x mean of ksr + (1 - a) x mean over roles of that role's mean.
    """
    # A deal has one number in all terms, so that its games are one observation.
    numbers: dict[Deal, int] = {}
    for term in terms:
        for deal in term.deals:
            numbers.setdefault(deal, len(numbers))
    survived, roles = terms[0], [term for term in terms[1:] if term.deals]
    if not survived.deals or not roles:
        return _without_value(survived, paper)
    assert len(terms) == len(KRE_TERMS)
    weighed = [(ALPHA, survived), *[((1 - ALPHA) / len(roles), role) for role in roles]]
    value, between = weighted_mean_sum(
        [
            (
                weight,
                [numbers[deal] for deal in term.deals],
                [added.above / added.below for added in term.deals.values()],
            )
            for weight, term in weighed
        ]
    )
    return TableCell(
        paper=paper,
        value=value,
        low=between.low,
        high=between.high,
        how=_how(between),
        games=survived.games,
        deals=len(survived.deals),
        of=survived.of,
    )


def difference_cell(
    one: Sequence[CountedQuantity],
    other: Sequence[CountedQuantity],
    sums: Mapping[CountedQuantity, CellSums],
    paper: float | None,
) -> TableCell:
    """Return the mean difference of two cells on the deals that both have.

    The cell has no value where another command counts one of them, and for an aggregate of several
    quantities: its deals are those of its parts.
    """
    if len(one) > 1 or len(other) > 1:
        return TableCell(paper=paper, how=AGGREGATE)
    if not one or not other:
        return TableCell(paper=paper, how=NO_DIFFERENCE)
    a, b = (sums[each].complete_deals(each) for (each,) in (one, other))
    deals = [deal for deal in a if deal in b]
    found = [a[deal].above / a[deal].below - b[deal].above / b[deal].below for deal in deals]
    if not found:
        return TableCell(paper=paper, how=NO_EVENT if sums[one[0]].of else NO_GAMES)
    metric, between, by_range = metric_of(one[0]), Interval(), Interval()
    if not (ends := range_of(one[0])):
        between = unbounded_mean_interval(found)
        ends = metric.ends if metric else None
    if ends:
        # A difference can reach from one end of the range to the other, in both directions.
        width = ends[1] - ends[0]
        by_range = bounded_mean_interval(found, [1.0] * len(found), -width, width)
    if range_of(one[0]):
        between, by_range = by_range, Interval()
    return TableCell(
        paper=paper,
        value=sum(found) / len(found),
        low=between.low,
        high=between.high,
        how=_how(between),
        games=len(deals),
        deals=len(deals),
        range_low=by_range.low,
        range_high=by_range.high,
    )
