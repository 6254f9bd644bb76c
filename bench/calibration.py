"""`calibration`: error rates of the sequential test, of strength intervals, and of whole leagues.

All games are drawn from known strengths; equal arguments give equal figures.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from math import log
from random import Random
from typing import NamedTuple, TypeAlias

from wolfcore.arena.rating import SequentialTest, Verdict, deals_needed
from wolfcore.arena.rating.wins import triples_of

from . import strength_intervals
from .drawn_games import draw_games
from .harness import a_count
from .strength_intervals import Coverage

PARTS = ("sequential", "strengths", "leagues")


def measure(argv: Sequence[str]) -> None:
    """`python -m bench calibration`."""
    parser = argparse.ArgumentParser(prog="python -m bench calibration", description=__doc__)
    parser.add_argument(
        "part", nargs="*", type=_part, metavar="PART", help=f"{' or '.join(PARTS)} (default all)"
    )
    parser.add_argument(
        "--repeats", type=a_count, default=1_000, help="how often each is repeated (default 1000)"
    )
    parser.add_argument(
        "--seed", type=a_count, default=1, help="the seed of everything (default 1)"
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object after the tables"
    )
    chosen = parser.parse_args(argv)
    parts: list[str] = chosen.part or list(PARTS)
    found: dict[str, object] = {}
    if "sequential" in parts:
        found["sequential"] = [row._asdict() for row in _print_tests(chosen.repeats, chosen.seed)]
    if "strengths" in parts:
        found["strengths"] = [
            row._asdict() for row in _print_strengths(chosen.repeats, chosen.seed)
        ]
    if "leagues" in parts:
        found["leagues"] = [
            row._asdict() for row in _print_leagues(chosen.repeats // LEAGUES, chosen.seed)
        ]
    if chosen.json:
        print(json.dumps(found))


def _part(text: str) -> str:
    if text not in PARTS:
        raise argparse.ArgumentTypeError(
            f"there is no part `{text}`; there are {' and '.join(PARTS)}"
        )
    return text


def _print_tests(repeats: int, seed: int) -> list[TestRow]:
    print(
        f"the sequential test, {repeats} repeats; shares in %, mean numbers of deals; in "
        "brackets of those of a fixed test"
    )
    print(
        f"{'deals':40}{'gain':>7}  {'ours: accept reject deals':>33}  "
        f"{'normal: accept reject deals':>33}{'fixed':>8}"
    )
    found: list[TestRow] = []
    for row in rows(repeats, seed):
        print(
            f"{row.name:40}{row.gain:7.3f}  {_ran_text(row.ours, row.fixed)}  "
            f"{_ran_text(row.normal, row.fixed)}{row.fixed:8}",
            flush=True,
        )
        found.append(row)
    return found


def _ran_text(ran: Ran, fixed: int) -> str:
    return (
        f"{100 * ran.accepted:12.1f}{100 * ran.rejected:7.1f}{ran.deals:7.0f} "
        f"({ran.deals / fixed:.2f})"
    )


def _print_strengths(repeats: int, seed: int) -> list[Coverage]:
    print(
        f"95 % intervals of strengths, boards and leads, {repeats} repeats; shares that hold "
        "the truth in %, width in log odds"
    )
    print(f"{'games':42}{'intervals':34}{'repeats':>8}{'least':>8}{'mean':>8}{'width':>8}")
    found: list[Coverage] = []
    for setting in strength_intervals.SETTINGS:
        for row in strength_intervals.coverage_of(setting, repeats, seed):
            shares = f"{100 * row.least:8.1f}{100 * row.mean:8.1f}{row.width:8.2f}"
            print(f"{row.setting:42}{row.way:34}{row.repeats:8}{shares}", flush=True)
            found.append(row)
    return found


LEAGUES = 10
"""Of so many repeats one league is drawn, which takes long."""


EQUALS, LEAGUE_DEALS = "abcdefgh", (10, 40)
"""The players of a league, who are all equal, and the numbers of its deals."""


class League(NamedTuple):
    """How many leagues of equal players had a pair with a gain that is told from 0 at 5 %.

    Attributes:
        deals: The number of deals, which every pair plays on both sides.
        leagues: The number of leagues.
        pairs: The number of pairs in each.
        alone: The leagues with such a pair by the p-values of single pairs.
        holm: The same after Holm's correction, as `report` and `compare` show it.
    """

    deals: int
    leagues: int
    pairs: int
    alone: int
    holm: int


def leagues_of_equals(leagues: int, deals: int, seed: int) -> League:
    """Draw leagues of eight equal players; equal arguments give equal figures."""
    chance, alone, corrected, pairs = Random(f"{seed} league {deals}"), 0, 0, 0
    for _ in range(leagues):
        games = draw_games(chance, dict.fromkeys(EQUALS, 0.0), {"sla7": -0.3}, deals)
        versus = triples_of(games).versus
        pairs = len(versus)
        alone += any(each.p is not None and each.p <= 0.05 for each in versus)
        corrected += any(each.sure for each in versus)
    return League(deals, leagues, pairs, alone, corrected)


def _print_leagues(leagues: int, seed: int) -> list[League]:
    print("leagues of eight equal players in which a pair has p <= 0.05")
    print(f"{'deals':>6}{'leagues':>9}{'pairs':>7}{'single pairs':>14}{'after Holm':>12}")
    found: list[League] = []
    for deals in LEAGUE_DEALS:
        row = leagues_of_equals(max(leagues, 1), deals, seed)
        print(f"{deals:6}{row.leagues:9}{row.pairs:7}{row.alone:14}{row.holm:12}", flush=True)
        found.append(row)
    return found


Weighed: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""What a deal's difference may be, and how probable each is."""


_LEAST_DEALS, _PSEUDO, _CHUNK = 10, 0.01, 64


class Shape(NamedTuple):
    """Deals of a kind.

    Attributes:
        name: What they are called.
        test: The test that reads them.
        at: What differences may be where the gain is so large.
    """

    name: str
    test: SequentialTest
    at: Callable[[float], Weighed]


class Ran(NamedTuple):
    """The result of a repeated test: shares of the verdicts, 0..1, and the mean number of deals."""

    accepted: float
    rejected: float
    deals: float


class TestRow(NamedTuple):
    """A test repeated at one true gain.

    Attributes:
        name: The shape.
        gain: The true gain.
        ours: `wolfcore.arena.rating.SequentialTest`.
        normal: The sequential test by a likelihood ratio of normal distributions with the variance
            seen so far.
        fixed: The deals of a test with the same error rates whose number is fixed, and which knows
            the variance.
    """

    name: str
    gain: float
    ours: Ran
    normal: Ran
    fixed: int


def _three(differ: float) -> Callable[[float], Weighed]:
    """One game for each: a deal comes out otherwise with probability `differ`."""
    return lambda gain: ((-1, 0, 1), ((differ - gain) / 2, 1 - differ, (differ + gain) / 2))


def _five(gain: float) -> Weighed:
    """Sides swapped, and draws."""
    return (-1, -0.5, 0, 0.5, 1), (
        0.1 - gain / 4,
        0.2 - gain / 2,
        0.4,
        0.2 + gain / 2,
        0.1 + gain / 4,
    )


def _skewed(gain: float) -> Weighed:
    """Mostly nothing, sometimes a little, and now and then everything lost."""
    won = 3 * (gain + 0.05)
    return (-1, 0, 1 / 3), (0.05, 0.95 - won, won)


SHAPES = (
    Shape("one game each, 4 deals of 10 differ", SequentialTest(low=0.0, high=0.1), _three(0.4)),
    Shape("one game each, symmetric bounds", SequentialTest(low=-0.05, high=0.05), _three(0.4)),
    Shape("one game each, 6 deals of 100 differ", SequentialTest(low=0.0, high=0.03), _three(0.06)),
    Shape("sides swapped, with draws", SequentialTest(low=0.0, high=0.1), _five),
    Shape("rarely everything lost", SequentialTest(low=0.0, high=0.06), _skewed),
    Shape(
        "alpha 1 %, beta 10 %", SequentialTest(low=0.0, high=0.1, alpha=0.01, beta=0.1), _three(0.4)
    ),
)


def rows(repeats: int, seed: int) -> Iterator[TestRow]:
    """Yield rows for each shape at three gains: the test's lower bound, middle and upper bound.

    Equal arguments give equal rows.
    """
    for shape in SHAPES:
        low, high = shape.test.low, shape.test.high
        for gain in (low, (low + high) / 2, high):
            yield repeated(shape, gain, repeats, seed)


def repeated(shape: Shape, gain: float, repeats: int, seed: int) -> TestRow:
    """Repeat a test at a true gain, with our test and the normal one on the same deals."""
    chance, weighed = Random(f"{seed} {shape.name} {gain}"), shape.at(gain)
    both = [_once(shape.test, weighed, chance) for _ in range(repeats)]
    spread = sum(weight * (value - gain) ** 2 for value, weight in zip(*weighed, strict=True))
    test = shape.test
    needed = deals_needed(test.high - test.low, alpha=test.alpha, beta=test.beta, variance=spread)
    return TestRow(
        shape.name,
        gain,
        _shares_of([ours for ours, _ in both]),
        _shares_of([normal for _, normal in both]),
        needed.fixed,
    )


def _shares_of(ends: list[tuple[Verdict, int]]) -> Ran:
    verdicts = [verdict for verdict, _ in ends]
    deals = sum(deals for _, deals in ends) / len(ends)
    return Ran(verdicts.count("accept") / len(ends), verdicts.count("reject") / len(ends), deals)


def _once(
    test: SequentialTest, weighed: Weighed, chance: Random
) -> tuple[tuple[Verdict, int], tuple[Verdict, int]]:
    """Our verdict and the normal one, each with the number of deals that it took."""
    state, normal = test, Normal(test)
    while state.decided is None or normal.decided is None:
        for difference in chance.choices(*weighed, k=_CHUNK):
            state = state.updated(difference)
            normal.read(difference)
    return (state.decided, state.deals), (normal.decided, normal.deals)


class Normal:
    """The usual sequential test of chess engines, read deal by deal, for comparison alone.

    The log-likelihood ratio of two normal distributions with the variance seen so far; a hundredth
    of a deal with each extreme is reckoned with, and no verdict is given before ten deals.

    Attributes:
        decided: The verdict, or None so far.
        deals: How many deals it has read.
    """

    def __init__(self, test: SequentialTest) -> None:
        self.decided: Verdict | None = None
        self.deals = 0
        self._test, self._total, self._squares = test, 0.0, 0.0
        self._above, self._below = (
            log((1 - test.beta) / test.alpha),
            log((1 - test.alpha) / test.beta),
        )

    def read(self, difference: float) -> None:
        """Read the result of one more deal; does nothing once a verdict is reached."""
        if self.decided:
            return
        self.deals += 1
        self._total += difference
        self._squares += difference * difference
        if self.deals < _LEAST_DEALS:
            return
        low, high, mean = self._test.low, self._test.high, self._total / self.deals
        spread = (self._squares + 2 * _PSEUDO) / (self.deals + 2 * _PSEUDO) - mean * mean
        ratio = (
            self.deals
            * (high - low)
            * (mean - (low + high) / 2)
            / max(spread, _PSEUDO / self.deals)
        )
        if ratio >= self._above:
            self.decided = "accept"
        elif ratio <= -self._below:
            self.decided = "reject"
