"""Writing models into the person's settings and out of them, with every comment and every other line left as it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import msgspec
import tomli_w

from wolfcore.errors import ConfigError
from wolfcore.models import ModelSpec
from wolfcore.outside import NotToml, parse_toml

from .own_file import parse_settings, read_settings_text, replace_settings


def add_model_table(file: Path, name: str, spec: ModelSpec) -> str:
    """Append the table of a model to the settings; returns its text.

    Raises:
        ConfigError: There is one of this name, or the file cannot be read or written.
    """
    text = read_settings_text(file)
    if name in _models(text, file):
        raise ConfigError(
            "is there already", file=str(file), key=f"models.{name}", hint=f"`wolftui models remove {name}` removes it."
        )
    # `kind` is written even where it is the default: it says what is spoken.
    values = {"kind": spec.kind, **msgspec.to_builtins(spec)}
    table = tomli_w.dumps({"models": {name: values}})
    between = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    changed = f"{text}{between}{table}"
    if name not in _models(changed, file):
        raise ConfigError("cannot be added to", file=str(file), key="models", hint=f"Add it yourself:\n{table}")
    replace_settings(file, changed)
    return table


def remove_model_table(file: Path, name: str) -> None:
    """Cut the table of a model, with those below it, out of the settings.

    Raises:
        ConfigError: There is none, it is written in another way than as a table, or the file cannot be read or written.
    """
    text = read_settings_text(file)
    wanted = parse_settings(text, file)
    models = wanted.get("models", {})
    if not isinstance(models, dict) or name not in models:
        raise ConfigError("is not there", file=str(file), key=f"models.{name}", hint="`wolftui models list` names what there is.")
    del models[name]
    if not models:
        del wanted["models"]
    rest = _text_without(text, name, wanted)
    if rest is None:
        hint = "It is not written as a table of its own, so take its lines out yourself."
        raise ConfigError("cannot be cut out", file=str(file), key=f"models.{name}", hint=hint)
    replace_settings(file, rest)


def _text_without(text: str, name: str, wanted: dict[str, Any]) -> str | None:
    """`text` without a model's tables: the cut after which exactly `wanted` is left. None if there is no such cut.

    Whatever merely looks like the head of a table, in a text of several lines, gives another result and is passed over.
    """
    lines = text.splitlines(keepends=True)
    heads = [number for number, line in enumerate(lines) if re.match(r"\s*\[", line)]
    own = [number for number in heads if re.match(_table_header(name), lines[number])]
    for start in own:
        for stop in [*(number for number in heads if number > start), len(lines)]:
            rest = "".join([*lines[:start], *lines[_last_value(lines, start, stop) :]])
            try:
                found = parse_toml(rest)
            except NotToml:
                continue
            models = found.get("models")
            if models == {}:
                del found["models"]
            if found == wanted:
                return rest
            if isinstance(models, dict) and name in models and (further := _text_without(rest, name, wanted)) is not None:
                return further
    return None


def _table_header(name: str) -> str:
    quoted = "|".join(re.escape(form) for form in (name, f'"{name}"', f"'{name}'"))
    return rf"\s*\[\s*models\s*\.\s*(?:{quoted})\s*[].]"


def _last_value(lines: list[str], start: int, stop: int) -> int:
    """Where the table that begins at `start` ends: comments above the next table belong to that one."""
    while stop > start + 1 and stop < len(lines) and re.match(r"\s*(#|$)", lines[stop - 1]):
        stop -= 1
    # One empty line goes with the table.
    return stop + 1 if stop < len(lines) and not lines[stop].strip() else stop


def _models(text: str, file: Path) -> dict[str, Any]:
    models = parse_settings(text, file).get("models")
    return cast("dict[str, Any]", models) if isinstance(models, dict) else {}
