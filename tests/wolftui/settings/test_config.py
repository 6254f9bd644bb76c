"""Settings: which one wins, and what is said of a wrong one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolftui.settings.config import Config, load_config, setting_description


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "config.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_all_settings_are_the_defaults(tmp_path: Path) -> None:
    loaded = load_config(tmp_path / "none.toml", {})
    assert loaded.config == Config()
    assert loaded.sources == {}


def test_the_file_beats_the_default_and_the_environment_beats_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'board = "xu7"\nspeed = 2\n')
    loaded = load_config(file, {"WOLFTUI_SPEED": "4", "WOLFTUI_FIXTURES": "elsewhere"})
    assert (loaded.config.board, loaded.config.speed, loaded.config.theme) == (
        "xu7",
        4.0,
        "moonlight",
    )
    assert loaded.sources == {"board": str(file), "speed": "WOLFTUI_SPEED"}


def test_the_person_s_own_file_lies_in_the_config_folder(home: Path) -> None:
    folder = home / "config" / "wolftui"
    folder.mkdir(parents=True)
    written(folder, "plain = true")
    assert load_config().config.plain


@pytest.mark.parametrize("text", ["1", "true"])
def test_yes_in_the_environment(tmp_path: Path, text: str) -> None:
    assert load_config(tmp_path / "none.toml", {"WOLFTUI_ASCII": text}).config.ascii


def test_an_unknown_key_names_file_key_and_the_nearest(tmp_path: Path) -> None:
    file = written(tmp_path, 'bord = "xu7"')
    with pytest.raises(ConfigError) as raised:
        load_config(file, {})
    assert str(raised.value) == f"{file}: bord: is not a setting. Did you mean `board`?"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [("speed = 100", "speed", "100"), ("plain = 1", "plain", "1"), ("board = 7", "board", "7")],
)
def test_a_wrong_value_names_file_key_and_value(
    tmp_path: Path, text: str, key: str, value: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ConfigError, match=f"{file}: {key}: `{value}` is not a valid value"):
        load_config(file, {})


def test_a_wrong_value_in_the_environment_names_the_variable(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="WOLFTUI_SPEED: `fast` is not a valid value"):
        load_config(tmp_path / "none.toml", {"WOLFTUI_SPEED": "fast"})


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    file = written(tmp_path, "board = ")
    with pytest.raises(ConfigError, match=f"{file}: not valid TOML"):
        load_config(file, {})


def test_every_setting_says_what_it_is_for() -> None:
    for key in Config.__struct_fields__:
        assert setting_description(key).endswith(".")


def test_an_error_in_a_setting_is_blamed_on_the_place_where_it_was_made(tmp_path: Path) -> None:
    file = written(tmp_path, 'board = "xu8"')
    error = load_config(file, {}).with_source(ConfigError("there is no board `xu8`"), "board")
    assert str(error) == f"{file}: board: there is no board `xu8`"


def test_the_version_is_the_one_of_the_package() -> None:
    from wolftui import __version__

    project = tomllib.loads(
        (Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8")
    )
    assert project["project"]["version"] == __version__
