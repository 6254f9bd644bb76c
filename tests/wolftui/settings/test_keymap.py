"""A person's own keys: checked with file and key, and the same everywhere."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import ascii_letters, digits, punctuation

import pytest
from textual import events
from textual.app import App

from wolfcore.errors import ConfigError
from wolftui.settings.actions import (
    ACTIONS,
    Action,
    Situation,
    available_actions,
    is_remappable,
    key_line,
    remapped_actions,
)
from wolftui.settings.actions.key_help import reference_rows, reference_table
from wolftui.settings.actions.keys import key_from_text, key_label
from wolftui.settings.config import load_config


def keys_file(folder: Path, text: str) -> Path:
    file = folder / "config.toml"
    file.write_text(f"[keys]\n{text}\n", encoding="utf-8")
    return file


class Hearing(App[None]):
    """Notes what the keys are called that it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def on_key(self, event: events.Key) -> None:
        self.heard.append(event.key)


async def test_characters_are_called_as_the_screen_calls_them() -> None:
    characters = ascii_letters + digits + punctuation + " "
    async with Hearing().run_test() as pilot:
        await pilot.press(*characters)
        assert isinstance(pilot.app, Hearing)
        assert dict(zip(characters, pilot.app.heard, strict=True)) == {
            each: key_from_text(each) for each in characters
        }


def test_every_key_that_the_table_has_can_be_written_as_it_is_shown() -> None:
    plain = [
        action
        for action in ACTIONS
        if is_remappable(action) and action.keys[0] not in ("enter", "ctrl+j", "ctrl+q")
    ]
    changeable = [action for action in plain if "enter" not in action.keys]
    assert [
        action.id for action in changeable if key_from_text(action.key_label) != action.keys[0]
    ] == []
    assert [
        action.id
        for action in changeable
        if key_label(action.keys[0]) != action.key_label and action.key_label != "space"
    ] == []


def test_an_own_key_is_shown_in_the_line_of_keys_and_another_is_free_again() -> None:
    actions = remapped_actions({"eyes": "x", "thoughts": ["v", "f8"]})
    line = {
        hint.label: hint
        for hint in key_line(Situation("table", can_change_eyes=True, thoughts=True), actions)
    }
    assert (line["eyes"].keys, line["eyes"].press) == ("x", "x")
    assert (line["thoughts"].keys, line["thoughts"].press) == ("v", "v")


def test_what_has_the_key_of_another_follows_it() -> None:
    actions = {action.id: action.keys for action in remapped_actions({"inspector": "k"})}
    assert actions["inspector"] == actions["no_calls"] == actions["shut"] == ("k",)


def test_an_own_letter_is_no_key_while_somebody_writes() -> None:
    actions = remapped_actions({"marks": "M"})
    writing = Situation("table", live=True, person=True, writing=True, prompt_open=True)
    assert "marks" not in [action.id for action in available_actions(writing, actions)]
    assert "marks" in [action.id for action in available_actions(writing)]


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ('eyse = "x"', "keys.eyse", "is not an action. Did you mean `eyes`?"),
        ('eyes = "hyper+x"', "keys.eyes", "`hyper+x` cannot be used as a key"),
        ('eyes = "ctrl+i"', "keys.eyes", "`ctrl+i` cannot be used as a key"),
        ('eyes = "enter"', "keys.eyes", "`enter` cannot be used as a key"),
        ('eyes = "t"', "keys.eyes", "`t` is also the key of `thoughts` in the same place"),
        (
            'eyes = "x"\nthoughts = "x"',
            "keys.eyes",
            "`x` is also the key of `thoughts` in the same place",
        ),
        ('marks = "f1"', "keys.marks", "`F1` is also the key of `help` in the same place"),
        ('confirm = "x"', "keys.confirm", "`Enter` is the fixed key of this action"),
        ('shut = "x"', "keys.shut", "It shares the key of `inspector`; change that action."),
        ("eyes = []", "keys.eyes", "has no key"),
        ("eyes = 5", "keys.eyes", "must be"),
    ],
)
def test_keys_that_cannot_be_are_refused_with_file_and_key(
    tmp_path: Path, text: str, key: str, said: str
) -> None:
    file = keys_file(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_config(file, {})
    assert (caught.value.file, caught.value.key) == (str(file), key)
    assert said in str(caught.value)


def test_two_actions_may_change_places(tmp_path: Path) -> None:
    loaded = load_config(keys_file(tmp_path, 'eyes = "t"\nthoughts = "v"'), {})
    changed = {action.id: action.key_label for action in remapped_actions(loaded.config.keys)}
    assert (changed["eyes"], changed["thoughts"]) == ("t", "v")


def test_the_reference_has_every_action_once() -> None:
    listed = reference_rows(ACTIONS)
    assert len(listed) == len(ACTIONS)
    assert [row.name for row in listed if row.name] == [
        action.id for action in _grouped() if is_remappable(action)
    ]
    assert reference_table(ACTIONS).count("\n") == len(ACTIONS) + 2


def _grouped() -> list[Action]:
    groups = dict.fromkeys(action.group for action in ACTIONS)
    return [action for group in groups for action in ACTIONS if action.group == group]


def test_the_keys_that_the_page_gives_as_an_example_can_be_had() -> None:
    page = (Path(__file__).parents[3] / "docs" / "keys.md").read_text(encoding="utf-8")
    example = page.partition("```toml")[2].partition("```")[0]
    assert len(remapped_actions(tomllib.loads(example)["keys"])) == len(ACTIONS)
