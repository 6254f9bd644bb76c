"""Helmsman's ratio and decision change, and the sheriff's influence, on a written game of three
days."""

from __future__ import annotations

from tests.core.metrics.written import (
    believed,
    dawn,
    day,
    died,
    exiled,
    found,
    near,
    night,
    phase,
    value,
    votes,
    written,
)
from wolfcore.game import facts as f

GAME = written(
    "WWSGVVV",
    night(1),
    believed(4, (3, "Werewolf", 10)),
    dawn(1),
    f.Badge(3, "elected"),
    day(1),
    believed(4, (3, "Villager", 5)),
    phase(1, "straw_vote"),
    votes("5 5 . 1 1 0 2", "lean"),
    phase(1, "summary"),
    f.Said(3, "summarise", ""),
    f.Recommended(3, 2),
    believed(4, (3, "Seer", 9), (5, "Villager", 7), (1, "Werewolf", 8)),
    believed(5, (3, "Uncertain", 6), (4, "Guard", 8)),
    believed(1, (3, "Werewolf", 10), (2, "Werewolf", 10)),
    believed(3, (4, "Guard", 10), (5, "Werewolf", 10)),
    phase(1, "vote"),
    votes("5 1 1 1 1 1 1"),
    believed(6, (3, "Werewolf", 10)),
    exiled(1),
    night(2),
    dawn(2),
    died(6, "killed"),
    day(2),
    phase(2, "straw_vote"),
    votes(". 4 . 2 2", "lean"),
    phase(2, "summary"),
    f.Recommended(3, 0),
    believed(4, (3, "Seer", 9)),
    phase(2, "vote"),
    votes(". 4 0 2 7 . 2"),
    exiled(0),
    night(3),
    dawn(3),
    died(7, "killed"),
    day(3),
    phase(3, "straw_vote"),
    votes(". 5 . 5", "lean"),
    phase(3, "summary"),
    f.Recommended(3, 2),
    believed(4, (3, "Villager", 10), (5, "Villager", 5), (7, "Werewolf", 10)),
    phase(3, "vote"),
    votes(". 5 2 2 2"),
    exiled(2),
)
"""Seat 3 holds the badge all along. 7 live at the first vote, 5 (2, 3, 4, 5, 7) at the second, 4
(2, 3, 4, 5) at the third."""


def by_day(name: str) -> list[tuple[int, float, float]]:
    return [(part.day, part.numerator, part.denominator) for part in found(name, GAME).parts]


def test_sheriff_moves_voters_who_cast_both_ballots() -> None:
    # day 1, the sheriff votes 1: 2 (from 5), 6 (from no one) and 7 (from 2) came over, 4 and 5 were
    # there before: 3 of 6
    # day 2: the sheriff abstains: null; day 3, he votes 2: 4 (from 5) of the two who were asked for
    # a straw vote
    assert by_day("sheriff") == [(1, 3, 6), (3, 1, 2)]
    assert value("sheriff", GAME) == 0.5


def test_dc_divides_by_all_living_but_the_sheriff() -> None:
    # 3/6 and 1/3, the mean is 5/12
    assert by_day("dc") == [(1, 3, 6), (3, 1, 3)]
    assert value("dc", GAME) == near(5 / 12)


def test_dc_code_divides_by_all_living() -> None:
    # 3/7 and 1/4, the mean is 19/56
    assert by_day("dc_code") == [(1, 3, 7), (3, 1, 4)]
    assert value("dc_code", GAME) == near(19 / 56)


def test_dc_any_counts_every_change_also_where_the_sheriff_abstains() -> None:
    # day 1: 2, 6 and 7 of 6; day 2: 5 (from 2 to 7) of 4; day 3: 4 of 3; the mean is 13/36
    assert by_day("dc_any") == [(1, 3, 6), (2, 1, 4), (3, 1, 3)]
    assert value("dc_any", GAME) == near(13 / 36)


def test_sheriff_agreement_is_with_the_recommendation_of_the_summary() -> None:
    # day 1 recommends 2, for whom nobody voted; day 2 nobody; day 3 recommends 2: 4 and 5 of 2, 4,
    # 5
    assert by_day("sheriff_agreement") == [(1, 0, 6), (3, 2, 3)]


def test_ratio_is_the_sheriffs_mean_reliability_by_the_others() -> None:
    # day 1: of the sheriff 9 (Seer 9), 6 (Uncertain is not Werewolf), 1 (Werewolf 10): 16/3;
    # beliefs of wolves count
    # of the others 7, 3 (Werewolf 8), 8, 1: 19/4; the sheriff's own beliefs, an earlier one and one
    # after the vote do not
    # day 2: nobody judges another non-sheriff: null
    # day 3: 10 / 5, the belief about seat 7, which is dead, leaves; the mean of 64/57 and 2 is
    # 89/57
    parts = found("ratio", GAME).parts
    assert [(part.day, part.value) for part in parts] == [(1, near(64 / 57)), (3, 2)]
    assert value("ratio", GAME) == near(89 / 57)


def test_all_belongs_to_the_seat_that_held_the_badge() -> None:
    assert {
        part.seat
        for name in ("sheriff", "dc", "ratio", "sheriff_agreement")
        for part in found(name, GAME).parts
    } == {3}


def test_without_a_sheriff_all_of_it_is_null() -> None:
    game = written(
        "WWSGVVV",
        night(1),
        dawn(1),
        day(1),
        believed(4, (3, "Seer", 9)),
        votes("5 1 1 1 1 1 1"),
        exiled(1),
    )
    names = ("sheriff", "sheriff_agreement", "ratio", "dc", "dc_code", "dc_any", "correlation")
    assert {name: value(name, game) for name in names} == dict.fromkeys(names)
