"""The files of the roles: what is wrong in one is one sentence with its name, and a package reads
its own section alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

import wolfcore.roles
from tests.test_imports import loaded
from wolfcore.bots.play.role_values import RoleValue
from wolfcore.errors import ConfigError
from wolfcore.game import ROLES
from wolfcore.roles import layout_roles, read_section, role_names
from wolftui.words.glyphs import RoleSigns

HOME = Path(__file__).parents[2]
FOLDER = HOME / "core/wolfcore/roles"
FIRST = ("Werewolf", "Villager", "Seer", "Doctor", "Guard", "Witch", "Hunter")


class Rules(Struct, forbid_unknown_fields=True):
    """A section as a package may define it."""

    team: str
    power: str = ""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the shipped files that a test may change."""
    place = tmp_path / "roles"
    shutil.copytree(FOLDER, place, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(wolfcore.roles, "_FOLDER", place)
    files = vars(wolfcore.roles)["_role_files"]
    files.cache_clear()
    yield place
    files.cache_clear()


def test_the_first_seven_keep_their_words_and_their_order() -> None:
    assert role_names()[:7] == FIRST
    assert tuple(ROLES) == role_names()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[rules]", "[rule]", "no package reads [rule]"),
        ('team = "village"', "", "section [rules]: Object missing required field `team`"),
        ('team = "village"', 'team = "village"\nsize = 3', "unknown field `size`"),
        (
            'team = "village"',
            "team = 3",
            "section [rules]: Expected `str`, got `int` - at `$.team`",
        ),
        ('team = "village"', "team = ", "section [rules]: "),
        ("[signs]", "[oops]", "no package reads [oops]"),
        ('[rules]\nteam = "village"\npower = "check"\n', "", "the section [rules] is missing"),
        ("number = 3", "number = 1", "has the name or number of"),
        ("number = 3", "number = 0", ">= 1"),
        ('name = "Seer"', 'name = "Witch"', "has the name or number of"),
        ('name = "Seer"', 'name = "\\u001b[1m"', "matching regex"),
        ('name = "Seer"', "", "Object missing required field `name`"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_name(
    folder: Path, old: str, new: str, problem: str
) -> None:
    file = folder / "seer.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ConfigError) as error:
        read_section("rules", Rules)
    assert problem in str(error.value)
    assert "wolfcore/roles/" in str(error.value)


def test_a_colour_that_no_theme_has_is_refused(folder: Path) -> None:
    file = folder / "seer.toml"
    file.write_text(file.read_text("utf-8").replace('colour = "seer"', 'colour = "mauve"'), "utf-8")
    with pytest.raises(ConfigError, match=r"Invalid enum value 'mauve'.*colour") as error:
        read_section("signs", RoleSigns)
    assert "wolfcore/roles/seer.toml" in str(error.value)


def test_a_section_of_another_package_is_not_parsed(folder: Path) -> None:
    file = folder / "seer.toml"
    file.write_text(file.read_text("utf-8").replace("kill_gain = 1.0", "kill_gain = = ["), "utf-8")
    assert read_section("rules", Rules)["Seer"] == Rules("village", "check")
    with pytest.raises(ConfigError, match=r"seer\.toml"):
        read_section("bots", dict[str, object])


@pytest.mark.parametrize("gain", ["-0.1", "1.5"])
def test_a_value_to_bots_is_a_share(folder: Path, gain: str) -> None:
    file = folder / "seer.toml"
    text = file.read_text("utf-8").replace("kill_gain = 1.0", f"kill_gain = {gain}")
    file.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=r"seer\.toml: section \[bots\]"):
        read_section("bots", RoleValue)


def test_a_new_role_comes_after_the_others(folder: Path) -> None:
    before = role_names()
    text = (folder / "hunter.toml").read_text("utf-8")
    text = text.replace('"Hunter"', '"Archer"').replace("number = 7", "number = 999")
    (folder / "archer.toml").write_text(text, "utf-8")
    vars(wolfcore.roles)["_role_files"].cache_clear()
    assert role_names() == (*before, "Archer")
    assert read_section("rules", Rules)["Archer"] == Rules("village", "shoot")


def test_a_layout_has_the_first_seven_and_what_else_is_dealt(folder: Path) -> None:
    before = role_names()
    vars(wolfcore.roles)["_role_files"].cache_clear()
    text = (folder / "hunter.toml").read_text("utf-8")
    for name, number in (("Archer", 998), ("Nurse", 997)):
        new = text.replace('"Hunter"', f'"{name}"').replace("number = 7", f"number = {number}")
        (folder / f"{name.lower()}.toml").write_text(new, "utf-8")
    assert role_names() == (*before, "Nurse", "Archer")
    assert layout_roles() == layout_roles(("Seer", "Seer", "Werewolf")) == FIRST
    assert layout_roles(("Archer", "Seer")) == (*FIRST, "Archer")
    assert layout_roles(("Archer", "Nurse")) == (*FIRST, "Nurse", "Archer")


def test_help_reads_no_role() -> None:
    said = loaded(
        "from wolftui.__main__ import main; main()", "--help", heavy=("wolfcore.roles", "tomllib")
    )
    assert said == "[]"
