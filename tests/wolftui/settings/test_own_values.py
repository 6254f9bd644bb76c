"""Settings written by the program: one value changes, and every comment and every other line is
left as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolftui.settings.config import load_config
from wolftui.settings.config_editor import (
    Value,
    check_key_variable,
    set_model_value,
    set_own_keys,
    set_value,
)

MINE = """# My settings.
theme = "parchment"   # for the day
"speed" = 2

# What I am called.
name = '''
# Ada'''  # yes
[keys]
eyes = "f9"

# The paid one.
[models.gpt]
model = "gpt-5-mini"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_text(MINE, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        (
            "theme",
            "night",
            'theme = "parchment"   # for the day',
            'theme = "night"   # for the day',
        ),
        ("speed", 0.5, '"speed" = 2', "speed = 0.5"),
        ("name", "Bea", "name = '''\n# Ada'''  # yes", 'name = "Bea"  # yes'),
        ("clock", 90.0, "yes\n[keys]", "yes\nclock = 90.0\n\n[keys]"),
        ("theme", None, 'theme = "parchment"   # for the day\n', ""),
    ],
)
def test_one_line_changes_and_all_others_stay(
    file: Path, key: str, value: Value | None, old: str, new: str
) -> None:
    before = file.read_text(encoding="utf-8")
    assert old in before
    loaded = set_value(file, key, value)
    assert file.read_text(encoding="utf-8") == before.replace(old, new)
    assert getattr(loaded.config, key) == (value if value is not None else "moonlight")


def test_the_first_setting_makes_the_file_and_the_last_one_leaves_it_empty(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    set_value(file, "motion", value=False)
    assert file.read_text(encoding="utf-8") == "motion = false\n"
    set_value(file, "motion", value=None)
    assert file.read_text(encoding="utf-8") == ""


def test_a_setting_stands_above_the_tables_and_the_comments_that_lead_to_them(
    tmp_path: Path,
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('board = "sla7"\n\n# Keys.\n[keys]\neyes = "f9"\n', encoding="utf-8")
    set_value(file, "ascii", value=True)
    assert (
        file.read_text(encoding="utf-8")
        == 'board = "sla7"\nascii = true\n\n# Keys.\n[keys]\neyes = "f9"\n'
    )


def test_what_looks_like_the_key_in_a_text_or_a_table_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    text = 'name = """\nspeed = 1\n"""\n[models.m]\nmodel = "m"\nserver = "ollama"\n'
    file.write_text(text, encoding="utf-8")
    set_value(file, "speed", 4.0)
    assert load_config(file, {}).config.speed == 4
    assert file.read_text(encoding="utf-8").startswith('name = """\nspeed = 1\n"""\nspeed = 4.0\n')


@pytest.mark.parametrize(
    "text",
    [
        "theme = [",
        "colour = 3\n",
        'speed = "fast"\n',
        '[models.m]\nkind = "none"\n',
        '[keys]\nnothing = "e"\n',
    ],
)
def test_a_file_that_is_wrong_is_said_in_one_line_and_left_as_it_is(
    tmp_path: Path, text: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        set_value(file, "ascii", value=True)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert file.read_text(encoding="utf-8") == text


def test_a_value_that_is_none_is_refused_before_anything_is_written(file: Path) -> None:
    before = file.read_text(encoding="utf-8")
    with pytest.raises(ConfigError, match="is not a valid value"):
        set_value(file, "speed", 40.0)
    assert file.read_text(encoding="utf-8") == before


def test_the_environment_still_wins_and_the_file_is_told_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WOLFTUI_SPEED", "8")
    loaded = set_value(file, "speed", 4.0)
    assert (loaded.config.speed, loaded.sources["speed"]) == (8, "WOLFTUI_SPEED")
    assert load_config(file, {}).config.speed == 4


def test_a_file_behind_a_link_is_written_and_the_link_stays(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "home" / "config.toml"
    link.parent.mkdir()
    link.symlink_to(file)
    set_value(link, "speed", 4.0)
    assert link.readlink() == file
    assert "speed = 4.0" in file.read_text(encoding="utf-8")
    assert list(link.parent.iterdir()) == [link]


# -- own keys, and models


def test_a_key_is_written_below_its_table_and_all_other_lines_stay(file: Path) -> None:
    assert set_own_keys(file, {"thoughts": ["f7"]}).config.keys["thoughts"] == "f7"
    assert file.read_text(encoding="utf-8") == MINE.replace(
        'eyes = "f9"\n', 'eyes = "f9"\nthoughts = "f7"\n'
    )
    set_own_keys(file, {"thoughts": [], "eyes": ["v", "f9"]})
    assert load_config(file, {}).config.keys == {"eyes": ("v", "f9")}
    set_own_keys(file, {"eyes": ["f9"]})
    assert file.read_text(encoding="utf-8") == MINE


def test_the_first_own_key_makes_the_table(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[models.m]\nmodel = "m"\n', encoding="utf-8")
    assert set_own_keys(file, {"theme": ["f9"]}).config.keys == {"theme": "f9"}
    assert set_own_keys(file, {"theme": []}).config.keys == {}


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"thoughts": ["f9"]}, "`F9` is also the key of `thoughts` in the same place"),
        ({"thoughts": ["enter"]}, "`enter` cannot be used as a key"),
        ({"nothing": ["f8"]}, "is not an action"),
    ],
)
def test_a_key_that_is_taken_or_none_is_refused_and_nothing_is_written(
    file: Path, keys: dict[str, list[str]], words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        set_own_keys(file, keys)
    assert file.read_text(encoding="utf-8") == MINE


def test_keys_that_were_exchanged_are_reset_together_and_not_alone(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    set_own_keys(file, {"eyes": ["t"], "thoughts": ["v"]})
    with pytest.raises(ConfigError, match="is also the key"):
        set_own_keys(file, {"eyes": []})
    assert set_own_keys(file, {"eyes": [], "thoughts": []}).config.keys == {}


def test_one_value_of_a_model_changes_in_its_own_table(file: Path) -> None:
    file.write_text(f'{MINE}\n[models.other]\nmodel = "gpt-5-mini"  # mine\n', encoding="utf-8")
    loaded = set_model_value(file, "other", "model", "gpt-6")
    assert [loaded.models[name].model for name in ("gpt", "other")] == ["gpt-5-mini", "gpt-6"]
    assert 'model = "gpt-6"  # mine\n' in file.read_text(encoding="utf-8")
    loaded = set_model_value(file, "gpt", "base_url", "http://localhost:1/v1")
    assert [loaded.models[name].base_url for name in ("gpt", "other")] == [
        "http://localhost:1/v1",
        "",
    ]
    before = file.read_text(encoding="utf-8")
    for key, value in (("model", ""), ("base_url", "nowhere"), ("colour", "red")):
        with pytest.raises(ConfigError, match=f"models.gpt.{key}"):
            set_model_value(file, "gpt", key, value)
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("text", ["sk-abc", "gsk_abc123DEF", "My key", "AIzaSyA"])
def test_what_may_be_a_key_is_refused_and_never_repeated(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_key_variable(text)
    assert text not in str(caught.value)
    check_key_variable("OPENAI_API_KEY")
