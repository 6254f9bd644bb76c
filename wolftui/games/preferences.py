"""Choices for each user setting and their parsing: the logic of the settings screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from wolfcore.errors import ConfigError
from wolfcore.seating import parse_player
from wolftui.settings.config import SPEEDS, Config, check_value
from wolftui.settings.config_editor import Value

from .inputs import check_name, open_board
from .setup_choices import CLOCK_CHOICES, Choice, answer_time_text, choices
from .table_setup import TableSetup

Setting = Literal[
    "name",
    "board",
    "others",
    "speed",
    "clock",
    "patience",
    "stop_after_replaced",
    "theme",
    "motion",
    "attention",
    "ascii",
    "heard",
    "suspicions",
    "plain",
]


SETTINGS: tuple[Setting, ...] = (
    "name", "board", "others", "speed", "clock", "patience", "stop_after_replaced", "theme",
    "motion", "attention", "ascii", "heard", "suspicions", "plain",
)  # fmt: skip
"""All settings that are no table, in display order."""


FREE_TEXT_SETTINGS: frozenset[Setting] = frozenset(
    {"name", "board", "others", "speed", "clock", "patience", "stop_after_replaced"}
)
"""Settings that accept any text besides the listed choices."""


_SECONDS = {"clock": CLOCK_CHOICES, "patience": (0, 30, 60, 120, 300, 600)}


_REPLACED = (0, 5, 10, 20, 50)


_ATTENTION = {
    "off": "nothing",
    "title": "the terminal's title says so",
    "bell": "the title, and the bell if you look elsewhere",
    "notification": "the title, and a notification if you look elsewhere",
}


_CYCLED_PLAYERS = ("bot:easy", "bot:normal", "bot:hard", "random")


def setting_text(config: Config, setting: Setting) -> str:
    """Format the value of a setting as a user would write it; may be empty."""
    value: Value = getattr(config, setting)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def parse_setting(setting: Setting, text: str, themes: Sequence[str]) -> Value:
    """Parse the text that a user wrote or chose for a setting.

    Raises:
        ConfigError: The value is invalid, in the words of the command line.
    """
    text = text.strip()
    match setting:
        case "motion" | "ascii" | "heard" | "suspicions" | "plain":
            return text == "yes"
        case "name":
            return check_name(text) if text else ""
        case "board":
            if text:
                open_board(text)
            return text
        case "others":
            parse_player(text)
            return text
        case "theme":
            if text not in themes:
                raise ConfigError(
                    f"there is no theme `{text}`", hint=f"There are: {', '.join(themes)}."
                )
            return text
        case "speed" | "clock" | "patience":
            value = check_value(setting, text, setting, strict=False)
            assert isinstance(value, float)
            return value
        case "attention":
            value = check_value(setting, text, setting, strict=False)
            assert isinstance(value, str)
            return value
        case "stop_after_replaced":
            value = check_value(setting, text, setting, strict=False)
            assert isinstance(value, int)
            return value


def setting_choices(
    setting: Setting, config: Config, themes: Sequence[str], models: Sequence[str]
) -> list[Choice]:
    """Return the choices that a setting offers in a list; empty if it can only be typed."""
    match setting:
        case "name":
            return []
        case "board":
            return [
                Choice("", "classic9 to play, sla7 to run"),
                *choices(TableSetup(), "board", ()),
            ]
        case "others":
            return choices(TableSetup(), "others", (), models)
        case "theme":
            return [Choice(name) for name in themes]
        case "speed":
            return [
                Choice(f"{speed:g}", "for a calm reader" if speed == 1 else "") for speed in SPEEDS
            ]
        case "clock" | "patience":
            return [
                Choice(str(seconds), seconds_text(setting, seconds))
                for seconds in _SECONDS[setting]
            ]
        case "stop_after_replaced":
            return [Choice(str(most), replaced_text(most)) for most in _REPLACED]
        case "attention":
            return [Choice(way, words) for way, words in _ATTENTION.items()]
        case _:
            return [Choice("yes"), Choice("no")]


def seconds_text(setting: Setting, seconds: float) -> str:
    """Format a number of seconds for a setting; 0 means no limit or waiting for ever."""
    if not seconds:
        return "no limit" if setting == "clock" else "for ever"
    return answer_time_text(seconds)


def replaced_text(most: int) -> str:
    """Format the number of replaced answers in a row after which a game asks or stops."""
    return f"ask after {most} in a row" if most else "never ask"


def next_setting(setting: Setting, config: Config, step: int, themes: Sequence[str]) -> str | None:
    """Return the next or previous (`step`) choice of a setting; None if there is no choice."""
    values = [choice.value for choice in setting_choices(setting, config, themes, ())]
    if setting == "others":
        values = list(dict.fromkeys((*_CYCLED_PLAYERS, config.others)))
    if not values:
        return None
    now = setting_text(config, setting)
    if now in values:
        return values[(values.index(now) + step) % len(values)]
    return values[0]
