"""The rows of the settings screen, and the help text and source of each setting."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from wolftui.games.preferences import SETTINGS, Setting, replaced_text, seconds_text, setting_text
from wolftui.settings.config import LoadedConfig, setting_description
from wolftui.settings.found_servers import NewModel
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .labels import part_title

Row = Literal[Setting, "keys", "models"]


ROWS: tuple[Row, ...] = (*SETTINGS, "keys", "models")


SETTING_LABELS: dict[Row, str] = {
    "name": "Your name",
    "board": "Board",
    "others": "The others",
    "speed": "Speed",
    "clock": "Time to answer",
    "patience": "Wait for models",
    "stop_after_replaced": "Unusable answers",
    "theme": "Theme",
    "motion": "Motion",
    "attention": "Your turn",
    "ascii": "Plain ASCII",
    "heard": "Writing help",
    "suspicions": "Your suspicions",
    "plain": "Plain lines",
    "keys": "Keys",
    "models": "Models",
}


_LABEL = 17


_EMPTY: dict[Row, str] = {"name": "drawn", "board": "classic9; for games of bots sla7"}


VARIABLE_PREFIX = "WOLFTUI_"


def setting_rows(loaded: LoadedConfig, new: Sequence[NewModel]) -> list[Line]:
    """Draw the rows of the settings, keys and models; values that were not set are dim."""
    return [
        (Span(f"{SETTING_LABELS[row]:<{_LABEL}}", "dim"), *_value(row, loaded, new)) for row in ROWS
    ]


def _value(row: Row, loaded: LoadedConfig, new: Sequence[NewModel]) -> Line:
    if row == "models":
        more = f"  {len(new)} found here" if new else ""
        return (Span(", ".join(loaded.models), "text"), Span(more, "good"))
    if row == "keys":
        own = len(loaded.config.keys)
        return (Span(f"{own} of your own" if own else "as shipped", "text" if own else "quiet"),)
    return (Span(value_words(row, loaded), "text" if row in loaded.sources else "quiet"),)


def value_words(row: Setting, loaded: LoadedConfig) -> str:
    """Format the value of a setting for display."""
    text = setting_text(loaded.config, row)
    if row in ("clock", "patience"):
        return seconds_text(row, float(text))
    if row == "stop_after_replaced":
        return replaced_text(int(text))
    return f"{text}x" if row == "speed" else text or _EMPTY.get(row, "")


def overriding_variable(row: Row, loaded: LoadedConfig) -> str:
    """Return the environment variable that overrides a setting; empty if none does."""
    source = loaded.sources.get(row, "")
    return source if source.startswith(VARIABLE_PREFIX) else ""


def help_lines(row: Row, loaded: LoadedConfig, new: Sequence[NewModel], width: int) -> list[Line]:
    """Explain a setting, and say where its value comes from."""
    match row:
        case "models":
            said = _models(new)
        case "keys":
            own = [f"{name}: {_written(keys)}" for name, keys in loaded.config.keys.items()]
            said = (
                "Enter lists the keys and changes one.",
                f"Your own: {', '.join(own)}." if own else "None is changed.",
            )
        case _:
            said = (setting_description(row), _source(row, loaded))
    lines: list[Line] = [part_title(SETTING_LABELS[row])]
    for sentence, style in zip(said, ("text", "quiet"), strict=False):
        lines += wrap((Span(sentence, style),), width)
    return lines


def file_lines(file: Path, width: int) -> list[Line]:
    """Name the file to which settings are written."""
    return [(), part_title("your file"), *wrap((Span(str(file), "quiet"),), width)]


def _written(keys: str | Sequence[str]) -> str:
    return keys if isinstance(keys, str) else " ".join(keys)


def _source(row: Setting, loaded: LoadedConfig) -> str:
    if variable := overriding_variable(row, loaded):
        return f"The environment variable {variable} overrides the file."
    return "Set in your file." if row in loaded.sources else "Not set: this is the default."


def _models(new: Sequence[NewModel]) -> tuple[str, str]:
    found = ", ".join(f"{each.name} ({each.title})" for each in new)
    return (
        "The language models that can play. Enter lists them, tries, changes or removes one, and "
        "adds others.",
        f"Found on this machine: {found}." if new else "No other model was found on this machine.",
    )
