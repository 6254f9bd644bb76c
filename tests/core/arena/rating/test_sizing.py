"""How many deals it takes: what is promised before is what comes of it."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest

from wolfcore.arena.rating import (
    Pair,
    SequentialTest,
    deals_needed,
    differences_of,
    elo_of_gain,
    expected_deals,
    gain_of,
    gain_of_elo,
    variance_of,
)
from wolfcore.errors import ConfigError


def test_a_study_of_the_size_that_was_told_finds_the_difference_as_often_as_it_was_told() -> None:
    """Power 0.8 against a two-sided interval of 95 %; Gaffke's interval is a little wider than the
    normal one."""
    needed = deals_needed(0.3, alpha=0.025, beta=0.2, variance=0.5)
    chance, found = Random(1), 0
    for _ in range(300):
        played = chance.choices((-1, 0, 1), (0.145, 0.41, 0.445), k=needed.fixed)
        low = gain_of(
            [Pair(deal, float(difference), 0.0) for deal, difference in enumerate(played)]
        ).low
        found += low is not None and low > 0
    assert 0.7 < found / 300 < 0.86


def test_known_numbers() -> None:
    """Guenther's half square beside the plain formula: (1.645 + 1.645)^2 * 0.5 / 0.05^2 + 1.35."""
    needed = deals_needed(0.05)
    assert (needed.fixed, needed.variance) == (2_166, 0.5)
    assert needed.if_none == needed.if_there
    assert needed.if_there < 0.6 * needed.fixed < needed.between < needed.fixed
    assert deals_needed(0.05, alpha=0.001, beta=0.001).fixed > 3 * needed.fixed
    assert deals_needed(0.1).fixed < 0.26 * needed.fixed


def test_a_pilot_says_more_than_the_guess_and_equal_deals_do_not_say_that_none_are_needed() -> None:
    rarely = [0.0] * 95 + [1.0] * 3 + [-1.0] * 2
    assert isclose(variance_of(rarely), 0.06, abs_tol=0.01)
    assert deals_needed(0.05, pilot=rarely).fixed < 0.2 * deals_needed(0.05).fixed
    assert deals_needed(0.05, pilot=[0.0] * 10).fixed > 300
    for always in (1.0, -1.0):
        assert deals_needed(0.05, pilot=[always] * 10).fixed > 1_000
    assert isclose(variance_of([0.4, 0.2]), variance_of([-0.4, -0.2]))


def test_a_walk_that_ends_far_away_goes_straight() -> None:
    test = SequentialTest(low=0.0, high=0.01)
    assert isclose(
        expected_deals(test, 0.005, 0.5), expected_deals(test, 0.005 + 1e-8, 0.5), rel_tol=1e-3
    )
    assert isclose(expected_deals(test, 0.9, 0.5), 2.9957 / (0.01 * 0.895 / 0.5), rel_tol=1e-3)
    assert isclose(expected_deals(test, -0.9, 0.5), 2.9957 / (0.01 * 0.905 / 0.5), rel_tol=1e-3)


def test_differences_are_means_of_deals_by_number_and_broken_games_are_left_out() -> None:
    pairs = [
        Pair(7, 1.0, 0.0),
        Pair(2, 0.0, 1.0),
        Pair(7, 0.0, 0.0),
        Pair(3, None, 1.0),
        Pair(2, 1.0, None),
    ]
    assert differences_of(pairs) == [-1.0, 0.5]


def test_gains_on_the_scale_of_chess() -> None:
    """400 points are odds of ten to one."""
    assert isclose(gain_of_elo(400), 9 / 11)
    assert isclose(elo_of_gain(0.05), 17.39, abs_tol=0.01)
    assert isclose(gain_of_elo(elo_of_gain(-0.3)), -0.3)
    assert gain_of_elo(0) == 0


@pytest.mark.parametrize("difference", [0.0, 1.0, -0.1, float("nan")])
def test_a_difference_that_is_none_is_refused(difference: float) -> None:
    with pytest.raises(ConfigError, match="not between 0 and 1"):
        deals_needed(difference)


@pytest.mark.parametrize("variance", [0.0, 1.5, float("nan")])
def test_a_variance_that_is_none_is_refused(variance: float) -> None:
    with pytest.raises(ConfigError, match="variance"):
        deals_needed(0.1, variance=variance)
