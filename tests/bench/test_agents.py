"""What agents take is measured at a real table and agrees with the estimate."""

from __future__ import annotations

import json

import pytest

from bench.agents import ALLOWED, measure, row_of
from wolfcore.errors import ConfigError


@pytest.mark.slow
def test_the_estimate_is_within_a_tenth_and_one_call_for_all_deductions_saves_calls_and_no_wait(
    capsys: pytest.CaptureFixture[str],
) -> None:
    measure(["--agents", "helmsman,helmsman:batch", "--games", "1", "--json"])
    said = capsys.readouterr().out
    each, batch = json.loads(said.splitlines()[-1])
    for row in (each, batch):
        assert 0 <= row["off"] < ALLOWED
        assert 0 < row["least"][0] < row["most"][0]
    assert each["waits"] == batch["waits"]
    assert each["by_step"]["act"] == batch["by_step"]["act"]
    assert each["by_step"]["deduce"] > 4 * batch["by_step"]["deduce"]
    assert f"\nIn all {each['calls'][0]:.0f} calls become {batch['calls'][0]:.0f}, " in said
    assert "within a tenth" in said


def test_candidates_and_the_choice_among_them_are_calls_of_their_own() -> None:
    steps = row_of("sla-llm", "duel6", range(1)).by_step
    assert steps["propose"] > steps["select"] > 0


def test_what_is_no_agent_is_said() -> None:
    with pytest.raises(ConfigError, match="`bot` is no agent"):
        measure(["--agents", "bot"])
