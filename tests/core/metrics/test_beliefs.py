"""Calibration, accuracy and the swing of a speech, on beliefs written by hand."""

from __future__ import annotations

from tests.core.metrics.written import (
    believed,
    by_seat,
    cells,
    dawn,
    day,
    exiled,
    found,
    near,
    night,
    phase,
    said,
    summed,
    value,
    votes,
    written,
)
from wolfcore.game import Belief
from wolfcore.metrics.stated_beliefs import p_wolf

GAME = written(
    "WSVV",
    night(1), dawn(1), day(1),
    believed(2, (1, "Werewolf", 8), (3, "Uncertain", 5), (4, "Villager", 9)),
    believed(3, (1, "Villager", 5, 0.25), (2, "Werewolf", 6, 0.5)),
    believed(1, (2, "Villager", 10)),
    votes("0 0 0 0"), believed(4, (1, "Werewolf", 10)), exiled(0),
)  # fmt: skip


def test_p_wolf_without_a_stated_one_comes_from_the_confidence() -> None:
    assert p_wolf(Belief(1, "Werewolf", 7)) == 0.7
    assert p_wolf(Belief(1, "Villager", 7)) == 0.3
    assert p_wolf(Belief(1, "Uncertain", 6)) == 0.4
    assert p_wolf(Belief(1, "Werewolf", 10, 0.25)) == 0.25


def test_calibration_is_the_mean_squared_error_before_the_vote() -> None:
    # seat 2: (0.8 - 1)^2 + 0.5^2 + 0.1^2 = 0.04 + 0.25 + 0.01; seat 3: (0.25 - 1)^2 + 0.5^2 =
    # 0.5625 + 0.25; seat 1: 0
    sums = by_seat("calibration", GAME)
    assert sums == {2: (near(0.30), 3), 3: (near(0.8125), 2), 1: (0, 1)}
    assert value("calibration", GAME) == near((0.30 + 0.8125) / 6), (
        "what is believed after the vote does not count"
    )


def test_belief_accuracy_is_the_share_on_the_right_side_and_one_half_is_half_right() -> None:
    # seat 2: right, half, right; seat 3: wrong, half; seat 1: right
    assert summed("belief_accuracy", GAME) == (4, 6, near(4 / 6))
    assert {part.day for part in found("belief_accuracy", GAME).parts} == {1}


def test_the_reliability_curve_bins_what_the_village_believes() -> None:
    observed = sorted(
        (cell.row, cell.column, cell.value) for cell in cells("reliability_curve", GAME)
    )
    assert observed == [
        ("P 0.1 to 0.2", "day 1", 0),
        ("P 0.2 to 0.3", "day 1", 1),
        ("P 0.5 to 0.6", "day 1", 0),
        ("P 0.5 to 0.6", "day 1", 0),
        ("P 0.8 to 0.9", "day 1", 1),
    ]


def test_without_beliefs_there_is_no_value() -> None:
    game = written("WSVV", night(1), dawn(1), day(1), votes("0 0 0 0"))
    assert [value(name, game) for name in ("calibration", "belief_accuracy", "vote_swing")] == [
        None
    ] * 3


def test_vote_swing_is_the_change_of_a_listener_who_heard_nothing_else() -> None:
    game = written(
        "WSVV",
        night(1), dawn(1), day(1),
        believed(3, (1, "Werewolf", 5), (2, "Villager", 5)),
        said(2, "I am the Seer."),
        believed(3, (1, "Werewolf", 9), (2, "Villager", 8)),
        said(1, "I am not a wolf."), said(2, "You are."),
        believed(3, (1, "Werewolf", 10), (2, "Villager", 10)),
    )  # fmt: skip
    # of seat 1: 0.5 -> 0.9, of seat 2: 0.5 -> 0.2; between the later two statements two speeches
    # were heard
    (part,) = found("vote_swing", game).parts
    assert (part.seat, part.numerator, part.denominator, part.quotes) == (
        2,
        near(0.7),
        2,
        ("I am the Seer.",),
    )


def test_vote_swing_counts_a_ballot_that_changed_after_one_speech() -> None:
    game = written(
        "WSVV",
        night(1),
        dawn(1),
        day(1),
        phase(1, "straw_vote"),
        votes("3 . 4 1", "lean"),
        said(2, "Vote for Ada.", "summarise"),
        phase(1, "vote"),
        votes("3 1 1 1"),
    )
    # 1 stays, 3 comes over, 4 stays: 1 of 3
    assert summed("vote_swing", game) == (1, 3, near(1 / 3))
