"""Trainings as files: what is wrong in one is one line that names it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import tomli_w
from msgspec.structs import replace

from tests.core.agents.policy.nets import drawn_checkpoint
from wolfcore.agents.policy import save_checkpoint
from wolfcore.agents.policy_files import FIRST_LAYOUT
from wolfcore.errors import ConfigError
from wolfcore.training.hyperparameters import Plan, check_plan, read_plan


def test_the_usual_training_is_sound_and_goes_through_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    check_plan(Plan())
    file.write_text(tomli_w.dumps(msgspec.to_builtins(Plan())))
    assert read_plan(file) == Plan()
    file.write_text("")
    assert read_plan(file) == Plan()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("update = 3", "`update`"),
        ("[ppo]\nspeed = 1", "`speed`"),
        ("updates = 'many'", "updates"),
        ("updates = 0", "updates: 0 is out of range"),
        ("[ppo]\nclip = 2.0", "ppo.clip: 2.0 is out of range"),
        ("[ppo]\nrate = nan", "ppo.rate"),
        ("board = 'nowhere'", "nowhere"),
        ("learner = 'nobody'", "nobody"),
        ("learner = 'bot:hard'", "does not choose by a policy"),
        ("learner = 'sla@model'", "has a model instead of a house bot"),
        ("learner = 'sla:bots:policy=sla-acts'", "names a policy"),
        ("[population]\nstyles = []", "names no players"),
        ("[population]\nstyles = ['human']", "does not answer at once"),
        ("[population]\nrival = 'human'", "does not answer at once"),
        ("[population]\nrival = 'nobody'", "nobody"),
        ("[ppo]\ncooling = -1", "ppo.cooling: -1 is out of range"),
        ("[network]\nheads = 3", "`network.width` is not a multiple of the heads"),
        ("[measured]\nagainst = 'sla@model'", "does not answer at once"),
        ("not toml", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_plan(file)
    assert says in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_plan(tmp_path / "none.toml")


@pytest.mark.parametrize("key", ["measured.against", "population.styles", "population.rival"])
def test_nobody_at_the_table_lacks_a_role_of_the_board(tmp_path: Path, key: str) -> None:
    file = tmp_path / "mine.safetensors"
    roles = tuple(role for role in FIRST_LAYOUT.roles if role != "Doctor")
    save_checkpoint(file, drawn_checkpoint(layout=replace(FIRST_LAYOUT, roles=roles)))
    section, _, name = key.partition(".")
    word = f"sla:bots:policy={file}"
    plan = {"board": "sla7", section: {name: [word] if name == "styles" else word}}
    with pytest.raises(ConfigError, match=r"the role Doctor, which `sla7` deals") as caught:
        check_plan(msgspec.convert(plan, Plan))
    assert caught.value.key == key
    check_plan(msgspec.convert({**plan, "board": "xu7"}, Plan))
