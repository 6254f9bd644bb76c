"""95 % intervals against values computed elsewhere, and none where none would hold."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.metrics.written import near
from wolfcore.arena.rating.significance import (
    betting_interval,
    holm,
    p_value,
    p_value_of_equal_means,
)
from wolfcore.intervals import (
    FEWEST_OF_FREE_WEIGHT,
    FEWEST_WITHOUT_RANGE,
    INTERVAL_METHODS,
    Interval,
    beta_cdf,
    beta_quantile,
    bounded_mean_interval,
    chi_square_quantile,
    entropy_bits,
    entropy_interval,
    exact_interval,
    student_quantile,
    unbounded_mean_interval,
)
from wolfcore.metrics.groups import weighted_mean_sum


@pytest.mark.parametrize(
    ("shapes", "quantile"),
    [
        ((9, 2), 0.97478927),
        ((1, 10), 0.30849711),
        ((0.3, 6), 0.28491669),
        ((63.5, 215.2), 0.27878528),
    ],
)
def test_quantiles_of_the_beta_distribution_are_those_of_scipy(
    shapes: tuple[float, float], quantile: float
) -> None:
    assert beta_quantile(0.975, *shapes) == near(quantile, within=1e-7)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706205), (4, 2.776445), (9, 2.262157), (29, 2.045230)]
)
def test_quantiles_of_students_t_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(0.975, freedom) == near(quantile, within=1e-5)


@given(st.floats(0.01, 0.99), st.floats(0.05, 500), st.floats(0.05, 500))
def test_a_quantile_is_where_its_probability_lies(p: float, a: float, b: float) -> None:
    assert beta_quantile(p, a, b) == near(1 - beta_quantile(1 - p, b, a), within=1e-6)
    x = beta_quantile(p, a, b)
    assert beta_cdf(x - 1e-8, a, b) - 1e-6 <= p <= beta_cdf(x + 1e-8, a, b) + 1e-6


def test_clopper_and_pearson_by_their_tables() -> None:
    assert exact_interval(8, 10) == (near(0.4439, within=1e-4), near(0.9748, within=1e-4), "exact")
    assert exact_interval(0, 10) == (0, near(0.3085, within=1e-4), "exact")
    assert exact_interval(10, 10) == (near(0.6915, within=1e-4), 1, "exact")


def test_games_that_are_all_or_nothing_have_the_exact_interval_whatever_the_ends_are_called() -> (
    None
):
    assert bounded_mean_interval([1.0] * 8 + [0.0] * 2, [1.0] * 10, 0, 1) == exact_interval(8, 10)
    low, high, how = bounded_mean_interval([998.0] * 8 + [2.0] * 2, [1.0] * 10, 2, 998)
    assert (low, high, how) == (
        near(2 + 0.44390454 * 996, within=1e-3),
        near(2 + 0.97478927 * 996, within=1e-3),
        "exact",
    )


def test_values_in_a_range_are_near_the_exact_interval_where_they_are_near_all_or_nothing() -> None:
    low, high, how = bounded_mean_interval([0.999999] * 8 + [0.000001] * 2, [1.0] * 10, 0, 1)
    assert (low, high, how) == (near(0.4439, within=1e-3), near(0.9748, within=1e-3), "range")


def test_games_that_are_all_equal_still_leave_room_for_another() -> None:
    # as if the game more were 1 in all weights that a flat Dirichlet gives it: 0.2 + 0.8 x (1 -
    # 0.025^(1/5))
    low, high, _ = bounded_mean_interval([0.2] * 5, [1.0] * 5, 0, 1)
    assert high == near(0.2 + 0.8 * (1 - 0.025 ** (1 / 5)), within=1e-6)
    assert low == near(0.2 * 0.025 ** (1 / 5), within=1e-6)


def test_ballots_of_one_game_count_as_one_game() -> None:
    """40 ballots in two games that agree within are two observations: far from the share of 40
    trials."""
    low, high, _ = bounded_mean_interval([20.0, 0.0], [20.0, 20.0], 0, 1)
    assert (low, high) == exact_interval(1, 2)[:2]
    alone = bounded_mean_interval([20.0], [20.0], 0, 1)
    assert alone == Interval(None, None, "one game")


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(1, 8)), min_size=2, max_size=12))
def test_an_interval_of_a_range_holds_its_own_value_and_stays_in_the_range(
    games: list[tuple[int, int]],
) -> None:
    sums, weights = [float(min(pair)) for pair in games], [float(pair[1]) for pair in games]
    low, high, _ = bounded_mean_interval(sums, weights, 0, 1)
    assert low is not None
    assert high is not None
    assert 0 <= low <= sum(sums) / sum(weights) + 1e-9
    assert sum(sums) / sum(weights) - 1e-9 <= high <= 1


def test_a_mean_without_bounds_has_students_interval_where_nothing_is_skewed() -> None:
    # mean 8, s = sqrt(20), t(14) = 2.144787: 8 +- 2.4766
    low, high, how = unbounded_mean_interval([float(number) for number in range(1, 16)])
    assert (low, high, how) == (near(5.5234, within=1e-4), near(10.4766, within=1e-4), "student")


def test_skewed_values_have_a_longer_side_than_students() -> None:
    values = [0.0, 0, 0, 1, 1, 1, 2, 2, 3, 12] * 2
    low, high, _ = unbounded_mean_interval(values)
    error = 2.093024 * 3.4883 / 20**0.5  # t(19) x s / sqrt(n)
    assert low == near(2.2 - error, within=1e-3)
    assert high is not None
    assert high > 2.2 + error + 0.5
    mirrored = unbounded_mean_interval([-value for value in values])
    assert mirrored.high == near(-2.2 + error, within=1e-3)


def test_deals_of_several_games_weigh_as_many_games_without_bounds_too() -> None:
    values = [float(number * number) for number in range(15)]
    once = unbounded_mean_interval(values)
    fivefold = unbounded_mean_interval([5 * value for value in values], [5.0] * 15)
    assert (fivefold.low, fivefold.high) == (near(once.low), near(once.high))


def test_games_of_any_weight_have_an_interval_only_where_rare_heavy_ones_would_be_seen() -> None:
    hits, weights = [1.0] * FEWEST_OF_FREE_WEIGHT, [2.0] * FEWEST_OF_FREE_WEIGHT
    assert bounded_mean_interval(hits, weights, 0, 1, free_weights=True).low is not None
    few = bounded_mean_interval(hits[1:], weights[1:], 0, 1, free_weights=True)
    assert few == Interval(how="uneven")
    assert bounded_mean_interval(hits[1:], weights[1:], 0, 1).low is not None


@pytest.mark.parametrize("values", [[2.0, 2.0], [2.0] * 40])
def test_days_that_are_all_equal_have_no_interval_of_no_width(values: list[float]) -> None:
    low, high, how = unbounded_mean_interval(values)
    assert (low, high) == (None, None)
    assert how in ("few games", "no spread")


@pytest.mark.parametrize("games", range(1, FEWEST_WITHOUT_RANGE))
def test_with_few_games_a_mean_without_bounds_has_no_interval_and_says_why(games: int) -> None:
    interval = unbounded_mean_interval([float(number) for number in range(games)])
    assert interval[:2] == (None, None)
    assert INTERVAL_METHODS[interval.how].startswith("none: ")


@pytest.mark.parametrize("games", [2, 30, 300])
def test_a_composite_of_one_mean_has_the_interval_of_that_mean(games: int) -> None:
    values = [number % 5 / 4 for number in range(games)]
    value, (low, high, _) = weighted_mean_sum(
        [(0.5, range(games), values), (0.5, range(games), values)]
    )
    alone = bounded_mean_interval(values, [1.0] * games, 0, 1)
    assert value == near(sum(values) / games)
    assert (low, high) == (near(alone.low, within=1e-6), near(alone.high, within=1e-6))


def test_each_mean_of_a_composite_runs_over_its_own_games() -> None:
    # 0.5 x (1 + 0) / 2 + 0.5 x 0.5, which is known of one game alone
    value, (low, high, _) = weighted_mean_sum([(0.5, [0, 1], [1, 0]), (0.5, [1], [0.5])])
    assert value == 0.5
    assert low is not None
    assert high is not None
    assert 0 <= low <= value <= high <= 1
    assert weighted_mean_sum([(1, [0], [0.5])])[1] == Interval(how="one game")


def test_an_interval_stays_within_what_is_possible() -> None:
    assert Interval(-0.2, 1.3, "student").within(0, 1) == (0, 1, "student")
    assert Interval(-0.2, 1.3, "student").within(None, None) == (-0.2, 1.3, "student")
    assert Interval(how="few games").within(0, 1) == Interval(how="few games")


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 3.841459), (2, 5.991465), (6, 12.591587), (11, 19.675138)]
)
def test_quantiles_of_chi_square_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert chi_square_quantile(0.95, freedom) == near(quantile, within=1e-4)


def test_entropy_of_even_counts_may_be_even_and_no_more() -> None:
    low, high, how = entropy_interval([25, 25, 25, 25])
    assert (high, how) == (2, "likelihood")
    assert low is not None
    assert 1.8 < low < 2


def test_an_even_distribution_is_in_the_interval_as_long_as_the_test_of_evenness_does_not_reject_it() -> (
    None
):
    # with one more of the rarer: G = 2 sum n ln(2 n / 102) is 3.19 and 3.95, and 3.84 is the bar
    kept, lost = entropy_interval([60, 41]).high, entropy_interval([61, 40]).high
    assert kept == 1
    assert lost is not None
    assert 0.999 < lost < 1


def test_what_was_never_seen_may_still_be() -> None:
    low, high, _ = entropy_interval([20, 0])
    # with one of the other: 20 ln(20 / 21 / p) + ln(1 / 21 / (1 - p)) = 3.8415 / 2, where p =
    # 0.80662
    assert low == 0
    assert high == near(entropy_bits([0.806625, 0.193375]), within=1e-4)


def test_one_game_or_one_kind_has_no_interval_of_its_entropy() -> None:
    assert entropy_interval([1, 0]).how == entropy_interval([9]).how == "one game"


@given(st.lists(st.integers(0, 40), min_size=2, max_size=8).filter(lambda counts: sum(counts) > 1))
def test_the_interval_of_an_entropy_holds_that_of_the_counts(counts: list[int]) -> None:
    low, high, _ = entropy_interval(counts)
    assert low is not None
    assert high is not None
    assert 0 <= low <= entropy_bits([count / sum(counts) for count in counts]) + 1e-9
    assert (
        entropy_bits([count / sum(counts) for count in counts]) - 1e-9
        <= high
        <= log2(len(counts)) + 1e-9
    )


def test_an_interval_by_betting_is_the_one_worked_out_by_hand() -> None:
    """Of ones alone, a stake s on a mean above m wins 1 + s (1 / m - 1) each time."""
    low, high, how = betting_interval([1.0] * 20)
    assert low is not None
    stakes = [0.01 * 99 ** (number / 11) for number in range(12)]
    assert sum((1 + stake * (1 / low - 1)) ** 20 for stake in stakes) / 12 == near(40, within=0.1)
    assert (high, how) == (1, "betting")
    moved = betting_interval([3.0] * 20, -1, 3)
    assert (moved.low, moved.high) == (near(4 * low - 1), 3)


def test_an_interval_by_betting_does_not_depend_on_the_order() -> None:
    values = [0.1, 0.9, 0.5, 0.5, 0.3]
    assert betting_interval(values) == betting_interval(values[::-1])


def test_a_p_value_is_the_level_at_which_the_interval_first_excludes_0() -> None:
    """All of ten deals won: the exact lower end at level p is (p / 2) ** (1 / 10), of -1 to 1."""
    found = p_value(([1.0] * 10, [1.0] * 10), -1, 1)
    assert found == near(2 * 0.5**10, within=1e-5)
    assert p_value(([1.0, -1.0], [1.0, 1.0]), -1, 1) == 1
    assert p_value(([1.0], [1.0]), -1, 1) is None


def test_means_are_told_apart_where_their_simultaneous_intervals_are() -> None:
    even = [1.0] * 30
    up, down = ([1.0] * 24 + [-1.0] * 6, even), ([1.0] * 6 + [-1.0] * 24, even)
    told = p_value_of_equal_means([up, down], -1, 1)
    assert told is not None
    assert told < 0.005
    assert p_value_of_equal_means([up, up], -1, 1) == 1
    assert p_value_of_equal_means([up, ([1.0], [1.0])], -1, 1) is None


def test_holm_multiplies_the_smallest_by_their_number_and_never_falls() -> None:
    assert [round(p, 9) for p in holm([0.01, 0.04, 0.03, 0.5])] == [0.04, 0.09, 0.09, 0.5]
    assert holm([]) == []
