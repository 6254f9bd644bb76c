"""What is measured of the house bots: paired deals, intervals that contain what they should,
beliefs that beat the start."""

from __future__ import annotations

import pytest

from bench.__main__ import main
from bench.belief import belief_table, moments
from bench.comparisons import LEVELS, levels_contest, lineup
from bench.likelihood_fit import INITIAL, mean_log_loss
from wolfcore.bots.belief.likelihoods import FITTED


@pytest.mark.slow
def test_fitted_parameters_judge_unseen_games_better_than_the_start() -> None:
    games = tuple(moments(("sla7", "xu7", "arena8"), 40, 700_000))
    assert mean_log_loss(games, FITTED) < mean_log_loss(games, INITIAL)


@pytest.mark.slow
def test_a_belief_from_the_second_day_on_beats_the_share_of_wolves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = belief_table("fitted", tuple(moments(("sla7", "plus8"), 30, 800_000)), FITTED)
    assert found["2"]["brier"] < found["2"]["base"]
    assert "Brier" in capsys.readouterr().out


def test_every_step_has_its_two_tables_and_no_table_is_played_twice() -> None:
    tables = levels_contest("duel6", LEVELS).lineups
    assert len(tables) == len(set(tables.values())) == 8
    assert {
        lineup("random", "bot:normal"),
        lineup("bot:normal", "random"),
        lineup("bot:hard", "bot:hard"),
    } < set(tables)
    assert tables[lineup("random", "bot:normal")] == ("village=random", "wolves=bot:normal")


def test_the_command_prints_a_row_for_each_step_of_each_team(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "strength", "--deals", "3", "--boards", "duel6"])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert sum("->" in line for line in lines) == 6
    assert any("duel6: the village wins" in line for line in lines)
