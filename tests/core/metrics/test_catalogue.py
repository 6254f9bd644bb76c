"""Every metric of the specification is registered, and every one explains itself."""

from __future__ import annotations

import pytest

from wolfcore.metrics import METRICS, TABLES, Metric, MetricTable

SPECIFIED = {
    "winner",
    "days",
    "survivors",
    "win_rate",
    "duration",
    "seer",
    "witch",
    "hunter",
    "guard",
    "werewolves",
    "sheriff",
    "irp",
    "ksr",
    "kre",
    "vss",
    "ratio",
    "dc",
    "dc_code",
    "dc_any",
    "correlation",
    "correlation_moments",
    "camouflage",
    "trust",
    "trust_believed",
    "trust_table",
    "confrontation",
    "leadership",
    "reasonableness",
    "win_matrix",
    "adaptation",
    "first_kill",
    "first_save",
    "two_seers",
    "first_kill_role",
    "saves",
    "ballots",
    "seer_or_doctor",
    "experience",
    "calibration",
    "reliability_curve",
    "belief_accuracy",
    "vote_swing",
    "calls",
    "tokens_in",
    "tokens_out",
    "cached_tokens",
    "money",
    "seconds",
    "discipline_given",
    "discipline_repaired",
    "discipline_replaced",
    "discipline_timed_out",
    "distinct_1",
    "distinct_2",
    "self_similarity",
    "speech_across_games",
}
EVERY: tuple[Metric | MetricTable, ...] = (*METRICS, *TABLES)


def test_every_metric_of_the_specification_is_there_once() -> None:
    names = [each.name for each in EVERY]
    assert set(names) >= SPECIFIED
    assert len(names) == len(set(names))


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.name)
def test_a_metric_explains_itself(each: Metric | MetricTable) -> None:
    assert each.source
    for words in (each.meaning, each.formula, each.unit, each.null, each.aggregation):
        assert words
        assert "\n" not in words
    assert each.direction in ("higher", "lower", "neither")
    assert each.low is None or each.high is None or each.low < each.high
    assert each.of.__doc__, "the equation is in the docstring"
