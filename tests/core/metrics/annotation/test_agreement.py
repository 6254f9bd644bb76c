"""Agreement: values computed by hand, and the interval's promise held by simulation."""

from __future__ import annotations

from random import Random

from tests.core.metrics.written import near
from wolfcore.metrics.annotation import ConfusionCounts, agreement_on_label, agreements, kappa
from wolfcore.metrics.annotation.agreement import kappa_influence, kappa_interval
from wolfcore.metrics.annotation.sample import Item


def pairs(
    both: int, first: int, second: int, neither: int, games: int = 10
) -> list[tuple[str, bool, bool]]:
    each = (
        [(True, True)] * both
        + [(True, False)] * first
        + [(False, True)] * second
        + [(False, False)] * neither
    )
    return [(f"game{number % games}", a, b) for number, (a, b) in enumerate(each)]


def test_kappa_by_hand() -> None:
    # 20 + 15 of 50 agree: 0.70; yes 0.50 and 0.60, so by chance 0.3 + 0.2 = 0.5; (0.7 - 0.5) / 0.5
    assert kappa(ConfusionCounts(20, 5, 10, 15)) == near(0.4)
    assert kappa(ConfusionCounts(5, 0, 0, 5)) == 1
    assert kappa(ConfusionCounts(0, 5, 5, 0)) == -1


def test_kappa_is_null_where_nobody_could_disagree_by_chance() -> None:
    assert kappa(ConfusionCounts(0, 0, 0, 50)) is None
    assert kappa(ConfusionCounts()) is None


def test_precision_and_recall_are_those_of_the_second() -> None:
    found = agreement_on_label("claims", pairs(20, 5, 10, 15))
    assert (found.counts, found.games) == (ConfusionCounts(20, 5, 10, 15), 10)
    assert found.share.value == near(0.7)
    assert found.precision.value == near(20 / 30)
    assert found.recall.value == near(20 / 25)
    low, high, _ = found.kappa.interval
    assert low is not None
    assert high is not None
    assert low < 0.4 < high


def test_nothing_to_divide_by_is_null() -> None:
    found = agreement_on_label("claims", pairs(0, 0, 0, 10))
    assert (found.kappa.value, found.precision.value, found.recall.value) == (None, None, None)
    assert found.share.value == 1


def test_few_games_and_no_disagreement_give_no_interval_of_kappa() -> None:
    assert (
        agreement_on_label("claims", pairs(20, 5, 10, 15, games=4)).kappa.interval.how
        == "few games"
    )
    assert agreement_on_label("claims", pairs(20, 0, 0, 20)).kappa.interval.how == "no spread"


def test_a_game_is_one_observation_however_much_is_said_in_it() -> None:
    once = [
        ConfusionCounts(1, 0, 0, 0),
        ConfusionCounts(0, 0, 0, 1),
        ConfusionCounts(0, 1, 0, 0),
        ConfusionCounts(1, 0, 0, 0),
        ConfusionCounts(0, 0, 0, 1),
        ConfusionCounts(0, 0, 1, 0),
    ]
    many = [ConfusionCounts(*(10 * count for count in each)) for each in once]
    assert kappa_interval(many) == near(kappa_interval(once))


def test_what_a_game_moves_kappa_is_what_kappa_changes_without_it() -> None:
    chance = Random(2)
    games = [
        ConfusionCounts(*(chance.choice((0, 0, 1, share)) for share in (1, 1, 4, 9)))
        for _ in range(400)
    ]
    whole = ConfusionCounts()
    for each in games:
        whole = whole.plus(each)
    value = kappa(whole)
    assert value is not None
    assert sum(kappa_influence(each, whole, value) for each in games) == near(0, 1e-9)
    for each in games[:20]:
        without = kappa(
            ConfusionCounts(*(all_ - own for all_, own in zip(whole, each, strict=True)))
        )
        assert without is not None
        assert value - without == near(kappa_influence(each, whole, value), 5e-5)


def test_the_interval_of_kappa_holds_the_true_value_as_often_as_it_promises() -> None:
    chance = Random(5)

    def a_game() -> ConfusionCounts:
        share, wrong = chance.betavariate(1.6, 2.4), chance.betavariate(0.3, 1.7)
        counts = ConfusionCounts()
        for _ in range(chance.randint(3, 7)):
            truth = chance.random() < share
            a, b = truth != (chance.random() < wrong / 2), truth != (chance.random() < wrong)
            counts = counts.plus(ConfusionCounts(a and b, a and not b, b and not a, not (a or b)))
        return counts

    whole = ConfusionCounts()
    for _ in range(6000):
        whole = whole.plus(a_game())
    truth, held, told = kappa(whole), 0, 0
    assert truth is not None
    for _ in range(300):
        low, high, _ = kappa_interval([a_game() for _ in range(10)])
        if low is not None and high is not None:
            told += 1
            held += low <= truth <= high
    assert told > 280
    assert held / told >= 0.94


def test_an_interval_of_kappa_stays_in_the_range_of_kappa() -> None:
    agree = [ConfusionCounts(4, 0, 0, 4)] * 9 + [ConfusionCounts(2, 2, 0, 4)]
    differ = [ConfusionCounts(0, 4, 4, 0)] * 9 + [ConfusionCounts(2, 4, 2, 0)]
    low, high, _ = kappa_interval(agree)
    assert high == 1
    assert low == near(0.5861, 1e-4)
    assert kappa_interval(differ)[:2] == near((-1, -0.5861), 1e-4)


def test_only_speeches_that_both_judged_are_compared_and_only_where_the_words_are_the_same() -> (
    None
):
    here, there, changed = (
        Item("g", 1, 1, 1, "aa"),
        Item("g", 2, 1, 2, "bb"),
        Item("g", 2, 1, 2, "xx"),
    )
    (found,) = agreements(
        {here: {"claims": True}, there: {"claims": True}},
        {here: {"claims": False}, changed: {"claims": True}},
    )
    assert (found.label, found.counts) == ("claims", ConfusionCounts(0, 1, 0, 0))
