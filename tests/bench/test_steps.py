"""Steps without a model, on and off, from the command line."""

from __future__ import annotations

import json

import pytest

from bench.__main__ import main
from bench.steps import STEPS, contest_of
from core.arena import contested


def test_every_step_is_printed_with_an_interval_for_both_teams(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "steps", "--boards", "duel6", "--deals", "3", "--json"])
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    for step in STEPS:
        assert sum(line.startswith(f"  {step.name} ") for line in lines) == 2
    found = json.loads(lines[-1])
    assert [(each["team"], each["step"]) for each in found] == [
        (team, step.name) for team in ("village", "wolves") for step in STEPS
    ]
    assert all(each["pairs"] == 3 and each["broken"] == 0 and each["low"] <= each["gain"] <= each["high"] for each in found)


def test_a_step_on_and_off_are_two_agents_and_none_is_played_twice() -> None:
    assert all(step.on != step.off for step in STEPS)
    lineups = contest_of("sla7", "wolves").lineups
    assert len(set(lineups.values())) == len(lineups)
    winners = contested(contest_of("duel6", "village"))(1).winners
    assert winners.keys() == lineups.keys()
