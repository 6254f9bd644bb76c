"""`coverage`: how often the 95 % intervals of metrics hold the true value in simulated samples.

Deals are drawn from known distributions, or resampled from real games of house bots. A second table
has the widths, beside Student's t and an interval by betting.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import exp, sqrt
from random import Random
from typing import NamedTuple, TypeAlias

from wolfcore.arena.rating.significance import betting_interval
from wolfcore.bots import HouseBot
from wolfcore.game import Game, get_board, make_spec
from wolfcore.intervals import FEWEST_OF_OPEN_RANGE, UPPER_QUANTILE, student_quantile
from wolfcore.metrics import (
    METRICS,
    TABLES,
    Interval,
    MeasuredGame,
    bounded_mean_interval,
    entropy_bits,
    entropy_interval,
    from_game_log,
    game_total,
    measure,
    unbounded_mean_interval,
)
from wolfcore.records import SeatSpec
from wolfcore.records.header import header_of
from wolfcore.table import play_now

from .harness import a_count
from .metrics_speed import BOARD

SIZES = (2, 3, 5, 7, 10, 30, 100)


WIDTH_SIZES = (5, 10, 30, 100)
"""The sizes whose widths are printed."""


BETTING_REPEATS = 20
"""The number of samples for the width by betting, which takes long."""


PROMISED = 0.93
"""An interval that is shown holds the truth at least so often."""


OneGame: TypeAlias = tuple[float, float]
"""What one game adds above and below the line."""


class Source(NamedTuple):
    """Where games come from.

    Attributes:
        kind: `mean` of values without bounds, `ratio` of values of a range that they fill little
            of, `share` or mean of values 0..1, `deals` of so many
            games with values 0..1 each, `table` of as many things as each game happens to have, or
            `entropy` of what each game is.
        name: What it is called.
        draw: One game.
        truth: The value that intervals should hold.
    """

    kind: str
    name: str
    draw: Callable[[Random], OneGame]
    truth: float


class Found(NamedTuple):
    """Coverage of a repeated interval, as shares 0..1.

    Attributes:
        held: Share of the intervals that contain the truth; None if no interval was given.
        shown: Share of the samples for which an interval was given.
        width: The mean width of the intervals; None if none was given.
        student_held: The coverage of Student's t over the same samples, clipped to the range; None
            for entropy.
        student_width: The mean width of Student's t.
    """

    held: float | None
    shown: float
    width: float | None = None
    student_held: float | None = None
    student_width: float | None = None


def measure_all(argv: Sequence[str]) -> None:
    """`python -m bench coverage`."""
    parser = argparse.ArgumentParser(prog="python -m bench coverage", description=__doc__)
    parser.add_argument(
        "--repeats", type=a_count, default=10_000, help="samples a figure (default 10000)"
    )
    parser.add_argument(
        "--games",
        type=a_count,
        default=600,
        help="games of bots that are played and resampled (default 600)",
    )
    parser.add_argument(
        "--seed", type=a_count, default=1, help="the seed of all samples (default 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    chosen = parser.parse_args(argv)
    print(f"{'':7} {'':44}" + "".join(f"{f'n = {size}':>14}" for size in SIZES), flush=True)
    table: dict[str, dict[int, Found]] = {}
    betting: dict[tuple[str, int], float] = {}
    for source in (*invented(), *played_sources(chosen.games)):
        row = {size: coverage(source, size, chosen.repeats, chosen.seed) for size in SIZES}
        name = f"{source.kind} {source.name}"
        table[name] = row
        if source.kind == "share":
            few = min(chosen.repeats, BETTING_REPEATS)
            betting |= {
                (name, size): width_by_betting(source, size, few, chosen.seed)
                for size in WIDTH_SIZES
            }
        print(
            f"{source.kind:7} {source.name:44}"
            + "".join(f"{_cell(found):>14}" for found in row.values()),
            flush=True,
        )
    _print_widths(table, betting)
    held = [
        (found.held, name, size)
        for name, row in table.items()
        for size, found in row.items()
        if found.held is not None
    ]
    least, name, size = min(held)
    broken = sum(share < PROMISED for share, _, _ in held)
    print(
        "in % of the intervals shown; in brackets how often one is, where not always; `-`: "
        "none is shown at that n"
    )
    print(
        f"least: {100 * least:.1f} % ({name}, n = {size}); below {100 * PROMISED:.0f} %: "
        f"{broken} of {len(held)}"
    )
    if chosen.json:
        print(
            json.dumps(
                {
                    name: {size: found._asdict() for size, found in row.items()}
                    for name, row in table.items()
                }
            )
        )


def _cell(found: Found) -> str:
    if found.held is None:
        return "-"
    return f"{100 * found.held:.1f}" + (f" ({100 * found.shown:.0f})" if found.shown < 1 else "")


def _print_widths(
    table: Mapping[str, Mapping[int, Found]], betting: Mapping[tuple[str, int], float]
) -> None:
    """Print the mean widths: ours, Student's with its coverage in %, and that by betting."""
    print("\nwidth: ours / Student's (its coverage) / by betting")
    print(f"{'':52}" + "".join(f"{f'n = {size}':>32}" for size in WIDTH_SIZES))
    for name, row in table.items():
        cells = [_widths(row[size], betting.get((name, size))) for size in WIDTH_SIZES]
        print(f"{name:52}" + "".join(f"{cell:>32}" for cell in cells))


def _widths(found: Found, betting: float | None) -> str:
    ours, other = ("-" if width is None else f"{width:.3f}" for width in (found.width, betting))
    if found.student_held is None:
        return f"{ours} / - / {other}"
    return f"{ours} / {found.student_width:.3f} ({100 * found.student_held:.0f}) / {other}"


def width_by_betting(source: Source, size: int, repeats: int, seed: int) -> float:
    """Return the mean width by betting of samples of `size` values from 0 to 1."""
    chance = Random(f"{seed} {source.name} {size}")
    widths: list[float] = []
    for _ in range(repeats):
        low, high, _ = betting_interval([source.draw(chance)[0] for _ in range(size)])
        assert low is not None
        assert high is not None
        widths.append(high - low)
    return sum(widths) / repeats


def coverage(source: Source, size: int, repeats: int, seed: int) -> Found:
    """Draw `repeats` samples of `size` games and count how often their intervals hold the truth.

    Equal arguments give equal figures.
    """
    chance = Random(f"{seed} {source.name} {size}")
    known: dict[tuple[OneGame, ...], tuple[Interval, Interval]] = {}
    ours, student = _Tally(source.truth), _Tally(source.truth)
    for _ in range(repeats):
        sample = tuple(sorted([source.draw(chance) for _ in range(size)]))
        if sample not in known:
            known[sample] = _interval(source.kind, sample), _student(source.kind, sample)
        ours.add(known[sample][0])
        student.add(known[sample][1])
    return Found(
        ours.held_share,
        ours.shown / repeats,
        ours.width,
        student.held_share,
        student.width,
    )


class _Tally:
    """Counts how many intervals hold a value, and sums their widths."""

    def __init__(self, truth: float) -> None:
        self._truth, self._held, self._widths, self.shown = truth, 0, 0.0, 0

    def add(self, interval: Interval) -> None:
        if interval.low is not None and interval.high is not None:
            self.shown += 1
            self._held += interval.low - 1e-9 <= self._truth <= interval.high + 1e-9
            self._widths += interval.high - interval.low

    @property
    def held_share(self) -> float | None:
        return self._held / self.shown if self.shown else None

    @property
    def width(self) -> float | None:
        return self._widths / self.shown if self.shown else None


def _interval(kind: str, sample: Sequence[OneGame]) -> Interval:
    sums, weights = [above for above, _ in sample], [below for _, below in sample]
    if (
        kind == "entropy"
    ):  # above the line stands the kind of thing that a game is, below it how many kinds there are
        return entropy_interval([sums.count(thing) for thing in range(int(weights[0]))])
    if kind == "ratio":
        return unbounded_mean_interval(sums, fewest=FEWEST_OF_OPEN_RANGE)
    return (
        unbounded_mean_interval(sums)
        if kind == "mean"
        else bounded_mean_interval(sums, weights, 0, 1, free_weights=kind == "table")
    )


def _student(kind: str, sample: Sequence[OneGame]) -> Interval:
    """Return Student's t of the linearised values, whatever their number; none for entropy."""
    if kind == "entropy":
        return Interval()
    many, below = len(sample), sum(weight for _, weight in sample)
    rate, mean = sum(above for above, _ in sample) / below, below / many
    spread = sum(((above - rate * weight) / mean) ** 2 for above, weight in sample) / (many - 1)
    error = _student_quantile(many - 1) * sqrt(spread / many)
    found = Interval(rate - error, rate + error, "student")
    return found if kind in ("mean", "ratio") else found.within(0, 1)


@lru_cache
def _student_quantile(freedom: int) -> float:
    return student_quantile(UPPER_QUANTILE, freedom)


# -- distributions that are known


def invented() -> Iterator[Source]:
    """Yield sources that are hard for intervals.

    They cover skewed and discrete values, shares near 0 and 1, and clusters of unequal sizes whose
    members are alike.
    """
    yield _each("mean", "normal", _normal, 0)
    yield _each("mean", "exponential", _exponential, 1)
    yield _each("mean", "lognormal, sigma 0.5", _lognormal, exp(0.125))
    yield _each("mean", "lognormal, sigma 1", partial(_lognormal, sigma=1), exp(0.5))
    yield _each("mean", "lognormal, sigma 1.5", partial(_lognormal, sigma=1.5), exp(1.125))
    for mean, shape in ((1, 0.25), (5, 0.5)):
        draw = partial(_negative_binomial, mean=mean, shape=shape)
        yield _each("mean", f"negative binomial, {mean} a game, shape {shape:g}", draw, mean)
    yield _each("mean", "days: 2 with 0.7, 3, 4, 7", _days, 2.46)
    for rate in (0.1, 0.5, 2.0):
        yield _each("mean", f"Poisson, {rate:g} a game", partial(_poisson, rate=rate), rate)
    yield _each("mean", "Poisson, 1 a game, overdispersed", _overdispersed, 1)
    for p in (0.02, 0.1, 0.5, 0.95):
        yield _each("share", f"all or nothing, {p:g}", partial(_happens, p=p), p)
    yield _each("share", "beta, mean 0.05, skewed", _small, 0.05)
    yield _each("share", "mostly 0.1, rarely 1", _rarely, 0.127)
    yield _each("share", "trust ratio near 1, of 0.1 to 10", _trust_ratio, (exp(0.145) - 0.1) / 9.9)
    yield _each(
        "ratio", "trust ratio near 1, by Student's t", _trust_ratio, (exp(0.145) - 0.1) / 9.9
    )
    for p in (0.1, 0.5):
        for name, sizes in (("25 games", (25,)), ("1 to 25 games", range(1, 26))):
            draw = _clusters(p, 0.3, tuple(sizes))
            yield Source("deals", f"{p:g}, deals of {name}, icc 0.3", draw, p)
    for often, usual in ((12, (1,)), (12, tuple(range(1, 9))), (20, tuple(range(1, 9)))):
        yield _rare_heavy(often, usual)
    for p in (0.05, 0.5, 0.9):
        for alike in (0.0, 0.3):
            for name, sizes in (("1 to 8", range(1, 9)), ("1, 2 or 20", (1, 2, 20))):
                draw = _clusters(p, alike, tuple(sizes))
                yield Source("table", f"{p:g}, clusters of {name}, icc {alike:g}", draw, p)
    for name, parts in (
        ("seven alike", (1,) * 7),
        ("a role in 3 to 1 to 1", (3, 1, 1)),
        ("0.97 to 0.03", (97, 3)),
        ("0.9 to 0.1", (9, 1)),
        ("seven from 4 to 0.6", (4, 4, 2, 1.5, 1, 0.6, 0.6)),
        ("two alike, one rare", (49, 49, 2)),
    ):
        yield Source(
            "entropy", name, _things(parts), entropy_bits([part / sum(parts) for part in parts])
        )


def _things(parts: Sequence[float]) -> Callable[[Random], OneGame]:
    """Games that are each one of several kinds of thing, as often as `parts` say."""

    def draw(chance: Random) -> OneGame:
        return float(chance.choices(range(len(parts)), parts)[0]), float(len(parts))

    return draw


def _each(kind: str, name: str, value: Callable[[Random], float], truth: float) -> Source:
    """Make a source of games that weigh the same."""

    def draw(chance: Random) -> OneGame:
        return value(chance), 1.0

    return Source(kind, name, draw, truth)


def _normal(chance: Random) -> float:
    return chance.gauss(0, 1)


def _exponential(chance: Random) -> float:
    return chance.expovariate(1)


def _lognormal(chance: Random, sigma: float = 0.5) -> float:
    return chance.lognormvariate(0, sigma)


def _negative_binomial(chance: Random, mean: float, shape: float) -> float:
    return _poisson(chance, chance.gammavariate(shape, mean / shape))


def _trust_ratio(chance: Random) -> float:
    """A ratio that fills little of its range, moved to 0..1."""
    return min(max((chance.lognormvariate(0.1, 0.3) - 0.1) / 9.9, 0.0), 1.0)


def _rare_heavy(often: int, usual: Sequence[int]) -> Source:
    """Games with 20 things each, one in `often`, whose share is 0.8, among usual ones with 0.2."""
    heavy, light = 20 / often, (1 - 1 / often) * sum(usual) / len(usual)

    def draw(chance: Random) -> OneGame:
        rare = chance.random() < 1 / often
        size, p = (20, 0.8) if rare else (chance.choice(usual), 0.2)
        return float(sum(chance.random() < p for _ in range(size))), float(size)

    name = f"1 in {often} has 20, others {usual[0]}" + (f" to {usual[-1]}" if usual[1:] else "")
    return Source("table", name, draw, (0.8 * heavy + 0.2 * light) / (heavy + light))


def _days(chance: Random) -> float:
    return chance.choices((2, 3, 4, 7), (70, 20, 8, 2))[0]


def _overdispersed(chance: Random) -> float:
    return _poisson(chance, chance.gammavariate(1, 1))


def _happens(chance: Random, p: float) -> float:
    return float(chance.random() < p)


def _small(chance: Random) -> float:
    return chance.betavariate(0.3, 5.7)


def _rarely(chance: Random) -> float:
    return 1.0 if chance.random() < 0.03 else 0.1


def _poisson(chance: Random, rate: float) -> int:
    left, number = exp(-rate), 0
    product = chance.random()
    while product > left:
        product *= chance.random()
        number += 1
    return number


def _clusters(p: float, alike: float, sizes: Sequence[int]) -> Callable[[Random], OneGame]:
    """Return a sampler of games with several ballots each, which are correlated within a game.

    The ballots are beta-binomial with the intra-cluster correlation `alike`.
    """

    def draw(chance: Random) -> OneGame:
        size = chance.choice(sizes)
        own = chance.betavariate(p * (1 / alike - 1), (1 - p) * (1 / alike - 1)) if alike else p
        return float(sum(chance.random() < own for _ in range(size))), float(size)

    return draw


# -- games of bots


def played_sources(games: int) -> Iterator[Source]:
    """Metrics and tables of games of house bots; what no game has a value of is left out."""
    measured = [_game(seed) for seed in range(games)]
    means = ("days", "confrontation_accusations", "leadership_calls", "slip_vote", "confrontation")
    shares = ("irp", "vss", "camouflage_rate", "trust_dissolved", "calibration", "vote_swing")
    kinds = {**dict.fromkeys(means, "mean"), **dict.fromkeys(shares, "share")}
    ratios = [(value, 1.0) for _, _, value in _sums([_led(seed) for seed in range(games)], "ratio")]
    found = [
        (kind, name, [(value, 1.0) for _, _, value in _sums(measured, name)])
        for name, kind in kinds.items()
    ]
    found.append(("ratio", "ratio, appointed sheriffs", ratios))
    for name in ("irp", "trust", "reasonableness"):
        found += [
            (
                "table",
                f"{name}, pooled",
                [(above, below) for above, below, _ in _sums(measured, name)],
            )
        ]
    found += [
        ("table", f"two_seers: {title}", _cells(measured, "two_seers", column=title))
        for title in ("the Seer", "another")
    ]
    bins = ("P 0.1 to 0.2", "P 0.9 to 1.0")
    found += [
        ("table", f"reliability_curve: {title}", _cells(measured, "reliability_curve", row=title))
        for title in bins
    ]
    return (_resampled(kind, name, values) for kind, name, values in found if values)


def _led(seed: int) -> MeasuredGame:
    """Play and measure one game whose sheriff is appointed."""
    return _game(seed, "helmsman7+appointed")


def _game(seed: int, board: str = BOARD) -> MeasuredGame:
    """Play and measure one game of normal house bots."""
    game = Game(make_spec(get_board(board), seed))
    seats = [SeatSpec("bot", ("normal",))] * game.spec.board.size
    play_now(game, dict.fromkeys(range(1, game.spec.board.size + 1), HouseBot(("normal",))))
    return measure(from_game_log(f"{seed}", header_of(game.spec), tuple(game.log), seats))


def _sums(games: Sequence[MeasuredGame], name: str) -> list[tuple[float, float, float]]:
    """Return numerator, denominator and value of each game that has a value."""
    (metric,) = (metric for metric in METRICS if metric.name == name)
    found = [game_total(metric.kind, game.value(name)) for game in games]
    return [(one.numerator, one.denominator, one.value) for one in found if one.value is not None]


def _cells(
    games: Sequence[MeasuredGame], name: str, *, row: str = "", column: str = ""
) -> list[OneGame]:
    """Return what each game adds to a table cell, as its sum and count.

    The cell is a row over all columns, or a column over all rows.
    """
    (place,) = (number for number, table in enumerate(TABLES) if table.name == name)
    found: list[OneGame] = []
    for game in games:
        cells = [cell for cell in game.cells[place] if row in ("", cell.row)]
        if cells:
            values = [
                float(cell.column == column) if cell.value is None else cell.value for cell in cells
            ]
            found.append((sum(values), float(len(values))))
    return found


def _resampled(kind: str, name: str, games: Sequence[OneGame]) -> Source:
    truth = sum(above for above, _ in games) / sum(below for _, below in games)

    def draw(chance: Random) -> OneGame:
        return chance.choice(games)

    return Source(kind, f"bots: {name}", draw, truth)
