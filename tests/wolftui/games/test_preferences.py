"""What may be chosen for each setting: all settings have a line, and every choice that is offered
is one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolftui.games.preferences import (
    SETTINGS,
    Setting,
    next_setting,
    parse_setting,
    setting_choices,
    setting_text,
)
from wolftui.settings.config import Config
from wolftui.views.setting_rows import ROWS, SETTING_LABELS

THEMES = ("moonlight", "parchment")


def test_every_setting_that_is_no_table_has_a_line_with_a_name() -> None:
    assert set(SETTINGS) == set(Config.__struct_fields__) - {"keys"}
    assert set(SETTING_LABELS) == set(ROWS)


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_choice_can_be_read_and_is_written_as_it_is_offered(setting: Setting) -> None:
    for choice in setting_choices(setting, Config(), THEMES, ("smollm",)):
        config = replace(Config(), **{setting: parse_setting(setting, choice.value, THEMES)})
        assert setting_text(config, setting) == choice.value


@pytest.mark.parametrize("setting", SETTINGS)
def test_arrows_lead_through_the_choices_and_back(setting: Setting) -> None:
    config = Config()
    text = next_setting(setting, config, 1, THEMES)
    if setting == "name":
        assert text is None
        return
    assert text is not None
    there = replace(config, **{setting: parse_setting(setting, text, THEMES)})
    assert there != config
    assert next_setting(setting, there, -1, THEMES) == setting_text(config, setting)


@pytest.mark.parametrize(
    ("setting", "text"),
    [("name", "7"), ("board", "nowhere"), ("others", "nobody"), ("speed", "99"), ("clock", "soon"), ("patience", "-1"),
     ("theme", "rainbow")],
)  # fmt: skip
def test_what_is_no_value_is_refused(setting: Setting, text: str) -> None:
    with pytest.raises(ConfigError):
        parse_setting(setting, text, THEMES)
