"""A row of `people`: what is counted, at which tables, its aim, and its result with an interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from wolfcore.intervals import bounded_mean_interval, unbounded_mean_interval

from .counts import Count
from .settings import Setting, counts_of


class Aim(NamedTuple):
    """What a share should come to.

    At most, at least, above, at most so many times the share of another count, or at least so much
    more (or less) than it. `within` is the range of the difference of a paired row.
    """

    most: float | None = None
    least: float | None = None
    above: float | None = None
    times: float | None = None
    more: float | None = None
    less: float | None = None
    within: tuple[float, float] | None = None


class Row(Struct, frozen=True):
    """A row.

    Attributes:
        row: By which word it is chosen.
        name: What is counted, in words.
        where: At which tables, in words.
        count: The name of the count.
        settings: The tables.
        aim: What it should come to; none for a row that others are compared with.
        beside: With what an aim of `times`, `more` or `less` compares: a count at some tables.
        every: One in so many deals is played at its tables, which are many.
        times: So many times the deals are played, of which few count.
        paired: Whether it is compared with `beside` deal by deal, on the deals that count in both.
        unit: For a mean of a count, such as words a speech, what is counted; empty for a share.
    """

    row: str
    name: str
    where: str
    count: str
    settings: tuple[Setting, ...]
    aim: Aim | None = None
    beside: tuple[str, tuple[Setting, ...]] = ("", ())
    every: int = 1
    times: int = 1
    paired: bool = False
    unit: str = ""


class Gain(NamedTuple):
    """The mean difference of the shares of two counts on the same deals, with a 95 % interval.

    Attributes:
        gain, low, high: The difference, -1..1, and its ends; None where too few deals have both.
        deals: On how many deals both were counted.
    """

    gain: float | None
    low: float | None
    high: float | None
    deals: int


class Figure(Struct, frozen=True):
    """The result of a row, with its 95 % interval over whole games.

    Attributes:
        row, name, where: As in the row.
        hits, of: How often, out of how often it could have been.
        aim: The aim in words, or an empty string.
        met: Whether the share is within the aim; None without an aim, or where nothing was counted.
        by_chance: Whether a share that misses the aim may do so by chance: some share within the
            interval meets it.
        unit: As in the row.
        gain: Of a paired row, the difference from what it is compared with.
    """

    row: str
    name: str
    where: str
    hits: int
    of: int
    low: float | None
    high: float | None
    aim: str = ""
    met: bool | None = None
    by_chance: bool = False
    unit: str = ""
    gain: Gain | None = None


def figure(row: Row, found: Mapping[tuple[Setting, str], Sequence[Count]]) -> Figure:
    """Compute the result of a row."""
    counts = [count for count in counts_of(found, row.settings, row.count) if count.of]
    hits, of = sum(count.hits for count in counts), sum(count.of for count in counts)
    sums, weights = [count.hits for count in counts], [count.of for count in counts]
    interval = (
        unbounded_mean_interval(sums, weights)
        if row.unit
        else bounded_mean_interval(sums, weights, 0, 1)
    )
    other = list(counts_of(found, row.beside[1], row.beside[0]))
    beside = sum(count.hits for count in other) / max(1, sum(count.of for count in other))
    gain = _gain(list(counts_of(found, row.settings, row.count)), other) if row.paired else None
    share, ends = (hits / of if of else None), [interval.low, interval.high]
    if gain:
        share, ends, beside = gain.gain, [gain.low, gain.high], 0.0
    aim = row.aim or Aim()
    met = _meets(share, aim, beside) if share is not None and row.aim else None
    by_chance = met is False and any(_meets(end, aim, beside) for end in ends if end is not None)
    return Figure(
        row.row,
        row.name,
        row.where,
        hits,
        of,
        interval.low,
        interval.high,
        _in_words(aim, None if gain else beside),
        met,
        by_chance,
        row.unit,
        gain,
    )


def _gain(here: Sequence[Count], there: Sequence[Count]) -> Gain:
    """Return what the shares of one count have more than those of another, deal by deal."""
    differences = [
        one.hits / one.of - other.hits / other.of
        for one, other in zip(here, there, strict=False)  # rows may play different numbers of deals
        if one.of and other.of
    ]
    if not differences:
        return Gain(None, None, None, 0)
    interval = bounded_mean_interval(differences, [1] * len(differences), -1, 1)
    mean = sum(differences) / len(differences)
    return Gain(mean, interval.low, interval.high, len(differences))


def _meets(share: float, aim: Aim, beside: float) -> bool:
    if aim.times is not None:
        return share <= aim.times * beside
    if aim.more is not None:
        return share >= beside + aim.more
    if aim.less is not None:
        return share <= beside - aim.less
    if aim.within is not None:
        return aim.within[0] <= share <= aim.within[1]
    return (
        (aim.most is None or share <= aim.most)
        and (aim.least is None or share >= aim.least)
        and (aim.above is None or share > aim.above)
    )


def _in_words(aim: Aim, beside: float | None) -> str:
    """The aim in words; `beside` is None for the aim of a paired difference."""
    if aim.within is not None:
        return f"{aim.within[0]:+.0%} to {aim.within[1]:+.0%}"
    if beside is None:
        return ""
    if aim.times is not None:
        return f"<= {aim.times:g} x {beside:.1%}"
    if aim.more is not None or aim.less is not None:
        return (
            f">= {beside:.1%} + {aim.more:.1%}"
            if aim.more is not None
            else f"<= {beside:.1%} - {aim.less:.1%}"
        )
    for sign, bound in (("<=", aim.most), (">=", aim.least), (">", aim.above)):
        if bound is not None:
            return f"{sign} {bound:.0%}" if bound or sign != "<=" else "0"
    return ""
