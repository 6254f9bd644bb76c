"""The calibration of courses, on places that are drawn from known chances."""

from __future__ import annotations

from random import Random

from bench.course_calibration import Place, calibrate


def drawn_places(shown_of: dict[float, float]) -> list[Place]:
    """Places of ten roll-outs each; a chance is drawn, and roll-outs show another one for it."""
    dice = Random(1)
    places: list[Place] = []
    for _ in range(2_000):
        chance = dice.choice(list(shown_of))
        wins = sum(dice.random() < shown_of[chance] for _ in range(10))
        places.append(Place(wins, 10, dice.random() < chance))
    return places


def test_right_chances_have_no_gap_although_roll_outs_are_few() -> None:
    right = calibrate("right", drawn_places({chance: chance for chance in (0.1, 0.3, 0.5, 0.9)}))
    assert right.gap < 0.04
    assert not any(each.misses for each in right.bins)
    assert abs(right.brier - sum(p * (1 - p) for p in (0.1, 0.3, 0.5, 0.9)) / 4) < 0.01
    assert right.brier < right.base_brier
    assert round(sum(each.weight for each in right.bins), 6) == 2_000


def test_chances_that_are_too_sure_miss() -> None:
    wrong = calibrate("wrong", drawn_places({0.3: 0.05, 0.5: 0.5, 0.7: 0.95}))
    assert wrong.gap > 0.1
    assert {each.low for each in wrong.bins if each.misses} >= {0.0, 0.9}
