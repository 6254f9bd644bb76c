"""What an experiment's file may say, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.experiments.small import SMALLEST, written
from wolfcore.errors import ConfigError
from wolfcore.experiments import read_experiment
from wolfcore.experiments.choice import switched_off
from wolfcore.experiments.contributions import mechanism_counts


def test_a_file_is_read(tmp_path: Path) -> None:
    plan = read_experiment(written(tmp_path, SMALLEST))
    assert plan.parts["all"].schedule.kind == "pairs"
    assert plan.rows[0].printed == (0.25, "")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("title", "tittle", "unknown field `tittle`"),
        ('metric = "won"', 'metric = "wonn"', "`wonn` is not among the metrics"),
        ('player = "a"', 'player = "z"', "`z` is not among the players"),
        ("printed = [0.25, \"\"]", "printed = [0.25]", "has 1 numbers for 2 columns"),
        ("small = 1", "small = 0", "0 is out of range"),
        ('team = "village"', 'role = "Judge"', "`Judge` is not among the roles"),
        ('[[columns]]\nname = "wolves"', '[[columns]]\nname = "wolves"\nplayer = "b"', "both `a` and `b` for `player`"),
        ('metric = "won"', "", "must count either a metric or a table"),
        ('here = { cell = "a/b" }', 'here = { part = "some" }', "`some` is not among the parts"),
        ('kind = "pairs"', 'kind = "pears"', "Invalid enum value 'pears'"),
        ('metric = "won"', 'table = "first_kill"\nentropy = ["seat 1"]', "has no valid `entropy`"),
        ('metric = "won"', 'metric = "rise"', "counts a game beyond the length of a series"),
        ("[counted]", '[own.mine]\nname = "mine"\nroles = ["Seer", "Oracle"]\n[counted]',
         "own.mine.roles: this wolftui has no file of the role Oracle"),
        ("[parts.all]", '[parts.all]\npool = "none"', "`none` is not among the pools"),
        ('{ kind = "pairs" }', '{ kind = "pairs" }\npool = "own"\n[pools.own]\npart = "all"\nsmall = 1\nfull = 1',
         "reads the pool `own`, which is learned from the later part `all`"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_refused_in_one_line_that_names_the_file(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert SMALLEST.count(old) >= 1
    text = SMALLEST.replace(old, new, 1)
    file = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        read_experiment(file)
    assert problem in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_that_is_wrong_with_an_experiment_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('paper = "mine"\ntitle = 7\nrow = 1\n[players]\na = "bot"\n')
    with pytest.raises(ConfigError) as raised:
        read_experiment(file)
    assert raised.value.problem == (
        "is not a valid experiment (Object missing required fields `shows`, `asks`, `says`, "
        "`settings`, `differs`, `parts`, `columns`, `rows`; Object contains unknown field `row`; "
        "Expected `str`, got `int` - at `$.title`)"
    )
    file.write_text(
        SMALLEST.replace('player = "a"', 'player = "c"').replace(
            'here = { cell = "a/b" }', 'here = { part = "no" }'
        )
    )
    with pytest.raises(ConfigError) as raised:
        read_experiment(file)
    assert raised.value.key == "rows.easy, columns.village"
    assert raised.value.problem == "`c` is not among the players"
    for problem in ("columns.wolves: `c` is not among", "mechanism.here: `no` is not among"):
        assert problem in raised.value.hint


def test_an_experiment_needs_no_mechanism(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(SMALLEST.partition("[mechanism]")[0])
    plan = read_experiment(file)
    assert plan.mechanism is None
    assert mechanism_counts(plan, {"all": []}, 0) == (0, 0)
    with pytest.raises(ConfigError, match=r"has no `\[mechanism\]` to switch off"):
        switched_off(plan)
