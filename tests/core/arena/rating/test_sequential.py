"""The sequential test: it errs as rarely as it promises, stops sooner than a fixed number of deals,
and goes on where it was."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from wolfcore.arena.rating import SequentialTest, deals_needed
from wolfcore.errors import ConfigError

TEST = SequentialTest(low=0.0, high=0.1)
Shape = tuple[tuple[float, ...], tuple[float, ...]]


def three(gain: float, differ: float) -> Shape:
    """Deals that come out otherwise with probability `differ`, wholly, for the side that gains more
    often."""
    return (-1, 0, 1), ((differ - gain) / 2, 1 - differ, (differ + gain) / 2)


def five(gain: float) -> Shape:
    """Two games a deal, of which A wins none to two, and draws."""
    return (-1, -0.5, 0, 0.5, 1), (
        0.1 - gain / 4,
        0.2 - gain / 2,
        0.4,
        0.2 + gain / 2,
        0.1 + gain / 4,
    )


def skewed(gain: float) -> Shape:
    """Mostly nothing, sometimes a little, and now and then everything lost."""
    won = 3 * (gain + 0.05)
    return (-1, 0, 1 / 3), (0.05, 0.95 - won, won)


def repeated(test: SequentialTest, shape: Shape, repeats: int) -> tuple[float, float, float]:
    """The shares that were accepted and rejected, and the mean number of deals."""
    chance = Random(repeats)
    ends = [ended(test, shape, chance) for _ in range(repeats)]
    verdicts = [end.decided for end in ends]
    return (
        verdicts.count("accept") / repeats,
        verdicts.count("reject") / repeats,
        sum(end.deals for end in ends) / repeats,
    )


def ended(test: SequentialTest, shape: Shape, chance: Random) -> SequentialTest:
    while not test.decided:
        test = test.updated_all(chance.choices(*shape, k=20))
    return test


@pytest.mark.slow(only=("three",))
@pytest.mark.parametrize(
    ("test", "at_low", "at_high"),
    [
        (TEST, three(0.0, 0.5), three(0.1, 0.5)),
        (TEST, five(0.0), five(0.1)),
        (SequentialTest(low=-0.1, high=0.1), three(-0.1, 0.9), three(0.1, 0.9)),
        (SequentialTest(low=0.0, high=0.04), three(0.0, 0.05), three(0.04, 0.05)),
        (SequentialTest(low=0.0, high=0.08), skewed(0.0), skewed(0.08)),
    ],
    ids=["three", "five", "symmetric", "hardly ever differing", "skewed"],
)
def test_it_errs_as_rarely_as_it_promises_whatever_differences_look_like(
    test: SequentialTest, at_low: Shape, at_high: Shape
) -> None:
    """Of 400 tests 5 % are 20; more than 33 would be seen once in a thousand times if the promise
    held by a hair."""
    false, right, _ = repeated(test, at_low, 400)
    assert false <= 33 / 400
    assert right == 1 - false
    found, missed, _ = repeated(test, at_high, 400)
    assert missed <= 33 / 400
    assert found == 1 - missed


def test_error_rates_are_those_that_were_asked_for_and_apart() -> None:
    test = SequentialTest(low=0.0, high=0.2, alpha=0.01, beta=0.2)
    false, _, _ = repeated(test, three(0.0, 0.5), 1_000)
    _, missed, _ = repeated(test, three(0.2, 0.5), 1_000)
    assert false <= 20 / 1_000
    assert 0.08 <= missed <= 0.23


@pytest.mark.slow
def test_it_stops_sooner_than_a_fixed_number_and_about_where_wald_says() -> None:
    needed = deals_needed(0.1, variance=0.5)
    for gain, share, told in (
        (0.0, 0.7, needed.if_none),
        (0.1, 0.7, needed.if_there),
        (0.05, 1.1, needed.between),
    ):
        _, _, deals = repeated(TEST, three(gain, 0.5), 400)
        assert deals < share * needed.fixed
        assert 0.85 * told < deals < 1.25 * told


def test_it_goes_on_from_a_file_to_the_same_end() -> None:
    chance = Random(3)
    played = chance.choices(*three(0.1, 0.5), k=2_000)
    whole = TEST.updated_all(played)
    begun = TEST.updated_all(played[:57])
    assert begun.decided is None
    again = msgspec.json.decode(msgspec.json.encode(begun), type=SequentialTest)
    assert again.updated_all(played[begun.deals :]) == whole
    assert whole.decided == "accept"
    assert 57 < whole.deals < 2_000
    assert whole.gain == sum(played[: whole.deals]) / whole.deals


def test_a_verdict_stands() -> None:
    done = TEST.updated_all([1.0] * 100)
    assert done.decided == "accept"
    assert done.updated_all([-1.0] * 100) is done


def test_a_test_that_is_turned_around_gives_the_other_verdict_at_the_same_deal() -> None:
    played = Random(5).choices(*three(0.1, 0.6), k=3_000)
    here = SequentialTest(low=-0.1, high=0.05, alpha=0.02, beta=0.1).updated_all(played)
    there = SequentialTest(low=-0.05, high=0.1, alpha=0.1, beta=0.02).updated_all(
        [-difference for difference in played]
    )
    assert (here.decided, there.decided) == ("accept", "reject")
    assert here.deals == there.deals


def test_deals_that_are_all_equal_say_that_nothing_is_gained() -> None:
    state = TEST.updated_all([0.0] * 1_000)
    assert state.decided == "reject"
    assert state.deals < 100


@pytest.mark.parametrize(
    "bounds", [(0.1, 0.1), (0.1, 0.0), (-1.0, 0.0), (0.0, 1.0), (float("nan"), 0.1)]
)
def test_bounds_that_are_none_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(ConfigError, match="`low` below `high`"):
        SequentialTest(low=bounds[0], high=bounds[1])


@pytest.mark.parametrize("rate", [0.0, 0.5, -1.0, float("nan")])
def test_error_rates_that_are_none_are_refused(rate: float) -> None:
    with pytest.raises(ConfigError, match="alpha: an error rate"):
        SequentialTest(low=0.0, high=0.1, alpha=rate)
    with pytest.raises(ConfigError, match="beta: an error rate"):
        deals_needed(0.1, beta=rate)


@pytest.mark.parametrize("difference", [1.01, -1.01, float("nan")])
def test_a_difference_that_is_none_is_refused(difference: float) -> None:
    with pytest.raises(ValueError, match="is not between -1 and 1"):
        TEST.updated(difference)


def test_no_deals_give_no_gain() -> None:
    assert TEST.gain is None
