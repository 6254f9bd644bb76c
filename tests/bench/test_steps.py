"""Steps without a model, on and off, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.steps import STEPS, TRIES, learn_experience, steps_contest
from wolfcore.arena import make_contest_player
from wolfcore.game import get_board, make_spec
from wolfcore.memory.pool_search import write_experiences


@pytest.mark.slow
def test_every_step_is_printed_with_an_interval_for_both_teams(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.argv",
        ["bench", "steps", "--boards", "duel6", "--deals", "3", "--learned", "5", "--json"],
    )
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    for step in STEPS:
        assert sum(line.startswith(f"  {step.name} ") for line in lines) == 2
    found = json.loads(lines[-1])
    assert [(each["team"], each["step"]) for each in found] == [
        (team, step.name) for team in ("village", "wolves") for step in STEPS
    ]
    assert all(
        each["pairs"] == 3 and each["broken"] == 0 and each["low"] <= each["gain"] <= each["high"]
        for each in found
    )


@pytest.mark.slow
def test_a_step_on_and_off_are_two_agents_and_none_is_played_twice(tmp_path: Path) -> None:
    assert all(step.on != step.off for step in STEPS)
    lineups = steps_contest("sla7", "wolves", tmp_path / "told").lineups
    assert len(set(lineups.values())) == len(lineups)
    write_experiences(tmp_path / "told", learn_experience("duel6", "village", TRIES, range(4), 1))
    winners = make_contest_player(steps_contest("duel6", "village", tmp_path / "told"))(1).winners
    assert winners.keys() == lineups.keys()


@pytest.mark.slow
def test_what_is_learned_of_games_names_nobody_and_is_the_same_for_any_number_of_processes() -> (
    None
):
    found = learn_experience("sla7", "wolves", TRIES, range(30), 2)
    assert found == learn_experience("sla7", "wolves", TRIES, range(30), 1)
    assert [each.id for each in found] == list(range(1, len(found) + 1))
    assert {each.kind for each in found} == {"xu", "plus"}
    names = {name for seed in range(30) for name in make_spec(get_board("sla7"), seed).names}
    words = " ".join({each.situation + each.response for each in found}).replace(".", " ").split()
    assert names.isdisjoint(words)
    scores = {each.score for each in found}
    assert any(score > 900 for score in scores) and any(score < 10 for score in scores)
    assert all(each.situation.startswith("You are a Werewolf. ") for each in found)


@pytest.mark.slow
def test_some_steps_alone_can_be_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["steps", "--boards", "duel6", "--deals", "2", "--learned", "2", "--only", "judgement"]
    monkeypatch.setattr("sys.argv", ["bench", *words])
    assert main() == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "came out otherwise" in line]
    assert len(lines) == 2 * sum("judgement" in step.name for step in STEPS)
    assert all("judgement" in line for line in lines)
    monkeypatch.setattr("sys.argv", ["bench", "steps", "--only", "judgment"])
    assert main() == 2
    assert "Did you mean `judgement`?" in capsys.readouterr().err
