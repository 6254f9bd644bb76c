"""The calibration of the coach's chances, on chances whose truth is known."""

from __future__ import annotations

from bench.coach_calibration import Shown, calibrate


def test_bins_gap_and_scores_are_those_computed_by_hand() -> None:
    low = [Shown(0.25, each == 0) for each in range(4)]  # one of four came true
    high = [Shown(0.85, each != 0) for each in range(2)]  # one of two
    found = calibrate([*low, *high])
    assert [(each.low, each.number, each.true) for each in found.bins] == [
        (0.2, 4, 0.25),
        (0.8, 2, 0.5),
    ]
    assert round(found.gap, 6) == round((0 + 0.35) / 2, 6)
    squares = 3 * 0.25**2 + 0.75**2 + 0.15**2 + 0.85**2
    assert round(found.brier, 6) == round(squares / 6, 6)
    assert round(found.base_brier, 6) == round(1 / 3 * 2 / 3, 6)
