"""95 % intervals against values computed elsewhere by hand."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, pstdev

import pytest

from core.metrics.composite import composite
from core.metrics.intervals import MOST_RESAMPLED, Interval, of_mean, wilson

from .written import near


def test_wilson_by_hand() -> None:
    # 8 of 10, z = 1.96: (0.8 + 0.19207) / 1.38415 +- 1.96 / 1.38415 x sqrt(0.016 + 0.0096036)
    assert wilson(8, 10) == (near(0.4902, within=1e-4), near(0.9433, within=1e-4), "wilson")
    assert wilson(0, 10) == (near(0), near(0.2775, within=1e-4), "wilson")
    assert wilson(10, 10) == (near(0.7225, within=1e-4), near(1), "wilson")


def test_without_trials_or_with_one_game_there_is_no_interval() -> None:
    assert wilson(0, 0) == Interval()
    assert of_mean([0.5], [1]) == Interval()
    assert composite([(1, [0], [0.5])], 1)[1] == Interval()


def test_the_bootstrap_of_a_mean_is_near_its_normal_limit_and_the_same_every_time() -> None:
    values = [float(number % 7) for number in range(80)]
    low, high, how = of_mean(values, [1] * 80)
    spread = 1.96 * pstdev(values) / sqrt(80)
    assert how == "bootstrap"
    assert low == near(fmean(values) - spread, within=0.15)
    assert high == near(fmean(values) + spread, within=0.15)
    assert of_mean(values, [1] * 80) == (low, high, how)


def test_many_games_take_the_normal_limit() -> None:
    values = [float(number % 7) for number in range(MOST_RESAMPLED + 40)]
    low, high, _ = of_mean(values, [1] * len(values))
    spread = 1.96 * pstdev(values) / sqrt(len(values))
    assert (low, high) == (near(fmean(values) - spread, within=1e-3), near(fmean(values) + spread, within=1e-3))


def test_games_that_weigh_more_are_resampled_whole() -> None:
    # two kinds of games: one day with 1, and nine days with 0: the mean is 0.1, and no interval leaves 0..1
    sums, weights = [1.0, 0.0] * 20, [1.0, 9.0] * 20
    low, high, _ = of_mean(sums, weights)
    assert low is not None
    assert high is not None
    assert 0 <= low < 0.1 < high <= 1


@pytest.mark.parametrize("games", [30, MOST_RESAMPLED + 30])
def test_a_composite_of_one_mean_has_the_interval_of_that_mean(games: int) -> None:
    values = [float(number % 5) for number in range(games)]
    value, (low, high, _) = composite([(0.5, range(games), values), (0.5, range(games), values)], games)
    alone = of_mean(values, [1] * games)
    assert value == near(fmean(values))
    assert (low, high) == (near(alone.low), near(alone.high))


def test_an_interval_stays_within_what_is_possible() -> None:
    assert Interval(-0.2, 1.3, "bootstrap").within(0, 1) == (0, 1, "bootstrap")
    assert Interval(-0.2, 1.3, "bootstrap").within(None, None) == (-0.2, 1.3, "bootstrap")
    assert Interval().within(0, 1) == Interval()


def test_each_mean_of_a_composite_runs_over_its_own_games() -> None:
    # 0.5 x (1 + 0) / 2 + 0.5 x 0.5, which is known of one game alone
    value, (low, high, _) = composite([(0.5, [0, 1], [1, 0]), (0.5, [1], [0.5])], 2)
    assert value == 0.5
    assert low is not None
    assert high is not None
    assert low <= value <= high
