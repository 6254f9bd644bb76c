"""Models in the person's settings: added and removed with every comment and every other line left
as it was."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolfcore.models import ModelSpec
from wolftui.settings.config import load_config
from wolftui.settings.config_editor import add_model_table, remove_model_table

SPEC = ModelSpec(
    model="llama3.2", server="ollama", temperature=0.7, extra={"reasoning_effort": "low"}
)
MINE = """# My settings.
board = "xu7"   # the paper's

[models.gpt]   # hosted
model = "gpt-5-mini"
api_key_env = "OPENAI_API_KEY"
# cheap
price_in = 0.25
price_out = 2.0

# Here comes the small one.
[models."qwen2.5"]
model = '''
[models.gpt]
'''
server = "ollama"
[models."qwen2.5".extra]
num_ctx = 8192

[local]
server = "llama-server -t 2"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_text(MINE, encoding="utf-8")
    return file


def test_a_table_is_appended_and_everything_else_stays(file: Path) -> None:
    file.chmod(0o600)
    table = add_model_table(file, "llama", SPEC)
    text = file.read_text(encoding="utf-8")
    assert text == f"{MINE}\n{table}"
    assert load_config(file, {}).models["llama"] == SPEC
    assert file.stat().st_mode & 0o777 == 0o600
    remove_model_table(file, "llama")
    assert file.read_text(encoding="utf-8").rstrip() == MINE.rstrip()


def test_the_first_table_makes_the_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    add_model_table(file, "m.1", SPEC)
    assert load_config(file, {}).configured_models == ("m.1",)
    remove_model_table(file, "m.1")
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {}
    assert [each.name for each in file.parent.iterdir()] == ["config.toml"]


def test_only_its_own_table_goes_and_comments_of_the_next_one_stay(file: Path) -> None:
    remove_model_table(file, "gpt")
    start, rest = MINE.split("[models.gpt]   # hosted")[0], MINE[MINE.index("# Here comes") :]
    assert file.read_text(encoding="utf-8") == start + rest


def test_tables_below_it_go_too_and_texts_that_look_like_heads_do_not_matter(file: Path) -> None:
    remove_model_table(file, "qwen2.5")
    text = file.read_text(encoding="utf-8")
    assert "num_ctx" not in text
    assert text.startswith(MINE[: MINE.index('[models."qwen2.5"]')])
    assert text.endswith('[local]\nserver = "llama-server -t 2"\n')


def test_tables_that_lie_apart_all_go(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        '[models.a]\nmodel = "a"\n[models.b]\nmodel = "b"\n[models.a.extra]\nx = 1\n[local]\n'
    )
    remove_model_table(file, "a")
    assert file.read_text() == '[models.b]\nmodel = "b"\n[local]\n'


def test_a_model_that_is_there_is_not_added_again(file: Path) -> None:
    with pytest.raises(
        ConfigError,
        match=r"gpt: already exists. Give another name, or remove it with `wolftui models remove gpt`",
    ):
        add_model_table(file, "gpt", SPEC)
    with pytest.raises(ConfigError, match=r"models\.nobody: does not exist"):
        remove_model_table(file, "nobody")
    assert file.read_text(encoding="utf-8") == MINE


@pytest.mark.parametrize(
    "text",
    ['models = {a = {model = "a"}}\n', 'models.a.model = "a"\n', '[models]\na = {model = "a"}\n'],
)
def test_a_model_written_in_another_way_is_left_to_its_writer(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match="so remove its lines yourself"):
        remove_model_table(file, "a")
    assert file.read_text() == text


def test_a_file_that_is_no_toml_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("board = ")
    for change in (lambda: add_model_table(file, "a", SPEC), lambda: remove_model_table(file, "a")):
        with pytest.raises(ConfigError, match="not valid TOML"):
            change()
    assert file.read_text() == "board = "


def test_a_file_that_cannot_be_written_stays_and_nothing_lies_beside_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(new: Path, place: Path) -> Path:
        raise OSError(28, "No space left on device", str(place))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(ConfigError, match=r"cannot be written \(No space left on device\)"):
        add_model_table(file, "llama", SPEC)
    assert file.read_text(encoding="utf-8") == MINE
    assert list(file.parent.iterdir()) == [file]
