"""`coverage`: how often the 95 % intervals of metrics hold the true value in simulated samples.

Games are drawn from known distributions, or resampled from real games of house bots.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp
from random import Random
from typing import NamedTuple, TypeAlias

from wolfcore.bots import HouseBot
from wolfcore.game import Game, get_board, make_spec
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

SIZES = (2, 3, 5, 10, 30)


PROMISED = 0.93
"""An interval that is shown holds the truth at least so often."""


OneGame: TypeAlias = tuple[float, float]
"""What one game adds above and below the line."""


class Source(NamedTuple):
    """Where games come from.

    Attributes:
        kind: `mean` of values without bounds, `share` or mean of values 0..1, `table` of things
            clustered by game, or `entropy` of what each game is.
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
    """

    held: float | None
    shown: float


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
    print(f"{'':6} {'':40}" + "".join(f"{f'n = {size}':>14}" for size in SIZES), flush=True)
    table: dict[str, dict[int, Found]] = {}
    for source in (*invented(), *played_sources(chosen.games)):
        row = {size: coverage(source, size, chosen.repeats, chosen.seed) for size in SIZES}
        table[f"{source.kind} {source.name}"] = row
        print(
            f"{source.kind:6} {source.name:40}"
            + "".join(f"{_cell(found):>14}" for found in row.values()),
            flush=True,
        )
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


def coverage(source: Source, size: int, repeats: int, seed: int) -> Found:
    """Draw `repeats` samples of `size` games and count how often their intervals hold the truth.

    Equal arguments give equal figures.
    """
    chance = Random(f"{seed} {source.name} {size}")
    known: dict[tuple[OneGame, ...], Interval] = {}
    held = shown = 0
    for _ in range(repeats):
        sample = tuple(sorted([source.draw(chance) for _ in range(size)]))
        interval = known.get(sample)
        if interval is None:
            interval = known[sample] = _interval(source.kind, sample)
        if interval.low is not None and interval.high is not None:
            shown += 1
            held += interval.low - 1e-9 <= source.truth <= interval.high + 1e-9
    return Found(held / shown if shown else None, shown / repeats)


def _interval(kind: str, sample: Sequence[OneGame]) -> Interval:
    sums, weights = [above for above, _ in sample], [below for _, below in sample]
    if (
        kind == "entropy"
    ):  # above the line stands the kind of thing that a game is, below it how many kinds there are
        return entropy_interval([sums.count(thing) for thing in range(int(weights[0]))])
    return (
        unbounded_mean_interval(sums)
        if kind == "mean"
        else bounded_mean_interval(sums, weights, 0, 1)
    )


# -- distributions that are known


def invented() -> Iterator[Source]:
    """Yield sources that are hard for intervals.

    They cover skewed and discrete values, shares near 0 and 1, and clusters of unequal sizes whose
    members are alike.
    """
    yield _each("mean", "normal", _normal, 0)
    yield _each("mean", "exponential", _exponential, 1)
    yield _each("mean", "lognormal, sigma 0.5", _lognormal, exp(0.125))
    yield _each("mean", "days: 2 with 0.7, 3, 4, 7", _days, 2.46)
    for rate in (0.1, 0.5, 2.0):
        yield _each("mean", f"Poisson, {rate:g} a game", partial(_poisson, rate=rate), rate)
    yield _each("mean", "Poisson, 1 a game, overdispersed", _overdispersed, 1)
    for p in (0.02, 0.1, 0.5, 0.95):
        yield _each("share", f"all or nothing, {p:g}", partial(_happens, p=p), p)
    yield _each("share", "beta, mean 0.05, skewed", _small, 0.05)
    yield _each("share", "mostly 0.1, rarely 1", _rarely, 0.127)
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


def _lognormal(chance: Random) -> float:
    return chance.lognormvariate(0, 0.5)


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
    found = [
        (kind, name, [(value, 1.0) for _, _, value in _sums(measured, name)])
        for name, kind in kinds.items()
    ]
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


def _game(seed: int) -> MeasuredGame:
    """Play and measure one game of normal house bots."""
    game = Game(make_spec(get_board(BOARD), seed))
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
